"""The second setting of a comparison: its main knobs, in Set-up, while two settings search one
position.
"""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from engines.knobs import HasFields, Value, knobs, replace
from lab.files.codec import values_of
from lab.ui.parts.knob_list import KnobList
from lab.ui.setup.dock import SetupDock


class RivalPanel(QWidget):
    """`changed` carries the whole second setting."""

    changed = Signal(object)

    def __init__(self, dock: SetupDock) -> None:
        super().__init__()
        self._dock = dock
        self._params: HasFields | None = None
        self._title, self.list = QLabel("Second setting", self), KnobList(self)
        self._title.setProperty("look", "strong")
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 9)
        column.setSpacing(6)
        column.addWidget(self._title)
        column.addWidget(self.list)
        self.list.changed.connect(self._turned)
        dock.add_below(self)
        self.hide()

    def show_params(self, seat: int, params: HasFields | None) -> None:
        """The knobs that are compared with seat `seat`'s; None hides the panel."""
        self._params = params
        self.setVisible(params is not None)
        if params is not None:
            self._title.setText(f"Second setting, compared with seat {seat + 1}")
            every = knobs(params)
            self.list.set_knobs([k for k in every if k.main] or every, values_of(params))
            QTimer.singleShot(50, self, self._come_into_view)

    def _come_into_view(self) -> None:
        self._dock.show_part(self)

    def _turned(self, name: str, value: Value) -> None:
        if self._params is not None:
            self._params = replace(self._params, name, value)
            self.changed.emit(self._params)
