"""One seat of the Set-up dock: who plays it, how long it may think, and the knobs of its search."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QEvent, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QToolButton, QWidget

from engines.knobs import Knob, Value
from lab.match.budget import ITERATIONS, MOST, NODES, TIME, Budget
from lab.ui.parts import detail, theme
from lab.ui.parts.band import Fold
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.glyphs import icon
from lab.ui.parts.knob_list import KnobList
from lab.ui.parts.layout import column, row
from lab.ui.parts.messages import one_line
from lab.ui.setup.program_box import ProgramBox
from lab.ui.setup.seat_parts import (
    CHOOSE,
    COPY,
    DELETE,
    SAVE,
    AmountBox,
    PresetMenu,
    PresetName,
    SeatMarks,
)

# kinds of budget, and the amount shown when one is first chosen
BUDGETS = {ITERATIONS: 4000, TIME: 100, NODES: 50_000}
SIDE = 12  # margin, pixels
IN_SIMPLE = 2  # knobs that stay in sight: as a rule how widely it tries, and how deep it looks
BETWEEN = 6  # the parts of a row, pixels
STRENGTH_TIP = (
    "<div><b>Strength</b></div><div>For a match against it: a search and a budget in one word. "
    "A change of either below makes it custom.</div>"
)
BUDGET_TIP = (
    "<div><b>Budget</b></div><div>How much a search may think before each move: iterations, "
    "time, or nodes of its tree. "
    "With iterations or nodes a match can be repeated exactly.</div>"
)


class SeatPanel(QWidget):
    """A seat's block. Every signal carries the seat's number first; setters are silent."""

    chosen = Signal(int, str)  # algorithm
    picking = Signal(bool)  # the list of players is open
    strength_chosen = Signal(int, str)
    budget_changed = Signal(int, str)  # "4000it", "100ms", "50000n"
    clock_chosen = Signal(int, str)
    program_entered = Signal(int, str)  # as after `cmd:`
    param_changed = Signal(int, str, object)
    weight_changed = Signal(int, str, object)
    preset_chosen = Signal(int, str)
    preset_saved = Signal(int, str)
    preset_deleted = Signal(int, str)
    copy_asked = Signal(int)
    rebuilt = Signal()  # controls were rebuilt

    def __init__(
        self, seat: int, owner: tuple[int, ...], kind: str = "", turn_word: str = "turn"
    ) -> None:
        super().__init__()
        self.seat = seat
        self._amounts = dict(BUDGETS)
        name = f"Seat {seat + 1}"
        self._shown: tuple[Sequence[Knob], Mapping[str, Value]] | None = None  # the search's knobs
        self._weighs = self._has_budget = False
        self.algorithm, self.strength = Combo(f"{name}, who plays"), Combo(f"{name}, strength")
        self.amount, self.unit = AmountBox(f"{name}, budget"), Combo(f"{name}, kind of budget")
        self.clock, self.program = Combo(f"{name}, clock"), ProgramBox(name)
        self.knobs = KnobList(subject=name)
        self.rest, self.weights = (KnobList(folded=True, subject=name) for _ in range(2))
        self._weights_band = one_line("Evaluation weights", "band")
        self._weights_band.setContentsMargins(0, 12, 0, 4)
        self._more = QWidget()
        self.fold, self.menu_button, self.name_line = (
            Fold(self._more, subject=name),
            QToolButton(),
            PresetName(),
        )
        self._lay_out(SeatMarks(seat, owner, kind), name)
        self._set_units(turn_word)
        self._dress_menu(name)
        self._connect()
        self.show_clock(False)
        self.set_strength((), "")
        self.program.hide()

    def _lay_out(self, marks: SeatMarks, name: str) -> None:
        title = one_line(name, "strong")
        self._budget_label, self._clock_label = QLabel("Budget"), QLabel("Clock")
        self.budget_words = one_line("", "soft")
        self.budget_words.setToolTip(BUDGET_TIP)
        self._strength_label = QLabel("Strength")
        self._strength_label.setBuddy(self.strength)
        for words in (self.strength, self._strength_label):
            words.setToolTip(STRENGTH_TIP)
        self._budget_label.setBuddy(self.amount)
        self._clock_label.setBuddy(self.clock)
        for part in (self.amount, self.unit, self._budget_label):
            part.setToolTip(BUDGET_TIP)
        column(
            self.rest, self._weights_band, self.weights, of=self._more, margins=(0, 4, 0, 0), gap=0
        )
        knobs = column(
            self.knobs,
            row((self.fold, 1), self.menu_button, gap=BETWEEN),
            self.name_line,
            self._more,
            margins=(0, 2, 0, 0),
            gap=0,
        )
        column(
            self._head(marks, title),
            row(self._strength_label, (self.strength, 1), gap=BETWEEN),
            row(self._budget_label, (self.amount, 2), (self.unit, 3), gap=BETWEEN),
            row(self._clock_label, (self.clock, 1), gap=BETWEEN),
            self.program,
            knobs,
            of=self,
            margins=(SIDE, 10, SIDE, 9),
            gap=8,
        )

    def _head(self, marks: SeatMarks, title: QLabel) -> QGridLayout:
        self._top = QGridLayout()
        self._top.setSpacing(6)
        self._top.setColumnStretch(2, 1)
        self._top.addWidget(marks, 0, 0)
        self._top.addWidget(title, 0, 1)
        self._top.addWidget(self.algorithm, 0, 2)
        self._top.addWidget(self.budget_words, 0, 3, Qt.AlignmentFlag.AlignRight)
        self._beside, self._below = (marks, title), False
        return self._top

    def _place_algorithm(self) -> None:
        """Next to the title, or below it where its name would be cut."""
        margins = self.contentsRect().width() - 2 * SIDE
        used = sum(part.sizeHint().width() + 6 for part in self._beside)
        below = not detail.is_full() or margins - used < self.algorithm.needs
        if below == self._below:
            return
        self._below = below
        self._top.removeWidget(self.algorithm)
        if below:
            self._top.addWidget(self.algorithm, 1, 0, 1, 4)
        else:
            self._top.addWidget(self.algorithm, 0, 2)

    def _place_budget(self) -> None:
        """Without its name where the unit would be cut."""
        margins = self.contentsRect().width() - 2 * SIDE
        used = self._budget_label.sizeHint().width() + self.amount.minimumSizeHint().width()
        named = used + 2 * BETWEEN + self.unit.needs <= margins
        self._budget_label.setVisible(named and not self.unit.isHidden())

    def _set_units(self, turn_word: str) -> None:
        self._turn_word = turn_word
        self.set_counted("iteration")
        self.set_budget("4000it")

    def set_counted(self, word: str) -> None:
        """What the seat's algorithm calls one iteration."""
        entries = [Entry(ITERATIONS, f"{word}s"), Entry(TIME, f"ms a {self._turn_word}")]
        if word != "node":  # there the two counts are the same
            entries.append(Entry(NODES, "nodes"))
        self.unit.set_entries(entries)

    def _dress_menu(self, name: str) -> None:
        self.menu_button.setProperty("look", "flat")
        self.menu_button.setIcon(icon("more", "ink2"))
        self.menu_button.setIconSize(QSize(theme.current().px(14), theme.current().px(14)))
        self.menu_button.setStyleSheet("min-height: 0; padding: 2px;")
        self.menu_button.setAccessibleName(f"{name}, presets")
        self.menu_button.setToolTip(
            "<div><b>Presets</b></div><div>Built-in settings, your own, and the defaults; or "
            "copy as a command line.</div>"
        )
        self.menu_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.menu = PresetMenu(self)
        self.menu.asked.connect(self._preset_asked)
        self.menu_button.setMenu(self.menu)

    def _connect(self) -> None:
        self.algorithm.picked.connect(lambda name: self.chosen.emit(self.seat, name))
        self.algorithm.opened.connect(self.picking)
        self.strength.picked.connect(lambda name: self.strength_chosen.emit(self.seat, name))
        self.amount.valueChanged.connect(self._amount_changed)
        self.unit.picked.connect(self._unit_picked)
        self.clock.picked.connect(lambda name: self.clock_chosen.emit(self.seat, name))
        self.program.entered.connect(lambda words: self.program_entered.emit(self.seat, words))
        self.knobs.changed.connect(self._param)
        self.fold.opening.connect(self._unfold)
        self.fold.folded.connect(self._show_parts)
        detail.changed.connect(self._change_detail)
        self.rest.changed.connect(self._param)
        self.weights.changed.connect(self._weight)
        self.name_line.named.connect(lambda name: self.preset_saved.emit(self.seat, name))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_algorithm()
        self._place_budget()

    def event(self, event: QEvent) -> bool:
        """A part that needs another size may be the list of players, with another text or font."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._place_algorithm()
            self._place_budget()
        return done

    @property
    def has_slider(self) -> bool:
        """Whether one of its knobs is a slider, a folded one too."""
        return any(knobs.has_slider for knobs in (self.knobs, self.rest, self.weights))

    # -- setters -----------------------------------------------------------------------------------

    def set_algorithms(self, chosen: Entry, entries: Callable[[], Sequence[Entry]]) -> None:
        """Who plays the seat, and where to ask for all who can; those that do not fit carry a
        reason.
        """
        self.algorithm.set_later(chosen, entries)

    def set_algorithm(self, name: str) -> None:
        """Who plays it."""
        self.algorithm.choose(name)
        self._place_algorithm()

    def set_strength(self, entries: Sequence[Entry], chosen: str) -> None:
        """The words for its strength, for a seat that a person plays against; none hides them."""
        self.strength.set_entries(entries)
        self.strength.choose(chosen)
        for part in (self._strength_label, self.strength):
            part.setVisible(bool(entries))

    def set_knobs(
        self,
        knobs: Sequence[Knob],
        values: Mapping[str, Value],
        weights: Sequence[Knob] = (),
        weighed: Mapping[str, Value] | None = None,
    ) -> None:
        """The knobs of the search and the weights of the evaluation, with their values and the
        facts that knobs ask about; main knobs are open, the rest folded.
        """
        self._shown, self._weighs = (tuple(knobs), values), bool(weights)
        known = {**values, **(weighed or {})}
        anew = [self._share_out(), self.weights.set_knobs(weights, known, (*weights, *knobs))]
        self._weights_band.setVisible(bool(weights))
        if any(anew):
            self.rebuilt.emit()

    def _share_out(self) -> bool:
        """The main knobs above the fold, in Simple the first two of them, and the rest below it;
        returns whether controls had to be rebuilt.
        """
        knobs, values = self._shown or ((), {})
        main = [k for k in knobs if k.main]
        main = main if detail.is_full() else main[:IN_SIMPLE]
        rest = [k for k in knobs if k not in main]
        anew = [self.knobs.set_knobs(main, values, knobs), self.rest.set_knobs(rest, values, knobs)]
        hides = bool(rest or self._weighs) or (self._has_budget and not detail.is_full())
        self.fold.setVisible(hides)
        self.fold.set_captions("All settings", "Fewer settings")
        if not hides:
            self.fold.open(False)
        self._show_parts()
        return any(anew)

    def _show_parts(self, _opened: bool = False) -> None:
        """Shows what Simple hides until it is asked for."""
        full, has_knobs = detail.is_full(), bool(self._shown and self._shown[0])
        self.menu_button.setVisible((has_knobs or self._weighs) and (full or self.fold.opened))
        self.budget_words.setVisible(self._has_budget and not (full or self.fold.opened))
        for part in (self.amount, self.unit):
            part.setVisible(self._has_budget and (full or self.fold.opened))
        self._place_budget()

    def _change_detail(self) -> None:
        """More or less is shown, at the values of now."""
        knobs, values = self._shown or ((), {})
        self._shown = (knobs, {**values, **self.knobs.values, **self.rest.values})
        if self._share_out():
            self.rebuilt.emit()
        self._place_algorithm()

    def _unfold(self) -> None:
        if any([self.rest.make(), self.weights.make()]):
            self.rebuilt.emit()

    def set_value(self, name: str, value: Value) -> None:
        """Shows one parameter's value."""
        for part in (self.knobs, self.rest):
            part.set_value(name, value)
        self.weights.tell(name, value)

    def set_budget(self, text: str) -> None:
        """Shows a budget: "4000it", "100ms", "2s", "50000n"."""
        budget = Budget.parse(text)
        amount, kind = round(budget.amount), budget.kind
        kind = kind if self.unit.has(kind) else ITERATIONS
        self._amounts[kind] = amount
        self.unit.choose(kind)
        with QSignalBlocker(self.amount):
            self.amount.setRange(1, int(MOST[kind]))
            self.amount.setSingleStep(
                10 if kind == TIME else max(1, 10 ** (len(str(amount)) - 1) // 2)
            )
            self.amount.setValue(amount)
        self._say_budget()
        self._place_budget()

    def _say_budget(self) -> None:
        self.budget_words.setText(f"{self.amount.value():,} {self.unit.currentText()}")

    def show_budget(self, on: bool) -> None:
        """Shows or hides the budget; some players do not think."""
        self._has_budget = on
        self._share_out()

    def set_clocks(self, entries: Sequence[Entry], chosen: str) -> None:
        """The clocks a person can play with."""
        self.clock.set_entries(entries)
        self.clock.choose(chosen)

    def show_clock(self, on: bool) -> None:
        """Whether a person plays, with a clock instead of a budget."""
        for part in (self._clock_label, self.clock):
            part.setVisible(on)
        if on:
            self.show_budget(False)

    def set_presets(self, ready: Sequence[str], own: Sequence[str] = ()) -> None:
        """The algorithm's presets and the user's own."""
        self.menu.set_presets(ready, own)

    # -- what the user did -------------------------------------------------------------------------

    def _amount_changed(self, amount: int) -> None:
        self._amounts[self.unit.name] = amount
        self._say_budget()
        self.budget_changed.emit(self.seat, f"{amount}{self.unit.name}")

    def _unit_picked(self, kind: str) -> None:
        self.set_budget(f"{self._amounts[kind]}{kind}")
        self.budget_changed.emit(self.seat, f"{self.amount.value()}{kind}")

    def _param(self, name: str, value: Value) -> None:
        self.set_value(name, value)  # one list may hold what idles a knob of the other
        self.param_changed.emit(self.seat, name, value)

    def _weight(self, name: str, value: Value) -> None:
        self.weight_changed.emit(self.seat, name, value)

    def _preset_asked(self, what: str, name: str) -> None:
        if what == CHOOSE:
            self.preset_chosen.emit(self.seat, name)
        elif what == DELETE:
            self.preset_deleted.emit(self.seat, name)
        elif what == SAVE:
            self.name_line.ask()
        elif what == COPY:
            self.copy_asked.emit(self.seat)
        else:
            for part in (self.knobs, self.rest, self.weights):
                part.reset()
