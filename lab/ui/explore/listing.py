"""The same results as a table: a row for every point, sorted by whatever column the user clicks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QWidget

from lab.experiments.sweep import SweepResult
from lab.experiments.sweep.grid import word
from lab.experiments.sweep.result import PointResult
from lab.ui.explore import heat
from lab.ui.parts.fields import Field
from lab.ui.parts.table import FieldTable

COLUMNS = ("Score", "95 % interval", "Matches", "Won", "Drawn", "Lost", "")
NEVER = -1.0  # what points without matches are sorted by


class Listing(FieldTable[PointResult]):
    """The points; `picked` carries the number of one that was reached by keys or the pointer."""

    picked = Signal(int)
    sorts = True
    gap = 24

    def __init__(self, parent: QWidget | None = None) -> None:
        self._result: SweepResult | None = None
        super().__init__("Scores of all points", parent)
        self.chosen.connect(lambda point: self.picked.emit(point.point))

    def set_result(self, result: SweepResult | None) -> None:
        """Shows newer results; rows keep their place where the points are the same."""
        self._result = result
        self.set_rows(result.points if result is not None else ())

    def select(self, point: int) -> None:
        """Marks a point's row, without a signal."""
        self._silent = True
        self.setCurrentIndex(QModelIndex())
        self.go_to(lambda row: row.point == point)
        self._silent = False

    def fields(self) -> Sequence[Field[PointResult]]:
        result = self._result
        if result is None:
            return ()

        titles = (*(axis.title for axis in result.grid.axes), *COLUMNS)
        last = len(titles) - 1

        def field(title: str, at: int) -> Field[PointResult]:
            return Field(
                title,
                lambda row: self._texts(row)[at],
                order=lambda row: self._keys(row)[at],
                right=at < last,
                rest=at == last,
            )

        return tuple(map(field, titles, range(len(titles))))

    def key(self, row: PointResult) -> int:
        return row.point

    def words(self, row: PointResult) -> str:
        return "\n".join(heat.scores(self._result, row.point)) if self._result is not None else ""

    def _texts(self, row: PointResult) -> list[str]:
        score, values = row.score, [word(value) for value in row.values]
        if row.itself:
            return [*values, "50 %", *[""] * 5, "the benchmark itself"]
        if score.mean is None:
            return [*values, "–", "", "0", "", "", "", ""]
        ends = f"{100 * score.low:.0f} to {100 * score.high:.0f} %"
        counts = [f"{score.matches:,}", *(f"{n:,}" if n is not None else "" for n in score.counts)]
        best = "best by its lower bound" if self._is_best(row) else ""
        return [*values, f"{100 * score.mean:.1f} %", ends, *counts, best]

    def _keys(self, row: PointResult) -> list[Any]:
        """What rows are sorted by."""
        score = row.score
        known = (score.mean, score.low, score.matches, score.wins, score.draws, score.losses)
        numbers = [NEVER if number is None else number for number in known]
        return [*row.values, *numbers, self._is_best(row)]

    def _is_best(self, row: PointResult) -> bool:
        return self._result is not None and self._result.best is row
