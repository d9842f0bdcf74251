"""The right dock of a lesson in a maze: above the steps, the table of the step on show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import Signal

from lab.ui.lessons.docks import inset
from lab.ui.lessons.grid import StepGrid
from lab.ui.lessons.round_side import RoundSide
from lab.ui.parts.band import Band

TIGHT = 10  # pixels at 100 % around the texts of a column


class PlanTable(NamedTuple):
    """The plans of a step."""

    title: str
    heads: Sequence[str]
    rows: Sequence[tuple[str, ...]]
    marked: int  # the row on show, -1 for none
    grey: int  # the row from which on plans are dead


class PlanSide(RoundSide):
    """Setters in; `chosen` carries a row of the table."""

    chosen = Signal(int)

    def __init__(
        self,
        counted: str,
        table: str,
        parts: Sequence[str],
        listing: Sequence[str],
        left: Sequence[int],
        stretch: int = 0,
    ) -> None:
        super().__init__(counted, parts, listing)
        self._left, self.table = left, StepGrid(table, stretch, room=TIGHT)
        self.numbers = Band(table, inset(self.table, 8))
        self.numbers.set_hint("in thousandths of the evaluation")
        self.column.addWidget(self.steps_page(self.numbers), 1)
        self.table.picked.connect(self.chosen)

    def show_table(self, table: PlanTable) -> None:
        """Shows the numbers of a step; no rows: none."""
        self.numbers.setVisible(bool(table.rows))
        self.numbers.set_title(table.title)
        self.table.set_rows(table.heads, table.rows, self._left)
        self.table.mark(table.marked, table.grey)
