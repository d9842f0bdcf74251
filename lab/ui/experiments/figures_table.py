"""What was measured with each seed of a row, where an experiment measures searches and plays no
games.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from lab.experiments.claims.file import ExperimentFile
from lab.experiments.claims.result import SeedFigure
from lab.ui.experiments import says
from lab.ui.parts import theme
from lab.ui.parts.grid import Grid, GridModel
from lab.ui.parts.painted import put, text_width
from lab.words import numerals

HEADS = ("Seed", "Measured", "Time")
ROW = 24  # pixels at 100 %


class FiguresModel(GridModel):
    """Seeds as rows."""

    rights = frozenset(range(len(HEADS)))

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[SeedFigure, ...] = ()
        self.file: ExperimentFile | None = None

    def set_rows(self, rows: Sequence[SeedFigure], file: ExperimentFile | None) -> None:
        """Other figures, in the unit of the file's measure."""
        self.rows, self.file = tuple(rows), file
        self.renew(len(rows), HEADS)

    def texts(self, row: int) -> Sequence[str]:
        shown = self.rows[row]
        figure = says.figure(shown.value, self.file) if self.file is not None else ""
        return f"{shown.seed}", figure, f"{numerals.value(shown.seconds)} s"

    def said(self, row: int, column: int) -> str:
        seed, figure, seconds = self.texts(row)
        return f"Seed {seed}: {figure}, measured in {seconds}."


class FiguresTable(Grid):
    """The seeds of a row; one can be the current one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self.model_ = FiguresModel()
        super().__init__("Seeds", self.model_, parent)
        self.model_.setParent(self)
        self._redress()

    def _redress(self, _theme: object = None) -> None:
        self.set_row_height(theme.current().px(ROW))
        super()._redress()

    def set_rows(self, rows: Sequence[SeedFigure], file: ExperimentFile) -> None:
        """Shows other figures; the current seed stays current if it is still there."""
        here = self.currentIndex().row()
        seed = self.model_.rows[here].seed if 0 <= here < len(self.model_.rows) else None
        self.model_.set_rows(rows, file)
        if seed is not None:
            self.go_to(seed)
        self.share_out()
        self.viewport().update()

    def go_to(self, seed: int) -> None:
        """Makes a seed the current one."""
        seeds = [row.seed for row in self.model_.rows]
        if seed in seeds:
            self.setCurrentIndex(self.model_.index(seeds.index(seed), 0))

    def share_out(self) -> None:
        look = theme.current()
        for column, head in enumerate(HEADS):
            texts = (self.model_.texts(k)[column] for k in range(self.model_.count))
            widest = max(map(text_width, (head, *texts)))
            self.setColumnWidth(column, round(widest) + look.px(28))

    def draw(self, painter: QPainter, box: QRectF, row: int, column: int) -> None:
        look = theme.current()
        if self.currentIndex().row() == row:
            painter.fillRect(box, look.colour("mark"))
        inner = box.adjusted(look.px(6), 0, -look.px(6), 0)
        text = self.model_.texts(row)[column]
        put(painter, inner, text, theme.TABLE, right=True, bold=column == 1)
