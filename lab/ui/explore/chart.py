"""What map and curve share: a result to show, one selected point, the point under the pointer, and
how the user chooses one.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from engines.knobs import Value
from lab.experiments.sweep import SweepResult
from lab.ui.explore import heat
from lab.ui.parts import theme
from lab.ui.parts.chart.chart import Chart
from lab.ui.parts.chart.data import ChartData, DataCell
from lab.ui.parts.chart.readout import Reading

STEPS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, 1),
    Qt.Key.Key_Down: (0, -1),
}
CAP = 4  # half the width of an error bar's ends, pixels at 100 %


class SweepChart(Chart):
    """Shows a result. Subclasses give `point_at` and draw; the first axis is horizontal, the second
    vertical. Wheel and drag zoom both axes: a sweep can have many points.
    """

    picked = Signal(int)  # the point that the user clicked or moved to

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        self.result: SweepResult | None = None
        self.selected = -1
        self.hovered = -1
        super().__init__(name, parent, zooms="xy")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.set_reader(self._read)
        self.set_data(self.data)

    def set_result(self, result: SweepResult | None) -> None:
        """Shows newer results."""
        if result is None or self.result is None or len(result.points) != len(self.result.points):
            self.hovered = -1
        self.result = result
        self.setAccessibleDescription(result.sentence if result is not None else "")
        self.show_result()

    def select(self, point: int) -> None:
        """Marks a point as selected; -1 for none."""
        if point != self.selected:
            self.selected = point
            if self.result is not None and point >= 0:
                self.setAccessibleDescription(". ".join(heat.scores(self.result, point)))
            self.repaint_layers()

    def data(self) -> ChartData | None:
        """Each point's values and score."""
        return scores_data(self.result) if self.result is not None else None

    def sizeHint(self) -> QSize:
        return QSize(theme.current().px(600), theme.current().px(560))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.current().px(320), theme.current().px(240))

    # -- for subclasses ----------------------------------------------------------------------------

    def point_at(self, spot: QPointF) -> int:
        """The point under a pixel, -1 for none."""
        raise NotImplementedError

    def show_result(self) -> None:
        """Hands the result to field and series."""
        raise NotImplementedError

    @property
    def shape(self) -> tuple[int, int]:
        """Values across, and up."""
        if self.result is None:
            return 0, 0
        counts = [len(axis.values) for axis in self.result.grid.axes]
        return counts[0], counts[1] if len(counts) > 1 else 1

    # -- events ------------------------------------------------------------------------------------

    def _restyled(self, _theme: object = None) -> None:
        super()._restyled()
        self.show_result()

    def _read(self, spot: QPointF) -> Reading | None:
        point = self.point_at(spot)
        if self.result is None or point < 0:
            return None
        return Reading("\n".join(heat.scores(self.result, point)))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._hover(-1 if self._dragging else self.point_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(-1)

    def _hover(self, point: int) -> None:
        if point != self.hovered and not self._dragging:
            self.hovered = point
            self.setCursor(
                Qt.CursorShape.PointingHandCursor if point >= 0 else Qt.CursorShape.ArrowCursor
            )
            self.repaint_layers()

    def clicked(self, spot: QPointF) -> None:
        point = self.point_at(spot)
        if point >= 0:
            self.picked.emit(point)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step, (across, up) = STEPS.get(Qt.Key(event.key())), self.shape
        if step is None or not across:
            super().keyPressEvent(event)
            return
        x, y = divmod(self.selected, up) if self.selected >= 0 else (0, 0)
        if self.selected >= 0:
            x, y = x + step[0], y + step[1]
        self.picked.emit(max(0, min(across - 1, x)) * up + max(0, min(up - 1, y)))


def scores_data(result: SweepResult) -> ChartData:
    """A row for each point: its values, and its score with the 95 % interval."""
    axes = [axis_title(result, k) for k in range(len(result.grid.axes))]
    rows = []
    for point in result.points:
        score, values = point.score, [_cell(v) for v in point.values]
        known = score.mean is not None
        ends = (score.mean, score.low, score.high) if known else (None, None, None)
        counts = (score.matches, *score.counts)
        rows.append((*values, *ends, *counts, "benchmark" if point.itself else ""))
    heads = ("score (0 to 1)", "95 % low", "95 % high", "matches", "won", "drawn", "lost", "note")
    return ChartData(f"scores {result.plan.game}", (*axes, *heads), tuple(rows))


def _cell(value: Value) -> DataCell:
    return ("yes" if value else "no") if isinstance(value, bool) else value


def error_bar(painter: QPainter, low: QPointF, high: QPointF, middle: QPointF) -> None:
    """An interval with its ends, and the dot of its mean, in ink."""
    look = theme.current()
    along = high - low
    side = QPointF(look.px(CAP), 0) if abs(along.x()) < abs(along.y()) else QPointF(0, look.px(CAP))
    painter.setPen(QPen(look.colour("ink"), 1))
    painter.drawLine(low, high)
    for end in (low, high):
        painter.drawLine(end - side, end + side)
    painter.setBrush(look.colour("ink"))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.drawEllipse(middle, 3 * look.scale, 3 * look.scale)


def axis_title(result: SweepResult, axis: int) -> str:
    """What an axis shows: "Exploration c (log scale)", "Depth (turns)"."""
    found = result.grid.axes[axis]
    about = ", ".join(filter(None, (found.unit, "log scale" if found.log else "")))
    return f"{found.title} ({about})" if about else found.title
