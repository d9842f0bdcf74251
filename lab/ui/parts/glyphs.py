"""Icons as painter paths on a 16 x 16 grid: strokes of width 1.4 with round ends, or fills.

Icons that follow the theme: a QIcon paints its glyph in the current colours, so none goes
stale when the theme changes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QIcon,
    QIconEngine,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
)

from lab.ui.parts import theme

GRID = 16.0
STROKE = 1.4

IconGlyph = tuple[QPainterPath, QPainterPath]  # what is stroked, what is filled


def _lines(*strokes: tuple[tuple[float, float], ...]) -> QPainterPath:
    path = QPainterPath()
    for stroke in strokes:
        path.moveTo(*stroke[0])
        for point in stroke[1:]:
            path.lineTo(*point)
    return path


def _polygon(*points: tuple[float, float]) -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in points]))
    path.closeSubpath()
    return path


def _boxes(*boxes: tuple[float, float, float, float], rounding: float = 0.6) -> QPainterPath:
    path = QPainterPath()
    for x, y, w, h in boxes:
        path.addRoundedRect(QRectF(x, y, w, h), rounding, rounding)
    return path


def _both(*paths: QPainterPath) -> QPainterPath:
    path = QPainterPath()
    for part in paths:
        path.addPath(part)
    return path


def _play() -> IconGlyph:
    return QPainterPath(), _polygon((4.5, 3), (12.5, 8), (4.5, 13))


def _pause() -> IconGlyph:
    return QPainterPath(), _boxes((4, 3, 2.6, 10), (9.4, 3, 2.6, 10))


def _step() -> IconGlyph:
    return QPainterPath(), _both(
        _polygon((3.5, 3.5), (10, 8), (3.5, 12.5)), _boxes((10.6, 3.5, 1.8, 9))
    )


def _back() -> IconGlyph:
    return QPainterPath(), _both(
        _polygon((12.5, 3.5), (6, 8), (12.5, 12.5)), _boxes((3.6, 3.5, 1.8, 9))
    )


def _first() -> IconGlyph:
    wedges = _both(
        _polygon((8.6, 3.5), (3.4, 8), (8.6, 12.5)), _polygon((14, 3.5), (8.8, 8), (14, 12.5))
    )
    return QPainterPath(), _both(wedges, _boxes((1.6, 3.5, 1.6, 9)))


def _last() -> IconGlyph:
    wedges = _both(
        _polygon((2, 3.5), (7.2, 8), (2, 12.5)), _polygon((7.4, 3.5), (12.6, 8), (7.4, 12.5))
    )
    return QPainterPath(), _both(wedges, _boxes((12.8, 3.5, 1.6, 9)))


def _copy() -> IconGlyph:
    back = _lines(((10.5, 2.7), (2.7, 2.7), (2.7, 10.5)))
    return _both(back, _boxes((5.5, 5.5, 7.8, 7.8), rounding=0.8)), QPainterPath()


def _think() -> IconGlyph:
    path = QPainterPath()
    path.addEllipse(QRectF(2.2, 4.2, 11.6, 7.6))
    return path, QPainterPath()


def _bulb() -> IconGlyph:
    path = QPainterPath()
    path.moveTo(6, 11)
    path.cubicTo(6, 9.4, 3.8, 8.8, 3.8, 6)
    path.cubicTo(3.8, 3.4, 5.8, 1.9, 8, 1.9)
    path.cubicTo(10.2, 1.9, 12.2, 3.4, 12.2, 6)
    path.cubicTo(12.2, 8.8, 10, 9.4, 10, 11)
    path.closeSubpath()
    return _both(path, _lines(((6.4, 13), (9.6, 13)), ((7.2, 14.7), (8.8, 14.7)))), QPainterPath()


def _undo() -> IconGlyph:
    path = _lines(((5.6, 2.6), (2.6, 5.6), (5.6, 8.6)), ((2.6, 5.6), (9.6, 5.6)))
    path.cubicTo(14.4, 5.6, 14.4, 12.8, 9.6, 12.8)
    path.lineTo(6, 12.8)
    return path, QPainterPath()


def _redo() -> IconGlyph:
    path = _lines(((10.4, 2.6), (13.4, 5.6), (10.4, 8.6)), ((13.4, 5.6), (6.4, 5.6)))
    path.cubicTo(1.6, 5.6, 1.6, 12.8, 6.4, 12.8)
    path.lineTo(10, 12.8)
    return path, QPainterPath()


def _swap() -> IconGlyph:
    right = _lines(((2.5, 5.2), (13.5, 5.2)), ((10.8, 2.5), (13.5, 5.2), (10.8, 7.9)))
    left = _lines(((13.5, 10.8), (2.5, 10.8)), ((5.2, 8.1), (2.5, 10.8), (5.2, 13.5)))
    return _both(right, left), QPainterPath()


def _restart() -> IconGlyph:
    path = QPainterPath()
    circle = QRectF(2.8, 3.2, 10.4, 10.4)
    path.arcMoveTo(circle, 62)
    path.arcTo(circle, 62, -304)
    return _both(path, _lines(((12.8, 1.6), (12.8, 5.0), (9.4, 5.0)))), QPainterPath()


def _error() -> IconGlyph:
    path = QPainterPath()
    path.addEllipse(QRectF(1.7, 1.7, 12.6, 12.6))
    dot = QPainterPath()
    dot.addEllipse(QPointF(8, 11.2), 0.95, 0.95)
    return _both(path, _lines(((8, 4.6), (8, 8.6)))), dot


def _bars() -> IconGlyph:
    return QPainterPath(), _boxes((2, 9, 3, 5), (6.5, 5.5, 3, 8.5), (11, 2, 3, 12))


def _more() -> IconGlyph:
    path = QPainterPath()
    for x in (3.2, 8.0, 12.8):
        path.addEllipse(QPointF(x, 8), 1.25, 1.25)
    return QPainterPath(), path


def _stroked(*strokes: tuple[tuple[float, float], ...]) -> Callable[[], IconGlyph]:
    return lambda: (_lines(*strokes), QPainterPath())


GLYPHS: dict[str, Callable[[], IconGlyph]] = {
    "play": _play,
    "pause": _pause,
    "step": _step,
    "back": _back,
    "first": _first,
    "last": _last,
    "copy": _copy,
    "think": _think,
    "bulb": _bulb,
    "undo": _undo,
    "redo": _redo,
    "swap": _swap,
    "restart": _restart,
    "error": _error,
    "bars": _bars,
    "more": _more,
    "open": _stroked(
        ((2.5, 12.5), (2.5, 4), (6.2, 4), (7.7, 5.7), (13.5, 5.7), (13.5, 12.5), (2.5, 12.5))
    ),
    "down": _stroked(((4.5, 6.3), (8, 9.8), (11.5, 6.3))),
    "up": _stroked(((4.5, 9.7), (8, 6.2), (11.5, 9.7))),
    "right": _stroked(((6.3, 4.5), (9.8, 8), (6.3, 11.5))),
    "left": _stroked(((9.7, 4.5), (6.2, 8), (9.7, 11.5))),
    "check": _stroked(((3.8, 8.4), (6.8, 11.2), (12.2, 5.2))),
    "menu": _stroked(((3, 4.5), (13, 4.5)), ((3, 8), (13, 8)), ((3, 11.5), (13, 11.5))),
    "close": _stroked(((4, 4), (12, 12)), ((12, 4), (4, 12))),
    "plus": _stroked(((8, 3.5), (8, 12.5)), ((3.5, 8), (12.5, 8))),
}


@cache
def glyph(name: str) -> IconGlyph:
    """The stroked and the filled path of an icon."""
    return GLYPHS[name]()


def paint_glyph(painter: QPainter, rect: QRectF, name: str, colour: QColor) -> None:
    """Paints an icon as large as fits, in the middle of `rect`."""
    stroke, fill = glyph(name)
    side = min(rect.width(), rect.height())
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.center() - QPointF(side / 2, side / 2))
    painter.scale(side / GRID, side / GRID)
    painter.fillPath(fill, colour)
    painter.strokePath(
        stroke,
        QPen(
            colour,
            STROKE,
            Qt.PenStyle.SolidLine,
            Qt.PenCapStyle.RoundCap,
            Qt.PenJoinStyle.RoundJoin,
        ),
    )
    painter.restore()


NAMES = tuple(GLYPHS)


class ThemedEngine(QIconEngine):
    """Paints one glyph in a colour role of the current theme; checked toggles turn to the colour on
    the accent.
    """

    def __init__(self, name: str, role: str) -> None:
        super().__init__()
        self._name, self._role = name, role

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        role = "ink3" if mode == QIcon.Mode.Disabled else self._role
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
