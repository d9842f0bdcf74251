"""The picture of an estimator: its Scene, and over it the last samples as points, each group in its
own shape and colour.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.ui.board.painter import Viewport, fit, paint_scene
from lab.ui.parts import theme
from lab.ui.parts.marks import marks_of
from lab.ui.parts.painted import put, text_line, text_width
from search.estimators.base import EstimateSnapshot, SamplePoints

DOT = 3.0  # pixels at 100 %


class Picture(QWidget):
    """Draws the latest snapshot; without a picture it stays empty."""

    def __init__(self, parent: QWidget | None = None) -> None:
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
            line = text_line(theme.AXIS, 4) if self._shown.points is not None else 0
            high = round(self.width() * scene.height / scene.width + line + theme.current().px(8))
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

    def sizeHint(self) -> QSize:
        return QSize(theme.current().px(420), theme.current().px(420))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.current().px(160), theme.current().px(160))

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._shown is None or self._shown.scene is None:
            return
        look, scene = theme.current(), self._shown.scene
        room = QRectF(
            0,
            0,
            self.width(),
            min(
                self.height() - text_line(theme.AXIS, 4), self.width() * scene.height / scene.width
            ),
        )
        with QPainter(self) as painter:
            painter.fillRect(fit(scene, room).frame, look.colour("field"))
            view = paint_scene(painter, scene, room, look, marks_of((0, 1)))
            if self._shown.points is not None:
                self._paint_points(painter, view, self._shown.points)
                self._paint_legend(
                    painter, self._shown.points, view.frame.left(), view.frame.bottom() + 1
                )

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

    def _paint_legend(
        self, painter: QPainter, points: SamplePoints, left: float, top: float
    ) -> None:
        look, line = theme.current(), text_line(theme.AXIS, 4)
        x = left + look.px(2)
        for group, (name, role) in enumerate(zip(points.names, points.roles, strict=True)):
            painter.setPen(_pen(role, look))
            painter.drawPoint(QPointF(x + look.px(4), top + line / 2))
            count = int((points.group == group).sum())
            text = f"{name}, {count:,} of the last {points.group.size:,}"
            put(
                painter,
                QRectF(x + look.px(12), top, text_width(text, theme.AXIS) + 2, line),
                text,
                theme.AXIS,
                "ink2",
            )
            x += look.px(28) + text_width(text, theme.AXIS)


def _pen(role: str, look: theme.Theme) -> QPen:
    return QPen(look.colour(role), DOT * look.scale, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
