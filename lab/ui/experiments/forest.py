"""The rows of an experiment: what is changed, its score as an interval on a common axis, what the
write-up says, and the verdict.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QWidget

from lab.experiments.claims.view import ExperimentView
from lab.ui.experiments import says
from lab.ui.experiments.axis_foot import AxisFoot
from lab.ui.experiments.interval_axis import IntervalAxis, paint_diamond
from lab.ui.parts import theme
from lab.ui.parts.grid import ENTER, Grid, GridModel
from lab.ui.parts.painted import put, text_line, text_width

NAME, INTERVAL, SCORE, CLAIM, VERDICT = range(5)
HEADS = ("", "Score", "Write-up", "Verdict")
MEASURED = ("", "Measured", "Write-up", "Verdict")
ROW, LEAST_ROW = 45, 36  # heights, pixels at 100 %
LEAST_NAME, MOST_NAME, LEAST_INTERVAL = 96, 0.34, 120  # MOST_NAME of the width
# what the intervals are, as long as there is room for it
INTERVALS = (
    "score against the full version, 95 % for all rows together",
    "95 % for all rows together",
    "95 % interval",
)


class ForestModel(GridModel):
    """The rows at one budget."""

    rights = frozenset((SCORE, CLAIM, VERDICT))

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view: ExperimentView | None = None
        self.intervals = INTERVALS[-1]

    def set_view(self, view: ExperimentView | None) -> None:
        """Newer records."""
        self.view = view
        if view is None:
            self.renew(0, ("", *HEADS))
            return
        rest = MEASURED if view.table.measures else HEADS
        self.renew(len(view.cells), (says.head(view.file), self.intervals, *rest[1:]))

    def set_intervals(self, words: str) -> None:
        """The head of the intervals."""
        self.intervals = words
        if self.count:
            self.heads = (self.heads[0], words, *self.heads[2:])
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, INTERVAL, INTERVAL)

    def texts(self, row: int) -> Sequence[str]:
        view = self.view
        if view is None:
            return ()
        cell = view.cells[row]
        title, name = says.row_names(cell, view.file)
        ends = says.score(cell, view.file).partition(" (")[2].removesuffix(")")
        verdict = ", ".join(filter(None, (cell.words, says.answers(cell))))
        claim = says.claim(cell, view.file)
        shown = f"{title} ({name})" if name else title
        return shown, ends, says.score(cell, view.file), claim, verdict

    def said(self, row: int, column: int) -> str:
        return says.row_said(self.view, row) if self.view is not None else ""


class ForestTable(Grid):
    """`picked` carries the name of the row that became the current one, `games_asked` asks for the
    games of the current row.
    """

    picked = Signal(str)
    games_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        self.model_ = ForestModel()
        super().__init__("Rows of the experiment", self.model_, parent)
        self.model_.setParent(self)
        self._silent, self._row = False, 0
        self.selectionModel().currentChanged.connect(self._moved)
        self.doubleClicked.connect(lambda _index: self.games_asked.emit())
        self.set_row_height(theme.current().px(ROW))

    @property
    def view(self) -> ExperimentView | None:
        """The records on show."""
        return self.model_.view

    @property
    def axis(self) -> IntervalAxis | None:
        """The common axis."""
        view = self.view
        if view is None or not IntervalAxis.has(view.cells, view.file):
            return None
        return IntervalAxis.of(view.cells, view.file)

    def set_view(self, view: ExperimentView | None) -> None:
        """Shows newer records."""
        self._silent = True
        self.model_.set_view(view)
        if view is not None:
            self._row = view.chosen
            if self.currentIndex().row() != view.chosen:
                self.setCurrentIndex(self.model_.index(view.chosen, 0))
        self._silent = False
        self.share_out()
        self.viewport().update()

    def fit_rows(self, room: int) -> int:
        """Gives rows the height that lets all fit into `room`, if they can be that low; returns
        the height of the table.
        """
        look, heads = theme.current(), self.horizontalHeader().sizeHint().height() + 2
        each = (room - heads) // max(1, self.model_.count)
        self.set_row_height(max(look.px(LEAST_ROW), min(look.px(ROW), each)))
        return min(room, self.whole)

    def _moved(self, now: QModelIndex, _before: QModelIndex) -> None:
        if self._silent or self.view is None or not now.isValid():
            return
        self._row = now.row()
        self.viewport().update()
        self.picked.emit(self.view.cells[now.row()].part.row.name)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER:
            self.games_asked.emit()
        else:
            super().keyPressEvent(event)

    # -- columns -----------------------------------------------------------------------------------

    def share_out(self) -> None:
        look, view = theme.current(), self.view
        if view is None:
            return
        sides = {k: self._needs(k) for k in (SCORE, CLAIM, VERDICT)}
        names = [text for cell in view.cells for text in says.row_names(cell, view.file)]
        longest = max((text_width(text, theme.TABLE, True) for text in names), default=0.0)
        room = self.viewport().width() - sum(sides.values())
        least, most = look.px(LEAST_NAME), MOST_NAME * self.viewport().width()
        name = max(least, min(round(longest) + look.px(18), round(most)))
        if room - name < look.px(LEAST_INTERVAL):
            name = max(least, room - look.px(LEAST_INTERVAL))
        for column, wide in (*sides.items(), (NAME, name), (INTERVAL, room - name)):
            self.setColumnWidth(column, max(1, wide))
        space = room - name - look.px(12)
        fitting = (text for text in INTERVALS[view.table.measures :] if text_width(text) <= space)
        self.model_.set_intervals(next(fitting, ""))

    def _needs(self, column: int) -> int:
        """The width of a column at the right."""
        view = self.view
        assert view is not None
        texts = [self.model_.heads[column]]
        for k, cell in enumerate(view.cells):
            whole = self.model_.texts(k)[column]
            texts += [cell.words, says.answers(cell)] if column == VERDICT else [whole]
        bold = column != CLAIM
        wide = max(text_width(text, theme.TABLE, bold) for text in texts)
        return round(wide) + theme.current().px(14)

    # -- painting ----------------------------------------------------------------------------------

    def draw(self, painter: QPainter, box: QRectF, row: int, column: int) -> None:
        look, view = theme.current(), self.view
        if view is None:
            return
        cell = view.cells[row]
        painter.fillRect(QRectF(box.left(), box.bottom() - 1, box.width(), 1), look.colour("line"))
        inner = box.adjusted(look.px(6), 0, -look.px(6), 0)
        if column == NAME:
            if row == self._row:
                painter.fillRect(box.adjusted(0, 0, 0, -1), look.colour("mark"))
            title, name = says.row_names(cell, view.file)
            self._paint_two(painter, inner, title, name, row == self._row)
        elif column == INTERVAL and self.axis is not None:
            self.axis.paint_back(painter, box)
            self.axis.paint_cell(painter, box, cell)
        elif column == VERDICT:
            known = cell.evidence.mean is not None
            self._paint_two(painter, inner, cell.words, says.answers(cell), known, right=True)
        else:
            text = self.model_.texts(row)[column]
            bold, role = column == SCORE, "ink" if column == SCORE else "ink2"
            put(painter, inner, text, theme.TABLE, role, bold=bold, right=True)

    @staticmethod
    def _paint_two(
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
