"""What was measured with each seed of a row, where an experiment measures searches and plays no
games.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from lab.experiments.claims.file import ExperimentFile
from lab.experiments.claims.result import SeedFigure
from lab.ui.experiments import says
from lab.ui.parts.fields import Field
from lab.ui.parts.table import FieldTable
from lab.words import numerals


class FiguresTable(FieldTable[SeedFigure]):
    """The seeds of a row; one can be the current one."""

    gap = 28

    def __init__(self, parent: QWidget | None = None) -> None:
        self._file: ExperimentFile | None = None
        super().__init__("Seeds", parent)

    def set_figures(self, rows: Sequence[SeedFigure], file: ExperimentFile) -> None:
        """Shows other figures, in the unit of the file's measure."""
        self._file = file
        self.set_rows(rows)

    def fields(self) -> Sequence[Field[SeedFigure]]:
        return (
            Field("Seed", lambda row: f"{row.seed}", right=True),
            Field("Measured", self._measured, right=True, bold=True),
            Field("Time", lambda row: f"{numerals.value(row.seconds)} s", right=True),
        )

    def key(self, row: SeedFigure) -> int:
        return row.seed

    def words(self, row: SeedFigure) -> str:
        seconds = numerals.value(row.seconds)
        return f"Seed {row.seed}: {self._measured(row)}, measured in {seconds} s."

    def _measured(self, row: SeedFigure) -> str:
        return says.figure(row.value, self._file) if self._file is not None else ""
