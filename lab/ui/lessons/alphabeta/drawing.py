"""One painting of one step of a lesson: the names of the rows, branches, nodes and their values,
and what is written next to nodes: alpha and beta, values too wide for their nodes, and the rule
of a cut. Nothing of it ever covers a node or a leaf's number.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from engines.textbook.picture import value_text
from engines.textbook.tree import CHANCE, LEAF
from lab.lesson import CUT, DONE, LATER, LessonStep, NodeView
from lab.lesson.words import ordinal
from lab.ui.lessons.alphabeta.shape import GUTTER, TreeShape
from lab.ui.parts import theme
from lab.ui.parts.painted import put, put_centred, text_line, text_width

BOXED = 15  # pixels per leaf from which leaves have boxes
# the double stroke across a cut branch: its length, and the distance between its lines
STROKE, APART = 15.0, 5.0
INSIDE, MARGIN = 1.5, 10  # a text in a node: most half widths, with these pixels at 100 % around it


def skipped(view: NodeView) -> bool:
    """Whether the search will never look at the node."""
    return view.status == CUT and math.isnan(view.value[0])


class TreeDrawing:
    """One painting of one step."""

    def __init__(self, painter: QPainter, shape: TreeShape, step: LessonStep) -> None:
        self.painter, self.shape, self.step, self.tree = painter, shape, step, shape.tree
        self.look = theme.current()
        self.path = {o.node for o in step.open}
        self.asides: list[tuple[int, str, bool]] = []  # values too wide for their nodes
        self.now = step.leaves[-1] if step.leaves else -1
        if self.now >= 0:
            self.path.add(self.now)
        self.best = set(step.best_line)
        numbers = (value_text(self.tree, leaf) for leaf in self.tree.leaves)
        widest = max(text_width(text, theme.TABLE) for text in numbers)
        self.tiny = min(widest, self.look.px(90)) > shape.step - 1  # zoomed out

    # -- edges -------------------------------------------------------------------------------------

    def edges(self, shown: Sequence[int]) -> None:
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
            if node and node in self.best:
                self._line(node, "ok", 4)
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
        wide, high = text_width(text, theme.TABLE), text_line(theme.TABLE, 2)
        box = QRectF(at.x() - wide / 2 - 2, at.y() - high / 2, wide + 4, high)
        self.painter.fillRect(box, self.look.colour("field"))
        put(self.painter, box.adjusted(2, 0, 0, 0), text, theme.TABLE, "ink2")

    # -- nodes -------------------------------------------------------------------------------------

    def nodes(self, shown: Sequence[int]) -> None:
        """Shapes, their texts, and below leaves the order in which they were looked at."""
        for node in shown:
            view, leaf = self.step.nodes[node], self.tree.kind[node] == LEAF
            focus = node in (self.step.node, self.now)
            self._shape(node, view, focus)
            if leaf:
                self._leaf(node, view)
            else:
                self._inner(node, view, focus)
            if node in self.shape.folds.at:
                self._folded(node)

    def _shape(self, node: int, view: NodeView, focus: bool) -> None:
        waits, never = view.status == LATER, skipped(view)
        if self.tree.kind[node] == LEAF and self.shape.step < self.look.px(BOXED):
            if focus:
                self.painter.fillRect(self.shape.box(node), self.look.colour("mark"))
            return
        best = node in self.best
        role = "ok" if best else "cut" if never else "edge" if waits else "ink"
        width = 2.6 if best else 2.0 if focus else 1.0 if waits or never else 1.4
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
            else theme.TABLE
        )
        bold = looked and text_width(text, size, True) <= self.shape.step
        if self.tiny and node != self.now:
            return  # numbers never run into one another; the pointer names the leaf
        put_centred(
            self.painter,
            QRectF(self.shape.places[node], self.shape.places[node]),
            text,
            size,
            "ink" if looked else "ink3",
            bold=bold,
        )
        below = ordinal(view.order) if looked else "cut" if skipped(view) else "not yet"
        if text_width("not yet", theme.TABLE) > self.shape.step - 4:
            below = str(view.order) if looked else ""
        if text_width(below, theme.TABLE) <= self.shape.step - 1:
            at = self.shape.places[node] + QPointF(
                0, self.shape.half[node] + text_line(theme.TABLE, 2) * 0.85
            )
            put_centred(self.painter, QRectF(at, at), below, theme.TABLE, "ink2")

    def _folded(self, node: int) -> None:
        """How many leaves are folded into a node, below it."""
        count = self.shape.folds.leaves(node)
        words = f"+ {count} leaves" if count > 1 else "+ 1 leaf"
        text = words if text_width(words, theme.TABLE) <= self.shape.step - 4 else f"+{count}"
        reach = self.shape.reach(node)
        at = QPointF(reach.center().x(), reach.bottom() + text_line(theme.TABLE, 2) * 0.6)
        put_centred(self.painter, QRectF(at, at), text, theme.TABLE, "ink2")

    def _inner(self, node: int, view: NodeView, focus: bool) -> None:
        if not view.text:
            return
        half, word = self.shape.half[node], self.shape.words[node]
        shift = {"MAX": 0.14, "MIN": -0.14}.get(word, 0.0) * half
        at = self.shape.places[node] + QPointF(0, shift)
        bold = focus or node in self.path | self.best or view.status == DONE
        for size in (theme.TABLE, theme.TABLE):
            if text_width(view.text, size, bold) + self.look.px(MARGIN) <= INSIDE * half:
                put_centred(self.painter, QRectF(at, at), view.text, size, "ink", bold=bold)
                return
        self.asides.append((node, view.text, bold))


# pixels at 100 %: a window's two halves, its height, and its distance from the node
CHIP, NARROW_CHIP, CHIP_HIGH, BESIDE = 108, 84, 24, 10
SHIFTS = (0.0, 0.5, -0.5, 1.0, -1.0, 1.6, -1.6, 2.4, -2.4)  # of a box's width, in the free band


class Rooms:
    """Where boxes can be: clear of nodes and of one another."""

    def __init__(self, drawing: TreeDrawing, shown: Sequence[int]) -> None:
        shape, line = drawing.shape, text_line(theme.TABLE, 2)
        self.frame = shape.frame.adjusted(4, 4, -4, -4)
        if shape.named:  # the names of the rows stay at the left of what is in sight
            self.frame.setLeft(max(0.0, shape.frame.left()) + drawing.look.px(GUTTER))
        self._nodes = [shape.reach(n).adjusted(-2, -2, 2, 2) for n in shown]
        self._taken: list[QRectF] = []
        for n in shown:
            if drawing.tree.kind[n] == LEAF:  # its order is below it
                box = shape.reach(n)
                self._taken.append(QRectF(box.left(), box.bottom(), box.width(), 1.4 * line))

    def take(self, places: Iterator[QRectF], must: bool) -> QRectF | None:
        """The first of `places` that is free; what `must` be shown may lie over other boxes where
        nothing is, never over nodes.
        """
        tried = [box for box in places if self.frame.contains(box)]
        free = [box for box in tried if not any(box.intersects(node) for node in self._nodes)]
        clear = (box for box in free if not any(box.intersects(other) for other in self._taken))
        found = next(clear, free[0] if must and free else None)
        if found is not None:
            self._taken.append(found)
        return found


class Chips:
    """Paints the boxes of one step over its drawing."""

    def __init__(self, drawing: TreeDrawing, shown: Sequence[int]) -> None:
        self.drawing, self.painter, self.shape = drawing, drawing.painter, drawing.shape
        self.step, self.look = drawing.step, drawing.look
        self.rooms = Rooms(drawing, shown)
        self.boxes: dict[int, QRectF] = {}  # of alpha and beta, by node

    def asides(self) -> None:
        """Values that have no room in their nodes."""
        for node, text, bold in self.drawing.asides:
            wide, high = text_width(text, theme.TABLE, bold) + 4, text_line(theme.TABLE, 2)
            box = self.rooms.take(self._around(node, wide, high, 3), node in self.drawing.path)
            if box is not None:
                self.painter.fillRect(box, self.look.colour("field"))
                put(self.painter, box.adjusted(2, 0, 0, 0), text, theme.TABLE, bold=bold)

    def windows(self, shown: Sequence[int]) -> None:
        """Alpha and beta next to inner nodes, those that are open first."""
        path, tree = self.drawing.path, self.drawing.tree
        here = self.step.node
        for node in sorted(shown, key=lambda n: (n != here, n not in path, n)):
            view = self.step.nodes[node]
            out = self.shape.places[node].x() < self.rooms.frame.left()  # of sight
            if out or tree.kind[node] in (LEAF, CHANCE) or view.status == LATER or skipped(view):
                continue
            self._window(node, view, node in path)

    def note(self) -> None:
        """The rule of this step, below the node's alpha and beta."""
        if not self.step.note:
            return
        wide, high = text_width(self.step.note, theme.BODY, True) + 6, text_line(theme.BODY, 4)
        box = self.rooms.take(self._below_box(wide, high), must=True)
        if box is not None:
            self.painter.fillRect(box.adjusted(-2, 2, 2, -2), self.look.colour("field"))
            put(self.painter, box.adjusted(2, 0, 0, 0), self.step.note, theme.BODY, bold=True)

    # -- places ------------------------------------------------------------------------------------

    def _around(self, node: int, wide: float, high: float, off: float) -> Iterator[QRectF]:
        """Places for a box of one node: right, left, then the bands above and below its row."""
        at, half, reach = self.shape.places[node], self.shape.half[node], self.shape.reach(node)
        word = self.shape.words[node]
        y = at.y() + (0.3 * half if word == "MIN" else -0.1 * half) - high / 2
        yield QRectF(at.x() + half + off, y, wide, high)
        yield QRectF(at.x() - half - off - wide, y, wide, high)
        yield from self._bands(at.x(), reach, wide, high)

    def _bands(self, x: float, reach: QRectF, wide: float, high: float) -> Iterator[QRectF]:
        for shift in SHIFTS:
            left = min(max(x - wide / 2 + shift * wide, self.rooms.frame.left()), self._last(wide))
            yield QRectF(left, reach.top() - high - 3, wide, high)
            yield QRectF(left, reach.bottom() + 3, wide, high)

    def _last(self, wide: float) -> float:
        return self.rooms.frame.right() - wide - 1

    def _below_box(self, wide: float, high: float) -> Iterator[QRectF]:
        """Places for the note: below the box of alpha and beta, above it, then round the node."""
        box = self.boxes.get(self.step.node)
        if box is not None:
            left = min(box.left() + 2, self._last(wide))
            yield QRectF(left, box.bottom() + 2, wide, high)
            yield QRectF(left, box.top() - high - 2, wide, high)
        yield from self._around(self.step.node, wide, high, BESIDE * self.look.scale)

    # -- painting ----------------------------------------------------------------------------------

    def _window(self, node: int, view: NodeView, must: bool) -> None:
        high = self.look.px(CHIP_HIGH)
        for wide in (self.look.px(CHIP), self.look.px(NARROW_CHIP)):
            last = wide == self.look.px(NARROW_CHIP)
            places = self._around(node, wide, high, BESIDE * self.look.scale)
            tries = places if must and last else (next(places) for _ in range(2))
            found = self.rooms.take(tries, must and last)
            if found is not None:
                box = QRectF(round(found.left()) + 0.5, round(found.top()) + 0.5, wide, high)
                self.boxes[node] = box
                self._paint(node, view, box)
                return

    def _paint(self, node: int, view: NodeView, box: QRectF) -> None:
        here = node == self.step.node
        for side, name, bound in ((0, "α", view.alpha), (1, "β", view.beta)):
            half = box.width() / 2
            part = QRectF(box.left() + side * half, box.top(), half, box.height())
            moved = here and self.step.fresh == name
            self.painter.fillRect(part, self.look.colour("mark" if moved else "panel"))
            known = math.isfinite(bound)
            role = "ink" if known or here else "ink2"
            text = f"{name} {view.bound_text(bound)}"
            put_centred(self.painter, part, text, theme.TABLE, role, bold=known)
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        self.painter.setPen(QPen(self.look.colour("line2"), 1))
        self.painter.drawRoundedRect(box, 3, 3)
        x = round(box.center().x()) + 0.5
        self.painter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()))
