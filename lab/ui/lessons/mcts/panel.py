"""The left dock of the lesson: the position, the search's numbers, what to try, and guessing."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRectF, QSignalBlocker, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QWidget

from engines.knobs import Knob
from lab.lesson.match_start import MatchStart
from lab.lesson.mcts import EXAMPLES, MOST_ITERATIONS, TreeLesson, TreeQuestion
from lab.match.seat import SearchSeat
from lab.ui.lessons.choice import MCTS
from lab.ui.lessons.docks import LessonSetup, named
from lab.ui.lessons.from_match import FromMatch
from lab.ui.lessons.mcts.boards import SmallBoards
from lab.ui.parts import theme
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.guard import guarded
from lab.ui.parts.messages import ErrorTitle, label
from lab.ui.parts.slider import ParamSlider

OWN = "own"
BOARD = 92  # pixels at 100 %
USUAL = TreeQuestion()
C = Knob(
    "c",
    "number",
    USUAL.c,
    "Exploration c",
    "Weight of the bonus. Low: trusts the best mean so far. High: tries everything.",
    low=0.01,
    high=10.0,
    log=True,
)
ITERATIONS = Knob(
    "iterations",
    "integer",
    USUAL.iterations,
    "Iterations",
    "How many the search runs.",
    low=1,
    high=MOST_ITERATIONS,
)
SEED = Knob(
    "seed", "integer", USUAL.seed, "Seed", "Of all that is drawn by chance.", low=0, high=100
)
TRY = (
    "Set c to 0.1 and go to the end: the search stays with its first favourite. At 10 it hardly "
    "prefers anything. The seed stays, so only c makes the difference."
)
GUESS = "Click the child that the search will choose, or press its number."


class PositionPicture(QWidget):
    """The lesson's position, as the board shows it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lesson: TreeLesson | None = None
        self._boards = SmallBoards()
        self.setAccessibleName("Position")
        theme.changed.connect(self._restyled)
        self._restyled()

    def _restyled(self, _theme: object = None) -> None:
        self._boards.forget()
        self.setFixedSize(self.sizeHint())
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme.current().px(BOARD), theme.current().px(BOARD))

    def set_lesson(self, lesson: TreeLesson) -> None:
        """Shows a lesson's position, unless it is a tree."""
        self._lesson = lesson
        self._boards.begin(lesson.position)
        self.setVisible(not lesson.position.is_tree)
        self.update()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._lesson is not None:
            with QPainter(self) as painter:
                box = QRectF(self.rect()).adjusted(2, 2, -2, -2)
                self._boards.paint(painter, "root", self._lesson.nodes[0].picture, box)


class WalkPanel(LessonSetup):
    """The position and the numbers of the search; `guessing` reports whether the person wants to
    guess.
    """

    guessing = Signal(bool)

    def __init__(self) -> None:
        super().__init__(MCTS)
        self.examples, self.text, self.wrong = Combo("Positions"), QLineEdit(), ErrorTitle()
        self.picture, self.facts = PositionPicture(), label("", "note")
        self.match = FromMatch()
        self._search: SearchSeat | None = None
        self.c, self.iterations, self.seed = (
            ParamSlider(C),
            ParamSlider(ITERATIONS),
            ParamSlider(SEED),
        )
        self.guess, self.score = QCheckBox("Ask me before each choice"), label("", "strong")
        self._lay_out()
        self._fill()
        theme.changed.connect(self._restyled)
        self._restyled()

    def _lay_out(self) -> None:
        name = named("Position", self.examples)
        position = self.block(name, self.examples, self.text, self.wrong)
        row = QHBoxLayout()
        row.addWidget(self.picture)
        row.addWidget(self.facts, 1)
        position.addLayout(row)
        position.addWidget(self.match)
        self.block(self.c, self.iterations, self.seed)
        texts = (label("Try it", "strong"), label(TRY, "note"), label("Guess first", "strong"))
        self.block(*texts, self.guess, label(GUESS, "note"), self.score)

    def _fill(self) -> None:
        entries = [Entry(text, words) for text, words in EXAMPLES.items()]
        self.examples.set_entries([*entries, Entry(OWN, "One of my own")])
        self.text.setAccessibleName("Position as text")
        self.text.setPlaceholderText("that of the match")
        self.text.setText(USUAL.position)
        self.examples.choose(USUAL.position)
        self.wrong.hide()
        self.score.hide()
        self.examples.picked.connect(self._example)
        self.text.textChanged.connect(self._written)
        for knob in (self.c, self.iterations, self.seed):
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
        self.c.set_value(getattr(search.params, "c", USUAL.c))
        with QSignalBlocker(self.text):
            self.text.setText("")
        self.examples.choose(OWN)
        self.match.take(start, search)
        self.picture.hide()
        self.facts.setText("")
        self.wrong.hide()
        self.changed.emit()

    def show_lesson(self, lesson: TreeLesson) -> None:
        """Shows what the text turned out to be."""
        root, moves = lesson.nodes[0], sum(node.parent == 0 for node in lesson.nodes.values())
        count = f"{moves} move{'' if moves == 1 else 's'}"
        self.facts.setText(f"{root.mover} to move,\n{count}")
        self.picture.set_lesson(lesson)
        self.picture.setVisible(lesson.is_small and not lesson.position.is_tree)
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
    def question(self) -> TreeQuestion:
        """The lesson to ask for."""
        numbers = int(self.iterations.value), int(self.seed.value), float(self.c.value)
        text = " ".join(self.text.text().split())
        return TreeQuestion(text, *numbers, self.match.start, self._search)

    def _example(self, text: str) -> None:
        if text == OWN:
            self.text.setFocus()
            self.text.selectAll()
        else:
            self.set_position(text)

    def _written(self, text: str) -> None:
        self.match.let_go()
        self._search = None
        self.examples.choose(text if text in EXAMPLES else OWN)
        self.changed.emit()
