"""A picture over the bands of a page. Newer numbers are drawn behind it, as many parts at each tick
as at any other, and come into view together: drawn at once, a record of four agents would hold the
window up for as long as a frame or two.

The bands below keep the view that is on show until `turn`. Pointer and keys reach them; whatever
they ask to be painted at once takes the picture away (`lift`).
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap, QRegion
from PySide6.QtWidgets import QApplication, QWidget

from lab.ui.parts import theme
from lab.ui.parts.chart.chart import Chart
from lab.ui.parts.guard import guarded
from lab.ui.parts.painted import ColumnsView, Drawer, Painted
from lab.ui.parts.pictures import desk

TICKS = 5  # in which a record is drawn; at the sixth it comes into view, then the next one is read
STEP_S = 0.004  # of drawing in one tick, and the part that goes beyond it
CHANGES = (
    QEvent.Type.Resize,
    QEvent.Type.Move,
    QEvent.Type.Hide,
    QEvent.Type.FocusIn,
    QEvent.Type.FocusOut,
)


class Cover(QWidget):
    """Covers the bands of `page`, its parent, while newer numbers are drawn and after that."""

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()
        self._page = page
        self._shown: QPixmap | None = None
        self._next: QPixmap | None = None
        self._view: ColumnsView | None = None  # that `_next` is of
        self._todo: list[tuple[Painted, Drawer]] = []
        self._share = 1  # parts at each tick
        self._bands: list[Painted] = []
        self._watched: set[Painted] = set()
        page.installEventFilter(self)
        desk.taking.connect(self.lift)

    # -- drawing -----------------------------------------------------------------------------------

    @property
    def is_drawing(self) -> bool:
        """Whether a picture has been begun and is not complete."""
        return bool(self._todo)

    @property
    def is_wanted(self) -> bool:
        """Whether nobody points at the page or has keys on one of its charts: what they do there
        is painted at once.
        """
        focus = QApplication.focusWidget()
        on_chart = isinstance(focus, Chart) and self._page.isAncestorOf(focus)
        return self._page.isVisible() and not self._page.underMouse() and not on_chart

    def begin(self, view: ColumnsView, bands: Sequence[Painted]) -> None:
        """Begins a picture of another view. Where none is on show, the page as it is comes first:
        its charts are about to have newer data.
        """
        self._bands = [band for band in bands if band.isVisible()]
        if self._shown is None and not self._put_up(self._page.grab()):
            return
        self._view = view
        self._todo = [(band, draw) for band in self._bands for draw in _drawers(band, view)]
        self._share = max(1, math.ceil(len(self._todo) / TICKS))
        ratio = self.devicePixelRatioF()
        self._next = QPixmap(self._page.size() * ratio)
        self._next.setDevicePixelRatio(ratio)
        for band in self._bands:
            if band not in self._watched:
                self._watched.add(band)
                band.installEventFilter(self)

    def go_on(self) -> bool:
        """Draws this tick's share of the parts, at least one; whether none was left to draw: to
        turn to the record takes as long as a share. The first tick, which begins the picture, has
        what does not divide.
        """
        ends = time.perf_counter() + STEP_S
        count = len(self._todo) % self._share or self._share
        parts, self._todo = self._todo[:count], self._todo[count:]
        for i, part in enumerate(parts):
            if self._next is None:
                break  # what was drawn took it away
            if i and time.perf_counter() >= ends:
                self._todo = parts[i:] + self._todo
                break
            self._draw(*part)
        return not parts

    def _draw(self, band: Painted, draw: Drawer) -> None:
        picture = self._next  # kept, if it is taken away: a painter without one ends the process
        assert self._view is not None and picture is not None
        with band.as_if(self._view):
            part = draw()
            at = part.mapTo(self._page, QPoint())
            with QPainter(picture) as painter:
                painter.translate(at)
                painter.setClipRect(part.rect())
                painter.fillRect(part.rect(), theme.current().colour("panel"))
                part.draw_into(painter)

    # -- showing -----------------------------------------------------------------------------------

    def turn(self, view: ColumnsView) -> bool:
        """Shows the picture if it is complete and of this very view; else takes the old one
        away. Whether it is shown.
        """
        if view is not self._view or self._todo or self._next is None:
            self.lift()
            return False
        if not self._put_up(self._next):
            return False
        self._next, self._view = None, None
        return True

    def _put_up(self, picture: QPixmap) -> bool:
        """Shows a picture of the bands; whether it is on show."""
        self._shown = picture
        self.setGeometry(self._page.rect())
        places = QRegion()
        for band in self._bands:
            places += QRect(band.mapTo(self._page, QPoint()), band.size())
        self.setMask(places)
        self.raise_()
        self.show()
        if self._shown is None:  # to show it laid the bands out anew, which took the picture away
            self.hide()
            return False
        self.update()
        return True

    def lift(self) -> None:
        """Takes the picture away: what is below paints itself."""
        if self._next is not None:
            self._todo, self._next, self._view = [], None, None
            for band in self._bands:
                if redraw := getattr(band, "redraw", None):
                    redraw()  # charts already have newer data
        if self._shown is not None:
            self._shown = None
            self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if watched is self._page:
            if kind in (QEvent.Type.Enter, QEvent.Type.Resize, QEvent.Type.Hide):
                self.lift()
        elif kind in CHANGES:
            self.lift()
        return False

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            if self._shown is not None:
                painter.drawPixmap(QPoint(), self._shown)


def _drawers(band: Painted, view: ColumnsView) -> Sequence[Drawer]:
    with band.as_if(view):
        return band.drawers()
