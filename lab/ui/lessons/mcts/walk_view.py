"""The tree of the lesson: the walk large, with its boards, numbers and bounds; below it the playout
as a strip: the positions from the new node to the end of the match, and the result. On a
position of a match it is the position on the board, and a lane for each choice.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QGraphicsOpacityEffect, QWidget

from lab.lesson.mcts import TreeLesson
from lab.lesson.mcts.steps import (
    BACKPROPAGATION,
    PLAYOUT,
    SELECTION,
    MoveRow,
    TreeIteration,
    TreeStep,
)
from lab.ui.board.node_board import NodeBoard
from lab.ui.lessons.lanes import Lane, LaneCell, Lanes, LanesShown
from lab.ui.lessons.mcts.drawing import WalkDrawing, WalkShown
from lab.ui.lessons.mcts.layout import WalkLayout
from lab.ui.lessons.parts import SmallBoards, centred
from lab.ui.lessons.picture import STALE, StepPicture
from lab.ui.parts import theme
from lab.ui.parts.glyphs import paint_glyph
from lab.ui.parts.layout import column
from lab.ui.parts.painted import put, text_line, text_width
from lab.ui.parts.spoken import describe
from lab.ui.parts.tips import show_tip

BOARD, ARROW, RESULT = 44, 22, 150  # pixels at 100 %
HEIGHT = 98
LAST = "the last node"
TITLES = ("The playout", "The playout that has just ended")


class Strip:
    """One painting of a playout into `box`; positions in the middle that do not fit are left
    out.
    """

    def __init__(
        self, painter: QPainter, box: QRectF, iteration: TreeIteration, boards: SmallBoards
    ) -> None:
        look, self._line = theme.current(), text_line(theme.TABLE, 3)
        self._painter, self._iteration, self._boards = painter, iteration, boards
        self._box = box.adjusted(look.px(12), look.px(6), -look.px(12), 0)
        self._top = self._box.top() + self._line + look.px(3)

    def paint(self, ended: bool) -> None:
        """The title, the positions, and the result."""
        look, box = theme.current(), self._box
        painter = self._painter
        painter.setPen(QPen(look.colour("line2"), 1))
        painter.drawLine(
            box.topLeft() - QPointF(0, look.px(6)), box.topRight() - QPointF(0, look.px(6))
        )
        title = QRectF(box.left(), box.top(), box.width(), self._line)
        put(painter, title, TITLES[ended], theme.TABLE, bold=True)
        self._result(self._positions())

    def _positions(self) -> float:
        """Paints the positions; returns where they end."""
        played = self._iteration.played
        cells = [_cell(words, k) for k, (words, _) in enumerate(played)]
        first, last = _shown(cells, self._box.width() - theme.current().px(RESULT))
        x = self._box.left()
        for k in range(len(played)):
            if first <= k < last:
                x = self._gap(x) if k == first else x
                continue
            x = self._position(k, x, cells[k] - theme.current().px(ARROW))
            if k + 1 < len(played):
                x = self._arrow(x)
        return x

    def _gap(self, x: float) -> float:
        """Says that positions are left out."""
        look = theme.current()
        spot = QRectF(x, self._top, look.px(ARROW), look.px(BOARD))
        centred(self._painter, spot, "…", theme.TABLE, "ink2")
        return spot.right()

    def _position(self, k: int, x: float, wide: float) -> float:
        look = theme.current()
        words, picture = self._iteration.played[k]
        side, grown = look.px(BOARD), 3 * look.scale
        spot = QRectF(x + (wide - side) / 2, self._top, side, side)
        self._painter.setPen(QPen(look.colour("edge"), 1))
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.drawRoundedRect(spot, 3, 3)
        key = ("playout", self._iteration.number, k)
        inner = spot.adjusted(grown, grown, -grown, -grown)
        self._boards.paint(self._painter, key, picture, inner)
        name = words or ("new node" if self._iteration.fresh >= 0 else LAST)
        below = QRectF(x, self._top + side + 1, wide, self._line)
        centred(self._painter, below, name, theme.TABLE, "ink2")
        return x + wide

    def _arrow(self, x: float) -> float:
        look, side = theme.current(), theme.current().px(16)
        spot = QRectF(x + look.px(3), self._top + (look.px(BOARD) - side) / 2, side, side)
        paint_glyph(self._painter, spot, "right", look.colour("ink2"))
        return x + look.px(ARROW)

    def _result(self, x: float) -> None:
        look, iteration = theme.current(), self._iteration
        left = x + look.px(14)
        spot = QRectF(left, self._top + look.px(4), self._box.right() - left, self._line)
        words = iteration.result[:1].upper() + iteration.result[1:]
        put(self._painter, spot, words, theme.BODY, bold=True)
        put(
            self._painter, spot.translated(0, self._line + 2), iteration.shares, theme.TABLE, "ink2"
        )


def _cell(words: str, k: int) -> float:
    """The room for one position and the arrow after it."""
    look = theme.current()
    name = words if k else LAST
    return max(look.px(BOARD), text_width(name, theme.TABLE) + look.px(4)) + look.px(ARROW)


def _shown(cells: list[float], room: float) -> tuple[int, int]:
    """The stretch of positions that is left out, empty where all fit; the first and the last ones
    stay.
    """
    if sum(cells) <= room:
        return len(cells), len(cells)
    head, used, tail = 1, cells[0] + theme.current().px(ARROW), len(cells)
    while tail > head and used + cells[tail - 1] <= room:
        tail -= 1
        used += cells[tail]
    return head, max(tail, head)


class WalkView(StepPicture[WalkShown], QAbstractScrollArea):
    """Shows one step, or a sentence instead; `picked` carries the node of a click."""

    picked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._boards = SmallBoards()
        self._lesson: TreeLesson | None = None
        self._layout: WalkLayout | None = None
        self._high = 0.0
        self._with_bounds = self._with_boards = True
        self.begin("Tree", 480)

    # -- setters -----------------------------------------------------------------------------------

    def show_step(self, shown: WalkShown) -> None:
        if shown.lesson is not self._lesson:
            self._lesson = shown.lesson
            self._boards.begin(shown.lesson.position)
        super().show_step(shown)

    def set_bounds(self, on: bool) -> None:
        """Whether bounds are below the nodes."""
        self._with_bounds = on
        self.viewport().update()

    def set_boards(self, on: bool) -> None:
        """Whether nodes are small boards, or their means."""
        self._with_boards = on
        self.viewport().update()

    # -- sizes -------------------------------------------------------------------------------------

    def restyled(self) -> None:
        self._boards.forget()
        super().restyled()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.renew()

    @property
    def _strip(self) -> QRectF:
        """Where the playout is."""
        high = theme.current().px(HEIGHT)
        size = self.viewport().size()
        return QRectF(0, size.height() - high, size.width(), high)

    def renew(self) -> None:
        """Lays the nodes out, and keeps the walk in sight."""
        bar = self.verticalScrollBar()
        if self.shown is None:
            self._layout = None
            bar.setRange(0, 0)
        else:
            high = self._strip.top()
            self._layout = self._laid_out(self.shown, high)
            if self._layout.height > high and self.shown.step.part < PLAYOUT:
                high = self.viewport().height()  # the strip is still empty
                self._layout = self._laid_out(self.shown, high)
            shown = self.shown
            self._high = high
            bar.setPageStep(max(1, round(high)))
            bar.setRange(0, max(0, round(self._layout.height - high)))
            last = self._layout.placed.get(shown.step.walked[-1])
            if last is not None and bar.maximum():
                bar.setValue(round(last.y + 2 * last.side - high))
        self.viewport().update()

    def _laid_out(self, shown: WalkShown, high: float) -> WalkLayout:
        wide, scale = self.viewport().width(), theme.current().scale
        return WalkLayout(shown.iteration, shown.path, wide, high, scale)

    # -- what people do ----------------------------------------------------------------------------

    def _node_at(self, at: QPointF) -> int:
        if self._layout is None or at.y() > self._high:
            return -1
        return self._layout.at(at.x(), at.y() + self.verticalScrollBar().value())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        node = self._node_at(event.position())
        if node >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self.picked.emit(node)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            node = self._node_at(QPointF(event.pos()))
            words = self.shown.words(node) if self.shown is not None and node >= 0 else ""
            show_tip(event.globalPos(), words, self)
            return True
        return super().viewportEvent(event)

    def lines(self) -> list[str]:
        """The nodes in words, for a screen reader."""
        if self.shown is None or self._layout is None:
            return []
        return [self.shown.words(node) for node in self._layout.placed]

    # -- painting ----------------------------------------------------------------------------------

    def paint_step(self, painter: QPainter, shown: WalkShown) -> None:
        if self._layout is None:
            return
        painter.save()
        painter.setClipRect(QRectF(0, 0, self.viewport().width(), self._high))
        painter.translate(0, -self.verticalScrollBar().value())
        boards = self._boards if self._with_boards else None
        drawing = WalkDrawing(painter, self._layout, shown, boards, self._with_bounds)
        drawing.edges()
        drawing.nodes()
        if shown.asks:
            drawing.question()
        drawing.row_names()
        painter.restore()
        if shown.step.part >= PLAYOUT:
            strip = Strip(painter, self._strip, shown.iteration, self._boards)
            strip.paint(shown.step.part > PLAYOUT)


MOST_LANES = 6  # choices on show, the last ones


class MatchWalk(QWidget):
    """The board above, the choices below; `picked` carries the node of a click that guesses."""

    picked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.board, self.lanes = NodeBoard(), Lanes("Choices of this iteration")
        self._rows: tuple[MoveRow, ...] = ()
        column((self.board, 3), (self.lanes, 2), of=self)
        self.lanes.answered.connect(self._answered)

    def begin(self, lesson: TreeLesson) -> None:
        """Another lesson."""
        self.setGraphicsEffect(None)  # type: ignore[arg-type]  # None takes the effect away
        owner = lesson.position.game.owner
        self.board.set_owner(owner)
        self.lanes.set_owner(owner)

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        """Gives the keys to the lanes."""
        self.lanes.setFocus(reason)

    def show_words(self, words: str) -> None:
        """Says in words that there is no walk."""
        describe(self, words)
        self.lanes.show_lanes(LanesShown((), ()))

    def set_stale(self, words: str) -> None:
        """Dims the walk, because it is of another lesson; says so in words."""
        describe(self.board, words)
        effect = QGraphicsOpacityEffect(self)
        effect.setOpacity(STALE)
        self.setGraphicsEffect(effect)

    def show_step(self, shown: WalkShown) -> None:
        """The walk at a step."""
        iteration, step = shown.iteration, shown.step
        line = iteration.line
        assert line is not None
        at = iteration.steps.index(step)
        turns = (0, *iteration.turns)[at] if shown.asks else iteration.turns[at]
        mover = self._agent(shown, shown.walked[-1])
        self.board.set_line(replace(line, agent=mover), turns, {})
        describe(self.board, self._board_words(shown, turns))
        self._rows = step.rows
        self.lanes.show_lanes(_lanes(shown))

    @staticmethod
    def _agent(shown: WalkShown, node: int) -> int:
        """Who chose the node; the first agent at the root."""
        return max(0, shown.lesson.nodes[node].agent)

    @staticmethod
    def _board_words(shown: WalkShown, turns: int) -> str:
        game = shown.lesson.position.game
        moves = [shown.lesson.nodes[node].move for node in shown.walked[1:]]
        walk = f" after {', '.join(moves)}" if moves else ""
        return f"The position{walk}, {turns} {game.turn_word}{'s' * (turns != 1)} ahead."

    def _answered(self, row: int) -> None:
        if row < len(self._rows):
            self.picked.emit(self._rows[row].node)


def _lanes(shown: WalkShown) -> LanesShown:
    """A lane for each choice of the walk."""
    selection = [step for step in shown.iteration.steps if step.part == SELECTION and step.rows]
    lanes = [_lane(shown, step) for step in selection]
    here = next((k for k, step in enumerate(selection) if step is shown.step), -1)
    last = min(len(lanes), here + 2) if here >= 0 else len(lanes)
    first = max(0, last - MOST_LANES)
    column = 0 if here >= 0 else -1
    heads = ("Actions",) if lanes else ()
    return LanesShown(tuple(lanes[first:last]), heads, here - first if here >= 0 else -1, column)


def _lane(shown: WalkShown, step: TreeStep) -> Lane:
    parent = shown.lesson.nodes[step.rows[0].node].parent
    name = shown.lesson.nodes[parent].mover
    agent = shown.lesson.nodes[step.rows[0].node].agent
    steps = shown.iteration.steps
    asks = shown.asks and step is shown.step
    done = steps.index(step) <= steps.index(shown.step)
    rule = "untried first"
    if step.by_bound:
        rule = f"bound {step.rows[step.chosen].bound:.2f}"
    if step.part == SELECTION and shown.step.part == BACKPROPAGATION and step.chosen >= 0:
        node = step.rows[step.chosen].node
        change = next(each for each in shown.step.changes if each.node == node)
        rule = f"{change.visits[0]} → {change.visits[1]} visits"
    move = step.rows[step.chosen].move if step.chosen >= 0 else ""
    cell = LaneCell(move, "" if asks else rule, step.rows, step.chosen, done, asks)
    return Lane(name, agent, (cell,))
