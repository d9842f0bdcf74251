"""Search again: by which algorithm, how deep, and whether only the marked moves."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from lab.ui.parts import theme
from lab.ui.parts.combos import Combo, Entry
from lab.ui.setup.seat_parts import AmountBox

DEEPER = 4  # times as many iterations as before


class AgainSheet(QFrame):
    """`asked` carries the algorithm, the iterations of each search, and whether only marked moves
    are searched; another algorithm than before gives a second opinion.
    """

    asked = Signal(str, int, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("look", "message")
        self.setAccessibleName("Search again")
        self.algorithm = Combo("Reviewed by")
        self.amount = AmountBox("Iterations of each search")
        self.marked = QCheckBox("Marked moves only")
        self.start = QPushButton("Search")
        self.start.setProperty("look", "primary")
        self.start.clicked.connect(self._ask)
        what, how = QHBoxLayout(), QHBoxLayout()
        for part in (QLabel("Search again by"), self.algorithm, QLabel("with"), self.amount):
            what.addWidget(part)
        what.addWidget(QLabel("iterations"))
        what.addStretch(1)
        how.addWidget(self.marked)
        how.addStretch(1)
        how.addWidget(self.start)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 6, 12, 6)
        column.setSpacing(4)
        for row in (what, how):
            row.setSpacing(10)
            column.addLayout(row)
        theme.changed.connect(self._restyled)
        self._restyled()
        self.hide()

    def _restyled(self, _theme: object = None) -> None:
        self.amount.setMinimumWidth(theme.current().px(96))

    def offer(self, entries: Sequence[Entry], name: str, iterations: int, marked: bool) -> None:
        """The algorithms to choose from, and what the review had: it is offered deeper."""
        self.algorithm.set_entries(entries)
        self.algorithm.choose(name)
        self.amount.setValue(DEEPER * iterations)
        self.marked.setChecked(marked)
        self.marked.setEnabled(marked)

    def _ask(self) -> None:
        self.hide()
        self.asked.emit(self.algorithm.name, self.amount.value(), self.marked.isChecked())
