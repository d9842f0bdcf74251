"""The right dock of a lesson in a maze: the reason, the table of the step, the steps of its round,
and the code.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from lab.lesson.code import CodeLine
from lab.ui.lessons.docks import LessonReasons, inset
from lab.ui.lessons.grid import StepGrid
from lab.ui.lessons.parts import Code
from lab.ui.parts.band import Band
from lab.ui.parts.scroll import SlimScroll

TIGHT = 10  # pixels at 100 % around the texts of a column


class PlanSide(LessonReasons):
    """Setters in; `picked` carries the place of a step in its round, `chosen` a row of the
    table.
    """

    picked = Signal(int)
    chosen = Signal(int)

    def __init__(
        self,
        counted: str,
        table: str,
        listing: Sequence[str],
        left: Sequence[int],
        stretch: int = 0,
    ) -> None:
        super().__init__()
        self._left, self._listing = (
            left,
            tuple(CodeLine(str(k), text) for k, text in enumerate(listing)),
        )
        self.table, self.steps, self.code = (
            StepGrid(table, stretch, room=TIGHT),
            StepGrid("Steps", 1),
            Code(),
        )
        self.steps.horizontalHeader().hide()
        self.numbers = Band(table, inset(self.table, 8))
        steps = Band(f"Steps of this {counted}", inset(self.steps, 8))
        self._lay_out([self.numbers, steps, Band("In code", inset(self.code, 12))])
        self.steps.picked.connect(self.picked)
        self.table.picked.connect(self.chosen)

    def _lay_out(self, bands: Sequence[Band]) -> None:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 4)
        column.setSpacing(4)
        for each in (*bands, self.table, self.steps):
            each.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        for each in bands:
            column.addWidget(each)
        column.addStretch(1)
        self.column.addWidget(SlimScroll(page, whole=True), 1)

    def say(self, head: str, text: str = "") -> None:
        super().say(head, text)
        for grid in (self.table, self.steps):
            grid.set_rows((), ())
        self.code.set_code(())

    def show_table(
        self, head: Sequence[str], rows: Sequence[tuple[str, ...]], marked: int, grey: int
    ) -> None:
        """Shows the numbers of a step; no rows: none."""
        self.numbers.setVisible(bool(rows))
        self.table.set_rows(head, rows, self._left)
        self.table.mark(marked, grey)

    def show_steps(self, briefs: Sequence[tuple[str, str]], now: int, later: int) -> None:
        """The steps of a round, the one on show, and the first whose words are still hidden."""
        rows = [
            (str(k + 1), f"{part}{f': {brief}' if brief and k < later else ''}")
            for k, (part, brief) in enumerate(briefs)
        ]
        self.steps.set_rows(("", "Step"), rows, (0, 1))
        self.steps.mark(now, now + 1)

    def show_code(self, lines: Sequence[int]) -> None:
        """Marks the lines of a step."""
        self.code.set_code(self._listing, *(str(line) for line in lines))
