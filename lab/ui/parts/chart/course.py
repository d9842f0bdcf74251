"""What charts of something "as games come in" have in common: along the bottom what was played, at
the left what was known then.
"""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF, QRect, QSize, Qt, Signal
from PySide6.QtWidgets import QSizePolicy

from lab.ui.parts import theme
from lab.ui.parts.chart.axis import BOTTOM, LEFT, ChartAxis, ChartTick
from lab.ui.parts.chart.chart import Chart, Reading
from lab.ui.parts.chart.data import ChartData
from lab.ui.parts.painted import text_line, text_width
from lab.words.numerals import nice_step, several

EDGE, SPACE = 8, 14  # above the field; between it and labels; pixels at 100 %
APART = 70  # pixels between two counts at least


class CourseChart(Chart):
    """Zooms along what was played. Subclasses give `unit`, `levels`, `_draw`, `_read` and `data`,
    and set what these look at before `__init__`. Axes have no labels while there is nothing to
    show. `picked` carries the place along the bottom of a point that was clicked.
    """

    picked = Signal(float)
    usual, smallest = (240, 150), (160, 96)  # width in pixels, height in those at 100 %
    widest = "100 %"  # of the labels at the left
    strong = math.nan  # the level whose label is in ink

    def __init__(self, name: str) -> None:
        super().__init__(name, zooms="x")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.set_axis(LEFT, ChartAxis(LEFT, strong=self.strong), self._left)
        self.set_axis(BOTTOM, ChartAxis(BOTTOM), self._below, False)
        self.set_reader(self._read)
        self.set_data(self.data)

    # -- what subclasses say -----------------------------------------------------------------------

    @property
    def unit(self) -> str:
        """What is counted along the bottom, as one: "game"."""
        return "game"

    @property
    def known(self) -> bool:
        """Whether there is anything to show."""
        return self.data() is not None

    def levels(self, low: float, high: float, pixels: float) -> list[ChartTick]:
        """The labels at the left."""
        raise NotImplementedError

    def counts(self, low: float, high: float, pixels: float) -> list[ChartTick]:
        """The labels along the bottom: whole numbers, the last one with its unit."""
        found = whole_steps(low, high, pixels, APART)
        return [(t, several(t, self.unit) if t == found[-1] else f"{t:,.0f}") for t in found]

    def _draw(self) -> None:
        """Bands, curves and points of what is known."""
        raise NotImplementedError

    def _read(self, spot: QPointF) -> Reading | None:
        raise NotImplementedError

    def data(self) -> ChartData | None:
        """Every point; None where there are none."""
        raise NotImplementedError

    def clicked(self, spot: QPointF) -> None:
        reading = self._read(spot)
        if reading is not None and reading.x is not None:
            self.picked.emit(reading.x)

    # -- room --------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return QSize(self.usual[0], theme.current().px(self.usual[1]))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.smallest[0], theme.current().px(self.smallest[1]))

    def right(self) -> int:
        """The space right of the field, in pixels: half of the last label."""
        wide = text_width(f"000 {self.unit}s", theme.TABLE)
        return theme.current().px(SPACE) + round(wide / 2)

    def field(self) -> QRect:
        look = theme.current()
        left, top = look.px(SPACE) + round(text_width(self.widest, theme.TABLE)), look.px(EDGE)
        wide = self.width() - left - self.right()
        high = self.height() - top - round(text_line(theme.TABLE, 6))
        return QRect(left, top, max(20, wide), max(20, high))

    # -- drawing -----------------------------------------------------------------------------------

    def clear(self) -> None:
        """Nothing is known."""
        self.set_bands(())
        self.set_curves(())
        self.set_points(())
        self.label_again()

    def label_again(self) -> None:
        """Labels follow what is known, also where the range stays."""
        self._rescale()

    def _left(self, low: float, high: float, pixels: float) -> list[ChartTick]:
        return self.levels(low, high, pixels) if self.known else []

    def _below(self, low: float, high: float, pixels: float) -> list[ChartTick]:
        return self.counts(low, high, pixels) if self.known else []

    def _restyled(self) -> None:
        super()._restyled()
        self._draw()


def whole_steps(low: float, high: float, pixels: float, apart: float) -> list[float]:
    """Whole numbers from `low` to `high` in steps that are at least `apart` pixels wide."""
    step = max(1.0, nice_step(high - low, max(2, int(pixels / apart))))
    step = step if step.is_integer() else 2 * step
    first = math.ceil(low / step - 1e-9) * step
    return [float(t) for t in np.arange(first, high + 1e-9 * max(1.0, high), step)]
