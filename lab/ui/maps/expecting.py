"""The half of the page about expectations: the board or boards, the turn ahead, distances, and who
misjudges whom.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engines.knobs import Knob
from lab.maps.expectation_words import ahead, headline, reached
from lab.maps.expectations import CELLS
from lab.match.drawn_lines import TURNS
from lab.ui.maps.cell_board import CellBoard
from lab.ui.maps.cloud_board import DOTS, LINES, RINGS, CloudBoard
from lab.ui.maps.distances import DistanceTable
from lab.ui.maps.expect_view import ExpectView
from lab.ui.maps.foreseen import ForeseenBars
from lab.ui.maps.rows import NoteLine, row
from lab.ui.parts.band import Band
from lab.ui.parts.messages import Empty
from lab.ui.parts.segments import Choice, Segments
from lab.ui.parts.slider import ParamSlider
from lab.ui.parts.spoken import describe

STYLES = (
    Choice(DOTS, "dots", "Every drawn line's place"),
    Choice(RINGS, "ellipses", "The ellipses alone"),
    Choice(LINES, "lines", "The ways there"),
)
KEY = "●  what an agent's own seat plans     ×  what the other seat expects of it"
AHEAD = Knob(
    "ahead",
    "integer",
    TURNS - 1,
    "Turns ahead",
    "0 is the position after this turn, 1 after the next one.",
    high=TURNS - 1,
)
HOLDS = "an ellipse holds 86 % of its places"


class ExpectPanel(QWidget):
    """Setters are silent; `turn_chosen` carries how far ahead, `viewer_chosen` the seat whose
    expectations are shown in games of more than two seats.
    """

    turn_chosen = Signal(int)
    viewer_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title, self.note = QLabel("Where they expect each other"), NoteLine()
        self.title.setProperty("look", "title")
        self.style_, self.viewers = Segments("Drawn as", STYLES), Segments("Expected by")
        self.style_.set_value(DOTS)
        self.empty = Empty()
        self.clouds = CloudBoard()
        self.plans = CellBoard("What each seat plans", True)
        self.guesses = CellBoard("What the other seat expects", False)
        self.plan_words, self.guess_words = QLabel(), QLabel()
        self.legend, self.sentence = QLabel(), QLabel()
        for label in (self.plan_words, self.guess_words, self.legend, self.sentence):
            label.setProperty("look", "caption")
            label.setWordWrap(True)
        self.slider = ParamSlider(AHEAD)
        self.distances, self.foreseen = DistanceTable(), ForeseenBars()
        self._view: ExpectView | None = None
        self._build()
        self.style_.chosen.connect(lambda style: self.clouds.set_style(str(style)))
        self.slider.changed.connect(lambda _name, turn: self.turn_chosen.emit(int(turn)))
        self.viewers.chosen.connect(self.viewer_chosen)
        self.show_words("")

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row((self.title, self.note, None, self.viewers, self.style_), 8))
        self._boards = QWidget()
        boards = QHBoxLayout(self._boards)
        boards.setContentsMargins(12, 0, 12, 0)
        boards.setSpacing(12)
        boards.addWidget(self.clouds, 1)
        self._cells = QWidget()
        cells = QHBoxLayout(self._cells)
        cells.setContentsMargins(0, 0, 0, 0)
        cells.setSpacing(12)
        for board, words in ((self.plans, self.plan_words), (self.guesses, self.guess_words)):
            part = QVBoxLayout()
            part.addWidget(words)
            part.addWidget(board, 1)
            cells.addLayout(part, 1)
        boards.addWidget(self._cells, 1)
        column.addWidget(self._boards, 1)
        column.addWidget(self.empty, 1)
        self._below = QWidget()
        below = QVBoxLayout(self._below)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(0)
        below.addLayout(row((self.legend,), 4))
        below.addLayout(row((self.slider,), 0))
        below.addLayout(row((self.sentence,), 2))
        self._apart = Band("How far apart the middles are", self.distances)
        below.addWidget(self._apart)
        column.addWidget(self._below)
        judged = Band("Who misjudges whom, over the match", self.foreseen)
        judged.set_hint("share of the turns in which the expected action was played")
        column.addWidget(judged)

    def set_view(self, view: ExpectView, moment: str, remark: str) -> None:
        """Shows expectations, the moment they are of, and a remark on what is missing."""
        self._show_parts(True)
        self._view = view
        cells = view.found.unit == CELLS
        self.clouds.setVisible(not cells)
        self._cells.setVisible(cells)
        for part, on in ((self.clouds, not cells), (self.plans, cells), (self.guesses, cells)):
            part.set_owner(view.owner)
            part.set_given(view if on else None)
        self.style_.setVisible(not cells)
        self.slider.set_value(view.turn)
        self.distances.set_given(view)
        self._say(view, moment, remark, cells)

    def _say(self, view: ExpectView, moment: str, remark: str, cells: bool) -> None:
        when = ahead(view.turn, view.word)
        self.note.setText(f"{moment}, {when}")
        self.plan_words.setText(f"What each seat plans, {when}: % of the lines in each cell")
        self.guess_words.setText(f"What the other seat expects, {when}")
        self.legend.setText("" if cells else f"{KEY}     {HOLDS}")
        self.legend.setVisible(not cells)
        worst = headline(view.found, view.turn, view.word)
        self.sentence.setText(remark or worst)
        for board in (self.clouds, self.plans, self.guesses):
            describe(board, f"{when}. {remark or worst}")
        unit = view.found.unit
        marked = "marked: beyond the own spread"
        self._apart.set_hint(f"{unit}; {marked}; {reached(view.found, view.turn)}")

    def show_words(self, why: str, help: str = "") -> None:
        """Says why there is nothing to show."""
        self._show_parts(False)
        self.note.setText("")
        self.empty.set_words(why, help)

    def _show_parts(self, on: bool) -> None:
        self.empty.setVisible(not on)
        self._boards.setVisible(on)
        self._below.setVisible(on)
        self.style_.setVisible(on)

    def set_viewers(self, seats: int, viewer: int) -> None:
        """Whose expectations are shown; two seats need no choice."""
        self.viewers.setVisible(seats > 2)
        if seats > 2:
            self.viewers.set_choices([Choice(s, f"by seat {s + 1}") for s in range(seats)])
            self.viewers.set_value(viewer)
