"""What is written next to nodes: alpha and beta, values too wide for their nodes, and the rule of a
cut. Nothing of it ever covers a node or a leaf's number.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPen

from engines.textbook.tree import CHANCE, LEAF
from lab.lesson import LATER, NodeView
from lab.ui.lessons.alphabeta.drawing import TreeDrawing, skipped
from lab.ui.lessons.alphabeta.shape import GUTTER
from lab.ui.parts import theme
from lab.ui.parts.painted import put, put_centred, text_line, text_width

# pixels at 100 %: a window's two halves, its height, and its distance from the node
CHIP, NARROW_CHIP, CHIP_HIGH, BESIDE = 108, 84, 24, 10
SHIFTS = (0.0, 0.5, -0.5, 1.0, -1.0, 1.6, -1.6, 2.4, -2.4)  # of a box's width, in the free band


class Rooms:
    """Where boxes can be: clear of nodes and of one another."""

    def __init__(self, drawing: TreeDrawing, shown: Sequence[int]) -> None:
        shape, line = drawing.shape, text_line(theme.AXIS, 2)
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
            wide, high = text_width(text, theme.AXIS, bold) + 4, text_line(theme.AXIS, 2)
            box = self.rooms.take(self._around(node, wide, high, 3), node in self.drawing.path)
            if box is not None:
                self.painter.fillRect(box, self.look.colour("field"))
                put(self.painter, box.adjusted(2, 0, 0, 0), text, theme.AXIS, bold=bold)

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
