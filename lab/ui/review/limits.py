"""From how many points lost on a move is a slip, a mistake or a blunder."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from lab.review.marks import BLUNDER, MISTAKE, SLIP, USUAL, Thresholds
from lab.ui.parts import theme
from lab.ui.parts.number_boxes import NumberBox

NAMES = (SLIP, MISTAKE, BLUNDER)  # the lightest first
LEAST, MOST = 0.5, 100.0  # points


class LimitsSheet(QFrame):
    """`changed` carries thresholds that a person has set; a graver mark never begins below a
    lighter one.
    """

    changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("look", "message")
        self.setAccessibleName("Marks")
        self.boxes = {name: self._box(name) for name in NAMES}
        self.usual = QPushButton("Usual")
        self.usual.setToolTip("The thresholds that the lab has by default")
        self.usual.clicked.connect(lambda: self._take(USUAL))
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 12, 6)
        row.setSpacing(10)
        for name, box in self.boxes.items():
            row.addWidget(QLabel(f"{name.capitalize()} from"))
            row.addWidget(box)
        row.addWidget(QLabel("points lost"))
        row.addStretch(1)
        row.addWidget(self.usual)
        theme.changed.connect(self._restyled)
        self._restyled()
        self.hide()

    def _box(self, name: str) -> NumberBox:
        box = NumberBox(f"{name.capitalize()}: points lost")
        box.setRange(LEAST, MOST)
        box.setDecimals(1)
        box.setToolTip(
            "Points are hundredths of the chance to win; with evaluations, of the graph's axis."
        )
        box.valueChanged.connect(lambda _value: self._moved(name))
        return box

    def _restyled(self, _theme: object = None) -> None:
        for box in self.boxes.values():
            box.setMinimumWidth(theme.current().px(70))

    @property
    def value(self) -> Thresholds:
        """The thresholds on show."""
        return Thresholds(**{name: box.value() for name, box in self.boxes.items()})

    def set_value(self, limits: Thresholds) -> None:
        """Shows thresholds."""
        for grade in limits.grades:
            box = self.boxes[grade.name]
            box.blockSignals(True)
            box.setValue(grade.points)
            box.blockSignals(False)
        self.usual.setEnabled(limits != USUAL)

    def _moved(self, name: str) -> None:
        """The others make room for the one that was moved."""
        at, points = NAMES.index(name), self.boxes[name].value()
        kept = {
            other: max(box.value(), points) if k > at else min(box.value(), points)
            for k, (other, box) in enumerate(self.boxes.items())
        }
        self._take(Thresholds(**kept))

    def _take(self, limits: Thresholds) -> None:
        self.set_value(limits)
        self.changed.emit(limits)
