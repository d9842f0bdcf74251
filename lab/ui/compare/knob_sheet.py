"""The knobs of one side, in a sheet of its own: those of the search and the weights of the
evaluation, or a program's command.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QLabel, QVBoxLayout, QWidget

from engines.game import Game
from engines.knobs import Value, knobs
from lab.files.codec import values_of
from lab.match.contender import Contesting
from lab.match.seat import ProgramSeat, SearchSeat
from lab.programs.spec import Program
from lab.ui.parts import theme
from lab.ui.parts.knob_list import KnobList
from lab.ui.parts.scroll import SlimScroll
from lab.ui.setup.program_box import ProgramBox


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
        self._band = QLabel("Evaluation weights")
        self._band.setProperty("look", "band")
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(12, 10, 12, 10)
        for part in (self.program, self.params, self._band, self.weights):
            column.addWidget(part)
        column.addStretch(1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(SlimScroll(page, self))
        self.params.changed.connect(self.turned)
        self.weights.changed.connect(self._weighed)
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
        self.params.set_knobs(own, values_of(params))
        self.weights.set_knobs(knobs(game.EvalParams), values_of(weights))

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

    def _weighed(self, name: str, value: Value) -> None:
        self.turned.emit(f"w.{name}", value)

    def empty_program(self, game: Game) -> None:
        """Asks for a program's command."""
        self.show_spec(ProgramSeat(Program()), game)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)
