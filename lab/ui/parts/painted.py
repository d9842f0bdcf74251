"""What all painted bands share: the view they show, the column hairlines, texts in columns, and
words for a screen reader.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, Protocol

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtWidgets import QWidget

from lab.ui.parts import detail, theme
from lab.ui.parts.marks import Marks, marks_of, paint_mark
from lab.ui.parts.part import PaintedPart
from lab.ui.parts.tips import refresh_tooltip
from lab.words.columns import (
    Column,
    ColumnCell,
    Geometry,
    Row,
    cell_of,
    mean_ranges,
    rows_of,
    share_labels,
)

Pair = tuple[int, int]  # (agent, action index)


class DrawnPart(Protocol):
    """A widget that can draw itself somewhere else than on the screen."""

    def draw_into(self, painter: QPainter) -> None:
        """Draws it at the painter's origin."""

    def mapTo(self, parent: QWidget, point: QPoint) -> QPoint:
        """As every widget."""

    def rect(self) -> QRect:
        """As every widget."""


Drawer = Callable[[], DrawnPart]  # makes a part of a band ready to be drawn, and gives it


@dataclass(frozen=True)
class ColumnsView:
    """Everything a band shows: columns, rows, the selected and the hovered pair (agent, action),
    and the marks in use.
    """

    columns: tuple[Column, ...] = ()
    rows: tuple[Row, ...] = ()  # of all columns if `shared`, else of the first
    shared: bool = True  # the root actions are the same; their labels are written once, at the left
    marks: Marks = field(default_factory=lambda: marks_of((0, 1)))
    # per seat: the board mark "cross" or "ring", "" for the agents' shapes
    kinds: tuple[str, ...] = ()
    selection: Pair | None = None
    hover: Pair | None = None
    # per column: the ends of its axis for means
    ranges: tuple[tuple[float, float], ...] = ()
    turn_word: str = "turn"
    common: bool = False  # one tree for all agents

    def of(self, columns: tuple[Column, ...], common: bool) -> ColumnsView:
        """This view with other columns: common rows, or each its own."""
        same = share_labels(columns)
        keep = (
            self.selection[1]
            if self.selection and any(c.number == self.selection[0] for c in columns)
            else None
        )
        rows = rows_of(columns if same else columns[:1], common, keep)
        return replace(
            self,
            columns=columns,
            rows=rows,
            shared=same,
            ranges=mean_ranges(columns),
            common=common,
        )

    @property
    def range(self) -> tuple[float, float]:
        """The ends of the first column's axis for means."""
        return self.ranges[0] if self.ranges else (0.0, 1.0)

    @cached_property
    def own_rows(self) -> tuple[tuple[Row, ...], ...]:
        """The rows of each column."""
        return tuple(self.rows if self.shared else rows_of((c,)) for c in self.columns)

    @cached_property
    def cells(self) -> tuple[tuple[ColumnCell, ...], ...]:
        """The cells of each column, one for each of its rows."""
        return tuple(
            tuple(cell_of(column, row) for row in rows)
            for column, rows in zip(self.columns, self.own_rows, strict=True)
        )

    def hue(self, column: Column) -> QColor:
        """The colour of a column's agent."""
        return self.marks.colour(theme.current(), column.number)

    def is_selected(self, column: Column, action: int | None) -> bool:
        """Whether this action of this column is the selected one."""
        return action is not None and self.selection == (column.number, action)

    def is_hovered(self, column: Column, action: int | None) -> bool:
        """Whether the pointer is on this action of this column, in this band or elsewhere."""
        return action is not None and self.hover == (column.number, action)


@dataclass(frozen=True)
class BandSlice:
    """A part of a band from one edge to another, which `paint` paints in the band's pixels."""

    band: QWidget
    left: int
    right: int
    paint: Callable[[QPainter], None]

    def draw_into(self, painter: QPainter) -> None:
        """Draws it at the painter's origin."""
        painter.translate(-self.left, 0)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.paint(painter)

    def mapTo(self, parent: QWidget, point: QPoint) -> QPoint:
        """As every widget."""
        return self.band.mapTo(parent, point + QPoint(self.left, 0))

    def rect(self) -> QRect:
        """As every widget."""
        return QRect(0, 0, self.right - self.left, self.band.height())


class Painted(PaintedPart):
    """A band's content, painted from a View; the hairlines between its columns are there already.
    The page says when it speaks.
    """

    selected = Signal(int, int)  # agent, action
    hovered = Signal(int, int)  # agent, action; -1, -1 for none
    taken: tuple[str, ...] = ("view",)  # the view first

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self.view = ColumnsView()
        self._other: list[Any] | None = None  # what was taken for the last `as_if`
        self._height = -1

    def set_view(self, view: ColumnsView) -> None:
        """Shows another view; paints again only if it differs."""
        if view == self.view:
            return
        self._take(view)
        self._resized()
        self.update()
        refresh_tooltip(self)

    def _take(self, view: ColumnsView) -> None:
        """The view, and what follows from it: the attributes that `taken` names."""
        self.view = view

    @contextmanager
    def as_if(self, view: ColumnsView) -> Iterator[None]:
        """Inside, it draws as it would with another view; what it shows stays as it is."""
        before = [getattr(self, name) for name in self.taken]
        if self._other is not None and self._other[0] is view:
            self._restore(self._other)
        else:
            self._take(view)
            self._other = [getattr(self, name) for name in self.taken]
        try:
            yield
        finally:
            self._restore(before)

    def _restore(self, values: Sequence[Any]) -> None:
        for name, value in zip(self.taken, values, strict=True):
            setattr(self, name, value)

    def drawers(self) -> Sequence[Drawer]:
        """Its parts, to be drawn one after the other; here there is one."""
        return [self.itself]

    def itself(self) -> Painted:
        """The drawer of a band that has no parts, or of what is around them."""
        return self

    def forget(self) -> None:
        """Another game: what was shown of the last one has no effect any more."""

    def renew(self) -> None:
        self._resized()
        self.update()

    def _resized(self) -> None:
        height = round(self.content_height())
        if height != self._height:
            self._height = height
            self.updateGeometry()
            if (band := self.parentWidget()) is not None:
                band.updateGeometry()  # the page measures itself before Qt passes it on

    @property
    def geometry_of_columns(self) -> Geometry:
        """Where the columns are at the current width."""
        return Geometry(self.width(), len(self.view.columns), theme.current().scale)

    def paint_separators(self, painter: QPainter, below: float = 4.0) -> None:
        """The hairline left of each column, `below` pixels short of the band's end; none in
        Simple.
        """
        if not detail.is_full():
            return
        place, colour = self.geometry_of_columns, theme.current().colour("line")
        for i in range(place.count):
            painter.fillRect(QRectF(place.separator(i), 0, 1, self.height() - below), colour)


def text_line(size: float = theme.TABLE, space: float = 1.0) -> float:
    """The height of a line of text at `size`, in whole pixels."""
    look = theme.current()
    return round(theme.metrics(size, False, look.scale).height() + space * look.scale)


@lru_cache(maxsize=4096)
def _advance(text: str, size: float, bold: bool, scale: float) -> float:
    return theme.metrics(size, bold, scale).horizontalAdvance(text)


@lru_cache(maxsize=64)
def _font(size: float, bold: bool, scale: float) -> QFont:
    """A font to paint with: the theme's own is a copy for each caller."""
    return theme.make("light", round(100 * scale)).font(size, bold)


@lru_cache(maxsize=64)
def _baseline(size: float, bold: bool, scale: float) -> float:
    """The distance from a line's middle down to its baseline."""
    metrics = theme.metrics(size, bold, scale)
    return (metrics.ascent() - metrics.descent()) / 2


def text_width(text: str, size: float = theme.TABLE, bold: bool = False) -> float:
    """The width of a text in pixels; measured once."""
    return _advance(text, size, bold, theme.current().scale)


def fits(text: str, width: float, size: float, bold: bool = False) -> str:
    """The text, shortened with an ellipsis where it is wider than `width` pixels."""
    if text_width(text, size, bold) <= width:
        return text
    return theme.metrics(size, bold, theme.current().scale).elidedText(
        text, Qt.TextElideMode.ElideRight, width + 1
    )


def clauses_that_fit(text: str, width: float, size: float) -> str:
    """The text without its last clauses (", ...") where it is too wide; an ellipsis only where even
    the first is.
    """
    while text_width(text, size) > width and ", " in text:
        text = text.rpartition(", ")[0]
    return fits(text, width, size)


def put(
    painter: QPainter,
    box: QRectF,
    text: str,
    size: float = theme.TABLE,
    role: str = "ink",
    *,
    bold: bool = False,
    right: bool = False,
) -> None:
    """One line of text in the middle of `box`, at its left or right end, elided where it does not
    fit.
    """
    look = theme.current()
    text = fits(text, box.width(), size, bold)
    x = box.right() - text_width(text, size, bold) if right else box.left()
    painter.setFont(_font(size, bold, look.scale))
    painter.setPen(look.colour(role))
    painter.drawText(
        QPointF(x, round(box.top() + box.height() / 2 + _baseline(size, bold, look.scale))), text
    )


def put_centred(
    painter: QPainter,
    box: QRectF,
    text: str,
    size: float = theme.TABLE,
    role: str = "ink",
    *,
    bold: bool = False,
) -> None:
    """One line of text in full around the centre of `box`, which may be a point."""
    wide, at = text_width(text, size, bold), box.center()
    put(painter, QRectF(at.x() - wide / 2, at.y(), wide + 2, 0), text, size, role, bold=bold)


def put_mark(
    painter: QPainter, view: ColumnsView, agent: int, x: float, y: float, size: float = 11.0
) -> None:
    """An agent's shape around (x, y)."""
    look = theme.current()
    paint_mark(
        painter,
        view.marks.agent(agent),
        QPointF(x, y),
        size * look.scale,
        view.marks.colour(look, agent),
    )
