"""The rows of an experiment: what is changed, its score as an interval on a common axis, what the
write-up says, and the verdict; and the chosen row's score as its games came in.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from lab.experiments.claims.result import Cell
from lab.experiments.claims.verdicts import HALF
from lab.experiments.claims.view import ExperimentView, RowCourse
from lab.ui.experiments import says
from lab.ui.experiments.interval_axis import AxisFoot, IntervalAxis, paint_diamond
from lab.ui.parts import theme
from lab.ui.parts.chart.axis import ChartTick
from lab.ui.parts.chart.chart import Reading
from lab.ui.parts.chart.course import CourseChart
from lab.ui.parts.chart.data import ChartData
from lab.ui.parts.chart.series import DASHED, ChartBand, ChartCurve, ChartPoints
from lab.ui.parts.fields import Field, Row
from lab.ui.parts.painted import put, text_line, text_width
from lab.ui.parts.spoken import describe
from lab.ui.parts.table import FieldTable, inside
from lab.words.numerals import several

INTERVAL = 1  # the column
LEAST_ROW = 36  # height, pixels at 100 %
LEAST_NAME, MOST_NAME, LEAST_INTERVAL = 96, 0.34, 120  # MOST_NAME of the width
# what the intervals are, as long as there is room for it
INTERVALS = (
    "score against the full version, 95 % for all rows together",
    "95 % for all rows together",
    "95 % interval",
)


class ForestTable(FieldTable[Cell]):
    """The rows at one budget."""

    high = 45

    def __init__(self) -> None:
        self.view: ExperimentView | None = None
        super().__init__("Rows of the experiment")

    @property
    def axis(self) -> IntervalAxis | None:
        """The common axis."""
        view = self.view
        if view is None or not IntervalAxis.has(view.cells, view.file):
            return None
        return IntervalAxis.of(view.cells, view.file)

    def set_view(self, view: ExperimentView | None) -> None:
        """Shows newer records."""
        self.view = view
        self.set_rows(view.cells if view is not None else (), view.cell if view else None)

    def fit_rows(self, room: int) -> int:
        """Gives rows the height that lets all fit into `room`, if they can be that low; returns
        the height of the table.
        """
        look, heads = theme.current(), self.horizontalHeader().sizeHint().height() + 2
        each = (room - heads) // max(1, len(self.model_.rows))
        self.set_row_height(max(look.px(LEAST_ROW), min(look.px(self.high), each)))
        return min(room, self.whole)

    def fields(self) -> Sequence[Field[Cell]]:
        view = self.view
        if view is None:
            return ()
        file, measures = view.file, view.table.measures

        def score(cell: Cell) -> str:
            return says.score(cell, file)

        return (
            Field(
                says.head(file),
                lambda cell: named(*says.row_names(cell, file)),
                bold=True,
                paint=self._paint_name,
                needs=lambda cell: widest(*says.row_names(cell, file)),
                least=LEAST_NAME,
                most=MOST_NAME,
            ),
            interval_field(INTERVALS[measures:], score, self._paint_interval, LEAST_INTERVAL),
            Field("Measured" if measures else "Score", score, right=True, bold=True),
            Field("Write-up", lambda cell: says.claim(cell, file), right=True, role="ink2"),
            Field(
                "Verdict",
                lambda cell: ", ".join(filter(None, (cell.words, says.answers(cell)))),
                right=True,
                paint=self._paint_verdict,
                needs=lambda cell: widest(cell.words, says.answers(cell)),
            ),
        )

    def key(self, row: Cell) -> object:
        return row.part.number

    def words(self, row: Cell) -> str:
        return says.row_said(self.view, row) if self.view is not None else ""

    # -- painting ----------------------------------------------------------------------------------

    def ground(self, painter: QPainter, box: QRectF, row: Cell) -> None:
        line = QRectF(box.left(), box.bottom() - 1, box.width(), 1)
        painter.fillRect(line, theme.current().colour("line"))

    def _paint_name(self, painter: QPainter, box: QRectF, row: Cell) -> None:
        chosen = self.is_marked(row)
        if chosen:
            painter.fillRect(box.adjusted(0, 0, 0, -1), theme.current().colour("mark"))
        if self.view is not None:
            put_two(painter, inside(box), *says.row_names(row, self.view.file), chosen)

    def _paint_interval(self, painter: QPainter, box: QRectF, row: Cell) -> None:
        axis = self.axis
        if axis is not None:
            axis.paint_back(painter, box)
            axis.paint_cell(painter, box, row)

    def _paint_verdict(self, painter: QPainter, box: QRectF, row: Cell) -> None:
        known = row.evidence.mean is not None
        put_two(painter, inside(box), row.words, says.answers(row), known, right=True)


def named(title: str, name: str) -> str:
    """A row in words, and as the file has it."""
    return f"{title} ({name})" if name else title


def widest(*lines: str) -> float:
    """The pixels of the longest of several bold lines."""
    return max(text_width(text, theme.TABLE, True) for text in lines)


def interval_field(
    titles: tuple[str, ...],
    score: Callable[[Row], str],
    paint: Callable[[QPainter, QRectF, Row], None],
    least: int,
) -> Field[Row]:
    """The column of painted intervals, whose ends are copied."""

    def ends(row: Row) -> str:
        return score(row).partition(" (")[2].removesuffix(")")

    return Field(titles, ends, paint=paint, least=least, rest=True)


def put_two(
    painter: QPainter, box: QRectF, first: str, second: str, bold: bool, right: bool = False
) -> None:
    """Two lines, or one in the middle."""
    if not second:
        put(painter, box, first, theme.TABLE, bold=bold, right=right)
        return
    line = min(text_line(theme.TABLE, 3), box.height() / 2)
    top = QRectF(box.left(), box.center().y() - line, box.width(), line)
    put(painter, top, first, theme.TABLE, bold=bold, right=right)
    put(painter, top.translated(0, line), second, theme.TABLE, "ink2", right=right)


class ForestFoot(AxisFoot):
    """And what the signs mean."""

    def __init__(self, table: ForestTable) -> None:
        super().__init__(table, INTERVAL)
        self._forest = table

    def paint_right(self, painter: QPainter, room: QRectF, axis: IntervalAxis) -> None:
        view = self._forest.view
        claimed = view is not None and any(cell.answers for cell in view.cells)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_legend(painter, room, axis.equal is not None, claimed)

    @staticmethod
    def _paint_legend(painter: QPainter, room: QRectF, equal: bool, claimed: bool) -> None:
        """As much of it as fits right of the axis."""
        look, middle = theme.current(), room.center().y()
        x = room.left() + look.px(14)
        for on, word in ((equal, "counts as equal"), (claimed, "write-up")):
            wide = look.px(18) + text_width(word, theme.TABLE) + look.px(8)
            if not on or x + wide > room.right():
                continue
            if word == "write-up":
                paint_diamond(painter, QPointF(x + look.px(6), middle))
            else:
                band = QRectF(x, middle - look.px(4), look.px(13), look.px(8))
                painter.fillRect(band, look.colour("line"))
            words = QRectF(x + look.px(18), 0, wide, 2 * middle)
            put(painter, words, word, theme.TABLE, "ink2")
            x += wide


SETTLES = 8  # seeds
LEAST = 0.1  # of a measure, along the axis: what differs by rounding alone is level


class ScoreCourse(CourseChart):
    """The last point is the row's score."""

    usual = (260, 240)

    def __init__(self) -> None:
        self.view: ExperimentView | None = None
        super().__init__("Score as games came in")
        self.layer("around", self._paint_words)

    @property
    def unit(self) -> str:
        return says.group_word(self.view) if self.view is not None else "group"

    @property
    def course(self) -> RowCourse:
        """The points on show."""
        return RowCourse() if self.view is None else self.view.course

    def set_view(self, view: ExperimentView | None) -> None:
        """Shows newer records."""
        self.view = view
        course = self.course
        if view is None or not course.counts:
            self.clear()
            describe(self, "")
            return
        first = min(course.counts[-1], SETTLES)  # the ends of the very first ones say nothing
        late = [k for k, count in enumerate(course.counts) if count >= first]
        ends = [x for k in late for x in (course.lows[k], course.highs[k]) if math.isfinite(x)]
        ends += [course.means[k] for k in late]
        levels = measured(ends) if view.table.measures else scored(ends)
        self.set_range((0.0, float(max(course.counts[-1], 4))), levels)
        self._draw()
        describe(
            self,
            f"{says.course_title(view)}: {says.score(view.cell, view.file)} after "
            f"{several(course.counts[-1], self.unit)}.",
        )

    def _draw(self) -> None:
        look, course, view = theme.current(), self.course, self.view
        if not course.counts or view is None:
            return
        x, means = np.array(course.counts, dtype=np.float64), np.array(course.means)
        (first, last), (bottom, top) = self.whole
        y = np.clip(means, bottom, top)
        low, high = (np.clip(np.array(v), bottom, top) for v in (course.lows, course.highs))
        self.set_bands([ChartBand(x, low, high, look.colour("line"))])
        lines = [ChartCurve(x, y, look.colour("ink"), 1.4)]
        if not view.table.measures:
            ends = np.array([first, last])
            even = np.full(2, HALF)
            lines.insert(0, ChartCurve(ends, even, look.colour("edge"), 1.0, style=DASHED))
        self.set_curves(lines)
        self.set_points([ChartPoints(x[-1:], y[-1:], look.colour("ink"), "o", 8 * look.scale)])
        self.label_again()

    # -- axes and words ----------------------------------------------------------------------------

    def levels(self, low: float, high: float, pixels: float) -> list[ChartTick]:
        if self.view is None:
            return []
        most = max(2, int(pixels / (2 * text_line(theme.TABLE))))
        return says.ticks(low, high, most, self.view.file)

    def _paint_words(self, painter: QPainter) -> None:
        field, view = self.frame, self.view
        if not self.course.counts:
            none = "seeds" if self.unit == "seed" else "games"
            words = "" if view is None else f"No {none} of this row yet."
            put(painter, QRectF(field).adjusted(8, 0, 0, 0), words, theme.TABLE, "ink2")
        elif view is not None and not view.table.measures:
            line = text_line(theme.TABLE)
            y = self.at(0.0, HALF).y() - line
            box = QRectF(field.left() + 6, y, field.width(), line)
            put(painter, box, "even", theme.TABLE, "ink2")

    # -- reading -----------------------------------------------------------------------------------

    def _read(self, spot: QPointF) -> Reading | None:
        course, view = self.course, self.view
        if view is None or not course.counts:
            return None
        at = np.abs(np.array(course.counts) - self.value_at(spot)[0])
        k = int(at.argmin())
        mean, low, high = (
            says.figure(x[k], view.file) if math.isfinite(x[k]) else "–"
            for x in (course.means, course.lows, course.highs)
        )
        words = f"{several(course.counts[k], self.unit)}: {mean} ({low} to {high})"
        x = float(course.counts[k])
        return Reading(words, x, ((x, course.means[k]),))

    def data(self) -> ChartData | None:
        """Every point."""
        course, view = self.course, self.view
        if view is None or not course.counts:
            return None
        heads = (f"{self.unit}s", "mean", "low", "high")
        rows = zip(map(float, course.counts), course.means, course.lows, course.highs, strict=True)
        return ChartData(says.course_title(view), heads, tuple(rows))


def scored(ends: Sequence[float]) -> tuple[float, float]:
    """The ends of an axis of scores: around one half, and as far as these values."""
    return max(0.0, min(0.4, *ends)), min(1.0, max(0.6, *ends))


def measured(ends: Sequence[float]) -> tuple[float, float]:
    """The ends of an axis of a measure."""
    low, high = min(ends), max(ends)
    beyond = max(0.0, LEAST - (high - low)) / 2
    return low - beyond, high + beyond
