"""The lesson of Smitsimax: Set-up at the left, the board with the simulated turn and the walks
through all trees in the centre, the reasons at the right.
"""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget

from lab.lesson.smitsimax import PARTS, SharedIteration, SharedLesson, SharedStep
from lab.ui.board.node_board import NodeBoard
from lab.ui.lessons.guessing import GuessingPage
from lab.ui.lessons.lanes import Lanes, LanesShown
from lab.ui.lessons.mcts.guessing import BoundGuesses
from lab.ui.lessons.mcts.transport import IterationSteps
from lab.ui.lessons.said import Said
from lab.ui.lessons.smitsimax.panel import SharedPanel
from lab.ui.lessons.smitsimax.shown import SharedShown
from lab.ui.lessons.smitsimax.side import SharedSide
from lab.ui.parts.spoken import describe
from lab.ui.shell.workspaces import lay_out

QUESTION = "Which action does {} choose?"
ASKS = "Its bound, mean plus bonus, has to be the highest. Click its bar or press its number."


class SmitsimaxPage(GuessingPage):
    """Shows the iterations of one search step by step, with the tree of one agent in detail."""

    panel: SharedPanel
    side: SharedSide
    steps: IterationSteps
    lesson: SharedLesson | None
    guesses: BoundGuesses

    def __init__(self) -> None:
        steps = IterationSteps(PARTS)
        super().__init__("Smitsimax", SharedPanel(), steps, SharedSide(), BoundGuesses())
        self.agent = 0
        self.board, self.lanes, self.said = NodeBoard(), Lanes("Walks through all trees"), Said()
        self.view = self.said
        self._picture = QStackedWidget()
        self._picture.addWidget(self.said)
        self._picture.addWidget(self.board)
        self.said.cover(self._picture, self.board, self.lanes)
        self.inner.addWidget(self._picture, 3)
        self.inner.addWidget(self.lanes, 2)
        self.inner.addWidget(self.steps)
        self._wire()
        self.begin()

    def _wire(self) -> None:
        self.side.picked.connect(self.steps.to_row)
        self.side.chose_tree.connect(self.show_tree)
        self.lanes.picked.connect(self.show_tree)
        self.lanes.answered.connect(self._guess)
        self.side.answered.connect(self._guess)
        self.wire(self._guess)
        self.set_stops(self.lanes, self.steps, self.side.trees, self.side.steps)

    def fail(self, why: str) -> None:
        self.said.show_words("No steps: see Set-up.")
        self.panel.show_fault(why)

    # -- showing -----------------------------------------------------------------------------------

    def show_answer(self, lesson: SharedLesson) -> None:
        self.lesson = lesson
        game = lesson.position.game
        self.agent = min(self.agent, game.agents - 1)
        self.start()
        self.panel.show_lesson(lesson)
        self.board.set_owner(game.owner)
        self.lanes.set_owner(game.owner)
        self.side.set_agents(lesson.names, tuple(game.owner))
        self.said.uncover()
        self.steps.set_iterations(lesson.steps, lesson.surprises(self.agent))
        self.show_step(0)

    def show_tree(self, agent: int) -> None:
        """Shows the tree of another agent in detail."""
        if self.lesson is None or agent == self.agent or agent >= len(self.lesson.names):
            return
        self.agent = agent
        self.steps.set_surprises(self.lesson.surprises(agent))
        self.show_step(self.steps.step)

    def show_step(self, k: int) -> None:
        if self.lesson is None:
            return
        iteration, step = self._at(k)
        asks = self._asks(k)
        if asks:
            self.steps.pause()
        shown = SharedShown(self.lesson, iteration, step, self.agent, asks)
        head, why = self._words(k, shown)
        self.title.setText(f"Iteration {iteration.number}")
        part = PARTS[step.part].lower()
        self.board.set_line(shown.line, shown.turns, {})
        describe(self.board, self._board_words(shown))
        self.lanes.show_lanes(shown.lanes)
        self.side.show_step(shown)
        self.tell("your guess" if asks else step.brief, head, why, part, asks)
        lay_out(self.side)  # in one go: bands that change their size do not move one by one

    @staticmethod
    def _board_words(shown: SharedShown) -> str:
        """The turn on the board in words."""
        turns = shown.turns
        if not turns:
            return "The position that is searched."
        moves = zip(shown.lesson.names, shown.iteration.line.words[turns - 1], strict=True)
        played = ", ".join(f"{name} {move}" for name, move in moves if move)
        return f"After turn {turns} of iteration {shown.iteration.number}: {played}."

    def _at(self, k: int) -> tuple[SharedIteration, SharedStep]:
        assert self.lesson is not None
        step = self.lesson.steps[k]
        return self.lesson.iterations[step.iteration - 1], step

    def _words(self, k: int, shown: SharedShown) -> tuple[str, str]:
        """The head and the reason that are shown."""
        if shown.asks:
            return QUESTION.format(shown.lesson.names[shown.agent]), ASKS
        guessed = self.guesses.words((k, shown.agent))
        reason = shown.step.why_of(shown.agent)
        return shown.step.head, " ".join(filter(None, (guessed, reason)))

    # -- guessing ----------------------------------------------------------------------------------

    def _asks(self, k: int) -> bool:
        """Whether step `k` waits for a guess about the tree on show."""
        assert self.lesson is not None
        picks = self.lesson.steps[k].picks
        return bool(picks) and self.guesses.asks((k, self.agent), picks[self.agent])

    def give_away(self) -> None:
        assert self.lesson is not None
        for agent in range(len(self.lesson.names)):  # whoever's tree is looked at
            self.guesses.reveal((self.steps.step, agent))

    @property
    def asking(self) -> bool:
        return self.lesson is not None and self._asks(self.steps.step)

    def _guess(self, row: int) -> None:
        """The person chose an action of the tree on show."""
        if not self.asking or self.lesson is None:
            return
        k = self.steps.step
        pick = self.lesson.steps[k].picks[self.agent]
        if row < len(pick.rows):
            self.guesses.answer((k, self.agent), pick, pick.rows[row].node)
            self.judge()

    # -- words -------------------------------------------------------------------------------------

    def show_nothing(self) -> None:
        self.steps.set_iterations((), [])
        self.lanes.show_lanes(LanesShown((), ()))
