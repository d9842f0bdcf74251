"""One side of a comparison: who it is, its budget, its settings in words, and a button for its
knobs.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QWidget

from engines.game import Game
from lab.match.budget import ITERATIONS, NODES, TIME, Budget
from lab.match.contender import Contesting
from lab.programs.spec import PROGRAM
from lab.ui.compare.knob_sheet import KnobSheet
from lab.ui.parts import theme
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.guard import guarded
from lab.ui.parts.tips import plain
from lab.ui.setup.seat_parts import AmountBox

USUAL = {ITERATIONS: 20_000, TIME: 100, NODES: 50_000}  # the amount when a kind is first chosen


class SideCard(QWidget):
    """Setters are silent. `chosen` carries a player's name, `turned` a knob and its value,
    `entered` a program's command with its limits, `budgeted` a budget of its own.
    """

    chosen = Signal(str)
    turned = Signal(str, object)
    entered = Signal(str)
    budgeted = Signal(str)

    def __init__(self, letter: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name = f"Player {letter}"
        self.setAccessibleName(name)
        self._letter = QLabel(letter, self)
        self._letter.setProperty("look", "bubble")
        self.combo, self.knobs = Combo(name), QPushButton("Knobs ...", self)
        self.amount, self.unit = AmountBox(f"{name}, budget"), Combo(f"{name}, kind of budget")
        self._budget, self._settings = QLabel(self), QLabel(self)
        self._words = ""
        self.sheet = KnobSheet(letter, self)
        for part in (self._budget, self._settings):
            part.setProperty("look", "note")
        self.knobs.setAccessibleName(f"{name}, knobs")
        self._lay_out()
        self.unit.set_entries(
            (Entry(ITERATIONS, "iterations"), Entry(TIME, "ms of CPU time"), Entry(NODES, "nodes"))
        )
        self.combo.picked.connect(self._picked)
        self.knobs.clicked.connect(self._open)
        self.amount.valueChanged.connect(self._amount_changed)
        self.unit.picked.connect(self._unit_picked)
        self.sheet.turned.connect(self.turned)
        self.sheet.entered.connect(self.entered)
        self.set_own_budget(False)

    def _lay_out(self) -> None:
        grid, row, below = QGridLayout(self), QHBoxLayout(), QHBoxLayout()
        grid.setContentsMargins(10, 8, 10, 8)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(4)
        for line in (row, below):
            line.setSpacing(8)
        row.addWidget(self.combo, 1)
        row.addWidget(self._budget)
        below.addWidget(self.amount)
        below.addWidget(self.unit, 2)
        below.addWidget(self._settings, 3)
        grid.addWidget(self._letter, 0, 0)
        grid.addLayout(row, 0, 1)
        grid.addWidget(self.knobs, 0, 2)
        grid.addLayout(below, 1, 1, 1, 2)
        grid.setColumnStretch(1, 1)
        self._settings.setMinimumWidth(1)

    # -- setters -----------------------------------------------------------------------------------

    def set_players(self, entries: Sequence[Entry]) -> None:
        """Who can be compared."""
        self.combo.set_entries(entries)

    def show_spec(self, spec: Contesting, game: Game, settings: str) -> None:
        """The side as it is; `settings` are its settings in words."""
        self.combo.choose(spec.name)
        self._words = settings
        self._show_settings()
        budget = spec.budget
        self._budget.setText(brief(budget) if budget is not None else "")
        if budget is not None:
            self._show_budget(budget)
        self.sheet.show_spec(spec, game)

    def ask_program(self, game: Game) -> None:
        """Asks for the command of a program."""
        self.combo.choose(PROGRAM)
        self.sheet.empty_program(game)
        self._open()

    def set_own_budget(self, own: bool) -> None:
        """Whether it has a budget of its own, which can then be changed here."""
        self.amount.setVisible(own)
        self.unit.setVisible(own)
        self._budget.setVisible(not own)

    def _show_budget(self, budget: Budget) -> None:
        for part in (self.amount, self.unit):
            part.blockSignals(True)
        self.unit.choose(budget.kind)
        self.amount.setValue(int(budget.amount))
        for part in (self.amount, self.unit):
            part.blockSignals(False)

    def _show_settings(self) -> None:
        room = max(40, self._settings.width())
        metrics = self._settings.fontMetrics()
        shown = self._words
        if metrics.horizontalAdvance(shown) > room:
            while shown and metrics.horizontalAdvance(f"{shown} ...") > room:
                shown = shown.rpartition(", ")[0]
            shown = f"{shown} ..." if shown else ""
        self._settings.setText(shown)
        self._settings.setToolTip(plain(self._words if shown != self._words else ""))
        self._settings.setAccessibleName(self._words)

    # -- what the user did -------------------------------------------------------------------------

    def _picked(self, name: str) -> None:
        self.chosen.emit(name)

    def _open(self) -> None:
        self.sheet.open_below(self.knobs)

    def _amount_changed(self, _amount: int) -> None:
        self.budgeted.emit(f"{self.amount.value()}{self.unit.name}")

    def _unit_picked(self, kind: str) -> None:
        self.amount.blockSignals(True)
        self.amount.setValue(USUAL[kind])
        self.amount.blockSignals(False)
        self._amount_changed(0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_settings()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(look.colour("line2"), 1))
            painter.setBrush(look.colour("field"))
            painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), 4, 4)


def brief(budget: Budget) -> str:
    """A budget in little room: "20,000 it", "200 ms"."""
    return f"{budget.amount:,.0f} {budget.kind}"
