"""Settings as tables: the race, whose scores are drawn on a common axis, and all settings."""

from __future__ import annotations

from collections.abc import Sequence, Set

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QWidget

from lab.experiments.sweep.grid import word
from lab.experiments.tuner.shown import SettingShown
from lab.experiments.tuner.space import Setting
from lab.ui.parts import theme
from lab.ui.parts.grid import ENTER, Grid, GridModel
from lab.ui.parts.painted import put, text_width
from lab.ui.tuner import says
from lab.ui.tuner.records import TunerView

ROW, LEAST_ROW = 24, 20  # pixels at 100 %
LEAST_SCORE = 84  # of the painted intervals
CAP, DOT = 4.0, 3.0  # half an interval's end, the radius of its middle
MOST_RACING = 16


class SettingsModel(GridModel):
    """Settings as rows: a place, the knobs in `order`, what is known, and the games."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = TunerView()
        self.rows: tuple[SettingShown, ...] = ()
        self.order: tuple[int, ...] = ()

    def set_rows(self, view: TunerView, rows: Sequence[SettingShown], order: Sequence[int]) -> None:
        """Shows other settings; the knobs are in this order."""
        self.view, self.rows, self.order = view, tuple(rows), tuple(order)
        names = [view.knobs[k].name for k in self.order]
        heads = ("", *names, "games only, 95 %", "with the model", f"{view.unit}s")
        self.rights = frozenset((*range(1, len(names) + 1), len(names) + 3))
        self.renew(len(self.rows), heads)

    @property
    def alone(self) -> int:
        """The column of a setting's own score."""
        return len(self.order) + 1

    def texts(self, row: int) -> Sequence[str]:
        each = self.rows[row]
        return (
            f"{row + 1}",
            *(word(each.setting[k]) for k in self.order),
            each.alone.text if each.groups else "",
            each.both.text,
            f"{each.groups:,}",
        )

    def said(self, row: int, column: int) -> str:
        return f"{row + 1}. {says.tried(self.view, self.rows[row])}."


class SettingsGrid(Grid):
    """`setting_chosen` carries the setting of a row that was clicked, or of Enter."""

    setting_chosen = Signal(object)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        self.model_ = SettingsModel()
        super().__init__(name, self.model_, parent)
        self.model_.setParent(self)
        self.opened.connect(self._open)

    def _open(self, row: int, _column: int) -> None:
        if 0 <= row < len(self.model_.rows):
            self.setting_chosen.emit(self.model_.rows[row].setting)

    def keyPressEvent(self, event) -> None:  # type: ignore[no-untyped-def] # the event is Qt's own
        if event.key() in ENTER and self.currentIndex().isValid():
            self._open(self.currentIndex().row(), 0)
        else:
            super().keyPressEvent(event)

    def wide(self, column: int) -> int:
        """The width that shows a column in full."""
        rows = range(min(200, self.model_.count))
        texts = [self.model_.texts(k)[column] for k in rows]
        longest = max((text_width(t) for t in (*texts, self.model_.heads[column])), default=0.0)
        return round(longest) + theme.current().px(14)

    def set_rows(self, view: TunerView, rows: Sequence[SettingShown], order: Sequence[int]) -> None:
        """Shows other settings; the current one stays current if it is still there."""
        at = self.currentIndex()
        old = self.model_.rows
        here = old[at.row()].setting if 0 <= at.row() < len(old) else None
        self.model_.set_rows(view, rows, order)
        settings = [each.setting for each in self.model_.rows]
        if here is not None and here in settings:
            self.setCurrentIndex(self.model_.index(settings.index(here), max(0, at.column())))
        self.share_out()
        self.viewport().update()

    def back(self, painter: QPainter, box: QRectF, row: int, column: int) -> None:
        """The ground of a cell: the best on mark, lines around the current row."""
        look = theme.current()
        if self.model_.rows[row].best:
            painter.fillRect(box.adjusted(0, 1, 0, -1), look.colour("mark"))
        if self.currentIndex().row() == row:
            for top in (box.top(), box.bottom() - 1):
                painter.fillRect(QRectF(box.left(), top, box.width(), 1), look.colour("edge"))

    def draw(self, painter: QPainter, box: QRectF, row: int, column: int) -> None:
        look = theme.current()
        self.back(painter, box, row, column)
        inner = box.adjusted(look.px(6), 0, -look.px(6), 0)
        right = column in self.model_.rights
        role = "ink2" if column == 0 else "ink"
        bold = self.model_.rows[row].best and 0 < column < self.model_.alone
        text = self.model_.texts(row)[column]
        put(painter, inner, text, theme.TABLE, role, right=right, bold=bold)


class Race(SettingsGrid):
    """The race from the best down, or before it the best so far. A line is above those that ended
    in an earlier round. The weightiest knobs are shown, as many as fit.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Race of the best", parent)
        self._redress()

    def _redress(self, _theme: object = None) -> None:
        self.set_row_height(theme.current().px(ROW))
        super()._redress()

    def set_view(self, view: TunerView) -> None:
        """Shows newer records."""
        self.set_rows(view, view.race[:MOST_RACING], view.weighty)

    @property
    def axis(self) -> tuple[float, float]:
        """The ends of the common axis; one half is within."""
        rows = self.model_.rows
        ends = [end for each in rows for end in (each.alone.low, each.alone.high)]
        low, high = min(0.5, *ends, 1.0), max(0.5, *ends, 0.0)
        return low - 0.04, high + 0.04

    def share_out(self) -> None:
        look, model = theme.current(), self.model_
        if not model.heads:
            return
        alone, count = model.alone, len(model.order)
        wide = {k: self.wide(k) for k in range(len(model.heads))}
        wide[0] = look.px(14) + round(text_width(f"{max(1, model.count)}"))
        least = max(look.px(LEAST_SCORE), round(text_width("games only, 95 %")) + look.px(14))
        room = self.viewport().width() - wide[0] - wide[alone + 2] - least
        for k in range(1, count + 1):
            room -= wide[k]
            self.setColumnHidden(k, room < 0 and k > 1)
        self.setColumnHidden(alone + 1, True)  # the interval's tooltip has it
        taken = sum(wide[k] for k in range(alone) if not self.isColumnHidden(k))
        wide[alone] = max(least, self.viewport().width() - taken - wide[alone + 2])
        for column, each in wide.items():
            if not self.isColumnHidden(column):
                self.setColumnWidth(column, max(1, each))

    def draw(self, painter: QPainter, box: QRectF, row: int, column: int) -> None:
        rows = self.model_.rows
        if column != self.model_.alone:
            super().draw(painter, box, row, column)
        else:
            self.back(painter, box, row, column)
            self._paint_interval(painter, box, rows[row])
        if row and rows[row].ended < rows[row - 1].ended:
            top = QRectF(box.left(), box.top(), box.width(), 1)
            painter.fillRect(top, theme.current().colour("edge"))

    def _paint_interval(self, painter: QPainter, box: QRectF, each: SettingShown) -> None:
        """The setting's own score in its interval, and one half as a line through all rows."""
        look, (low, high) = theme.current(), self.axis
        inner = box.adjusted(look.px(6), 0, -look.px(6), 0)

        def x(value: float) -> float:
            return inner.left() + (value - low) / (high - low) * inner.width()

        painter.fillRect(QRectF(round(x(0.5)), box.top(), 1, box.height()), look.colour("line2"))
        if not each.groups:
            return
        y, cap = box.center().y(), CAP * look.scale
        painter.setPen(QPen(look.colour("ink"), 1.2))
        painter.drawLine(QPointF(x(each.alone.low), y), QPointF(x(each.alone.high), y))
        for end in (each.alone.low, each.alone.high):
            painter.drawLine(QPointF(x(end), y - cap), QPointF(x(end), y + cap))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("ink"))
        painter.drawEllipse(QPointF(x(each.alone.mean), y), DOT * look.scale, DOT * look.scale)


class AllSettings(SettingsGrid):
    """Every setting that was tried and is not filtered out, the best by its lower bound first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Settings", parent)
        self._kept: frozenset[Setting] | None = None
        self.view = TunerView()
        self._redress()

    def _redress(self, _theme: object = None) -> None:
        self.set_row_height(theme.current().px(ROW))
        super()._redress()

    def set_view(self, view: TunerView) -> None:
        """Shows newer records."""
        self.view = view
        rows = [e for e in view.tried if self._kept is None or e.setting in self._kept]
        rows.sort(key=lambda each: -each.both.low)
        self.set_rows(view, rows, range(len(view.knobs)) if view.found is not None else ())

    def set_filter(self, kept: Set[Setting] | None) -> None:
        """Shows these settings only; None for all."""
        self._kept = None if kept is None else frozenset(kept)
        self.set_view(self.view)

    def share_out(self) -> None:
        for column in range(len(self.model_.heads)):
            self.setColumnWidth(column, self.wide(column))
