"""Two players on one position: the position and where they differ at the left, the players, their
root actions, favourites and numbers at the right.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QWidget

from engines.scene import Scene
from lab.compare.facts import LETTERS
from lab.compare.numbers import NumberPair, numbers
from lab.compare.words import axis_words, differ_words
from lab.match.budget import ITERATIONS, NODES, TIME
from lab.match.records import Contender
from lab.ui.compare.contest_box import ContestBox
from lab.ui.compare.differences import CompareBoard, Differences, VariationPairs
from lab.ui.compare.favourites import Butterfly, Favourites
from lab.ui.compare.part import MARGIN, ComparePart, CompareView
from lab.ui.compare.side_card import SideCard
from lab.ui.compare.trees import ComparedTrees
from lab.ui.parts import detail, theme
from lab.ui.parts.band import Band, Fold
from lab.ui.parts.choices import Choices
from lab.ui.parts.headline import Headline, HeadRow
from lab.ui.parts.layout import SlimScroll, Splitter, column, row
from lab.ui.parts.messages import ErrorBar, one_line
from lab.ui.parts.painted import put, text_line, text_width
from lab.ui.parts.segments import Choice, Segments
from lab.ui.setup.seat_parts import AmountBox
from lab.ui.shell.workspaces import WorkspacePage


class FigurePairs(ComparePart):
    """One row for each number."""

    def __init__(self) -> None:
        super().__init__("Numbers")
        self._rows: tuple[NumberPair, ...] = ()

    def set_view(self, view: CompareView | None) -> None:
        self._rows = () if view is None else numbers(view.comparison, view.game)
        super().set_view(view)

    def content_height(self) -> float:
        return (len(self._rows) + 1) * text_line(theme.TABLE, 4) + theme.current().px(8)

    def paint_view(self, painter: QPainter, view: CompareView) -> None:
        look, line = theme.current(), text_line(theme.TABLE, 4)
        left, right = look.px(MARGIN), self.width() - look.px(MARGIN)
        first, second = self._ends(left, right)
        words = second + look.px(24)
        for end, letter in ((first, "A"), (second, "B")):
            put(painter, QRectF(0, 0, end, line), letter, theme.TABLE, bold=True, right=True)
        put(painter, QRectF(words, 0, right - words, line), "In words", theme.TABLE, "ink2")
        painter.fillRect(QRectF(left, line - 1, right - left, 1), look.colour("line"))
        for j, each in enumerate(self._rows, 1):
            y = j * line + look.px(2)
            name = QRectF(left, y, first - left - look.px(60), line)
            put(painter, name, each.name, theme.TABLE, "ink2")
            for end, text in ((first, each.first), (second, each.second)):
                put(painter, QRectF(0, y, end, line), text, theme.TABLE, right=True)
            put(painter, QRectF(words, y, right - words, line), each.words, theme.TABLE, "ink2")

    def _ends(self, left: float, right: float) -> tuple[float, float]:
        """Where A's and B's numbers end."""
        gap = theme.current().px(20)
        names = max((text_width(each.name) for each in self._rows), default=0.0)
        widths = [
            max((text_width(text) for text in texts), default=0.0)
            for texts in ([r.first for r in self._rows], [r.second for r in self._rows])
        ]
        first = left + max(names + gap + widths[0], 0.33 * (right - left))
        return first, first + max(gap + widths[1], 0.15 * (right - left))

    def lines(self) -> list[str]:
        return [f"{r.name}: A {r.first}, B {r.second}. {r.words}".rstrip() for r in self._rows]


UNITS = {ITERATIONS: "iterations", NODES: "nodes", TIME: "ms of CPU time"}
OWN = "own"  # each side has a budget of its own
BUDGETS = (
    Choice(ITERATIONS, "Same iterations", "Both get as many iterations"),
    Choice(NODES, "Same nodes", "Both search until they have as many nodes"),
    Choice(TIME, "Same CPU time", "Both get as many milliseconds of CPU time"),
    Choice(OWN, "Each its own", "Each side has a budget of its own"),
)
ACTIONS, TREES = "actions", "trees"
VIEWS = (
    Choice(ACTIONS, "Actions", "Root actions, favourites and numbers"),
    Choice(TREES, "Trees", "Both trees, tinted by what B spends more\nKey: Y"),
)
LEFT_WIDTH, LEAST_RIGHT = 520, 640  # pixels at 100 %
MOST_BOARD = 0.45  # of the page's height


class ComparePage(WorkspacePage):
    """Setters are silent; `budget_chosen` carries the kind and the common amount, `seat_chosen`
    who both think for, `stepped` how many turns to go, `left` that the match is wanted back.
    """

    own_keys = ("tree",)
    budget_chosen = Signal(str, int)
    seat_chosen = Signal(object)
    stepped = Signal(int)
    left = Signal()
    answered = Signal(int)  # the number of a button of the error bar
    ended = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Compare")
        self._state, self._line, self._answer = "", "", ""
        self._ratio = 9 / 16
        self._build_left()
        self._build_right()
        self.errors = ErrorBar(self)
        self.errors.hide()
        self.errors.chosen.connect(self.answered)
        self._splitter = Splitter(Qt.Orientation.Horizontal, self)
        self._splitter.setHandleWidth(1)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.addWidget(self._left)
        self._splitter.addWidget(SlimScroll(self._right, self, whole=True))
        self._splitter.setStretchFactor(1, 1)
        column(self.errors, (self._splitter, 1), of=self, gap=0)
        theme.follow(self._restyled)

    # -- building ----------------------------------------------------------------------------------

    def _build_left(self) -> None:
        self._left = QWidget()
        self.title, self.caption = (
            one_line("", "title"),
            one_line("one position, two searches", "note"),
        )
        self.expected = QCheckBox("Paths of A and B")
        self.expected.setChecked(True)
        self.board = CompareBoard()
        self.differences, self.variations = Differences(), VariationPairs()
        self.legend = one_line("solid: A expects    dashed: B expects", "caption")
        self.expected.toggled.connect(self.board.set_expected)
        self.differences.hovered.connect(self.board.show_alone)
        where = Band("Where they differ", self.differences)
        where.set_hint("overlap: visits that both spend alike")
        lines = self._lines = Band("Best lines", self.variations)
        lines.set_hint("marked: the first difference")
        self.contest = ContestBox()
        which = Band("Which is better?", self.contest)
        above = QWidget()
        column(
            row(self.title, self.caption, 1, self.expected, margins=8, gap=10),
            row(self.board, margins=0, gap=10),
            row(self.legend, 1, margins=4, gap=10),
            where,
            lines,
            1,
            of=above,
            gap=0,
        )
        column((SlimScroll(above, self._left, whole=True), 1), which, of=self._left, gap=0)

    def _build_right(self) -> None:
        self._right = QWidget()
        self.headline, self._doing = Headline(), ""
        self._view = ACTIONS
        self.seats = Segments("Both think for")
        self.budget = Segments("Budget", BUDGETS)
        self.amount = AmountBox("Budget of both")
        self.cards = tuple(SideCard(letter) for letter in LETTERS)
        self.butterfly, self.favourites, self.figures = Butterfly(), Favourites(), FigurePairs()
        self.budget.chosen.connect(self._budget_chosen)
        self.amount.valueChanged.connect(self._budget_chosen)
        self.seats.chosen.connect(self.seat_chosen)
        self._budgets, chosen = QWidget(), Choices(self.seats)
        row(self.budget, self.amount, 1, of=self._budgets, gap=10)
        self.fold = Fold(self._budgets)
        self.choices = (chosen, Choices(self.expected))
        box = column(
            HeadRow(self.headline, chosen),
            row(*self.cards, margins=4, gap=10),
            row(column(self.fold, self._budgets, gap=0), margins=2),
            of=self._right,
            gap=0,
        )
        detail.changed.connect(self._change_detail)
        self._actions = Band("Root actions", self.butterfly)
        favourites = Band("Over time", self.favourites)
        favourites.set_hint(
            "share of what each would play; marks where that changed: A above, B below"
        )
        self._bands, self.trees = QWidget(), ComparedTrees()
        numbers = Band("Numbers", self.figures)
        column(self._actions, favourites, numbers, 1, of=self._bands, gap=0)
        for band in (favourites, numbers, self._lines):
            band.follow_detail()
        self._change_detail()
        self.trees.hide()
        box.addWidget(self._bands, 1)
        box.addWidget(self.trees, 1)

    @property
    def own_views(self) -> tuple[Choice, ...]:
        return VIEWS

    @property
    def own_view(self) -> str:
        return self._view

    def choose_view(self, name: str) -> None:
        self.show_view(name)

    @property
    def parts(self) -> tuple[ComparePart, ...]:
        """Everything that shows the comparison, except the board."""
        return (
            self.differences,
            self.variations,
            self.butterfly,
            self.favourites,
            self.figures,
        )

    # -- setters -----------------------------------------------------------------------------------

    def set_position(self, title: str, scene: Scene, owner: Sequence[int]) -> None:
        """The position that is compared."""
        self.title.setText(title)
        self.board.set_owner(owner)
        self.board.set_scene(scene, smooth=False)
        self._ratio = scene.height / scene.width
        self._arrange()

    def set_view(self, view: CompareView | None, sides: tuple[Contender, ...] = ()) -> None:
        """What both have found; `sides` are A and B."""
        self.trees.set_view(view, sides)
        for part in self.parts:
            part.set_view(view)
        self.board.set_view(view)
        self._actions.set_hint(axis_words(view.comparison) if view is not None else "")
        self._answer = differ_words(view.comparison) if view is not None else ""
        self._say()
        cells = view is not None and bool(view.cells)
        what = "would play" if cells else "expects"
        self.expected.setText(f"{'Moves' if cells else 'Paths'} of A and B")
        self.legend.setText(f"solid: A {what}    dashed: B {what}")

    def _say(self) -> None:
        self.headline.set_words(self._answer or "A and B", self._doing)

    def _change_detail(self) -> None:
        """Simple folds the budget."""
        full = detail.is_full()
        self.fold.setVisible(not full)
        self.fold.open(full)

    def set_seats(self, seats: Sequence[int], seat: int) -> None:
        """Who may be thought for; a single one needs no choice."""
        self.seats.set_choices([Choice(s, f"Seat {s + 1}") for s in seats])
        self.seats.set_value(seat)
        self.seats.setVisible(len(seats) > 1)

    def set_budget(self, kind: str, amount: int) -> None:
        """How much both may search."""
        self.budget.set_value(kind)
        with QSignalBlocker(self.amount):
            self.amount.setValue(amount)
        self.amount.setVisible(kind != OWN)
        shown = next(choice for choice in BUDGETS if choice.value == kind)
        count = f"{amount:,} {UNITS[kind]} each" if kind != OWN else shown.text
        self.fold.set_captions(count, count)
        for card in self.cards:
            card.set_own_budget(kind == OWN)

    def set_state(self, doing: str, state: str, line: str) -> None:
        """What is going on, in a word and for the status bar, and the command line of it."""
        self._doing, self._state, self._line = doing, state, line
        self._say()

    def state_words(self) -> str:
        return self._state

    def command_line(self) -> str:
        return self._line

    def end(self) -> None:
        self.ended.emit()

    # -- what the user did -------------------------------------------------------------------------

    def show_view(self, view: str) -> None:
        """Shows the actions or the trees."""
        self._view = view
        self.views_changed.emit()
        self._bands.setVisible(view == ACTIONS)
        self.trees.setVisible(view == TREES)

    def _budget_chosen(self, _value: object) -> None:
        self.budget_chosen.emit(str(self.budget.value()), self.amount.value())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        if step:
            self.stepped.emit(step)
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.key() == Qt.Key.Key_Y:
            self.show_view(ACTIONS if self._view == TREES else TREES)
        else:
            super().keyPressEvent(event)

    # -- room --------------------------------------------------------------------------------------

    def _restyled(self) -> None:
        self.amount.setMinimumWidth(theme.current().px(88))
        for card in self.cards:
            card.amount.setMinimumWidth(theme.current().px(88))
            card.unit.setMinimumWidth(theme.current().px(112))
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        look = theme.current()
        left = max(look.px(360), min(look.px(LEFT_WIDTH), self.width() - look.px(LEAST_RIGHT)))
        self._splitter.setSizes([left, self.width() - left])
        self._arrange()

    def _arrange(self) -> None:
        """The board keeps its shape."""
        width = self._splitter.sizes()[0] - 24
        self.board.setFixedHeight(
            max(160, round(min(width * self._ratio, MOST_BOARD * self.height())))
        )
