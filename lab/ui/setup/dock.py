"""The Set-up dock: the game with its options, then one block per seat. Signals go out, plain
setters come in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from PySide6.QtCore import QSignalBlocker, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QLabel,
    QLayout,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engines.knobs import Knob, Value
from lab.ui.parts import detail, theme
from lab.ui.parts.band import Fold
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.glyphs import icon
from lab.ui.parts.knob_list import KnobList
from lab.ui.parts.layout import SIDE, SlimScroll, column, hairline, row
from lab.ui.parts.messages import one_line
from lab.ui.parts.number_boxes import CountBox
from lab.ui.setup.first_steps import FirstSteps
from lab.ui.setup.seat_panel import SeatPanel

HINT = (
    "Sliders act at once, during the search. The small mark above a slider is its default; "
    "double-click the name to return to it."
)
WIDTH, NARROWEST, TITLE_LINE = 256, 232, 40  # pixels at 100 %
RING = 4  # room for the focus ring
MOST_SEED = 2**31 - 1  # that a box of whole numbers can hold
PONDER, THOUGHTS = "ponder", "thoughts"  # switches of a person's match


class SetupDock(QWidget):
    """Game, options and seats. Seat signals carry the seat's number first, from 0."""

    game_chosen = Signal(str)
    option_changed = Signal(str, object)
    rules_asked = Signal()
    new_asked = Signal()
    seed_chosen = Signal(int)
    away_asked = Signal()
    copy_asked = Signal()  # the whole match as a command line
    seat_chosen = Signal(int, str)
    param_changed = Signal(int, str, object)
    weight_changed = Signal(int, str, object)
    picking = Signal(bool)  # a list of players is open
    strength_chosen = Signal(int, str)
    budget_changed = Signal(int, str)
    clock_chosen = Signal(int, str)
    program_entered = Signal(int, str)
    preset_chosen = Signal(int, str)
    preset_saved = Signal(int, str)
    preset_deleted = Signal(int, str)
    seat_copy_asked = Signal(int)
    person_changed = Signal(str, bool)  # PONDER or THOUGHTS, on or off

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.seats: list[SeatPanel] = []
        self._lines: list[QFrame] = []
        self._title = one_line("Set-up", "title")
        self.copy_button, self.away_button = QToolButton(), QToolButton()
        self.game, self.rules_button = Combo("Game"), QToolButton()
        self.options = KnobList()
        self.more = KnobList(folded=True)
        self._fold_page = QWidget()
        self.fold = Fold(self._fold_page)
        self._note, self.new_button = QLabel(), QPushButton("New match")
        self._seed_box = QWidget()
        self.seed = CountBox("Seed", 0, MOST_SEED, 0)
        self.ponder = QCheckBox("Think in my time")
        self.thoughts = QCheckBox("Show thoughts on the board")
        self._options = False, False  # whether there are main ones, and others
        self._position = self._position_and_seed = ""
        self._top, self._person, self._hint = QWidget(), QWidget(), QLabel(HINT)
        self._page, self._seats_box = QWidget(), QVBoxLayout()
        self._scroll, self.first_steps = SlimScroll(self._page), FirstSteps(3)
        self._dress()
        self._lay_out()
        theme.follow(self._redress)
        self._connect()
        self.show_person(False)

    def _dress(self) -> None:
        self.copy_button.setProperty("look", "flat")
        self.copy_button.setIcon(icon("copy", "ink2"))
        self.copy_button.setAccessibleName("Copy the match as a command line")
        self.copy_button.setToolTip("Copy the match as a command line (Ctrl+Shift+C)")
        self.away_button.setProperty("look", "flat")
        self.away_button.setIcon(icon("close", "ink2"))
        self.away_button.setAccessibleName("Hide Set-up")
        self.away_button.setToolTip("Hide Set-up\nKey: F9")
        self.away_button.hide()
        self.game.setToolTip("The game to play")
        self.rules_button.setText("?")
        self.rules_button.setAccessibleName("Rules of the game")
        self.rules_button.setToolTip("Rules of the game (F1)")
        self.new_button.setToolTip(
            "<div><b>New</b></div><div>Start a new match from another position (Ctrl+N).</div>"
        )
        self.seed.setToolTip(
            "<div><b>Seed</b></div><div>Start the match of this seed: its position and its chance. "
            "The command line names it too.</div>"
        )
        self._note.setProperty("look", "soft")
        self._note.setWordWrap(True)
        self._hint.setProperty("look", "note")
        self._hint.setWordWrap(True)
        self._hint.setContentsMargins(12, 10, 12, 12)
        self.ponder.setToolTip("The search continues while you think.")
        self.thoughts.setToolTip("Each open cell shows its share of the search's visits.")

    def _redress(self) -> None:
        for button in (self.copy_button, self.away_button):
            button.setIconSize(QSize(theme.current().px(14), theme.current().px(14)))
        self._top.setFixedHeight(theme.current().px(TITLE_LINE) - RING)
        self.setMinimumWidth(theme.current().px(NARROWEST))

    def _lay_out(self) -> None:
        whole, page = QVBoxLayout(self), QVBoxLayout(self._page)
        for layout in (whole, page, self._seats_box):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(0)
        row(
            (self._title, 1),
            self.copy_button,
            self.away_button,
            of=self._top,
            margins=(12, 6, 6, 0),
        )
        seed_name = QLabel("Seed")
        seed_name.setBuddy(self.seed)
        row(seed_name, self.seed, 1, of=self._seed_box)
        note = row((self._note, 1), self.new_button)
        chosen = row((self.game, 1), self.rules_button)
        column(self.more, of=self._fold_page)
        below = column(self.fold, self._fold_page, gap=0)
        head = self._head = column(chosen, note, self.options, self._seed_box, below, gap=8)
        column(self.ponder, self.thoughts, of=self._person, margins=8, gap=4)
        page.addLayout(head)
        page.addWidget(hairline())
        page.addLayout(self._seats_box)
        page.addWidget(self._person)
        page.addWidget(self._hint)
        page.addStretch(1)
        whole.addWidget(self._top)
        whole.addWidget(self._scroll, 1)
        whole.addWidget(self.first_steps)

    def _connect(self) -> None:
        self.game.picked.connect(self.game_chosen)
        self.options.changed.connect(self.option_changed)
        self.more.changed.connect(self.option_changed)
        self.fold.opening.connect(self._unfold)
        self.fold.folded.connect(self._show_parts)
        detail.changed.connect(self._show_parts)
        self.rules_button.clicked.connect(self.rules_asked)
        self.new_button.clicked.connect(self.new_asked)
        self.seed.valueChanged.connect(self.seed_chosen)
        self.copy_button.clicked.connect(self.copy_asked)
        self.away_button.clicked.connect(self.away_asked)
        self.ponder.clicked.connect(lambda on: self.person_changed.emit(PONDER, on))
        self.thoughts.clicked.connect(lambda on: self.person_changed.emit(THOUGHTS, on))

    # -- setters -----------------------------------------------------------------------------------

    def set_games(self, chosen: Entry, entries: Callable[[], Sequence[Entry]]) -> None:
        """The game on the board, and where to ask for all."""
        self.game.set_later(chosen, entries)

    def set_options(self, knobs: Sequence[Knob], values: Mapping[str, Value]) -> None:
        """The game's options: the main ones open, the rest folded."""
        shown = [k for k in knobs if k.main and k.kind in ("choice", "text")]
        rest = [k for k in knobs if k not in shown]
        anew = [self.options.set_knobs(shown, values), self.more.set_knobs(rest, values)]
        self._options = bool(shown), bool(rest)
        self._show_parts()
        if any(anew):
            self._order()

    def _show_parts(self, _opened: bool = False) -> None:
        """Shows what Simple hides until it is asked for."""
        full, (shown, rest) = detail.is_full(), self._options
        if full and not rest and self.fold.opened:
            self.fold.open(False)
        self.fold.set_captions("All settings", "Fewer settings")
        self.fold.setVisible(rest or not full)
        self.options.setVisible(shown and (full or self.fold.opened))
        self._seed_box.setVisible(full or self.fold.opened)
        self._note.setText(self._position if full else self._position_and_seed)
        titled = full or not self.away_button.isHidden()
        self._top.setVisible(titled)
        self._head.setContentsMargins(SIDE, RING if titled else 14, SIDE, 10)
        self.rules_button.setVisible(full)
        self._fit_hint()

    def _unfold(self) -> None:
        if self.more.make():
            self._order()

    def refuse_option(self, name: str, sentence: str) -> bool:
        """Shows next to a text option why its text is refused; returns whether there is such an
        option.
        """
        return self.options.refuse(name, sentence) or self.more.refuse(name, sentence)

    def set_position(self, note: str, seed: int) -> None:
        """The seed and what it selected: "Track 4 of 13, seed 4"."""
        said = note.removesuffix(f"seed {seed}").removesuffix(f"Seed {seed}").rstrip(", ")
        self._position = said
        self._position_and_seed = note or f"Seed {seed}"
        self._show_parts()
        self.seed.setEnabled(seed <= MOST_SEED)
        with QSignalBlocker(self.seed):
            self.seed.setValue(min(seed, MOST_SEED))

    def set_seats(
        self, owner: Sequence[int], kinds: Sequence[str] = (), turn_word: str = "turn"
    ) -> None:
        """Builds one block per seat; `kinds` are the seats' board marks ("cross", "ring"), if the
        game has some.
        """
        for part in (*self.seats, *self._lines):
            self._seats_box.removeWidget(part)
            part.hide()
            part.deleteLater()
        self.seats = [
            SeatPanel(s, tuple(owner), kinds[s] if s < len(kinds) else "", turn_word)
            for s in range(max(owner) + 1)
        ]
        self._lines = [hairline() for _ in self.seats]
        for panel, line in zip(self.seats, self._lines, strict=True):
            self._seats_box.addWidget(panel)
            self._seats_box.addWidget(line)
            self._wire(panel)
        self._order()

    def _wire(self, panel: SeatPanel) -> None:
        panel.chosen.connect(self.seat_chosen)
        panel.picking.connect(self.picking)
        panel.strength_chosen.connect(self.strength_chosen)
        panel.param_changed.connect(self.param_changed)
        panel.weight_changed.connect(self.weight_changed)
        panel.budget_changed.connect(self.budget_changed)
        panel.clock_chosen.connect(self.clock_chosen)
        panel.program_entered.connect(self.program_entered)
        panel.preset_chosen.connect(self.preset_chosen)
        panel.preset_saved.connect(self.preset_saved)
        panel.preset_deleted.connect(self.preset_deleted)
        panel.copy_asked.connect(self.seat_copy_asked)
        panel.rebuilt.connect(self._order)

    def show_away(self, on: bool) -> None:
        """Whether a button takes the dock away: it lies over the match."""
        self.away_button.setVisible(on)
        self._show_parts()

    def show_person(self, on: bool, ponder: bool = True, thoughts: bool = True) -> None:
        """The switches of a match with a person."""
        self._person.setVisible(on)
        self.ponder.setChecked(ponder)
        self.thoughts.setChecked(thoughts)

    def add_below(self, part: QWidget) -> None:
        """Adds another block below the seats."""
        layout = self._page.layout()
        assert isinstance(layout, QVBoxLayout)
        layout.insertWidget(layout.indexOf(self._person), part)

    def show_part(self, part: QWidget) -> None:
        """Scrolls a block into view."""
        self._scroll.ensureWidgetVisible(part, 0, 0)

    # -- room and order ----------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return QSize(theme.current().px(WIDTH), 640)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self._fit_hint)

    def _fit_hint(self) -> None:
        """The hint is the first to go where room is scarce; without a slider it would be untrue."""
        others = self._page.sizeHint().height() - (
            0 if self._hint.isHidden() else self._hint.sizeHint().height()
        )
        sliders = any(panel.has_slider for panel in self.seats)
        self._hint.setVisible(
            sliders
            and detail.is_full()
            and others + self._hint.heightForWidth(self.width()) <= self._scroll.viewport().height()
        )

    def _order(self) -> None:
        """Tab follows the reading order, even after controls were rebuilt."""
        for before, after in pairwise([self.copy_button, *_stops(self._page.layout())]):
            QWidget.setTabOrder(before, after)
        QTimer.singleShot(0, self, self._fit_hint)


def _stops(layout: QLayout | None) -> Iterator[QWidget]:
    """The widgets that take the focus, in the order of the layouts."""
    for i in range(layout.count() if layout is not None else 0):
        item = layout.itemAt(i) if layout is not None else None
        widget = item.widget() if item is not None else None
        if widget is None:
            yield from _stops(item.layout() if item is not None else None)
        elif widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            yield widget
        else:
            yield from _stops(widget.layout())
