"""A chart drawn somewhere else than on the screen, again and again with other series: what stays is
kept as pixels. A scene that looks through all its items takes more than twice as long.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from PySide6.QtCore import QPoint, QSize
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QGraphicsItem

from lab.ui.parts import theme


class Ground:
    """The pixels below and around the series, until they are asked for of something else."""

    def __init__(self) -> None:
        self._of: tuple[object, ...] = ()
        self._picture = QPixmap()

    def put(
        self,
        painter: QPainter,
        size: QSize,
        of: tuple[object, ...],
        paint: Callable[[QPainter], None],
    ) -> None:
        """Puts them at the painter's origin; `paint` paints what depends on `of`."""
        of = (*of, QSize(size), theme.current(), painter.device().devicePixelRatioF())
        if of != self._of:
            ratio = painter.device().devicePixelRatioF()
            picture = QPixmap(size * ratio)
            picture.setDevicePixelRatio(ratio)
            with QPainter(picture) as inner:
                paint(inner)
            self._of, self._picture = of, picture
        painter.drawPixmap(QPoint(), self._picture)


@contextmanager
def hidden(items: Sequence[QGraphicsItem]) -> Iterator[None]:
    """Inside, a scene is rendered without these items, all of them visible."""
    for item in items:
        item.setVisible(False)
    try:
        yield
    finally:
        for item in items:
            item.setVisible(True)


def paint_item(painter: QPainter, item: QGraphicsItem) -> None:
    """Paints an item as its scene does, whose origin is the painter's."""
    painter.save()
    painter.setTransform(item.sceneTransform(), True)
    item.paint(painter, None, None)  # type: ignore[arg-type]  # no item here looks at its options
    painter.restore()
