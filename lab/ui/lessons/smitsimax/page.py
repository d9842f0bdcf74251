"""The lesson of Smitsimax: Set-up at the left, the board with the simulated turn and the walks
through all trees in the centre, the reasons at the right.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QStackedWidget

from lab.lesson.smitsimax import PARTS, SharedIteration, SharedLesson, SharedQuestion, SharedStep
from lab.ui.board.node_board import NodeBoard
from lab.ui.lessons.asking import AskingPage
from lab.ui.lessons.lanes import Lanes, LanesShown
from lab.ui.lessons.mcts.guessing import BoundGuesses
from lab.ui.lessons.mcts.transport import IterationSteps
from lab.ui.lessons.said import Said
from lab.ui.lessons.smitsimax.panel import SharedPanel
from lab.ui.lessons.smitsimax.shown import SharedShown
from lab.ui.lessons.smitsimax.side import SharedSide
from lab.ui.parts.spoken import announce, describe
from lab.ui.shell.workspaces import lay_out

# what Shift and the full stop write on two keyboards; "Shift+." as well would make it ambiguous
TEN = ": >"
MOST_GUESSES = 9  # actions that have a key
QUESTION = "Which action does {} choose?"
ASKS = "Its bound, mean plus bonus, has to be the highest. Click its bar or press its number."


class SmitsimaxPage(AskingPage):
    """Shows the iterations of one search step by step, with the tree of one agent in detail."""

    panel: SharedPanel
    side: SharedSide
    steps: IterationSteps
    lesson: SharedLesson | None

    def __init__(self) -> None:
        steps = IterationSteps(PARTS)
        super().__init__("Smitsimax", SharedPanel(), steps, SharedSide())
        self.guesses, self.agent = BoundGuesses(), 0
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
        self.panel.guessing.connect(self._guessing)
        self.steps.moved.connect(self._moved)
        self.side.picked.connect(self._picked)
        self.side.chose_tree.connect(self.show_tree)
        self.lanes.picked.connect(self.show_tree)
        self.lanes.answered.connect(self._guess)
        self.side.answered.connect(self._guess)
        guesses = {str(k + 1): partial(self._guess, k) for k in range(MOST_GUESSES)}
        steps = {".": self.steps.one_round, TEN: self.steps.ten_rounds}
        self.bind({"Right": self._on} | steps | guesses)
        self.set_stops(self.lanes, self.steps, self.side.trees, self.side.steps)

    @property
    def question(self) -> SharedQuestion:
        return self.panel.question

    def fail(self, why: str) -> None:
        self.said.show_words("No steps: see Set-up.")
        self.panel.show_fault(why)

    # -- showing -----------------------------------------------------------------------------------

    def show_answer(self, lesson: SharedLesson) -> None:
        self.lesson = lesson
        game = lesson.position.game
        self.agent = min(self.agent, game.agents - 1)
        self.guesses.begin()
        self.panel.show_lesson(lesson)
        self.panel.show_score(*self.guesses.score)
        self.board.set_owner(game.owner)
        self.lanes.set_owner(game.owner)
        self.side.set_agents(lesson.names, tuple(game.owner))
        self.said.uncover()
        self.steps.set_iterations(lesson.steps, lesson.surprises(self.agent))
        self._moved(0)

    def show_tree(self, agent: int) -> None:
        """Shows the tree of another agent in detail."""
        if self.lesson is None or agent == self.agent or agent >= len(self.lesson.names):
            return
        self.agent = agent
        self.steps.set_surprises(self.lesson.surprises(agent))
        self._moved(self.steps.step)

    def _moved(self, k: int) -> None:
        """Shows step `k` of the lesson, from 0, or asks for it first."""
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
        self.brief.set_text(f"{part}: your guess" if asks else f"{part}: {step.brief}")
        self.board.set_line(shown.line, shown.turns, {})
        describe(self.board, self._board_words(shown))
        self.lanes.show_lanes(shown.lanes)
        self.side.show_step(shown, head, why)
        lay_out(self.side)  # in one go: bands that change their size do not move one by one
        announce(self.lanes, f"{self.title.text()}, {part}. {head} {why}")

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

    def _picked(self, row: int) -> None:
        """A step of the iteration on show."""
        if self.lesson is not None:
            before = self.lesson.iterations[: self.steps.round - 1]
            self.steps.go(sum(len(each.steps) for each in before) + row)

    # -- guessing ----------------------------------------------------------------------------------

    def _asks(self, k: int) -> bool:
        """Whether step `k` waits for a guess about the tree on show."""
        assert self.lesson is not None
        picks = self.lesson.steps[k].picks
        return bool(picks) and self.guesses.asks((k, self.agent), picks[self.agent])

    def _guessing(self, on: bool) -> None:
        self.guesses.on = on
        if self.lesson is not None:
            self._reveal()

    def _reveal(self) -> None:
        """The answer is shown, whoever's tree is looked at."""
        assert self.lesson is not None
        for agent in range(len(self.lesson.names)):
            self.guesses.reveal((self.steps.step, agent))
        self._moved(self.steps.step)

    @property
    def asking(self) -> bool:
        """Whether the step on show waits for a guess."""
        return self.lesson is not None and self._asks(self.steps.step)

    def _on(self) -> None:
        """The next step; where a guess is awaited, its answer."""
        if self.asking:
            self._reveal()
        else:
            self.steps.one_on()

    def _guess(self, row: int) -> None:
        """The person chose an action of the tree on show."""
        if not self.asking or self.lesson is None:
            return
        k = self.steps.step
        pick = self.lesson.steps[k].picks[self.agent]
        if row < len(pick.rows):
            self.guesses.answer((k, self.agent), pick, pick.rows[row].node)
            self.panel.show_score(*self.guesses.score)
            self._reveal()

    # -- words -------------------------------------------------------------------------------------

    def show_nothing(self) -> None:
        self.steps.set_iterations((), [])
        self.lanes.show_lanes(LanesShown((), ()))

    @property
    def place(self) -> str:
        iteration, step = self._at(self.steps.step)
        at = iteration.steps.index(step) + 1
        return f"Iteration {iteration.number}, step {at} of {len(iteration.steps)}"
