"""Icons that follow the theme: a QIcon paints its glyph in the current colours, so none goes
stale when the theme changes.
"""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QIconEngine, QPainter, QPixmap

from lab.ui.parts import theme
from lab.ui.parts.glyphs import GLYPHS, paint_glyph

NAMES = tuple(GLYPHS)


class ThemedEngine(QIconEngine):
    """Paints one glyph in a colour role of the current theme; checked toggles turn to the colour on
    the accent.
    """

    def __init__(self, name: str, role: str) -> None:
        super().__init__()
        self._name, self._role = name, role

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        role = (
            "ink3"
            if mode == QIcon.Mode.Disabled
            else "on_accent"
            if state == QIcon.State.On
            else self._role
        )
        paint_glyph(painter, QRectF(rect), self._name, theme.current().colour(role))

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        return self.scaledPixmap(size, mode, state, 1.0)

    def scaledPixmap(
        self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float
    ) -> QPixmap:
        pixmap = QPixmap(size * scale)
        pixmap.setDevicePixelRatio(scale)
        pixmap.fill(Qt.GlobalColor.transparent)
        with QPainter(pixmap) as painter:
            self.paint(painter, QRect(0, 0, size.width(), size.height()), mode, state)
        return pixmap

    def clone(self) -> ThemedEngine:
        return ThemedEngine(self._name, self._role)


def icon(name: str, role: str = "ink") -> QIcon:
    """The icon `name` (one of NAMES) in a colour role; ink3 while disabled, the colour on the
    accent while checked.
    """
    if name not in GLYPHS:
        raise KeyError(f"There is no icon {name}; there is {', '.join(NAMES)}.")
    return QIcon(ThemedEngine(name, role))
