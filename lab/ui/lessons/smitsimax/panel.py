"""The left dock of the lesson: the position, the search's knobs, what to try, and guessing."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QLineEdit

from engines.knobs import Knob, knobs
from lab.lesson.match_start import MatchStart
from lab.lesson.smitsimax import (
    EXAMPLES,
    MOST_ITERATIONS,
    SHORT,
    USUAL,
    SharedLesson,
    SharedQuestion,
)
from lab.match.seat import SearchSeat
from lab.ui.lessons.choice import SMITSIMAX
from lab.ui.lessons.docks import LessonSetup, named
from lab.ui.lessons.from_match import FromMatch
from lab.ui.parts import theme
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.messages import ErrorTitle, label
from lab.ui.parts.slider import ParamSlider

OWN = "own"
FIRST = SharedQuestion()
ITERATIONS = Knob(
    "iterations",
    "integer",
    FIRST.iterations,
    "Iterations",
    "How many the search runs.",
    low=1,
    high=MOST_ITERATIONS,
)
SEED = Knob(
    "seed", "integer", FIRST.seed, "Seed", "Of all that is drawn by chance.", low=0, high=100
)
TRY = (
    "Resonance, at the top right, runs the same seed without random first visits. Set c to 0.1, "
    "Random visits to 50 and Iterations to 200: then they make a difference."
)
GUESS = "Click the action that the tree on show will choose, or press its number."


class SharedPanel(LessonSetup):
    """The position and the knobs; `guessing` reports whether the person wants to guess."""

    guessing = Signal(bool)

    def __init__(self) -> None:
        super().__init__(SMITSIMAX)
        self.examples, self.text, self.wrong = Combo("Positions"), QLineEdit(), ErrorTitle()
        self.facts = label("", "note")
        own = {knob.name: knob for knob in knobs(USUAL.params or FIRST.params)}
        self.sliders = {name: ParamSlider(own[name]) for name in SHORT}
        self.iterations, self.seed = ParamSlider(ITERATIONS), ParamSlider(SEED)
        self.guess, self.score = QCheckBox("Ask me before each choice"), label("", "strong")
        self._search, self.match = USUAL, FromMatch()
        self.position = self.block(
            named("Position", self.examples), self.examples, self.text, self.wrong, self.facts
        )
        self.position.addWidget(self.match)
        self.block(*self.sliders.values(), self.iterations, self.seed)
        texts = (label("Try it", "strong"), label(TRY, "note"), label("Guess first", "strong"))
        self.block(*texts, self.guess, label(GUESS, "note"), self.score)
        self._fill()
        theme.changed.connect(self._restyled)
        self._restyled()

    def _fill(self) -> None:
        entries = [Entry(text, words) for text, words in EXAMPLES.items()]
        self.examples.set_entries([*entries, Entry(OWN, "Another game or seed")])
        self.text.setAccessibleName("Position as text")
        self.text.setPlaceholderText("that of the match")
        self.text.setText(FIRST.position)
        self.examples.choose(FIRST.position)
        self.wrong.hide()
        self.score.hide()
        for name, slider in self.sliders.items():
            slider.set_value(getattr(FIRST.params, name))
        self.examples.picked.connect(self._example)
        self.text.textChanged.connect(self._written)
        for knob in (*self.sliders.values(), self.iterations, self.seed):
            knob.changed.connect(self.report)
        self.guess.toggled.connect(self.guessing)

    def _restyled(self, _theme: object = None) -> None:
        self.text.setFont(theme.current().fixed_font(theme.TABLE))

    # -- setters -----------------------------------------------------------------------------------

    def set_position(self, text: str) -> None:
        """Sets the position, as if the user had typed it."""
        self.text.setText(text)

    def take(self, start: MatchStart, search: SearchSeat) -> None:
        """Sets a position of the match with the knobs of its search."""
        self._search = replace(search, budget=None)
        for name, slider in self.sliders.items():
            slider.set_value(getattr(search.params, name))
        with QSignalBlocker(self.text):
            self.text.setText("")
        self.examples.choose(OWN)
        self.match.take(start, search)
        self.wrong.hide()
        self.changed.emit()

    def show_lesson(self, lesson: SharedLesson) -> None:
        """Shows what the text turned out to be."""
        game = lesson.position.game
        self.facts.setText(f"{game.title}: {game.agents} agents, a tree for each")
        self.wrong.hide()

    def show_fault(self, sentence: str) -> None:
        """Says what is wrong with the text."""
        self.wrong.text.setText(sentence)
        self.wrong.show()

    def show_score(self, right: int, asked: int) -> None:
        """How many guesses were right; nothing while there was none."""
        self.score.setVisible(asked > 0)
        self.score.setText(f"{right} of {asked} right")

    # -- what is there -----------------------------------------------------------------------------

    @property
    def question(self) -> SharedQuestion:
        """The lesson to ask for."""
        values = {name: slider.value for name, slider in self.sliders.items()}
        assert self._search.params is not None
        params = replace(self._search.params, **values)
        search = replace(self._search, params=params)
        numbers = int(self.iterations.value), int(self.seed.value)
        text = " ".join(self.text.text().split())
        return SharedQuestion(text, *numbers, search, self.match.start)

    def _example(self, text: str) -> None:
        if text == OWN:
            self.text.setFocus()
            self.text.selectAll()
        else:
            self.set_position(text)

    def _written(self, text: str) -> None:
        if self.match.start is not None:
            self.match.let_go()
            self._search = USUAL
        self.examples.choose(text if text in EXAMPLES else OWN)
        self.changed.emit()
