"""Nodes as small boards, painted once for each size; nodes of a tree as their words."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from lab.lesson.mcts import SmallPosition
from lab.lesson.mcts.steps import Picture
from lab.ui.board.painter import paint_scene
from lab.ui.parts import pictures, theme
from lab.ui.parts.marks import marks_of
from lab.ui.parts.painted import put_centred, text_width

USUAL = 85.0  # the side in pixels at which lines have their usual width


class SmallBoards:
    """Pictures of one lesson's positions, kept until the lesson or the theme changes."""

    def __init__(self) -> None:
        self._kept: dict[tuple[object, int, float], QPixmap] = {}
        self._owner: tuple[int, ...] = (0, 1)

    def begin(self, position: SmallPosition) -> None:
        """Another lesson."""
        self._owner = tuple(position.game.owner)
        self.forget()

    def forget(self) -> None:
        """Another theme or lesson: everything is painted again."""
        self._kept.clear()

    def paint(self, painter: QPainter, key: object, picture: Picture, box: QRectF) -> None:
        """One position in a square box."""
        if isinstance(picture, str):
            centred(painter, box, picture, theme.TABLE, "ink", bold=True)
            return
        if pictures.is_drawing():
            self._paint(painter, picture, box)
            return
        device = painter.device()
        ratio = float(device.devicePixelRatioF()) if device is not None else 1.0
        side = max(4, round(box.width()))
        found = self._kept.get((key, side, ratio))
        if found is None:
            found = self._kept[key, side, ratio] = self._painted(picture, side, ratio)
        painter.drawPixmap(QPointF(round(box.x()), round(box.y())), found)

    def _painted(self, picture: Picture, side: int, ratio: float) -> QPixmap:
        pixmap = QPixmap(round(side * ratio), round(side * ratio))
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        with QPainter(pixmap) as painter:
            self._paint(painter, picture, QRectF(0, 0, side, side))
        return pixmap

    def _paint(self, painter: QPainter, picture: Picture, box: QRectF) -> None:
        assert not isinstance(picture, str)
        look = theme.current()
        zoom = box.width() / look.scale / USUAL
        paint_scene(painter, picture, box, look, marks_of(self._owner), zoom=zoom)


def centred(
    painter: QPainter, box: QRectF, text: str, size: float, role: str, bold: bool = False
) -> None:
    """One line of text in the middle of a box, in smaller type where it does not fit."""
    size = size if text_width(text, size, bold) <= box.width() else theme.AXIS
    put_centred(painter, box, text, size, role, bold=bold)
