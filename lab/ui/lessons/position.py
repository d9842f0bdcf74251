"""What the Set-ups of lessons share that search a position: examples, its text, the position of the
match, and what is wrong with a text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QLineEdit, QWidget

from engines.knobs import Knob
from lab.lesson.match_start import MatchStart
from lab.match.seat import SearchSeat
from lab.ui.lessons.docks import named
from lab.ui.lessons.from_match import FromMatch
from lab.ui.lessons.guessing import GuessingSetup
from lab.ui.parts import theme
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.messages import ErrorTitle
from lab.ui.parts.slider import ParamSlider

OWN = "own"
C_ACTS = "c acts on values from 0, the worst, to 1, the best."


@dataclass(frozen=True)
class SearchRuns:
    """How many iterations a lesson's search usually runs and at most, and its usual seed."""

    iterations: int
    most: int
    seed: int

    @property
    def knobs(self) -> tuple[Knob, Knob]:
        """The iterations and the seed."""
        words = (
            "Iterations",
            "How many the search runs.",
            "Seed",
            "Of all that is drawn by chance.",
        )
        return (
            Knob("iterations", "integer", self.iterations, *words[:2], low=1, high=self.most),
            Knob("seed", "integer", self.seed, *words[2:], low=0, high=100),
        )


class PositionSetup(GuessingSetup):
    """The position as one of `examples`, as text, or that of the match, and how long the search
    runs; `usual` is the text of the first lesson.
    """

    def __init__(
        self, lesson: str, examples: Mapping[str, str], own: str, usual: str, runs: SearchRuns
    ) -> None:
        super().__init__(lesson, "Ask me before each choice")
        self.iterations, self.seed = (ParamSlider(knob) for knob in runs.knobs)
        self.examples, self.text, self.wrong = Combo("Positions"), QLineEdit(), ErrorTitle()
        self.match, self._texts = FromMatch(), tuple(examples)
        entries = [Entry(text, words) for text, words in examples.items()]
        self.examples.set_entries([*entries, Entry(OWN, own)])
        self.text.setAccessibleName("Position as text")
        self.text.setPlaceholderText("that of the match")
        self.text.setText(usual)
        self.examples.choose(usual)
        self.wrong.hide()
        self.examples.picked.connect(self._example)
        self.text.textChanged.connect(self._written)
        self.iterations.changed.connect(self.report)
        self.seed.changed.connect(self.report)
        theme.changed.connect(self._restyled)
        self._restyled()

    def position_block(self, *parts: QWidget) -> None:
        """Adds the position with further parts below its text."""
        name = named("Position", self.examples)
        self.block(name, self.examples, self.text, self.wrong, *parts, self.match)

    def _restyled(self, _theme: object = None) -> None:
        self.text.setFont(theme.current().fixed_font(theme.TABLE))

    # -- setters -----------------------------------------------------------------------------------

    def set_position(self, text: str) -> None:
        """Sets the position, as if the user had typed it."""
        self.text.setText(text)

    def take(self, start: MatchStart, search: SearchSeat) -> None:
        """Sets a position of the match with its search."""
        with QSignalBlocker(self.text):
            self.text.setText("")
        self.examples.choose(OWN)
        self.match.take(start, search)
        self.wrong.hide()
        self.changed.emit()

    def show_fault(self, sentence: str) -> None:
        """Says what is wrong with the text."""
        self.wrong.text.setText(sentence)
        self.wrong.show()

    # -- what is there -----------------------------------------------------------------------------

    @property
    def position_text(self) -> str:
        """The text of the position, with single blanks."""
        return " ".join(self.text.text().split())

    def _example(self, text: str) -> None:
        if text == OWN:
            self.text.setFocus()
            self.text.selectAll()
        else:
            self.set_position(text)

    def let_go(self) -> None:
        """The position is no longer that of the match."""
        self.match.let_go()

    def _written(self, text: str) -> None:
        if self.match.start is not None:
            self.let_go()
        self.examples.choose(text if text in self._texts else OWN)
        self.changed.emit()
