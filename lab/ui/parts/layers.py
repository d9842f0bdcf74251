"""Pixmaps of what does not change from one repaint to the next."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from lab.ui.parts import theme

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

    def still(self, paint: Paint) -> QPixmap:
        """The backdrop, repainted if it was dropped or the screen's pixel ratio changed."""
        ratio = self._widget.devicePixelRatioF()
        if self._still is None or self._still.devicePixelRatio() != ratio:
            self._ground = None
            self._still = QPixmap(self._widget.size() * ratio)
            self._still.setDevicePixelRatio(ratio)
            self._still.fill(theme.current().colour("panel"))
            _paint_on(self._still, paint)
        return self._still

    def ground(self, still: Paint, paint: Paint) -> QPixmap:
        """The backdrop with this turn's items on it."""
        below = self.still(still)
        if self._ground is None:
            self._ground = QPixmap(below)
            _paint_on(self._ground, paint)
        return self._ground


def _paint_on(pixmap: QPixmap, paint: Paint) -> None:
    with QPainter(pixmap) as painter:  # ended even if painting fails, else Qt crashes
        paint(painter)
