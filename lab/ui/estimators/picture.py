"""The picture of an estimator: its Scene, and over it the last samples as points, each group in its
own shape and colour.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.ui.board.painter import Viewport, fit, paint_scene
from lab.ui.parts import theme
from lab.ui.parts.guard import guarded
from lab.ui.parts.marks import marks_of
from lab.ui.parts.painted import put, text_line, text_width
from search.estimators.base import EstimateSnapshot, SamplePoints

DOT = 3.0  # pixels at 100 %


class Picture(QWidget):
    """Draws the latest snapshot; without a picture it stays empty."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("The last samples")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._shown: EstimateSnapshot | None = None
        theme.changed.connect(self._restyled)

    def _restyled(self) -> None:
        self._fit()
        self.update()

    def _fit(self) -> None:
        """No higher than the picture is at this width."""
        if self._shown is not None and self._shown.scene is not None:
            scene = self._shown.scene
            below = self._legend_height()
            high = round(self.width() * scene.height / scene.width + below + theme.current().px(8))
            self.setMaximumHeight(max(self.minimumSizeHint().height(), high))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def set_snapshot(self, snapshot: EstimateSnapshot | None) -> None:
        """Shows newer samples."""
        if snapshot is not self._shown:
            self._shown = snapshot
            self._fit()
            self.update()

    sizeHint = theme.sized(420, 420)
    minimumSizeHint = theme.sized(160, 160)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._shown is None or self._shown.scene is None:
            return
        look, scene = theme.current(), self._shown.scene
        room = QRectF(
            0,
            0,
            self.width(),
            min(self.height() - self._legend_height(), self.width() * scene.height / scene.width),
        )
        with QPainter(self) as painter:
            painter.fillRect(fit(scene, room).frame, look.colour("field"))
            view = paint_scene(painter, scene, room, look, marks_of((0, 1)))
            if self._shown.points is not None:
                self._paint_points(painter, view, self._shown.points)
                self._paint_legend(painter, 0.0, view.frame.bottom() + 1)

    def _paint_points(self, painter: QPainter, view: Viewport, points: SamplePoints) -> None:
        look = theme.current()
        for group, role in enumerate(points.roles):
            mine = points.group == group
            spots = QPolygonF(
                [
                    view.point(x, y)
                    for x, y in zip(points.x[mine].tolist(), points.y[mine].tolist(), strict=True)
                ]
            )
            painter.setPen(_pen(role, look))
            painter.drawPoints(spots)

    def _legend(self) -> list[tuple[float, float, str, str]]:
        """Left end, line, text and role of each group: on one line if there is room."""
        points = self._shown.points if self._shown is not None else None
        if points is None:
            return []
        found, x, look = [], 0.0, theme.current()
        counts = [int((points.group == k).sum()) for k in range(len(points.names))]
        texts = [f"{name}, {n:,}" for name, n in zip(points.names, counts, strict=True)]
        whole = [f"{text} of the last {points.group.size:,}" for text in texts]
        if max(text_width(each, theme.TABLE) for each in whole) <= self.width() - look.px(14):
            texts = whole
        for text, role in zip(texts, points.roles, strict=True):
            found.append((x, 0.0, text, role))
            x += look.px(28) + text_width(text, theme.TABLE)
        if x - look.px(16) > self.width():
            return [(0.0, float(k), text, role) for k, (_, _, text, role) in enumerate(found)]
        return found

    def _legend_height(self) -> float:
        lines = {line for _, line, _, _ in self._legend()}
        return len(lines) * text_line(theme.TABLE, 4)

    def _paint_legend(self, painter: QPainter, left: float, top: float) -> None:
        look, high = theme.current(), text_line(theme.TABLE, 4)
        for x, line, text, role in self._legend():
            at, y = left + look.px(2) + x, top + line * high
            painter.setPen(_pen(role, look))
            painter.drawPoint(QPointF(at + look.px(4), y + high / 2))
            box = QRectF(at + look.px(12), y, text_width(text, theme.TABLE) + 2, high)
            put(painter, box, text, theme.TABLE, "ink2")


def _pen(role: str, look: theme.Theme) -> QPen:
    return QPen(look.colour(role), DOT * look.scale, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
