"""The rows of an experiment: what is changed, its score as an interval on a common axis, what the
write-up says, and the verdict.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from lab.experiments.claims.result import Cell
from lab.experiments.claims.view import ExperimentView
from lab.ui.experiments import says
from lab.ui.experiments.interval_axis import AxisFoot, IntervalAxis, paint_diamond
from lab.ui.parts import theme
from lab.ui.parts.fields import Field, Row
from lab.ui.parts.painted import put, text_line, text_width
from lab.ui.parts.table import FieldTable, inside

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

    def __init__(self, parent: QWidget | None = None) -> None:
        self.view: ExperimentView | None = None
        super().__init__("Rows of the experiment", parent)

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
    put(painter, top.translated(0, line), second, theme.AXIS, "ink2", right=right)


class ForestFoot(AxisFoot):
    """And what the signs mean."""

    def __init__(self, table: ForestTable, parent: QWidget | None = None) -> None:
        super().__init__(table, INTERVAL, parent)
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
            wide = look.px(18) + text_width(word, theme.AXIS) + look.px(8)
            if not on or x + wide > room.right():
                continue
            if word == "write-up":
                paint_diamond(painter, QPointF(x + look.px(6), middle))
            else:
                band = QRectF(x, middle - look.px(4), look.px(13), look.px(8))
                painter.fillRect(band, look.colour("line"))
            words = QRectF(x + look.px(18), 0, wide, 2 * middle)
            put(painter, words, word, theme.AXIS, "ink2")
            x += wide
