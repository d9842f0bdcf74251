"""The question of an arena: which bot may be better than which, by how much, and how sure the
answer has to be. `changed` reports any edit; setters are silent.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.messages import label
from lab.ui.parts.number_boxes import NumberBox

NONE = Entry("", "nobody", "only the standing")
SCORES = (1.0, 99.0)
RISKS = (0.1, 49.0)  # per cent


class QuestionBox(QWidget):
    """Two bots, two scores, two risks."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.candidate, self.than = Combo("Candidate"), Combo("Better than")
        self.low, self.high = NumberBox("Score, lower", 52), NumberBox("Score, upper", 52)
        self.yes, self.no = (
            NumberBox("Wrong yes at most", 52),
            NumberBox("Wrong no at most", 52),
        )
        self.note = label("", "note", self)
        for box, ends, value in (
            (self.low, SCORES, 50.0),
            (self.high, SCORES, 55.0),
            (self.yes, RISKS, 5.0),
            (self.no, RISKS, 10.0),
        ):
            box.setDecimals(1)
            box.setRange(*ends)
            box.setValue(value)
            box.setSuffix(" %" if box is self.high else "")
            box.valueChanged.connect(self._edited)
        self.candidate.picked.connect(self._pick)
        self.than.picked.connect(self._edited)
        self._bots: tuple[str, ...] = ()
        self._lay_out()
        self._say()

    def _lay_out(self) -> None:
        column, grid = QVBoxLayout(self), QGridLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(8)
        title = QLabel("Is it better?")
        title.setProperty("look", "strong")
        column.addWidget(title)
        rows: tuple[tuple[str, QWidget | QHBoxLayout], ...] = (
            ("Candidate", self.candidate),
            ("than", self.than),
            ("Between", _row(self.low, "and", self.high)),
            ("Wrong yes", _row(self.yes, "no", self.no)),
        )
        for k, (name, part) in enumerate(rows):
            grid.addWidget(QLabel(name), k, 0)
            if isinstance(part, QWidget):
                grid.addWidget(part, k, 1)
            else:
                grid.addLayout(part, k, 1)
        grid.setColumnStretch(1, 1)
        column.addLayout(grid)
        column.addWidget(self.note)

    def _pick(self, candidate: str) -> None:
        """A candidate is compared with somebody: at first with the first other bot."""
        if self.than.name in ("", candidate):
            others = (bot for bot in self._bots if bot != candidate)
            self.than.choose(next(others, "") if candidate else "")
        self._edited()

    def _edited(self, _value: object = None) -> None:
        self._say()
        self.changed.emit()

    def _say(self) -> None:
        yes, no = (f"{box.value():.3g} %" for box in (self.yes, self.no))
        wrong = self.problem
        self.note.setText(wrong or f"False positive at most {yes}, false negative at most {no}.")
        for part in (self.than, self.low, self.high, self.yes, self.no):
            part.setEnabled(bool(self.candidate.name))

    @property
    def problem(self) -> str:
        """What is wrong in the boxes; "" for nothing."""
        if self.candidate.name and self.candidate.name == self.than.name:
            return "A bot is not better than itself: choose two."
        if self.low.value() >= self.high.value():
            return "The second score should be the higher one."
        return ""

    @property
    def bounds(self) -> tuple[float, float]:
        """The two scores, in [0, 1]."""
        return round(self.low.value() / 100, 6), round(self.high.value() / 100, 6)

    @property
    def risks(self) -> tuple[float, float]:
        """The risks of a false yes and of a false no."""
        return round(self.yes.value() / 100, 6), round(self.no.value() / 100, 6)

    def set_question(
        self,
        bots: Sequence[str],
        candidate: str,
        than: str,
        bounds: tuple[float, float],
        risks: tuple[float, float],
    ) -> None:
        """Shows a question."""
        self._bots = tuple(bots)
        entries = [Entry(bot, bot) for bot in bots]
        for combo, name in ((self.candidate, candidate), (self.than, than)):
            combo.set_entries([NONE, *entries] if combo is self.candidate else entries)
            combo.choose(name)
        boxes = (self.low, self.high, self.yes, self.no)
        for box, value in zip(boxes, (*bounds, *risks), strict=True):
            box.blockSignals(True)
            box.setValue(100 * value)
            box.blockSignals(False)
        self._say()


def _row(*parts: QWidget | str) -> QHBoxLayout:
    """Fields, and the words between them."""
    row = QHBoxLayout()
    row.setSpacing(6)
    for part in parts:
        if isinstance(part, QWidget):
            row.addWidget(part, 1)
        else:
            between = QLabel(part)
            between.setProperty("look", "soft")
            row.addWidget(between)
    return row
