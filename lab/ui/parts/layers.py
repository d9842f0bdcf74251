"""Pixmaps of what does not change from one repaint to the next."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from lab.ui.parts import pictures, theme

Paint = Callable[[QPainter], None]


class Layers:
    """Two layers of a widget: `still`, the backdrop for this size, screen and theme, and `ground`,
    the backdrop with one turn's items on it.
    """

    def __init__(self, widget: QWidget) -> None:
        self._widget = widget
        self._still: QPixmap | None = None
        self._ground: QPixmap | None = None

    def forget(self, still: bool = True) -> None:
        """Drops the ground and, if asked, the still layer."""
        self._ground = None
        if still:
            self._still = None

    def paint_still(self, painter: QPainter, still: Paint) -> None:
        """Paints the backdrop, as shapes in a drawing."""
        if pictures.is_drawing():
            still(painter)
        else:
            painter.drawPixmap(0, 0, self._still_layer(still))

    def paint_ground(self, painter: QPainter, still: Paint, paint: Paint) -> None:
        """Paints the backdrop with this turn's items on it, as shapes in a drawing."""
        if pictures.is_drawing():
            still(painter)
            paint(painter)
        else:
            painter.drawPixmap(0, 0, self._ground_layer(still, paint))

    def _still_layer(self, paint: Paint) -> QPixmap:
        """The backdrop, repainted if it was dropped or the screen's pixel ratio changed."""
        ratio = pictures.ratio_of(self._widget)
        if self._still is None or self._still.devicePixelRatio() != ratio:
            self._ground = None
            self._still = QPixmap(self._widget.size() * ratio)
            self._still.setDevicePixelRatio(ratio)
            self._still.fill(theme.current().colour("panel"))
            _paint_on(self._still, paint)
        return self._still

    def _ground_layer(self, still: Paint, paint: Paint) -> QPixmap:
        """The backdrop with this turn's items on it."""
        below = self._still_layer(still)
        if self._ground is None:
            self._ground = QPixmap(below)
            _paint_on(self._ground, paint)
        return self._ground


def _paint_on(pixmap: QPixmap, paint: Paint) -> None:
    with QPainter(pixmap) as painter:  # ended even if painting fails, else Qt crashes
        paint(painter)
