"""One side of a comparison: who it is, its budget, its settings in words, and a button for the
sheet with its knobs, or a program's command.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QLabel, QPushButton, QWidget

from engines.game import Game
from engines.knobs import knobs
from lab.match.budget import ITERATIONS, NODES, TIME, Budget
from lab.match.records import Contesting
from lab.match.seat import ProgramSeat, SearchSeat
from lab.programs.spec import PROGRAM, Program
from lab.ui.parts import theme
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.guard import guarded
from lab.ui.parts.knob_list import KnobList
from lab.ui.parts.layout import SlimScroll, column
from lab.ui.parts.messages import one_line
from lab.ui.parts.tips import plain
from lab.ui.setup.program_box import ProgramBox
from lab.ui.setup.seat_parts import AmountBox
from lab.words.asked import values_of
from lab.words.idle import facts, weighing


class KnobSheet(QDialog):
    """`turned` carries a knob ("c", or "w.lead" for a weight) and its value; `entered` a program's
    command with its limits.
    """

    turned = Signal(str, object)
    entered = Signal(str)

    def __init__(self, letter: str, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Tool)
        self._letter = letter
        self.params, self.weights = (KnobList(subject=f"Player {letter}") for _ in range(2))
        self.program = ProgramBox(f"Player {letter}")
        self._band = one_line("Evaluation weights", "band")
        page = QWidget()
        column(self.program, self.params, self._band, self.weights, 1, of=page, margins=10)
        column(SlimScroll(page, self), of=self)
        self.params.changed.connect(self.weights.tell)
        self.params.changed.connect(self.turned)
        self.weights.changed.connect(lambda name, value: self.turned.emit(f"w.{name}", value))
        self.program.entered.connect(self.entered)

    def show_spec(self, spec: Contesting, game: Game) -> None:
        """The knobs of a side at its values."""
        self.setWindowTitle(f"{self._letter}: {spec.title or 'a program'}")
        searches = isinstance(spec, SearchSeat)
        self.program.setVisible(not searches)
        self._band.setVisible(searches and bool(knobs(game.EvalParams)))
        if isinstance(spec, ProgramSeat):
            self.program.set_program(spec.program, game.first_turn_ms, game.turn_ms, game.turn_word)
            self.params.set_knobs((), {})
            self.weights.set_knobs((), {})
            return
        params, weights = spec.settings(game)
        own = spec.kind.knobs(game) if spec.kind is not None else ()
        self.params.set_knobs(own, values_of(params) | facts(game))
        known = values_of(params) | values_of(weights)
        self.weights.set_knobs(weighs := weighing(game), known, (*weighs, *own))

    def refuse(self, sentence: str) -> None:
        """Why a command was not taken."""
        self.program.refuse(sentence)

    def open_below(self, button: QWidget) -> None:
        """Shows the sheet under a button, inside the screen."""
        look = theme.current()
        self.resize(look.px(300), look.px(440))
        corner = button.mapToGlobal(button.rect().bottomRight())
        room = button.screen().availableGeometry()
        left = max(room.left(), corner.x() - self.width())
        top = min(corner.y() + 4, room.bottom() - self.height())
        self.move(left, max(room.top(), top))
        self.show()
        self.activateWindow()

    def empty_program(self, game: Game) -> None:
        """Asks for a program's command."""
        self.show_spec(ProgramSeat(Program()), game)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)


USUAL = {ITERATIONS: 20_000, TIME: 100, NODES: 50_000}  # the amount when a kind is first chosen


class SideCard(QWidget):
    """Setters are silent. `chosen` carries a player's name, `turned` a knob and its value,
    `entered` a program's command with its limits, `budgeted` a budget of its own.
    """

    chosen = Signal(str)
    turned = Signal(str, object)
    entered = Signal(str)
    budgeted = Signal(str)

    def __init__(self, letter: str) -> None:
        super().__init__()
        name = f"Player {letter}"
        self.setAccessibleName(name)
        self._letter = one_line(letter, "title", self)
        self.combo, self.knobs = Combo(name), QPushButton("All settings", self)
        self.amount, self.unit = AmountBox(f"{name}, budget"), Combo(f"{name}, kind of budget")
        self._budget, self._settings = QLabel(self), QLabel(self)
        self._words = ""
        self.sheet = KnobSheet(letter, self)
        for part in (self._budget, self._settings):
            part.setProperty("look", "note")
        self.knobs.setAccessibleName(f"{name}, all settings")
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
        with QSignalBlocker(self.amount):
            self.amount.setValue(USUAL[kind])
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
