"""The block that says which parameter is varied over which values."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from engines.knobs import Knob
from lab.experiments.sweep.grid import FARTHEST, MOST_VALUES, word
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.number_boxes import DECIMALS, CountBox, NumberBox
from lab.ui.parts.slider import tooltip

USUAL_COUNT = 7


class AxisBlock(QWidget):
    """One varied parameter: its name, the range and number of its values, and whether they differ
    by equal factors. Setters are silent.
    """

    changed = Signal()

    def __init__(self, title: str, optional: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._optional = optional
        self._knobs: dict[str, Knob] = {}
        self.title, self.knob = QLabel(title), Combo(title)
        self.low = NumberBox(f"{title}: lowest value")
        self.high = NumberBox(f"{title}: highest value")
        self.count = CountBox(f"{title}: how many values", 2, MOST_VALUES, USUAL_COUNT, 48)
        self.log = QCheckBox("log scale")
        self.log.setToolTip(
            "<div><b>Log scale</b></div><div>The values differ by equal factors instead of "
            "equal steps.</div>"
        )
        self._all = QLabel()
        self._all.setProperty("look", "note")
        self._all.setWordWrap(True)
        self._range = QWidget()
        self._lay_out()
        for box in (self.low, self.high, self.count):
            box.valueChanged.connect(self._edited)
        self.log.toggled.connect(self._edited)
        self.knob.picked.connect(self._picked)

    def _lay_out(self) -> None:
        whole, grid, row = QVBoxLayout(self), QGridLayout(), QHBoxLayout(self._range)
        for layout in (whole, row):
            layout.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(8)
        row.setSpacing(4)
        grid.addWidget(self.title, 0, 0)
        grid.addWidget(self.knob, 0, 1)
        grid.setColumnStretch(0, 2)
        grid.setColumnStretch(1, 3)
        self.title.setBuddy(self.knob)
        for part, stretch in (
            (self.low, 4),
            (_soft("to"), 0),
            (self.high, 4),
            (_soft("in"), 0),
            (self.count, 3),
        ):
            row.addWidget(part, stretch)
        whole.addLayout(grid)
        whole.addWidget(self._range)
        whole.addWidget(self.log)
        whole.addWidget(self._all)

    # -- setters -----------------------------------------------------------------------------------

    def set_knobs(self, knobs: Sequence[tuple[str, Knob]], chosen: str) -> None:
        """The available parameters, by the names that `--vary` takes."""
        if dict(knobs) == self._knobs and chosen == self.knob.name:
            return
        self._knobs = dict(knobs)
        entries = [
            Entry(name, knob.title, "weight" if name.startswith("w.") else "")
            for name, knob in knobs
        ]
        self.knob.set_entries([*([Entry("", "nothing")] if self._optional else []), *entries])
        self.choose(chosen)

    def choose(self, name: str) -> None:
        """Varies another parameter, over its whole range."""
        self.knob.choose(name)
        knob = self._knobs.get(name)
        number = knob is not None and knob.kind in ("number", "integer")
        self._range.setVisible(number)
        self.log.setVisible(number)
        self._all.setVisible(knob is not None and not number)
        self.knob.setToolTip(
            tooltip(knob) if knob is not None else "The map's second parameter; none gives a curve."
        )
        if knob is None:
            return
        if not number:
            values = list(knob.choices.values()) if knob.kind == "choice" else ["yes", "no"]
            self._all.setText(f"All values: {', '.join(values)}")
            return
        if knob.low <= -FARTHEST:  # nobody knows what suits a program's argument
            self.set_range(0.0, 1.0, 5, False)
            return
        span = knob.high - knob.low
        self.set_range(
            knob.low,
            knob.high,
            min(USUAL_COUNT, round(span) + 1) if knob.kind == "integer" else USUAL_COUNT,
            knob.log and knob.low > 0,
        )

    def set_range(self, low: float, high: float, count: int, log: bool) -> None:
        """The range of values, their number and their spacing."""
        knob = self._knobs[self.knob.name]
        for part in (self.low, self.high, self.count, self.log):
            part.blockSignals(True)
        for box, value in ((self.low, low), (self.high, high)):
            box.setDecimals(0 if knob.kind == "integer" else DECIMALS)
            box.setRange(knob.low, knob.high)
            box.setValue(value)
        self.count.setValue(count)
        self.log.setChecked(log)
        for part in (self.low, self.high, self.count, self.log):
            part.blockSignals(False)

    def show_text(self, text: str) -> None:
        """Fills the boxes from a text as `--vary` takes it; of a list of numbers they show the ends
        and the count.
        """
        name, _, rest = text.partition("=")
        if name not in self._knobs or self._knobs[name].kind not in ("number", "integer"):
            return
        parts = rest.split(":")
        if len(parts) >= 3:
            self.set_range(float(parts[0]), float(parts[1]), int(parts[2]), len(parts) == 4)
        else:
            values = [float(item) for item in rest.split("|")]
            self.set_range(min(values), max(values), len(values), self.log.isChecked())

    # -- what is chosen ----------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """As `--vary` takes it; "" where nothing is varied."""
        knob = self._knobs.get(self.knob.name)
        if knob is None:
            return ""
        if knob.kind in ("choice", "switch"):
            return (
                f"{self.knob.name}={'|'.join(knob.choices) if knob.kind == 'choice' else 'yes|no'}"
            )
        ends = f"{word(self.low.value())}:{word(self.high.value())}:{self.count.value()}"
        return f"{self.knob.name}={ends}{':log' if self.log.isChecked() else ''}"

    def _picked(self, name: str) -> None:
        self.choose(name)
        self.changed.emit()

    def _edited(self, _value: object = None) -> None:
        self.changed.emit()


def _soft(text: str) -> QLabel:
    out = QLabel(text)
    out.setProperty("look", "soft")
    return out
