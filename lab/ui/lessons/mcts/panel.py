"""The left dock of the lesson: the position, the search's numbers, what to try, and guessing."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from engines.knobs import Knob
from lab.lesson.mcts import EXAMPLES, MOST_ITERATIONS, TreeLesson, TreeQuestion
from lab.ui.lessons.choice import MCTS, LessonChoice
from lab.ui.lessons.mcts.boards import SmallBoards
from lab.ui.parts import theme
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.messages import ErrorTitle, label
from lab.ui.parts.scroll import SlimScroll
from lab.ui.parts.slider import ParamSlider
from lab.ui.setup.dock import TITLE_LINE, hairline

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

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._lesson is not None:
            with QPainter(self) as painter:
                box = QRectF(self.rect()).adjusted(2, 2, -2, -2)
                self._boards.paint(painter, "root", self._lesson.nodes[0].picture, box)


class WalkPanel(QWidget):
    """`changed` reports another question, `guessing` whether the person wants to guess."""

    changed = Signal()
    guessing = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Set-up of the lesson")
        self.choice, self.examples, self.text = LessonChoice(MCTS), Combo("Positions"), QLineEdit()
        self.wrong, self.picture, self.facts = ErrorTitle(), PositionPicture(), label("", "note")
        self.c, self.iterations, self.seed = (
            ParamSlider(C),
            ParamSlider(ITERATIONS),
            ParamSlider(SEED),
        )
        self.guess, self.score = QCheckBox("Ask me before each choice"), label("", "strong")
        self._top = QWidget()
        self._lay_out()
        self._fill()
        theme.changed.connect(self._restyled)
        self._restyled()

    def _lay_out(self) -> None:
        whole, page = QVBoxLayout(self), QWidget()
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        heading, top = QLabel("Set-up"), QHBoxLayout(self._top)
        heading.setProperty("look", "title")
        top.setContentsMargins(12, 6, 6, 0)
        top.addWidget(heading)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        lesson, position, search, more = (self._block(column) for _ in range(4))
        lesson.addWidget(self.choice)
        name = QLabel("Position")
        name.setProperty("look", "note")
        name.setBuddy(self.examples)
        beside = QHBoxLayout()
        beside.addWidget(self.picture)
        beside.addWidget(self.facts, 1)
        parts: tuple[QWidget, ...] = (name, self.examples, self.text, self.wrong)
        for part in parts:
            position.addWidget(part)
        position.addLayout(beside)
        for knob in (self.c, self.iterations, self.seed):
            search.addWidget(knob)
        texts = (label("Try it", "strong"), label(TRY, "note"), label("Guess first", "strong"))
        parts = (*texts, self.guess, label(GUESS, "note"), self.score)
        for part in parts:
            more.addWidget(part)
        column.addStretch(1)
        whole.addWidget(self._top)
        whole.addWidget(SlimScroll(page), 1)

    def _block(self, column: QVBoxLayout) -> QVBoxLayout:
        box = QVBoxLayout()
        box.setContentsMargins(12, 6, 12, 10)
        box.setSpacing(6)
        if column.count():
            column.addWidget(hairline())
        column.addLayout(box)
        return box

    def _fill(self) -> None:
        entries = [Entry(text, words) for text, words in EXAMPLES.items()]
        self.examples.set_entries([*entries, Entry(OWN, "One of my own")])
        self.text.setAccessibleName("Position as text")
        self.text.setText(USUAL.position)
        self.examples.choose(USUAL.position)
        self.wrong.hide()
        self.score.hide()
        self.examples.picked.connect(self._example)
        self.text.textChanged.connect(self._written)
        for knob in (self.c, self.iterations, self.seed):
            knob.changed.connect(self._turned)
        self.guess.toggled.connect(self.guessing)

    def _restyled(self, _theme: object = None) -> None:
        look = theme.current()
        self._top.setFixedHeight(look.px(TITLE_LINE))
        self.text.setFont(look.fixed_font(theme.TABLE))

    # -- setters -----------------------------------------------------------------------------------

    def set_position(self, text: str) -> None:
        """Sets the position, as if the user had typed it."""
        self.text.setText(text)

    def show_lesson(self, lesson: TreeLesson) -> None:
        """Shows what the text turned out to be."""
        root, moves = lesson.nodes[0], sum(node.parent == 0 for node in lesson.nodes.values())
        count = f"{moves} move{'' if moves == 1 else 's'}"
        self.facts.setText(f"{root.mover} to move,\n{count}")
        self.picture.set_lesson(lesson)
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
        return TreeQuestion(" ".join(self.text.text().split()), *numbers)

    def _example(self, text: str) -> None:
        if text == OWN:
            self.text.setFocus()
            self.text.selectAll()
        else:
            self.set_position(text)

    def _written(self, text: str) -> None:
        self.examples.choose(text if text in EXAMPLES else OWN)
        self.changed.emit()

    def _turned(self, _name: str, _value: object) -> None:
        self.changed.emit()
