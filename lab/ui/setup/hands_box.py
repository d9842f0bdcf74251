"""The boxes that say where games are played: processes of this computer, or a cluster."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QLayout, QLineEdit, QWidget

from lab.batch.computer import cores
from lab.batch.workplace import Workplace
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.number_boxes import CountBox

HERE, CLUSTER = "here", "cluster"
PLACES = (Entry(HERE, "this computer"), Entry(CLUSTER, "a cluster …"))
EXAMPLE = "tcp://host:8786"


Row = tuple[QWidget | str, QWidget | QLayout]  # a name and its boxes


class HandsBox(QWidget):
    """`changed` says that something was edited; setters are silent. Rows `above` belong to the
    owner and share the columns.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None, above: Sequence[Row] = ()) -> None:
        super().__init__(parent)
        most, self._offered = max(1, cores()), True
        self.place, self.line = Combo("Play on"), QLineEdit()
        self.count = CountBox("Processes", 1, most, most, 48)
        self.place.set_entries(PLACES)
        self.place.choose(HERE)
        self.line.setAccessibleName("Address of the cluster")
        self.line.setPlaceholderText(EXAMPLE)
        self.line.setTextMargins(5, 0, 2, 0)
        self._lay_out(most, above)
        self.place.picked.connect(self._edited)
        self.line.editingFinished.connect(self._edited)
        self.count.valueChanged.connect(self._edited)
        self._show()

    def _lay_out(self, most: int, above: Sequence[Row]) -> None:
        grid, many = QGridLayout(self), QHBoxLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(8)
        self._many = QWidget()
        self._many.setLayout(many)
        many.setContentsMargins(0, 0, 0, 0)
        many.addWidget(self.count)
        many.addWidget(QLabel(f"of {most}"))
        many.addStretch(1)
        self._word = QLabel("Processes")
        for k, (name, boxes) in enumerate(above):
            grid.addWidget(QLabel(name) if isinstance(name, str) else name, k, 0)
            if isinstance(boxes, QLayout):
                grid.addLayout(boxes, k, 1)
            else:
                grid.addWidget(boxes, k, 1)
        first = len(above)
        self._on = QLabel("Play on")
        grid.addWidget(self._on, first, 0)
        grid.addWidget(self.place, first, 1)
        grid.addWidget(self.line, first + 1, 0, 1, 2)
        grid.addWidget(self._word, first + 2, 0)
        grid.addWidget(self._many, first + 2, 1)
        grid.setColumnStretch(1, 1)

    @property
    def workplace(self) -> Workplace:
        """What is in the boxes; a cluster without an address is none yet."""
        elsewhere = self.place.name == CLUSTER
        return Workplace(self.count.value(), self.line.text().strip() if elsewhere else "")

    def set_workplace(self, shown: Workplace) -> None:
        """Fills the boxes."""
        self.count.blockSignals(True)
        self.count.setValue(shown.processes)
        self.count.blockSignals(False)
        if shown.address:
            self.line.setText(shown.address)
            self.place.choose(CLUSTER)
        elif self.workplace.address:
            self.place.choose(HERE)
        self._show()

    def set_offered(self, offered: bool) -> None:
        """Whether there is a choice; rows above stay."""
        self._offered = offered
        self._show()

    def _show(self) -> None:
        here, offered = self.place.name == HERE, self._offered
        self.line.setVisible(offered and not here)
        self._on.setVisible(offered)
        self.place.setVisible(offered)
        self._word.setVisible(offered and here)
        self._many.setVisible(offered and here)

    def _edited(self, _value: object = None) -> None:
        self._show()
        self.changed.emit()
