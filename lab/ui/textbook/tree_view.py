"""The tree as the board: the state of every node, its window next to it, where the search
is, and what it will never look at.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from engines.textbook.picture import value_text
from engines.textbook.tree import CHANCE, LEAF, TextTree
from lab.lesson import CUT, DONE, LATER, Lesson, LessonStep, NodeView
from lab.lesson.words import ordinal, title
from lab.ui.parts import theme
from lab.ui.parts.painted import put, text_line, text_width
from lab.ui.textbook.shape import Shape
from lab.words.numerals import figures

# pixels at 100 %: a window's two halves, and its distance from the node
CHIP, NARROW_CHIP, CHIP_HIGH, BESIDE = 108, 84, 24, 10
BOXED = 15  # pixels per leaf from which leaves have boxes
# the double stroke across a cut branch: its length, and the distance between its lines
STROKE, APART = 15.0, 5.0


def skipped(view: NodeView) -> bool:
    """Whether the search will never look at the node."""
    return view.status == CUT and math.isnan(view.value[0])


class TreeView(QWidget):
    """Shows one step of a lesson, or a tree that is not searched yet."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Tree")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._tree: TextTree | None = None
        self._step: LessonStep | None = None
        self._window, self._cuts, self._chips, self._words = True, True, True, ""
        theme.changed.connect(self._restyled)

    def _restyled(self) -> None:
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme.current().px(640), theme.current().px(440))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.current().px(360), theme.current().px(220))

    # -- setters -----------------------------------------------------------------------------------

    def show_step(self, lesson: Lesson, step: LessonStep) -> None:
        """The tree after a step."""
        self._tree, self._step, self._window, self._words = lesson.tree, step, lesson.window, ""
        self.setAccessibleDescription("\n".join(self.lines()))
        self.update()

    def show_words(self, words: str) -> None:
        """Shows a sentence instead of a tree."""
        self._step, self._words = None, words
        self.update()

    def set_chips(self, on: bool) -> None:
        """Whether alpha and beta are next to the nodes."""
        self._chips = on
        self.update()

    def set_cuts(self, on: bool) -> None:
        """Whether branches that were cut are shown."""
        self._cuts = on
        self.update()

    def lines(self) -> list[str]:
        """The nodes in words, for a screen reader."""
        return (
            []
            if self._step is None or self._tree is None
            else [self._about(n) for n in self._tree.walk()]
        )

    def _about(self, node: int) -> str:
        assert self._tree is not None and self._step is not None
        view = self._step.nodes[node]
        leaf = self._tree.kind[node] == LEAF
        what = f"Leaf {value_text(self._tree, node)}" if leaf else title(self._tree, node)
        if leaf and view.order:
            return f"{what}: looked at {ordinal(view.order)}"
        state = f"{view.status}{f', {view.text}' if view.text and not leaf else ''}"
        bounds = (
            f", α {figures(view.alpha)}, β {figures(view.beta)}"
            if self._window and not leaf and view.status != LATER
            else ""
        )
        return f"{what}: {state}{bounds}"

    def event(self, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.ToolTip
            and isinstance(event, QHelpEvent)
            and self._tree is not None
            and self._step is not None
        ):
            node = self._shape().at(QPointF(event.pos()))
            if node >= 0:
                QToolTip.showText(event.globalPos(), self._about(node), self)
                return True
            QToolTip.hideText()
        return super().event(event)

    # -- painting ----------------------------------------------------------------------------------

    def _frame(self) -> QRectF:
        return QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)

    def _shape(self) -> Shape:
        assert self._tree is not None
        texts = {leaf: value_text(self._tree, leaf) for leaf in self._tree.leaves}
        wide = {
            leaf: text_width(text, theme.AXIS, True) + 8
            for leaf, text in texts.items()
            if len(text) > 3
        }
        return Shape(self._tree, self._frame(), theme.current().scale, wide)

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        with QPainter(self) as painter:
            painter.fillRect(self._frame(), look.colour("field"))
            painter.setPen(QPen(look.colour("line2"), 1))
            painter.drawRect(self._frame())
            if self._step is None or self._tree is None:
                put(
                    painter,
                    QRectF(self.rect()).adjusted(look.px(16), 0, -look.px(16), 0),
                    self._words,
                    theme.BODY,
                    "ink2",
                )
                return
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            drawing = _Drawing(painter, self._shape(), self._step)
            drawing.rows()
            shown = [
                n
                for n in range(self._tree.kind.size)
                if self._cuts or not skipped(self._step.nodes[n])
            ]
            drawing.edges(shown)
            drawing.nodes(shown)
            if self._chips and self._window:
                drawing.windows(shown)


class _Drawing:
    """One painting of one step."""

    def __init__(self, painter: QPainter, shape: Shape, step: LessonStep) -> None:
        self.painter, self.shape, self.step, self.tree = painter, shape, step, shape.tree
        self.look = theme.current()
        self.path = {o.node for o in step.open}
        self._asides: list[tuple[QRectF, str, bool]] = []  # values too wide for their nodes
        self.now = step.leaves[-1] if step.leaves else -1
        if self.now >= 0:
            self.path.add(self.now)

    def rows(self) -> None:
        """The names at the left."""
        left, line = self.shape.frame.left() + self.look.px(20), text_line(theme.AXIS, 2)
        rows = self.shape.rows()
        for row in rows:
            room = self.look.px(104)
            if self.shape.rise > 2.2 * line or row is rows[-1]:
                put(
                    self.painter,
                    QRectF(left, row.y - line, room, line),
                    row.word,
                    theme.TABLE,
                    bold=True,
                )
                put(self.painter, QRectF(left, row.y, room, line), row.note, theme.AXIS, "ink2")

    # -- edges -------------------------------------------------------------------------------------

    def edges(self, shown: list[int]) -> None:
        """Branches: first those that are waiting or done, then the way to where the search is."""
        ways = [n for n in shown if n and n in self.path]
        for node in shown:
            if node and node not in self.path:
                self._branch(node)
        for node in ways:
            self._line(node, "mark", 9)
        for node in ways:
            self._line(node, "ink", 2)
        for node in shown:
            if node and self.tree.kind[self.tree.parent[node]] == CHANCE:
                self._share(node)

    def _branch(self, node: int) -> None:
        view = self.step.nodes[node]
        if skipped(view):
            self._line(node, "cut", 1.2, dashed=True)
            if not skipped(self.step.nodes[int(self.tree.parent[node])]):
                self._strokes(node)
        elif view.status == LATER:
            self._line(node, "edge", 1)
        else:
            self._line(node, "ink", 1.2)

    def _line(self, node: int, role: str, width: float, dashed: bool = False) -> None:
        pen = QPen(self.look.colour(role), width * self.look.scale)
        if dashed:
            pen.setDashPattern([4, 3])
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        self.painter.setPen(pen)
        a, b = self.shape.edge(node)
        if abs(a.x() - b.x()) < 0.5:
            a, b = (
                QPointF(round(a.x()) + (0.5 if width < 2 else 0), a.y()),
                QPointF(round(a.x()) + (0.5 if width < 2 else 0), b.y()),
            )
        self.painter.drawLine(a, b)

    def _strokes(self, node: int) -> None:
        """Two lines across a branch that was cut."""
        a, b = self.shape.edge(node)
        way = b - a
        long = math.hypot(way.x(), way.y())
        along, across = way / long, QPointF(-way.y(), way.x()) / long
        half = min(STROKE * self.look.scale, 0.7 * self.shape.step, 0.5 * long) / 2
        middle = a + way * 0.55
        for side in (-0.5, 0.5):
            at = middle + along * (side * APART * self.look.scale)
            self.painter.setPen(QPen(self.look.colour("field"), 4 * self.look.scale))
            self.painter.drawLine(at - across * half * 0.4, at + across * half * 0.4)
        for side in (-0.5, 0.5):
            at = middle + along * (side * APART * self.look.scale)
            self.painter.setPen(QPen(self.look.colour("ink2"), 1.4 * self.look.scale))
            self.painter.drawLine(at - across * half, at + across * half)

    def _share(self, node: int) -> None:
        a, b = self.shape.edge(node)
        at, text = a + (b - a) * 0.62, f"{self.tree.share[node]:.3g}"
        wide, high = text_width(text, theme.AXIS), text_line(theme.AXIS, 2)
        box = QRectF(at.x() - wide / 2 - 2, at.y() - high / 2, wide + 4, high)
        self.painter.fillRect(box, self.look.colour("field"))
        put(self.painter, box.adjusted(2, 0, 0, 0), text, theme.AXIS, "ink2")

    # -- nodes -------------------------------------------------------------------------------------

    def nodes(self, shown: list[int]) -> None:
        """Shapes, their texts, and below leaves the order in which they were looked at."""
        for node in shown:
            view, leaf = self.step.nodes[node], self.tree.kind[node] == LEAF
            focus = node in (self.step.node, self.now)
            self._shape(node, view, focus)
            if leaf:
                self._leaf(node, view)
            else:
                self._inner(node, view, focus)
        for side, text, bold in self._asides:
            self.painter.fillRect(side, self.look.colour("field"))
            put(self.painter, side.adjusted(2, 0, 0, 0), text, theme.AXIS, bold=bold)

    def _shape(self, node: int, view: NodeView, focus: bool) -> None:
        waits, never = view.status == LATER, skipped(view)
        if self.tree.kind[node] == LEAF and self.shape.step < self.look.px(BOXED):
            if focus:
                self.painter.fillRect(self.shape.box(node), self.look.colour("mark"))
            return
        role = "cut" if never else "edge" if waits else "ink"
        width = 2.0 if focus else 1.0 if waits or never else 1.4
        fill: QColor = self.look.colour("mark" if focus else "panel" if never else "field")
        pen = QPen(self.look.colour(role), width * self.look.scale)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        self.painter.setPen(pen)
        self.painter.setBrush(fill)
        self.painter.drawPath(self.shape.outline(node))
        self.painter.setBrush(Qt.BrushStyle.NoBrush)

    def _leaf(self, node: int, view: NodeView) -> None:
        text = value_text(self.tree, node)
        looked = view.order > 0
        size = (
            theme.BODY
            if text_width(text, theme.BODY, True) < self.shape.box(node).width() - 4
            else theme.AXIS
        )
        bold = looked and text_width(text, size, True) <= self.shape.step
        self._centred(self.shape.places[node], text, size, "ink" if looked else "ink3", bold=bold)
        below = ordinal(view.order) if looked else "cut" if skipped(view) else "not yet"
        if text_width("not yet", theme.AXIS) > self.shape.step - 4:
            below = str(view.order) if looked else ""
        if text_width(below, theme.AXIS) <= self.shape.step - 1:
            at = self.shape.places[node] + QPointF(
                0, self.shape.half[node] + text_line(theme.AXIS, 2) * 0.85
            )
            self._centred(at, below, theme.AXIS, "ink2")

    def _inner(self, node: int, view: NodeView, focus: bool) -> None:
        if not view.text:
            return
        half, word = self.shape.half[node], self.tree.words[node]
        shift = {"MAX": 0.14, "MIN": -0.14}.get(word, 0.0) * half
        at = self.shape.places[node] + QPointF(0, shift)
        bold = focus or node in self.path or view.status == DONE
        for size in (theme.TABLE, theme.AXIS):
            if text_width(view.text, size, bold) <= 1.55 * half:
                self._centred(at, view.text, size, "ink", bold=bold)
                return
        if (
            node in self.path
            or self.shape.gaps[self.shape.level[node]]
            > 2 * half + text_width(view.text, theme.AXIS) + 8
        ):
            high = text_line(theme.AXIS, 2)
            side = QRectF(
                at.x() + half + 3,
                self.shape.places[node].y() - high / 2,
                text_width(view.text, theme.AXIS, bold) + 4,
                high,
            )
            self._asides.append((side, view.text, bold))

    def _centred(self, at: QPointF, text: str, size: float, role: str, bold: bool = False) -> None:
        wide, high = text_width(text, size, bold), text_line(size, 2)
        put(
            self.painter,
            QRectF(at.x() - wide / 2, at.y() - high / 2, wide + 1, high),
            text,
            size,
            role,
            bold=bold,
        )

    # -- windows -----------------------------------------------------------------------------------

    def windows(self, shown: list[int]) -> None:
        """Alpha and beta next to inner nodes: next to all of a row if there is room, else next to
        those that are open.
        """
        px = self.look.px
        for node in shown:
            view = self.step.nodes[node]
            if self.tree.kind[node] in (LEAF, CHANCE) or view.status == LATER or skipped(view):
                continue
            half = self.shape.half[node]
            room = self.shape.gaps[self.shape.level[node]] - 2 * half - px(BESIDE) - 2
            fits = room >= px(NARROW_CHIP)
            if fits or node in self.path:
                self._window(
                    node,
                    view,
                    min(px(CHIP), int(room)) if fits and math.isfinite(room) else px(CHIP),
                )

    def _window(self, node: int, view: NodeView, wide: int) -> None:
        px, at, half = self.look.px, self.shape.places[node], self.shape.half[node]
        aside = (
            0.0
            if text_width(view.text, theme.AXIS, True) <= 1.55 * half
            else text_width(view.text, theme.AXIS, True) + 8
        )
        left = at.x() + half + px(BESIDE) + aside
        if left + wide > self.shape.frame.right() - 4:
            left = at.x() - half - px(BESIDE) - wide
        lower = 0.3 * half if self.tree.words[node] == "MIN" else -0.1 * half
        box = QRectF(
            round(left) + 0.5, round(at.y() + lower - px(CHIP_HIGH) / 2) + 0.5, wide, px(CHIP_HIGH)
        )
        here = node == self.step.node
        for side, name, bound in ((0, "α", view.alpha), (1, "β", view.beta)):
            part = QRectF(
                box.left() + side * box.width() / 2, box.top(), box.width() / 2, box.height()
            )
            moved = here and self.step.fresh == name
            self.painter.fillRect(part, self.look.colour("mark" if moved else "panel"))
            known = math.isfinite(bound)
            self._centred(
                part.center(),
                f"{name} {figures(bound)}",
                theme.TABLE,
                "ink" if known or here else "ink2",
                bold=known,
            )
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        self.painter.setPen(QPen(self.look.colour("line2"), 1))
        self.painter.drawRoundedRect(box, 3, 3)
        self.painter.drawLine(
            QPointF(round(box.center().x()) + 0.5, box.top()),
            QPointF(round(box.center().x()) + 0.5, box.bottom()),
        )
        if here and self.step.note:
            line, long = text_line(theme.BODY, 4), text_width(self.step.note, theme.BODY, True)
            below = QRectF(
                min(box.left() + 2, self.shape.frame.right() - long - 6),
                box.bottom() + 2,
                long + 4,
                line,
            )
            self.painter.fillRect(below.adjusted(-2, 2, 2, -2), self.look.colour("field"))
            put(self.painter, below, self.step.note, theme.BODY, bold=True)
