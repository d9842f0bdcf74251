"""The lesson of alpha-beta and its family: the tree as text, the values of its letters and the
search at the left, the tree with its steps in the centre, the reasons at the right.
"""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget

from engines.knobs import Knob, KnobError, Value, knobs
from engines.textbook.tree import EXAMPLES, PLAYERS, read
from lab.lesson import ALGORITHMS, ORDERS, WINDOWS, AlphaBetaQuestion, Lesson, LessonStep, check
from lab.lesson.orders import LEARNED, WRITTEN
from lab.ui.lessons.alphabeta.side import LessonSide
from lab.ui.lessons.alphabeta.tree_view import TreeView
from lab.ui.lessons.docks import GrowingText, LessonSetup, named
from lab.ui.lessons.lesson_page import LessonPage
from lab.ui.lessons.parts import LeafBars, TreeLegend
from lab.ui.lessons.transport import Steps
from lab.ui.parts import theme
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.knob_row import ChoiceRow
from lab.ui.parts.layout import row
from lab.ui.parts.messages import ErrorTitle, label, one_line
from lab.ui.parts.slider import ParamSlider
from search import algorithms
from search.depth_first.frames import HARD, NULL, SOFT
from search.depth_first.params import TO_THE_END

DEEPEST, TABLE_SIZE = 12, 1 << 12
LINES = 3, 6  # of the text, at least and at most
OWN = "own"
DEPTH = Knob(
    "depth",
    "integer",
    DEEPEST,
    "Depth",
    "How far the search looks. Anything deeper counts as 0.",
    low=1,
    high=DEEPEST,
    top="to the end",
)
UNIT = Knob(
    "unit",
    "choice",
    "plies",
    "Depth counts",
    "A ply is one player's move, a round one move of each.",
    choices={"plies": "plies", "rounds": "rounds"},
)
WEIGHTS = Knob(
    "weights",
    "choice",
    "uniform",
    "Replies",
    "The assumed probabilities of the others' replies.",
    choices={"uniform": "equally likely", "ranked": "best reply apart", "softmax": "by value"},
)
CHOICES = {
    SOFT: (WINDOWS[SOFT], "a node returns what it found"),
    HARD: (WINDOWS[HARD], "outside its window it returns the bound"),
    NULL: (WINDOWS[NULL], "later branches are first asked if they are better"),
}
LETTERS = (
    "Leaves without a number. The search may finish without ever looking at them; if it does "
    "look, it asks for a value."
)


def broken(text: str) -> str:
    """A tree's text in lines: one for each branch of the root, indented below the first."""
    flat, depth, out = " ".join(text.split()), 0, ""
    indent = " " * (flat.find("(") + 1)
    for sign in flat:
        depth += (sign == "(") - (sign == ")")
        out += f",\n{indent}" if sign == "," and depth == 1 else sign
    return "\n".join(
        line.rstrip() if k == 0 else indent + line.strip()
        for k, line in enumerate(out.splitlines())
    )


class LessonPanel(LessonSetup):
    """The tree as text and the search; `changed` also reports that the text is now wrong."""

    def __init__(self) -> None:
        super().__init__(AlphaBetaQuestion, own=[knob.name for knob in knobs(AlphaBetaQuestion)])
        self.text, self.letters = GrowingText("Tree as text", *LINES), QLineEdit()
        self.fine, self.wrong, self.letter_fault = label("", "note"), ErrorTitle(), ErrorTitle()
        self.examples = Combo("Examples")
        self.search = Combo("Search")
        self.order = Combo("Move order")
        self.windows = Combo("Windows")
        self.levels = ParamSlider(DEPTH)
        self.unit = ChoiceRow(UNIT)
        self.weights = ChoiceRow(WEIGHTS)
        self.table = QCheckBox("Transposition table")
        self.deepening = QCheckBox("Iterative deepening")
        self.problem = ""
        self._lay_out()
        self._fill()
        self._connect()
        theme.follow(self._restyled)
        self.set_tree(next(iter(EXAMPLES)))

    def _lay_out(self) -> None:
        name = named("Tree as text", self.text)
        self.block(name, self.text, self.fine, self.wrong, self.examples)
        search = self.block()
        search.addLayout(_beside("Search", self.search, strong=True))
        search.addWidget(self.levels)
        search.addWidget(self.unit)
        search.addLayout(_beside("Move order", self.order))
        search.addLayout(_beside("Windows", self.windows))
        for line in (self.weights, self.table, self.deepening):
            search.addWidget(line)
        self._letters_title = one_line("", "strong")
        self._letters_title.setWordWrap(True)
        self._asked: tuple[QWidget, ...] = (
            self._letters_title,
            label(LETTERS, "note"),
            self.letters,
        )
        self.block(*self._asked, self.letter_fault)

    def _fill(self) -> None:
        self.letters.setAccessibleName("Values of letters")
        self.letters.setPlaceholderText("a=4, b=-1")
        called = {text: words.removesuffix(" of alpha-beta") for text, words in EXAMPLES.items()}
        entries = [Entry(text, words) for text, words in called.items()]
        self.examples.set_entries([*entries, Entry(OWN, "One of my own")])
        self.order.set_entries([Entry(name, words) for name, words in ORDERS.items()])
        self.order.choose("written")
        self.windows.set_entries([Entry(name, *words) for name, words in CHOICES.items()])
        self.windows.choose(SOFT)
        self.table.setToolTip(
            "Remembers positions; in a tree this helps from one depth to the next."
        )
        self.deepening.setToolTip("Searches to depth 1, then 2, and so on.")
        self.wrong.hide()
        self.letter_fault.hide()

    def _connect(self) -> None:
        self.text.textChanged.connect(self._written)
        self.letters.textChanged.connect(self._written)
        self.examples.picked.connect(self._example)
        for combo in (self.search, self.order, self.windows):
            combo.picked.connect(self._searched)
        for line in (self.levels, self.unit, self.weights):
            line.changed.connect(self.report)
        for box in (self.table, self.deepening):
            box.clicked.connect(self._searched)

    def _restyled(self) -> None:
        for combo in (self.search, self.order, self.windows):
            combo.setFixedWidth(theme.current().px(136))

    # -- setters -----------------------------------------------------------------------------------

    def set_tree(self, text: str, values: str = "") -> None:
        """Sets the tree, as if the user had typed it."""
        for edit, new in ((self.text, broken(text)), (self.letters, values)):
            with QSignalBlocker(edit):
                edit.setPlainText(new) if isinstance(edit, GrowingText) else edit.setText(new)
        self._written()

    def choose(self, algorithm: str, order: str = "written") -> None:
        """Sets the search."""
        self.search.choose(algorithm)
        self.order.choose(order)
        self._searched()

    # -- what is there -----------------------------------------------------------------------------

    @property
    def tree_text(self) -> str:
        """The text on one line."""
        return " ".join(self.text.toPlainText().split())

    @property
    def question(self) -> AlphaBetaQuestion:
        """The lesson to ask for."""
        depth = int(self.levels.value)
        params: dict[str, Value] = {
            "depth": TO_THE_END if depth == DEEPEST else depth,
            "unit": str(self.unit.value),
        }
        params |= {
            "deepening": self.deepening.isChecked(),
            "table": TABLE_SIZE if self.table.isChecked() else 0,
        }
        params |= (
            {"weights": str(self.weights.value), "share": 0.8, "temperature": 2.0}
            if self.search.name == "expectimax"
            else {}
        )
        asked = (self.search.name, params, self.order.name)
        windows = self.windows.name if self.windows.isEnabled() else SOFT
        return AlphaBetaQuestion(self.tree_text, self.letters.text().strip(), *asked, windows)

    def _written(self) -> None:
        self.text.fit()
        text, fault = self.tree_text, ""
        self.problem = ""
        try:
            found = check(text)
            try:
                check(text, self.letters.text())
            except KnobError as error:
                fault = self.problem = str(error)
            self.fine.setText(f"✓  {found}")
            self._offer(text)
        except KnobError as error:
            self.problem = str(error)
            self.wrong.text.setText(self.problem)
        bad = bool(self.problem) and not fault
        self.fine.setVisible(not bad)
        self.wrong.setVisible(bad)
        self.letter_fault.text.setText(fault)
        self.letter_fault.setVisible(bool(fault))
        self.examples.choose(text if text in EXAMPLES else OWN)
        self.changed.emit()

    def _offer(self, text: str) -> None:
        """Offers the searches that fit, and names the letters."""
        tree = read(text)
        names = tree.unknown
        called = " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))
        self._letters_title.setText(f"What {called} stand{'s' if len(names) == 1 else ''} for")
        for part in self._asked:
            part.setVisible(bool(names))
        two = tree.players == 2 and not tree.vectors
        reason = "needs two sides whose gains cancel out"
        entries = [
            Entry(
                n,
                algorithms()[n].title,
                "",
                reason if n in ("alphabeta", "minimax") and not two else "",
            )
            for n in ALGORITHMS
        ]
        before = self.search.name
        self.search.set_entries(entries)
        if not two and before in ("alphabeta", "minimax", ""):
            self.search.choose("maxn" if tree.players <= PLAYERS else "paranoid")
        elif not before or (
            two
            and before in ("maxn", "paranoid")
            and tree.players == 2
            and not self.search.hasFocus()
        ):
            self.search.choose("alphabeta")
        self._show_rows()

    def _show_rows(self) -> None:
        """Shows the options of the chosen search."""
        windowed = self.search.name in ("alphabeta", "paranoid")
        self.table.setEnabled(windowed)
        self.windows.setEnabled(windowed)
        self.weights.setVisible(self.search.name == "expectimax")
        entries = [
            Entry(name, words, "", "" if windowed or name != LEARNED else "needs cuts")
            for name, words in ORDERS.items()
        ]
        self.order.set_entries(entries)
        if not windowed and self.order.name == LEARNED:
            self.order.choose("written")

    def _example(self, text: str) -> None:
        if text == OWN:
            self.text.setFocus()
        else:
            self.set_tree(text)

    def _searched(self, _value: object = None) -> None:
        self._show_rows()
        self.changed.emit()


def _beside(text: str, part: QWidget, strong: bool = False) -> QHBoxLayout:
    """A name and its box on one line."""
    name = QLabel(text)
    name.setProperty("look", "strong" if strong else "")
    name.setBuddy(part)
    return row((name, 1), part)


class AlphaBetaLesson(LessonPage):
    """Shows the search of one tree step by step."""

    not_yet = "The text is not a tree yet"
    side_widths = (276, 320, 372, 420, 460)
    panel: LessonPanel
    side: LessonSide
    lesson: Lesson | None

    def __init__(self) -> None:
        super().__init__(LessonPanel(), Steps(), LessonSide())
        self.tree, self.legend, self.bars = TreeView(), TreeLegend(), LeafBars()
        self.whole, self.chips, self.cuts = QPushButton(), QCheckBox(), QCheckBox()
        self.view = self.tree
        self._lay_out()
        self._wire()
        self.begin()

    def _lay_out(self) -> None:
        self.whole.setCheckable(True)
        self.whole.setToolTip(
            "Shows the whole tree at once, or every number readable.\nKeys: 0, + and −; "
            "with the pointer, Ctrl and the wheel zoom, and dragging moves the tree.\n"
            "A double-click on a node folds what is below it; F folds all that is not on the way."
        )
        for box in (self.chips, self.cuts):
            box.setChecked(True)
        self.add_button(self.whole, "Whole tree", "Whole")
        self.add_button(self.chips, "Show α and β", "α and β")
        self.add_button(self.cuts, "Show cut branches", "Cuts")
        self.inner.addWidget(self.tree, 1)
        self.inner.addWidget(self.legend)
        self.inner.addWidget(self.steps)
        self.band = self.add_band("Leaves looked at", self.bars)

    def _wire(self) -> None:
        self.side.picked.connect(self.steps.go)
        self.side.growth_asked.connect(self._ask_growth)
        self.chips.toggled.connect(self.tree.set_chips)
        self.cuts.toggled.connect(self.tree.set_cuts)
        self.whole.clicked.connect(self.tree.show_whole)
        self.tree.fitted.connect(self._fitted)
        self.bind()
        self.set_stops(self.tree, self.steps, self.side.steps)

    # -- asking ------------------------------------------------------------------------------------

    @property
    def coming(self) -> str:
        return f"{algorithms()[self.panel.search.name].title} searches this tree ..."

    @property
    def is_written(self) -> bool:
        return self.panel.text.hasFocus() or self.panel.letters.hasFocus()

    def tick(self) -> None:
        super().tick()
        desk = self.desk
        if desk is not None and (desk.growth is not None or desk.growth_failure):
            self.side.set_growth(desk.growth, desk.growth_failure)

    def _ask_growth(self) -> None:
        self.side.set_growth(None, "Searching trees of every depth.")
        desk = self.at_desk()
        desk.growth = None
        desk.ask_growth()

    # -- showing -----------------------------------------------------------------------------------

    def begin_lesson(self, lesson: Lesson) -> None:
        self.legend.set_parts(lesson.window)
        self.steps.set_lesson(len(lesson.steps), lesson.cuts)
        self.band.set_title(f"Leaves looked at, of {len(lesson.tree.leaves)}")
        self.bars.set_compared(lesson.compared, WRITTEN)
        self.chips.setEnabled(lesson.window)
        self.cuts.setEnabled(lesson.window)

    def show_picture(self, step: LessonStep, asks: bool) -> None:
        assert self.lesson is not None
        self.tree.show_in(self.lesson, step)
        self.side.show_step(self.lesson, self.steps.step)

    def _fitted(self, fits: bool) -> None:
        """Offers the whole tree where it does not fit."""
        self.whole.setVisible(not fits or self.tree.zoom < 1)
        self.whole.setChecked(fits)

    def show_nothing(self) -> None:
        self.steps.set_lesson(0, [])
        self.bars.clear()
        self.band.set_title("Leaves looked at")
