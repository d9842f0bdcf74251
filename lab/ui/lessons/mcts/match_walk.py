"""The walk of an iteration on a position of a match: its position on the board, and a lane for each
choice.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGraphicsOpacityEffect, QVBoxLayout, QWidget

from lab.lesson.mcts import TreeLesson
from lab.lesson.mcts.steps import BACKPROPAGATION, SELECTION, MoveRow, TreeStep
from lab.ui.board.node_board import NodeBoard
from lab.ui.lessons.lanes import Lane, LaneCell, Lanes, LanesShown
from lab.ui.lessons.mcts.drawing import WalkShown
from lab.ui.lessons.said import STALE
from lab.ui.parts.spoken import describe

MOST_LANES = 6  # choices on show, the last ones


class MatchWalk(QWidget):
    """The board above, the choices below; `picked` carries the node of a click that guesses."""

    picked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.board, self.lanes = NodeBoard(), Lanes("Choices of this iteration")
        self._rows: tuple[MoveRow, ...] = ()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.board, 3)
        column.addWidget(self.lanes, 2)
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
