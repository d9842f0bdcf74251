"""How widgets stand together: in rows and columns, beside a hairline that can be moved, or on a
page that scrolls below a bar over its right margin, so that it keeps one width whether it scrolls
or not.
"""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QMoveEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLayout,
    QScrollArea,
    QScrollBar,
    QSplitter,
    QSplitterHandle,
    QVBoxLayout,
    QWidget,
)

from lab.ui.parts import theme
from lab.ui.parts.guard import guarded

BAR = 8  # pixels
SIDE = 12  # pixels: the usual room at the left and right of a dock's parts
Box = TypeVar("Box", bound=QBoxLayout)
Placed = tuple[QWidget | QLayout, int] | tuple[QWidget, int, Qt.AlignmentFlag]
Margins = int | tuple[int, int, int, int]
Part = QWidget | QLayout | int | Placed


def row(
    *parts: Part,
    of: QWidget | None = None,
    margins: Margins | None = None,
    gap: int | None = None,
) -> QHBoxLayout:
    """Parts from the left: a number is an empty room that stretches, a pair a part that does; a
    third says where the part is aligned.
    `margins` are left, above, right and below, in pixels; a number is the room above and below
    between the usual ones at the sides; without, there are none. It is the layout `of` a widget, or
    stands in another one.
    """
    return _filled(QHBoxLayout(of) if of is not None else QHBoxLayout(), parts, margins, gap)


def column(
    *parts: Part,
    of: QWidget | None = None,
    margins: Margins | None = None,
    gap: int | None = None,
) -> QVBoxLayout:
    """Parts below one another, likewise."""
    return _filled(QVBoxLayout(of) if of is not None else QVBoxLayout(), parts, margins, gap)


def fix_width(panel: QWidget, wide: int) -> None:
    """Makes a panel `wide` pixels at 100 %, or as wide as what it scrolls needs."""
    panel.setFixedWidth(max(theme.current().px(wide), panel.minimumSizeHint().width()))


def _filled(box: Box, parts: tuple[Part, ...], margins: Margins | None, gap: int | None) -> Box:
    if isinstance(margins, int):
        margins = (SIDE, margins, SIDE, margins)
    box.setContentsMargins(*(margins or (0, 0, 0, 0)))
    if gap is not None:
        box.setSpacing(gap)
    for part in parts:
        if isinstance(part, int):
            box.addStretch(part)
            continue
        what, stretch, *aligned = part if isinstance(part, tuple) else (part, 0)
        if isinstance(what, QLayout):
            box.addLayout(what, stretch)
        else:
            box.addWidget(what, stretch, *aligned)
    return box


def hairline(upright: bool = False) -> QFrame:
    """A line of one pixel between two parts that are below one another, or side by side."""
    line = QFrame()
    line.setProperty("look", "upright" if upright else "hairline")
    return line


class _Handle(QSplitterHandle):
    """A hairline that can be grabbed."""

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), theme.current().colour("line2"))


class Splitter(QSplitter):
    """Regions side by side, or one below the other."""

    def createHandle(self) -> QSplitterHandle:
        return _Handle(self.orientation(), self)


class SplitterPlace(QWidget):
    """A place in a splitter over which a widget lies that is not in it, and so can leave it without
    a new parent: under a style sheet that takes seconds where the widget has many parts.
    """

    def __init__(self, guest: QWidget) -> None:
        super().__init__()
        self._guest = guest

    def sizeHint(self) -> QSize:
        return self._guest.sizeHint()

    def minimumSizeHint(self) -> QSize:
        return self._guest.minimumSizeHint()

    def fill(self) -> None:
        """Lays the widget over this place, unless that is hidden."""
        if not self.isHidden():
            self._guest.setGeometry(self.geometry())

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        self.fill()

    @guarded
    def moveEvent(self, event: QMoveEvent) -> None:
        self.fill()


class SlimScroll(QScrollArea):
    """Scrolls one page up and down; a `whole` one is never narrower than its page has to be."""

    def __init__(self, page: QWidget, parent: QWidget | None = None, whole: bool = False) -> None:
        super().__init__(parent)
        self._page, self._whole = page, whole
        page.setProperty("look", "page")
        self.setWidget(page)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._bar = QScrollBar(Qt.Orientation.Vertical, self)
        self._bar.hide()
        inner = self.verticalScrollBar()
        inner.rangeChanged.connect(self._ranged)
        inner.valueChanged.connect(self._bar.setValue)
        self._bar.valueChanged.connect(inner.setValue)

    def minimumSizeHint(self) -> QSize:
        least = super().minimumSizeHint()
        return QSize(self._page.minimumSizeHint().width(), least.height()) if self._whole else least

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if self._whole and watched is self._page and event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)

    def _ranged(self, low: int, high: int) -> None:
        self._bar.setRange(low, high)
        self._bar.setPageStep(self.verticalScrollBar().pageStep())
        self._bar.setSingleStep(20)
        self._bar.setVisible(high > low)
        self._bar.raise_()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._bar.setGeometry(self.width() - BAR, 0, BAR, self.height())
