"""Settings as tables: the race, whose scores are drawn on a common axis, and all settings."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPen

from lab.experiments.sweep.grid import word
from lab.experiments.tuner.shown import SettingShown
from lab.experiments.tuner.space import Setting
from lab.ui.parts import theme
from lab.ui.parts.fields import Field
from lab.ui.parts.table import FieldTable, inside
from lab.ui.tuner import records as says
from lab.ui.tuner.records import TunerView

ROW, LEAST_ROW = 24, 20  # pixels at 100 %
LEAST_SCORE = 84  # of the painted intervals
CAP, DOT = 4.0, 3.0  # half an interval's end, the radius of its middle
MOST_RACING = 16
ALONE, MODEL = "games only, 95 %", "with the model"


class SettingsTable(FieldTable[SettingShown]):
    """Settings as rows: a place, the knobs in `order`, what is known, and the games. The best is on
    mark. `setting_chosen` carries the setting of a row that was opened.
    """

    setting_chosen = Signal(object)
    at_once = True
    lined = True

    def __init__(self, name: str) -> None:
        self.view, self._order = TunerView(), tuple[int, ...]()
        super().__init__(name)
        self.opened.connect(lambda each: self.setting_chosen.emit(each.setting))

    def show_rows(
        self, view: TunerView, rows: Sequence[SettingShown], order: Sequence[int]
    ) -> None:
        """Shows other settings; the knobs are in this order."""
        self.view, self._order = view, tuple(order)
        self._places = {each.setting: f"{k}" for k, each in enumerate(rows, 1)}
        self.set_rows(rows)

    def fields(self) -> Sequence[Field[SettingShown]]:
        return (
            Field("", self._place, role="ink2"),
            *(self._knob(k, k == self._order[0]) for k in self._order),
            self._score(),
            Field(MODEL, lambda each: each.both.text),
            Field(f"{self.view.unit}s", lambda each: f"{each.groups:,}", right=True),
        )

    def _knob(self, at: int, first: bool) -> Field[SettingShown]:
        name, best = self.view.knobs[at].name, self.is_marked
        return Field(name, lambda each: word(each.setting[at]), right=True, bold=best)

    def _score(self) -> Field[SettingShown]:
        """A setting's own score."""
        return Field(ALONE, alone)

    def _place(self, each: SettingShown) -> str:
        return self._places[each.setting]

    def key(self, row: SettingShown) -> Setting:
        return row.setting

    def words(self, row: SettingShown) -> str:
        return f"{self._place(row)}. {says.tried(self.view, row)}."

    def is_marked(self, row: SettingShown) -> bool:
        return row.best


def alone(each: SettingShown) -> str:
    """The score in a setting's own games."""
    return each.alone.text if each.groups else ""


class Race(SettingsTable):
    """The race from the best down, or before it the best so far. A line is above those that ended
    in an earlier round. The weightiest knobs are shown, as many as fit.
    """

    def __init__(self) -> None:
        super().__init__("Race of the best")

    def set_view(self, view: TunerView) -> None:
        """Shows newer records."""
        self.show_rows(view, view.race[:MOST_RACING], view.weighty)

    @property
    def axis(self) -> tuple[float, float]:
        """The ends of the common axis; one half is within."""
        rows = self.model_.rows
        ends = [end for each in rows for end in (each.alone.low, each.alone.high)]
        low, high = min(0.5, *ends, 1.0), max(0.5, *ends, 0.0)
        return low - 0.04, high + 0.04

    def fields(self) -> Sequence[Field[SettingShown]]:
        """The interval's tooltip has what the model says."""
        return tuple(
            replace(field, shown=False) if field.title == MODEL else field
            for field in super().fields()
        )

    def _knob(self, at: int, first: bool) -> Field[SettingShown]:
        return replace(super()._knob(at, first), drops=not first)

    def _score(self) -> Field[SettingShown]:
        return Field(ALONE, alone, paint=self._paint_score, least=LEAST_SCORE, rest=True)

    def ground(self, painter: QPainter, box: QRectF, row: SettingShown) -> None:
        super().ground(painter, box, row)
        at = self.model_.rows.index(row)
        if at and row.ended < self.model_.rows[at - 1].ended:
            top = QRectF(box.left(), box.top(), box.width(), 1)
            painter.fillRect(top, theme.current().colour("edge"))

    def _paint_score(self, painter: QPainter, box: QRectF, each: SettingShown) -> None:
        """The setting's own score in its interval, and one half as a line through all rows."""
        look, (low, high) = theme.current(), self.axis
        inner = inside(box)

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


class AllSettings(SettingsTable):
    """Every setting that was tried and is not filtered out, the best by its lower bound first."""

    def __init__(self) -> None:
        super().__init__("Settings")
        self._kept: frozenset[Setting] | None = None

    def set_view(self, view: TunerView) -> None:
        """Shows newer records."""
        rows = [e for e in view.tried if self._kept is None or e.setting in self._kept]
        rows.sort(key=lambda each: -each.both.low)
        self.show_rows(view, rows, range(len(view.knobs)) if view.found is not None else ())

    def set_filter(self, kept: Set[Setting] | None) -> None:
        """Shows these settings only; None for all."""
        self._kept = None if kept is None else frozenset(kept)
        self.set_view(self.view)
