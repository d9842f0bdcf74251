"""Pictures of what is on show: any widget as pixels or as an SVG drawing, and the two entries that
every view has in its menu for them.

Pixmaps of what does not change from one repaint to the next.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QBuffer, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QGuiApplication, QImage, QPainter, QPixmap, QRegion
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QMenu, QWidget

from lab.ui.parts import theme

Paint = Callable[[QPainter], None]
FAMILY = rb'font-family="([^",]+)"'
DRAWING = 96  # dots per inch of an SVG: one unit is one pixel of the screen
_taken: list[float] = []  # pixels of the picture that is taken for each of the screen; 0: a drawing


class PictureLayers:
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
        if is_drawing():
            still(painter)
        else:
            painter.drawPixmap(0, 0, self._still_layer(still))

    def paint_ground(self, painter: QPainter, still: Paint, paint: Paint) -> None:
        """Paints the backdrop with this turn's items on it, as shapes in a drawing."""
        if is_drawing():
            still(painter)
            paint(painter)
        else:
            painter.drawPixmap(0, 0, self._ground_layer(still, paint))

    def _still_layer(self, paint: Paint) -> QPixmap:
        """The backdrop, repainted if it was dropped or the screen's pixel ratio changed."""
        ratio = ratio_of(self._widget)
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


class _Desk(QObject):
    """Carries what a menu asks for to the dialog, which menus do not know."""

    asked = Signal(object)  # the QWidget to export
    taking = Signal()  # a picture is about to be taken: views show themselves, not a kept picture


desk = _Desk()


@contextmanager
def _taking(ratio: float) -> Iterator[None]:
    _taken.append(ratio)
    try:
        yield
    finally:
        _taken.pop()


def ratio_of(widget: QWidget) -> float:
    """Pixels of the device for each of the widget: the screen's, or those of the picture that is
    being taken. Views that keep pixmaps make them for this ratio.
    """
    return (_taken[-1] if _taken else 0.0) or widget.devicePixelRatioF()


def is_drawing() -> bool:
    """Whether a drawing is being made, for which views paint shapes and no kept pixmaps."""
    return bool(_taken) and _taken[-1] == 0.0


def image(widget: QWidget, scale: float = 0.0) -> QImage:
    """What is on show of a widget, with `scale` pixels for each of its own; 0: as on the screen."""
    desk.taking.emit()
    ratio = scale or widget.devicePixelRatioF()
    source, rect = _shown(widget)
    picture = QImage(rect.size() * ratio, QImage.Format.Format_RGB32)
    picture.setDevicePixelRatio(ratio)
    picture.fill(theme.current().colour("panel"))
    with _taking(ratio):
        source.render(picture, QPoint(), QRegion(rect))
    return picture


def png(picture: QImage) -> bytes:
    """The pixels as the bytes of a PNG file."""
    buffer = QBuffer()
    picture.save(buffer, "PNG")  # type: ignore[call-overload]  # the stubs ask for bytes, the library takes only text
    return bytes(buffer.data().data())


def drawing(widget: QWidget, title: str, alone: bool = False) -> bytes:
    """The same as SVG; `alone`: without what is behind the widget, on the theme's own ground."""
    desk.taking.emit()
    source, rect = (widget, widget.rect()) if alone else _shown(widget)
    generator, buffer = QSvgGenerator(), QBuffer()
    generator.setOutputDevice(buffer)
    generator.setResolution(DRAWING)
    generator.setSize(rect.size())
    generator.setViewBox(QRect(QPoint(), rect.size()))
    generator.setTitle(title)
    with QPainter(generator) as painter, _taking(0.0):
        painter.fillRect(QRect(QPoint(), rect.size()), theme.current().colour("panel"))
        flags = QWidget.RenderFlag.DrawChildren
        if not alone:
            flags |= QWidget.RenderFlag.DrawWindowBackground
        source.render(painter, QPoint(), QRegion(rect), flags)
    return re.sub(FAMILY, _with_fallback, bytes(buffer.data().data()))


def _with_fallback(found: re.Match[bytes]) -> bytes:
    """The family of a text, and what readers without that font have instead of it."""
    rest = b"monospace" if b"Mono" in found[1] else b"sans-serif"
    return b'font-family="%b, %b"' % (found[1], rest)


def _shown(widget: QWidget) -> tuple[QWidget, QRect]:
    """The widget to render and the part of it: the window behind the whole widget, so that nothing
    is missing of what is seen through it; the widget alone where it is scrolled or covered.
    """
    if _seen(widget).boundingRect() != widget.rect():
        return widget, widget.rect()
    window = widget.window()
    return window, QRect(widget.mapTo(window, QPoint()), widget.size())


def _seen(widget: QWidget) -> QRegion:
    """What can be seen of the widget; Qt leaves out what its own opaque parts cover."""
    seen, direct = widget.visibleRegion(), Qt.FindChildOption.FindDirectChildrenOnly
    for part in widget.findChildren(QWidget, options=direct):
        if part.isVisible() and not part.isWindow():  # most are on pages that are not on show
            seen += _seen(part).translated(part.pos())
    return seen


def copy(widget: QWidget) -> None:
    """Puts a picture of the widget on the clipboard."""
    QGuiApplication.clipboard().setImage(image(widget))


def add_entries(menu: QMenu, widget: QWidget) -> None:
    """Adds "Copy picture" and "Export ..." for a view to its menu."""
    menu.addAction("Copy picture", lambda: copy(widget))
    menu.addAction("Export ...", lambda: desk.asked.emit(widget))
