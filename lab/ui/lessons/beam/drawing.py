"""One painting of one step: layers as columns of nodes, each with its first action, its last one
and its score.
"""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from lab.lesson.beam import BeamChild, BeamLayer
from lab.lesson.beam.layers import OVER, SAME
from lab.lesson.mazes import ARROWS, thousandths, whole_thousandths
from lab.ui.lessons.beam.layout import BeamLayout, BeamShown
from lab.ui.lessons.mcts.boards import centred
from lab.ui.lessons.plans.ways import band
from lab.ui.parts import theme
from lab.ui.parts.painted import put, put_centred, text_line, text_width

FLAG = 17.0  # pixels at 100 %: the coloured end of a node
PALE = 0.5


class BeamDrawing:
    """Paints one step into a layout."""

    def __init__(self, painter: QPainter, layout: BeamLayout, shown: BeamShown) -> None:
        self.painter, self.layout, self.shown = painter, layout, shown
        self.look, self.now = theme.current(), shown.step.round
        self.line = text_line(theme.AXIS, 3)

    def paint(self) -> None:
        """Everything."""
        self._heads()
        self._edges()
        self._root()
        self._stubs()
        for layer in self.shown.lesson.layers[: self.now]:
            for child in self._on_show(layer):
                self._node(layer, child)
        if self.shown.is_cut:
            self._cut()
        if self.shown.asks:
            self._numbers()

    def _on_show(self, layer: BeamLayer) -> tuple[BeamChild, ...]:
        return self.shown.children if layer.depth == self.now else layer.kept

    def _heads(self) -> None:
        """The number of each layer above its column."""
        for k, (x, wide) in enumerate(self.layout.columns):
            own = k + 1 == self.now
            box = QRectF(x, self.layout.room.top() - self.line, wide, self.line)
            text = f"layer {k + 1}" if wide > text_width("layer 12", theme.AXIS) else str(k + 1)
            put_centred(self.painter, box, text, theme.AXIS, "ink" if own else "ink2", bold=own)

    # -- branches ----------------------------------------------------------------------------------

    def _edges(self) -> None:
        marked = self._line_of(self.shown.chosen)
        for role, width in (("edge", 1.0), ("mark", 8.0), ("ink", 2.0)):
            for layer in self.shown.lesson.layers[: self.now]:
                for child in self._on_show(layer):
                    if ((layer.depth, child.number) in marked) == (role != "edge"):
                        self._edge(layer, child, role, width)

    def _line_of(self, child: BeamChild | None) -> set[tuple[int, int]]:
        """The nodes on the way to a child."""
        found = set[tuple[int, int]]()
        for layer in reversed(self.shown.lesson.layers[: self.now]):
            if child is None:
                break
            found.add((layer.depth, child.number))
            child = layer.above[child.parent] if layer.above else None
        return found

    def _edge(self, layer: BeamLayer, child: BeamChild, role: str, width: float) -> None:
        box, above = self.layout.boxes[layer.depth, child.number], self.layout.root
        if layer.above:
            above = self.layout.boxes[layer.depth - 1, layer.above[child.parent].number]
        dies = layer.depth == self.now and not self.shown.lives(child)
        pen = QPen(self.look.colour(role), width * self.look.scale)
        if dies and role == "edge":
            pen.setDashPattern([3, 3])
        self.painter.setPen(pen)
        start = QPointF(above.right(), above.center().y())
        self.painter.drawLine(QLineF(start, QPointF(box.left(), box.center().y())))

    # -- nodes -------------------------------------------------------------------------------------

    def _root(self) -> None:
        self.painter.setPen(QPen(self.look.colour("ink"), 1.5 * self.look.scale))
        self.painter.setBrush(self.look.colour("field"))
        self.painter.drawRoundedRect(self.layout.root, 4, 4)
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        centred(self.painter, self.layout.root, "0", theme.AXIS, "ink", bold=True)

    def _stubs(self) -> None:
        """Those that died out in earlier layers; a cross at the one on the best plan of all."""
        for (depth, number), box in self.layout.stubs.items():
            layer = self.shown.lesson.layers[depth - 1]
            lost = layer.lost is not None and layer.lost.number == number
            self.painter.fillRect(box, self.look.colour("error" if lost else "line2"))
            if lost:
                side = self.line
                spot = QRectF(box.right() - 1, box.center().y() - side / 2, side, side)
                put_centred(self.painter, spot, "✕", theme.AXIS, "error", bold=True)

    def _node(self, layer: BeamLayer, child: BeamChild) -> None:
        box = self.layout.boxes[layer.depth, child.number]
        own = layer.depth == self.now
        dies = own and (not self.shown.lives(child) or child.fate in (SAME, OVER))
        chosen = own and child.number == self.shown.selected
        self.painter.setOpacity(PALE if dies and not chosen else 1.0)
        pen = QPen(self.look.colour("ink" if chosen else "edge"), (2 if chosen else 1))
        if dies:
            pen.setDashPattern([3, 3])
        self.painter.setPen(pen)
        self.painter.setBrush(self.look.colour("mark" if chosen else "field"))
        self.painter.drawRoundedRect(box, 3, 3)
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        self._inside(box, child, chosen)
        self.painter.setOpacity(1.0)

    def _inside(self, box: QRectF, child: BeamChild, bold: bool) -> None:
        """The first action on its colour, then the last action and the score if they fit."""
        high, flag = box.height() >= 0.68 * self.line, FLAG * self.look.scale
        flag = min(flag, 0.4 * box.width())
        end = QRectF(box.left() + 1, box.top() + 1, flag, box.height() - 2)
        self.painter.fillRect(end, band(child.first))
        if not high:
            return
        put_centred(self.painter, end, ARROWS[child.first], theme.AXIS, "field", bold=True)
        room = QRectF(end.right(), box.top(), box.right() - end.right(), box.height())
        words = f"{ARROWS[child.action]} {thousandths(child.score)}"
        words = ("= " if child.fate == SAME else "") + words
        short = f"{ARROWS[child.action]} {whole_thousandths(child.score)}"
        fitting = (w for w in (words, short, ARROWS[child.action]) if self._fits(w, room, bold))
        centred(self.painter, room, next(fitting, ""), theme.AXIS, "ink", bold=bold)

    def _fits(self, words: str, room: QRectF, bold: bool) -> bool:
        return text_width(words, theme.AXIS, bold) <= room.width() - 4 * self.look.scale

    # -- the cut and the question ------------------------------------------------------------------

    def _cut(self) -> None:
        """The line between the last survivor and the first that dies out."""
        layer = self.shown.lesson.layer(self.shown.step)
        dead = [child for child in layer.ranked if child not in layer.kept]
        if not dead or not layer.kept:
            return
        last = self.layout.boxes[self.now, layer.kept[-1].number]
        first = self.layout.boxes[self.now, dead[0].number]
        y = (last.bottom() + first.top()) / 2
        pen = QPen(self.look.colour("error"), 2 * self.look.scale)
        self.painter.setPen(pen)
        over = 10 * self.look.scale
        self.painter.drawLine(QLineF(last.left() - over, y, last.right() + over, y))

    def _numbers(self) -> None:
        """A number at each child that can be guessed by a key."""
        for k, child in enumerate(self.shown.children[:9], 1):
            box = self.layout.boxes[self.now, child.number]
            spot = QRectF(box.right() + 3 * self.look.scale, box.top(), self.line, box.height())
            put(self.painter, spot, str(k), theme.AXIS, "ink2", bold=True)
