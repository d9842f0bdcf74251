"""The picture of the lesson: the maze with the survivors' ways above; below, the layers as columns
of nodes, each with its first action, its last one and its score.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPen

from lab.lesson.beam import BeamChild, BeamLayer, BeamLesson, BeamStep
from lab.lesson.beam.layers import BEST, CUT_OFF, EXPAND, OVER, SAME, SORT
from lab.lesson.mazes import ARROWS, spelt, thousandths, whole_thousandths
from lab.ui.lessons.parts import centred
from lab.ui.lessons.plans import PlanPicture, Way, band, paint_maze, with_ways
from lab.ui.parts import theme
from lab.ui.parts.painted import put, put_centred, text_line, text_width
from lab.ui.parts.tips import show_tip

ROW, GAP = 32.0, 26.0  # pixels at 100 %: the pitch of rows, the room between two columns
SHARE = 0.03  # of the width, for the room between two columns
STUB = 6.0  # the pitch of those that died out in earlier layers
WIDEST, LEAST = 104.0, 14.0  # of a node
FIRST = 24.0  # the root's column


@dataclass(frozen=True, eq=False)
class BeamShown:
    """What is on the picture: a step, or the question which child is the last to survive."""

    lesson: BeamLesson
    step: BeamStep
    asks: bool = False
    selected: int = -1  # the child whose way is on the board, by its number; -1 for none

    @property
    def children(self) -> tuple[BeamChild, ...]:
        """The children on show, from the top."""
        if self.step.part == BEST:
            return self.lesson.layer(self.step).ranked
        found = self.lesson.children(self.step)
        return tuple(sorted(found, key=lambda c: c.number)) if self.asks else found

    @property
    def is_cut(self) -> bool:
        """Whether it is known who survives."""
        return self.step.part in (CUT_OFF, BEST)

    @property
    def chosen(self) -> BeamChild | None:
        """The selected child."""
        children = self.lesson.layer(self.step).children
        return children[self.selected] if 0 <= self.selected < len(children) else None

    def lives(self, child: BeamChild) -> bool:
        """Whether the child is not known to die out."""
        return not self.is_cut or child in self.lesson.layer(self.step).kept

    def usual(self) -> int:
        """The child that is selected before anybody selects one: the one that is lost, or the
        best.
        """
        layer = self.lesson.layer(self.step)
        if self.step.part == CUT_OFF and layer.lost is not None:
            return layer.lost.number
        found = layer.of(self.step.parent) if self.step.part == EXPAND else layer.children
        found = tuple(c for c in found if c.place) or found
        return -1 if self.asks else max(found, key=lambda c: (c.score, -c.number)).number


class BeamLayout:
    """Boxes of all nodes at a step; a node is (layer, number of the child)."""

    def __init__(self, shown: BeamShown, room: QRectF, scale: float) -> None:
        layers = shown.lesson.layers
        depth, now = len(layers), shown.step.round
        self.first, gap = FIRST * scale, min(GAP * scale, SHARE * room.width())
        free = room.width() - self.first - depth * gap
        own = min(WIDEST * scale, max(0.35 * free, free / depth))
        rest = (free - own) / max(1, depth - 1)
        self.node_width = max(LEAST * scale, min(WIDEST * scale, rest))
        self.own_width = own
        self.room, self.boxes = room, dict[tuple[int, int], QRectF]()
        self.stubs: dict[tuple[int, int], QRectF] = {}
        x = room.left() + self.first + gap
        self.columns: list[tuple[float, float]] = []
        for layer in layers:
            wide = own if layer.depth == now else self.node_width
            self.columns.append((x, wide))
            if layer.depth == now:
                self._place([(now, c.number) for c in shown.children], [], x, wide, scale)
            elif layer.depth < now:
                dead = [c for c in layer.ranked if c not in layer.kept]
                nodes, stubs = (
                    [(layer.depth, c.number) for c in some] for some in (layer.kept, dead)
                )
                self._place(nodes, stubs, x, wide, scale)
            x += wide + gap
        middle = room.center().y()
        side = self.first
        self.root = QRectF(room.left(), middle - side / 2, side, side)

    def _place(
        self,
        nodes: list[tuple[int, int]],
        stubs: list[tuple[int, int]],
        x: float,
        wide: float,
        scale: float,
    ) -> None:
        """Nodes below one another in the middle of the room, and below them the dead as stubs."""
        high = self.room.height() / max(1, len(nodes))
        pitch = min(ROW * scale, high)
        top = self.room.center().y() - pitch * len(nodes) / 2
        box = max(2.0, pitch - min(6.0 * scale, 0.25 * pitch))
        for k, node in enumerate(nodes):
            self.boxes[node] = QRectF(x, top + k * pitch + (pitch - box) / 2, wide, box)
        end = top + pitch * len(nodes)
        stub = min(STUB * scale, (self.room.bottom() - end) / max(1, len(stubs)))
        for k, node in enumerate(stubs):
            self.stubs[node] = QRectF(x, end + k * stub, wide, max(1.0, 0.6 * stub))

    def at(self, layer: int, x: float, y: float) -> int:
        """The child of a layer at a point, -1 for none."""
        for (depth, number), box in self.boxes.items():
            if depth == layer and box.adjusted(-2, -2, 2, 2).contains(x, y):
                return number
        return -1


FLAG = 17.0  # pixels at 100 %: the coloured end of a node
PALE = 0.5


class BeamDrawing:
    """Paints one step into a layout."""

    def __init__(self, painter: QPainter, layout: BeamLayout, shown: BeamShown) -> None:
        self.painter, self.layout, self.shown = painter, layout, shown
        self.look, self.now = theme.current(), shown.step.round
        self.line = text_line(theme.TABLE, 3)

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
            text = f"layer {k + 1}" if wide > text_width("layer 12", theme.TABLE) else str(k + 1)
            put_centred(self.painter, box, text, theme.TABLE, "ink" if own else "ink2", bold=own)

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
        centred(self.painter, self.layout.root, "0", theme.TABLE, "ink", bold=True)

    def _stubs(self) -> None:
        """Those that died out in earlier layers; a cross at the one on the best plan of all."""
        for (depth, number), box in self.layout.stubs.items():
            layer = self.shown.lesson.layers[depth - 1]
            lost = layer.lost is not None and layer.lost.number == number
            self.painter.fillRect(box, self.look.colour("error" if lost else "line2"))
            if lost:
                side = self.line
                spot = QRectF(box.right() - 1, box.center().y() - side / 2, side, side)
                put_centred(self.painter, spot, "✕", theme.TABLE, "error", bold=True)

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
        put_centred(self.painter, end, ARROWS[child.first], theme.TABLE, "field", bold=True)
        room = QRectF(end.right(), box.top(), box.right() - end.right(), box.height())
        words = f"{ARROWS[child.action]} {thousandths(child.score)}"
        words = ("= " if child.fate == SAME else "") + words
        short = f"{ARROWS[child.action]} {whole_thousandths(child.score)}"
        fitting = (w for w in (words, short, ARROWS[child.action]) if self._fits(w, room, bold))
        centred(self.painter, room, next(fitting, ""), theme.TABLE, "ink", bold=bold)

    def _fits(self, words: str, room: QRectF, bold: bool) -> bool:
        return text_width(words, theme.TABLE, bold) <= room.width() - 4 * self.look.scale

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
            put(self.painter, spot, str(k), theme.TABLE, "ink2", bold=True)


BOARD, CROWDED = (0.4, 0.32), 420  # of the height; of a lower one, pixels at 100 %
TITLES = {EXPAND: "Ways of the children", SORT: "Ways of the children", BEST: "The best plan"}


class BeamView(PlanPicture[BeamShown]):
    """Shows one step, or a sentence instead; `picked` carries the number of a clicked child."""

    def __init__(self) -> None:
        super().__init__()
        self.begin("Layers", 480)

    def lines(self) -> list[str]:
        if self.shown is None:
            return []
        return [child_words(self.shown, child) for child in self.shown.children]

    # -- what people do ----------------------------------------------------------------------------

    def _child_at(self, at: QPointF) -> int:
        if self.shown is None or self.stale:
            return -1
        return self._layout(self.shown).at(self.shown.step.round, at.x(), at.y())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        child = self._child_at(event.position())
        if child >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self.picked.emit(child)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            found, words = self._child_at(QPointF(event.pos())), ""
            if self.shown is not None and found >= 0:
                child = self.shown.lesson.layer(self.shown.step).children[found]
                words = child_words(self.shown, child)
            show_tip(event.globalPos(), words, self)
            return True
        return super().event(event)

    # -- painting ----------------------------------------------------------------------------------

    @property
    def _board(self) -> QRectF:
        look, line = theme.current(), text_line(theme.TABLE, 4)
        high = BOARD[self.height() < look.px(CROWDED)] * self.height()
        return QRectF(look.px(12), look.px(6) + line, self.width() - look.px(24), high - line)

    def _layout(self, shown: BeamShown) -> BeamLayout:
        look, line = theme.current(), text_line(theme.TABLE, 4)
        top = self._board.bottom() + look.px(10) + line
        wide, high = self.width() - look.px(28), self.height() - top - look.px(8)
        return BeamLayout(shown, QRectF(look.px(14), top, wide, high), look.scale)

    def paint_step(self, painter: QPainter, shown: BeamShown) -> None:
        if not self.stale:
            self._paint_board(painter, shown)
        BeamDrawing(painter, self._layout(shown), shown).paint()

    def _paint_board(self, painter: QPainter, shown: BeamShown) -> None:
        """The maze with the ways of the children, of the survivors, or of the best plans."""
        board, line = self._board, text_line(theme.TABLE, 4)
        ways, chosen = _ways(shown), shown.chosen
        title = TITLES.get(shown.step.part, f"Survivors of layer {shown.step.round}")
        lost = shown.lesson.lost
        boards = [(title, ways, chosen.plan if chosen is not None else ())]
        if shown.step.part == BEST:
            found, whole = shown.lesson.found, shown.lesson.whole
            boards = [(f"{title}: {thousandths(found.score)}", [Way(found.plan)], found.plan)]
            if lost:
                words = f"The best of all: {thousandths(whole.score)}, lost in layer {lost}"
                boards.append((words, [Way(whole.plan)], whole.plan))
        wide = board.width() / len(boards)
        for k, (words, each, after) in enumerate(boards):
            box = QRectF(board.left() + k * wide, board.top(), wide, board.height())
            head = QRectF(box.left(), box.top() - line, wide, line)
            put(painter, head, words, theme.TABLE, bold=True)
            paint_maze(painter, box, with_ways(shown.lesson.maze, each, after))


def _ways(shown: BeamShown) -> list[Way]:
    """The ways on the board: of the dead ones only the one that is selected."""
    found = [child for child in shown.children if shown.lives(child) and child.place]
    ways = [Way(child.plan) for child in found if child.number != shown.selected]
    chosen = shown.chosen
    if chosen is not None:
        ways.append(Way(chosen.plan, dead=not shown.lives(chosen), bold=True))
    return ways


def child_words(shown: BeamShown, child: BeamChild) -> str:
    """A child in words, for a screen reader and the pointer."""
    words = f"{spelt(child.plan)}: score {thousandths(child.score)}"
    if shown.is_cut:
        place = f", place {child.place}" if child.place else ""
        return f"{words}{place}, {child.fate}"
    return words
