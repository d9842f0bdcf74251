"""What the Set-ups of lessons share that search a position: examples, its text, what is wrong with
it, and the position and the search of the match.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from engines.knobs import knobs
from lab.compare.words import settings_words
from lab.lesson.asked import PositionQuestion
from lab.lesson.match_start import MatchStart
from lab.match.seat import SearchSeat
from lab.ui.lessons.docks import named
from lab.ui.lessons.guessing import GuessingSetup
from lab.ui.parts import theme
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.layout import column
from lab.ui.parts.messages import ErrorTitle, label

TIP = "Takes the position on the board, and the settings of the search that plays there."


class FromMatch(QWidget):
    """A button, and a note of what was taken; `wanted` asks for the match's position."""

    wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.start: MatchStart | None = None
        self.button, self.note = QPushButton("From the match"), label("", "note")
        self.button.setToolTip(f"<div><b>From the match</b></div><div>{TIP}</div>")
        self.button.clicked.connect(self.wanted)
        column(self.button, self.note, of=self, gap=4)
        self.note.hide()

    def take(self, start: MatchStart, search: SearchSeat) -> None:
        """A position was taken."""
        self.start = start
        knobs = settings_words(search, start.game)
        self.note.setText(f"{start.words}: {search.title} of seat {start.seat + 1}, {knobs}.")
        self.note.show()

    def forget(self) -> None:
        """The lesson is about another position."""
        self.start = None
        self.note.hide()

    def refuse(self, why: str) -> None:
        """Says why nothing can be taken."""
        self.note.setText(why)
        self.note.show()


OWN = "own"
C_ACTS = "c acts on values from 0, the worst, to 1, the best."


class PositionSetup(GuessingSetup):
    """The position as one of the examples, as text, or that of the match with the settings of its
    search; `own` is said of any other text.
    """

    asked: type[PositionQuestion]

    def __init__(self, asked: type[PositionQuestion], own: str) -> None:
        super().__init__(asked, "Ask me before each choice", own=("position",))
        (known,) = (knob for knob in knobs(asked) if knob.name == "position")
        usual = str(known.default)
        self.examples, self.text, self.wrong = Combo("Positions"), QLineEdit(), ErrorTitle()
        self.match, self._texts = FromMatch(), tuple(known.choices)
        self._search: SearchSeat | None = None
        entries = [Entry(text, words) for text, words in known.choices.items()]
        self.examples.set_entries([*entries, Entry(OWN, own)])
        self.text.setAccessibleName("Position as text")
        self.text.setPlaceholderText("that of the match")
        self.text.setText(usual)
        self.examples.choose(usual)
        self.wrong.hide()
        self.examples.picked.connect(self._example)
        self.text.textChanged.connect(self._written)
        theme.follow(self._restyled)

    def lay_out(self, *parts: QWidget, tries: str, guesses: str) -> None:
        """Adds the position with further parts below its text, and all that is set."""
        name = named("Position", self.examples)
        self.block(name, self.examples, self.text, self.wrong, *parts, self.match)
        names = (*self.asked.short, "iterations", "seed")
        self.block(*(self.rows[name] for name in names))
        self.finish(tries, guesses)

    def _restyled(self) -> None:
        self.text.setFont(theme.current().fixed_font(theme.TABLE))

    # -- setters -----------------------------------------------------------------------------------

    def set_position(self, text: str) -> None:
        """Sets the position, as if the user had typed it."""
        self.text.setText(text)

    def take(self, start: MatchStart, search: SearchSeat) -> None:
        """Sets a position of the match with its search."""
        question = replace(self.question, start=start).by(search)
        self._search = question.search
        for name in self.asked.short:
            self.rows[name].set_value(getattr(question, name))
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

    @property
    def question(self) -> PositionQuestion:
        return self.asked(
            position=self.position_text,
            start=self.match.start,
            search=self._search,
            **self.values,
        )

    def forget(self) -> None:
        """The position is no longer that of the match."""
        self.match.forget()
        self._search = None

    def _written(self, text: str) -> None:
        if self.match.start is not None:
            self.forget()
        self.examples.choose(text if text in self._texts else OWN)
        self.changed.emit()
