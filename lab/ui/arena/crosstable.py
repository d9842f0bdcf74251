"""Each against each: the share of the points of the row against the column, in heat colours around
one half, paler where it is less sure.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QHeaderView, QWidget

from lab.experiments.arena.standing import CrossCell
from lab.ui.arena import says
from lab.ui.arena.records import ArenaView
from lab.ui.parts import theme
from lab.ui.parts.grid import Grid, GridModel, Role
from lab.ui.parts.guard import guarded
from lab.ui.parts.painted import put, put_centred, text_width
from lab.ui.parts.tips import plain
from lab.words.numerals import uncertain

PALE, VAGUE = 0.3, 0.25  # the palest share of a colour; half of an interval that says nothing
STEEP = 2.2  # of a colour in the score's distance from one half
LEAST, NAMES = 30, 128  # pixels at 100 %, of a column, of the names


class CrossModel(GridModel):
    """Bots against bots, in the order of the standing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = ArenaView()

    def set_view(self, view: ArenaView) -> None:
        """Newer records."""
        self.view = view
        self.renew(len(view.rows), tuple(f"{k + 1}" for k in range(len(view.rows))))

    def texts(self, row: int) -> Sequence[str]:
        cells = (self.view.cell((row, k)) for k in range(len(self.view.rows)))
        return [says.share(cell) if cell is not None else "" for cell in cells]

    def said(self, row: int, column: int) -> str:
        return says.cell(self.view, (row, column))

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Vertical:
            known = section < len(self.view.rows)
            name = self.view.rows[section].name if known else ""
            return f"{section + 1} {name}" if role == Role.DisplayRole else None
        if role == Role.ToolTipRole and section < len(self.view.rows):
            return plain(self.view.rows[section].name)
        return super().headerData(section, orientation, role)


class NameHeader(QHeaderView):
    """The names at the left, which stay while the table scrolls."""

    def __init__(self, grid: CrossTable) -> None:
        super().__init__(Qt.Orientation.Vertical, grid)
        self._grid = grid
        self.setSectionsClickable(False)

    def sizeHint(self) -> QSize:
        look, view = theme.current(), self._grid.view
        wide = max((text_width(row.name, theme.TABLE, True) for row in view.rows), default=0.0)
        return QSize(round(min(wide, look.px(NAMES))) + look.px(34), 0)

    def paintSection(self, painter: QPainter, rect: Any, section: int) -> None:
        self._paint(painter, QRectF(rect), section)

    @guarded
    def _paint(self, painter: QPainter, box: QRectF, section: int) -> None:
        look, view = theme.current(), self._grid.view
        painter.fillRect(box, look.colour("panel"))
        if section >= len(view.rows):
            return
        number = QRectF(box.left() + look.px(6), box.top(), look.px(18), box.height())
        put(painter, number, f"{section + 1}", theme.TABLE, "ink2")
        room = box.adjusted(look.px(26), 0, -look.px(6), 0)
        test, name = view.test, view.rows[section].name
        bold = test is not None and name in (test.candidate, test.than)
        put(painter, room, name, theme.TABLE, bold=bold)


class NumberHeader(QHeaderView):
    """The numbers above the columns."""

    def __init__(self, grid: CrossTable) -> None:
        super().__init__(Qt.Orientation.Horizontal, grid)
        self.setSectionsClickable(False)

    def sizeHint(self) -> QSize:
        return QSize(0, theme.current().px(20))

    def paintSection(self, painter: QPainter, rect: Any, section: int) -> None:
        self._paint(painter, QRectF(rect), section)

    @guarded
    def _paint(self, painter: QPainter, box: QRectF, section: int) -> None:
        painter.fillRect(box, theme.current().colour("panel"))
        put_centred(painter, box, f"{section + 1}", theme.TABLE, "ink2")


class CrossTable(Grid):
    """The cell of the running test is outlined."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self.model_ = CrossModel()
        super().__init__("Each against each", self.model_, parent)
        self.model_.setParent(self)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        for header in (NumberHeader(self), NameHeader(self)):
            self._put(header)
        theme.changed.connect(self._restyled)
        corner = self.findChild(QAbstractButton)
        if corner is not None:  # Qt's own, which would paint a button where nothing can be done
            corner.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        return event.type() == QEvent.Type.Paint and isinstance(watched, QAbstractButton)

    def _put(self, header: QHeaderView) -> None:
        across = header.orientation() == Qt.Orientation.Horizontal
        (self.setHorizontalHeader if across else self.setVerticalHeader)(header)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setMinimumSectionSize(1)
        header.show()

    def _restyled(self, _theme: object = None) -> None:
        for part in (self, self.horizontalHeader(), self.verticalHeader()):
            part.viewport().update()

    @property
    def view(self) -> ArenaView:
        """The records on show."""
        return self.model_.view

    def set_view(self, view: ArenaView) -> None:
        """Shows newer records."""
        self.model_.set_view(view)
        self.verticalHeader().updateGeometry()
        self.share_out()
        self.viewport().update()

    def share_out(self) -> None:
        count = max(1, self.model_.count)
        self.verticalHeader().setFixedWidth(self.verticalHeader().sizeHint().width())
        wide = max(theme.current().px(LEAST), self.viewport().width() // count)
        self.horizontalHeader().setDefaultSectionSize(wide)

    # -- painting ----------------------------------------------------------------------------------

    def draw(self, painter: QPainter, box: QRectF, row: int, column: int) -> None:
        look, found = theme.current(), self.view.cell((row, column))
        inner = box.adjusted(1, 1, -1, -1)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("track") if found is None else colour(found))
        painter.drawRoundedRect(inner, 2, 2)
        if found is not None:
            self._paint_numbers(painter, inner, found)
        here = self.currentIndex()
        if (row, column) == self.view.tested:
            _frame(painter, inner, "mark_edge" if not look.dark else "heat_ink", 2.0)
        if (here.row(), here.column()) == (row, column) and self.hasFocus():
            _frame(painter, inner, "heat_ink" if found is not None else "ink", 1.4)

    @staticmethod
    def _paint_numbers(painter: QPainter, box: QRectF, found: CrossCell) -> None:
        look = theme.current()
        share, half = f"{100 * found.points:.0f}", uncertain(found.points, found.low, found.high)
        wide = text_width(share, theme.TABLE, True)
        rest = text_width(half, theme.AXIS)
        gap = max(1.0, min(float(look.px(4)), box.width() - 2 - wide - rest))
        both = wide + gap + rest
        if both > box.width():
            put_centred(painter, box, share, theme.TABLE, "heat_ink", bold=True)
            return
        left = box.center().x() - both / 2
        first = QRectF(left, box.top(), wide + 1, box.height())
        put(painter, first, share, theme.TABLE, "heat_ink", bold=True)
        second = QRectF(left + wide + gap, box.top(), both, box.height())
        painter.setOpacity(0.75)
        put(painter, second, half, theme.AXIS, "heat_ink")
        painter.setOpacity(1.0)


def _frame(painter: QPainter, box: QRectF, role: str, width: float) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.current().colour(role), width))
    inset = width / 2
    painter.drawRoundedRect(box.adjusted(inset, inset, -inset, -inset), 3, 3)


def colour(found: CrossCell) -> QColor:
    """The heat of a score: none at one half, paler the wider its interval."""
    look = theme.current()
    away = found.points - 0.5
    sure = max(PALE, 1.0 - found.half / VAGUE)
    share = min(1.0, STEEP * abs(away)) * sure
    even, end = look.colour("heat_even"), look.colour("heat_high" if away >= 0 else "heat_low")
    ends = ((even.redF(), end.redF()), (even.greenF(), end.greenF()), (even.blueF(), end.blueF()))
    return QColor.fromRgbF(*(a + (b - a) * share for a, b in ends))
