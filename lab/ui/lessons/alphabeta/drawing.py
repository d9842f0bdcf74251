"""One painting of one step of a lesson: the names of the rows, branches, nodes and their values."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from engines.textbook.picture import value_text
from engines.textbook.tree import CHANCE, LEAF
from lab.lesson import CUT, DONE, LATER, LessonStep, NodeView
from lab.lesson.words import ordinal
from lab.ui.lessons.alphabeta.shape import Shape
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

    def __init__(self, painter: QPainter, shape: Shape, step: LessonStep) -> None:
        self.painter, self.shape, self.step, self.tree = painter, shape, step, shape.tree
        self.look = theme.current()
        self.path = {o.node for o in step.open}
        self.asides: list[tuple[int, str, bool]] = []  # values too wide for their nodes
        self.now = step.leaves[-1] if step.leaves else -1
        if self.now >= 0:
            self.path.add(self.now)
        self.best = set(step.best_line)
        numbers = (value_text(self.tree, leaf) for leaf in self.tree.leaves)
        widest = max(text_width(text, theme.AXIS) for text in numbers)
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
        wide, high = text_width(text, theme.AXIS), text_line(theme.AXIS, 2)
        box = QRectF(at.x() - wide / 2 - 2, at.y() - high / 2, wide + 4, high)
        self.painter.fillRect(box, self.look.colour("field"))
        put(self.painter, box.adjusted(2, 0, 0, 0), text, theme.AXIS, "ink2")

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
            else theme.AXIS
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
        if text_width("not yet", theme.AXIS) > self.shape.step - 4:
            below = str(view.order) if looked else ""
        if text_width(below, theme.AXIS) <= self.shape.step - 1:
            at = self.shape.places[node] + QPointF(
                0, self.shape.half[node] + text_line(theme.AXIS, 2) * 0.85
            )
            put_centred(self.painter, QRectF(at, at), below, theme.AXIS, "ink2")

    def _folded(self, node: int) -> None:
        """How many leaves are folded into a node, below it."""
        count = self.shape.folds.leaves(node)
        words = f"+ {count} leaves" if count > 1 else "+ 1 leaf"
        text = words if text_width(words, theme.AXIS) <= self.shape.step - 4 else f"+{count}"
        reach = self.shape.reach(node)
        at = QPointF(reach.center().x(), reach.bottom() + text_line(theme.AXIS, 2) * 0.6)
        put_centred(self.painter, QRectF(at, at), text, theme.AXIS, "ink2")

    def _inner(self, node: int, view: NodeView, focus: bool) -> None:
        if not view.text:
            return
        half, word = self.shape.half[node], self.shape.words[node]
        shift = {"MAX": 0.14, "MIN": -0.14}.get(word, 0.0) * half
        at = self.shape.places[node] + QPointF(0, shift)
        bold = focus or node in self.path | self.best or view.status == DONE
        for size in (theme.TABLE, theme.AXIS):
            if text_width(view.text, size, bold) + self.look.px(MARGIN) <= INSIDE * half:
                put_centred(self.painter, QRectF(at, at), view.text, size, "ink", bold=bold)
                return
        self.asides.append((node, view.text, bold))
