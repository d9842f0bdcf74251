"""The lesson of Smitsimax: the position and the search's settings at the left, the board with the
simulated turn and the walks through all trees in the centre, the reasons at the right.
"""

from __future__ import annotations

from collections.abc import Hashable

from PySide6.QtWidgets import QStackedWidget

from lab.lesson.smitsimax import PARTS, SharedLesson, SharedQuestion, SharedStep, TreeChoice
from lab.ui.board.node_board import NodeBoard
from lab.ui.lessons.guessing import BoundGuesses, GuessingPage, iteration_steps
from lab.ui.lessons.lanes import Lanes, LanesShown
from lab.ui.lessons.picture import Said
from lab.ui.lessons.position import C_ACTS, PositionSetup
from lab.ui.lessons.smitsimax.side import SharedShown, SharedSide
from lab.ui.parts.messages import label
from lab.ui.parts.spoken import describe

TRY = (
    "Resonance, at the top right, runs the same seed without random first visits. Set c to 0.1, "
    "Random visits to 50 and Iterations to 200: then they make a difference."
)
GUESS = "Click the action that the tree on show will choose, or press its number."


class SharedPanel(PositionSetup):
    """The position and the settings of the search."""

    def __init__(self) -> None:
        super().__init__(SharedQuestion, "Another game or seed")
        self.facts = label("", "note")
        self.lay_out(self.facts, tries=TRY, guesses=GUESS)

    def show_lesson(self, lesson: SharedLesson) -> None:
        """Shows what the text turned out to be."""
        game = lesson.position.game
        trees = f"{game.title}: {game.agents} agents, a tree for each"
        scaled = lesson.question.params.scaling != "fixed"
        self.facts.setText("\n".join([trees, *([C_ACTS] if scaled else [])]))
        self.wrong.hide()


QUESTION = "Which action does {} choose?"
ASKS = "Its bound, mean plus bonus, has to be the highest. Click its bar or press its number."


class SmitsimaxPage(GuessingPage):
    """Shows the iterations of one search step by step, with the tree of one agent in detail."""

    parts = PARTS
    panel: SharedPanel
    side: SharedSide
    lesson: SharedLesson | None
    guesses: BoundGuesses

    def __init__(self) -> None:
        steps = iteration_steps(PARTS)
        super().__init__(SharedPanel(), steps, SharedSide(), BoundGuesses())
        self.agent = 0
        self.board, self.lanes, self.said = (
            NodeBoard(),
            Lanes("Walks through all trees"),
            Said(),
        )
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

    def begin_lesson(self, lesson: SharedLesson) -> None:
        owner = lesson.position.game.owner
        self.agent = min(self.agent, len(owner) - 1)
        self.panel.show_lesson(lesson)
        self.board.set_owner(owner)
        self.lanes.set_owner(owner)
        self.side.set_agents(lesson.names, tuple(owner))
        self.said.uncover()
        self.steps.set_rounds(lesson.steps, lesson.surprises(self.agent))

    def show_tree(self, agent: int) -> None:
        """Shows the tree of another agent in detail."""
        if self.lesson is None or agent == self.agent or agent >= len(self.lesson.names):
            return
        self.agent = agent
        self.steps.set_jumps(self.lesson.surprises(agent))
        self.show_step()

    def show_picture(self, step: SharedStep, asks: bool) -> None:
        assert self.lesson is not None
        iteration = self.lesson.iterations[step.round - 1]
        shown = SharedShown(self.lesson, iteration, step, self.agent, asks)
        self.board.set_line(shown.line, shown.turns, {})
        describe(self.board, self._board_words(shown))
        self.lanes.show_lanes(shown.lanes)
        self.side.show_step(shown)

    def show_nothing(self) -> None:
        super().show_nothing()
        self.lanes.show_lanes(LanesShown((), ()))

    @staticmethod
    def _board_words(shown: SharedShown) -> str:
        """The turn on the board in words."""
        turns = shown.turns
        if not turns:
            return "The position that is searched."
        moves = zip(shown.lesson.names, shown.iteration.line.words[turns - 1], strict=True)
        played = ", ".join(f"{name} {move}" for name, move in moves if move)
        return f"After turn {turns} of iteration {shown.iteration.number}: {played}."

    # -- guessing ----------------------------------------------------------------------------------

    @property
    def choice(self) -> TreeChoice | None:
        """What the tree on show chooses."""
        step = self.step
        return step.picks[self.agent] if step is not None and step.picks else None

    @property
    def key(self) -> Hashable:
        return self.steps.step, self.agent

    def reason(self, step: SharedStep) -> str:
        return step.why_of(self.agent)

    def asked_words(self, step: SharedStep) -> tuple[str, str]:
        assert self.lesson is not None
        return QUESTION.format(self.lesson.names[self.agent]), ASKS

    def give_away(self) -> None:
        assert self.lesson is not None
        for agent in range(len(self.lesson.names)):  # whoever's tree is looked at
            self.guesses.reveal((self.steps.step, agent))

    def _guess(self, row: int) -> None:
        """The person chose an action of the tree on show."""
        pick = self.choice
        if pick is not None and self.asking and row < len(pick.rows):
            self.guesses.answer(self.key, pick, pick.rows[row].node)
            self.judge()
