"""Where the map of two parameters has its cells, and what its painting is made of."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from lab.experiments.sweep import SweepResult
from lab.experiments.sweep.result import Margin
from lab.experiments.verdicts import EVEN

LEAST_SPAN = 0.06  # of the scale of the curves at the edges


@dataclass(frozen=True)
class MapLayout:
    """Where the cells are, in pixels; `below` is the foot of the lowest cell."""

    left: float
    top: float
    wide: float
    high: float
    columns: int
    rows: int

    def box(self, x: int, y: int) -> QRectF:
        """The cell of the x-th value across and the y-th from below."""
        return QRectF(
            self.left + x * self.wide,
            self.top + (self.rows - 1 - y) * self.high,
            self.wide,
            self.high,
        )

    @property
    def right(self) -> float:
        """The right edge of the cells."""
        return self.left + self.columns * self.wide

    @property
    def below(self) -> float:
        """The lower edge of the cells."""
        return self.top + self.rows * self.high


def frames(result: SweepResult) -> list[tuple[Qt.PenStyle, float, str]]:
    """The frames that cells can have: line, width and words."""
    best = (Qt.PenStyle.SolidLine, 2.0, "best by its lower bound")
    return (
        [best, (Qt.PenStyle.DashLine, 1.4, "the benchmark itself")]
        if result.grid.itself
        else [best]
    )


@contextmanager
def clipped(painter: QPainter, room: QRectF) -> Iterator[None]:
    """Paints inside `room` only."""
    painter.save()
    painter.setClipRect(room)
    yield
    painter.restore()


def margin_scale(margins: list[Margin]) -> tuple[float, float]:
    """The ends of the scale for means at the edges: whole steps of 5 %, one half always inside."""
    ends = [m.mean + sign * m.half for m in margins if m.mean is not None for sign in (-1, 1)]
    low, high = min([EVEN - LEAST_SPAN, *ends]), max([EVEN + LEAST_SPAN, *ends])
    return max(0.0, math.floor(20 * low) / 20), min(1.0, math.ceil(20 * high) / 20)
