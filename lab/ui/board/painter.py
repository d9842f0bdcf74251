"""The one painter of Scenes: the same code draws the board on screen, pictures and animations.

World units are mapped by a `Viewport`; pixel lengths of a Scene (widths, text, marks) are
multiplied by the theme's scale and a zoom.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPolygonF, QTransform

from engines.scene import AnyItem, Circle, Glyph, Line, Mark, Rect, Scene, Text
from lab.ui.parts import detail
from lab.ui.parts.marks import Marks, paint_glyph, paint_mark
from lab.ui.parts.theme import TABLE, Theme

EVERYTHING: frozenset[str] = frozenset()
HEAVY = 5.0  # glyphs with strokes this wide stand for a whole board and fill more of it
INSIDE = 1.4  # largest size of a shape in a ring, in radii of the ring: its form stays recognisable
ANCHORS = {
    "centre": Qt.AlignmentFlag.AlignCenter,
    "left": Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
    "right": Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
    "above": Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom,
    "below": Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop,
}
REACH = 2000.0  # half the box in which a text is aligned, pixels
LEAST_TEXT = 9  # pixels at 100 %, of what a small board says


@dataclass(frozen=True)
class Viewport:
    """How world units become pixels: pixel = offset + scale * world."""

    scale: float
    dx: float
    dy: float
    frame: QRectF  # where the Scene's rectangle is, pixels

    def point(self, x: float, y: float) -> QPointF:
        """The pixel of a world point."""
        return QPointF(self.dx + self.scale * x, self.dy + self.scale * y)

    def rect(self, x: float, y: float, w: float, h: float) -> QRectF:
        """The pixels of a world rectangle."""
        return QRectF(
            self.dx + self.scale * x, self.dy + self.scale * y, self.scale * w, self.scale * h
        )

    def world(self, pixel: QPointF) -> tuple[float, float]:
        """The world point under a pixel."""
        return (pixel.x() - self.dx) / self.scale, (pixel.y() - self.dy) / self.scale

    @property
    def transform(self) -> QTransform:
        """The same mapping for a QPainter."""
        return QTransform(self.scale, 0, 0, self.scale, self.dx, self.dy)


def fit(scene: Scene, rect: QRectF) -> Viewport:
    """The Scene as large as possible in the middle of `rect`, its corner on a whole pixel."""
    scale = max(1e-9, min(rect.width() / scene.width, rect.height() / scene.height))
    w, h = scale * scene.width, scale * scene.height
    left = math.floor(rect.x() + (rect.width() - w) / 2)
    top = math.floor(rect.y() + (rect.height() - h) / 2)
    return Viewport(scale, left - scale * scene.x, top - scale * scene.y, QRectF(left, top, w, h))


def outline(scene: Scene) -> tuple[object, ...]:
    """What two Scenes must share so that items can move from one to the other."""
    return scene.x, scene.y, scene.width, scene.height, scene.scale_bar


def paint_scene(
    painter: QPainter,
    scene: Scene,
    rect: QRectF,
    theme: Theme,
    marks: Marks,
    *,
    hidden: frozenset[str] = EVERYTHING,
    zoom: float = 1.0,
) -> Viewport:
    """Paints a whole Scene into `rect`, without the items of `hidden` groups; returns the mapping
    used.
    """
    view = fit(scene, rect)
    brush = ItemPainter(painter, view, theme, marks, hidden, zoom)
    brush.backdrop(scene)
    brush.paint(scene.still)
    brush.paint(scene.items)
    return view


class ItemPainter:
    """Paints items with one painter and mapping; rebuilt for each picture."""

    def __init__(
        self,
        painter: QPainter,
        view: Viewport,
        theme: Theme,
        marks: Marks,
        hidden: frozenset[str] = EVERYTHING,
        zoom: float = 1.0,
    ) -> None:
        self.painter = painter
        self.view = view
        self.theme = theme
        self.marks = marks
        self.hidden = hidden
        self.unit = theme.scale * zoom
        self._small = zoom < 1
        painter.setRenderHints(
            QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing
        )

    def paint(self, items: Iterable[AnyItem]) -> None:
        """Paints items in order."""
        for item in items:
            if item.group not in self.hidden:
                self.painter.setOpacity(item.alpha)
                PAINTERS[type(item)](self, item)
        self.painter.setOpacity(1.0)

    def _colour(self, role: str) -> QColor:
        return self.marks.role(self.theme, role)

    def _pen(self, role: str, width: float) -> None:
        if role == "none" or width <= 0:
            self.painter.setPen(Qt.PenStyle.NoPen)
        else:
            self.painter.setPen(QPen(self._colour(role), width * self.unit))

    def _brush(self, role: str) -> None:
        self.painter.setBrush(Qt.BrushStyle.NoBrush if role == "none" else self._colour(role))

    def _crisp(self, value: float, width: float) -> float:
        """The nearest coordinate at which a line of this width covers whole pixels."""
        return math.floor(value) + 0.5 if round(width * self.unit) % 2 else float(round(value))

    def circle(self, item: Circle) -> None:
        self._pen(item.stroke, item.width)
        self._brush(item.fill)
        radius = item.radius * self.view.scale
        self.painter.drawEllipse(self.view.point(item.x, item.y), radius, radius)

    def rect(self, item: Rect) -> None:
        box = self.view.rect(item.x, item.y, item.w, item.h)
        width = item.width if item.stroke != "none" else 0.0
        left, top = self._crisp(box.left(), width), self._crisp(box.top(), width)
        box = QRectF(
            left,
            top,
            self._crisp(box.right(), width) - left,
            self._crisp(box.bottom(), width) - top,
        )
        self._pen(item.stroke, item.width)
        self._brush(item.fill)
        rounding = item.rounding * self.unit
        if rounding:
            self.painter.drawRoundedRect(box, rounding, rounding)
        else:
            self.painter.drawRect(box)

    def line(self, item: Line) -> None:
        points = [self.view.point(x, y) for x, y in item.points]
        if len(points) == 2:
            points = self._straight(points[0], points[1], item.width)
        if item.stroke == "none":
            self.painter.setPen(Qt.PenStyle.NoPen)
        else:
            pen = QPen(self._colour(item.stroke), item.width * self.unit)
            if item.dash:
                pen.setDashPattern([4.0 / item.width, 4.0 / item.width])
            self.painter.setPen(pen)
        if item.closed or item.fill != "none":
            self._brush(item.fill)
            self.painter.drawPolygon(QPolygonF(points))
        else:
            self.painter.drawPolyline(QPolygonF(points))

    def _straight(self, a: QPointF, b: QPointF, width: float) -> list[QPointF]:
        """Level and upright lines are put on whole pixels."""
        if abs(a.x() - b.x()) < 1e-6:
            x = self._crisp(a.x(), width)
            return [QPointF(x, a.y()), QPointF(x, b.y())]
        if abs(a.y() - b.y()) < 1e-6:
            y = self._crisp(a.y(), width)
            return [QPointF(a.x(), y), QPointF(b.x(), y)]
        return [a, b]

    def text(self, item: Text) -> None:
        font = self._font(item)
        if self._small and font.pixelSize() < LEAST_TEXT * self.theme.scale:
            return  # nobody could read it
        self.painter.setFont(font)
        self.painter.setPen(self._colour(item.role))
        at = self.view.point(item.x, item.y)
        self.words(self._inside(at, item) if item.group == "names" else at, item.text, item.anchor)

    def _inside(self, at: QPointF, item: Text) -> QPointF:
        """Where to put a name so that it is not cut off at the board's edges."""
        metrics, frame = self.painter.fontMetrics(), self.view.frame
        half, high = metrics.horizontalAdvance(item.text) / 2 + 3, metrics.height()
        x = (
            max(frame.left() + half, min(at.x(), frame.right() - half))
            if item.anchor in ("centre", "above", "below")
            else at.x()
        )
        return QPointF(x, max(frame.top() + high, min(at.y(), frame.bottom() - high)))

    def _font(self, item: Text) -> QFont:
        pixels = (
            item.size * self.view.scale / self.theme.scale
            if item.world
            else item.size * self.unit / self.theme.scale
        )
        return self.theme.font(max(1.0, pixels), item.bold)

    def words(self, at: QPointF, text: str, anchor: str = "centre") -> None:
        """Paints text in the painter's font and pen next to or on a pixel."""
        x, y = at.x(), at.y()
        left = x if anchor == "left" else x - 2 * REACH if anchor == "right" else x - REACH
        top = y if anchor == "below" else y - 2 * REACH if anchor == "above" else y - REACH
        self.painter.drawText(QRectF(left, top, 2 * REACH, 2 * REACH), ANCHORS[anchor], text)

    def mark(self, item: Mark) -> None:
        """The agent's shape; with a radius it is in a ring, with a heading the ring has a
        pointer.
        """
        at = self.view.point(item.x, item.y)
        colour = self.marks.colour(self.theme, item.agent)
        ring = item.radius * self.view.scale
        size = min(item.size * self.unit, item.widest * self.view.scale)
        if ring > 0:
            size = max(min(size, INSIDE * ring), ring)
            self._ring(at, ring, colour, item.heading_rad)
        inside = self.theme.colour("field") if item.hollow else None
        paint_mark(self.painter, self.marks.agent(item.agent), at, size, colour, inside)

    def _ring(self, at: QPointF, ring: float, colour: QColor, heading: float | None) -> None:
        painter = self.painter
        if heading is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            ux, uy = math.cos(heading), math.sin(heading)
            long = max(9.0 * self.unit, 0.66 * ring)
            wide = max(5.5 * self.unit, 0.4 * ring)
            base = ring - 0.5 * self.unit
            foot = QPointF(at.x() + base * ux, at.y() + base * uy)
            tip = QPointF(foot.x() + long * ux, foot.y() + long * uy)
            side = QPointF(-wide * uy, wide * ux)
            painter.drawPolygon(QPolygonF([tip, foot + side, foot - side]))
        painter.setPen(QPen(colour, 2.0 * self.unit))
        painter.setBrush(self.theme.colour("field"))
        painter.drawEllipse(at, ring, ring)

    def glyph(self, item: Glyph) -> None:
        share = 0.76 if item.width >= HEAVY else 0.52
        side = item.size * self.view.scale * share
        width = max(1.0, 0.05 * side, min(item.width * self.unit, side / 3))
        paint_glyph(
            self.painter,
            item.kind,
            self.view.point(item.x, item.y),
            side,
            self._colour(item.role),
            width,
        )

    def backdrop(self, scene: Scene) -> None:
        """A Scene with a scale is a map: its whole rectangle is a framed field with the scale bar
        in a corner.
        """
        if scene.scale_bar is not None:
            self.rect(
                Rect(scene.x, scene.y, scene.width, scene.height, fill="field", stroke="line2")
            )
            if detail.is_full():
                self._scale_bar(*scene.scale_bar)

    def _scale_bar(self, length: float, label: str) -> None:
        """A measured length in the Scene's lower right corner."""
        pixels, frame = length * self.view.scale, self.view.frame
        right = math.floor(frame.right() - 13 * self.unit) + 0.5
        y = math.floor(frame.bottom() - 12 * self.unit) + 0.5
        left, end = math.floor(right - pixels) + 0.5, 3.0 * self.unit
        self.painter.setPen(QPen(self.theme.colour("ink2"), 1.0))
        self.painter.drawLine(QPointF(left, y), QPointF(right, y))
        for x in (left, right):
            self.painter.drawLine(QPointF(x, y - end), QPointF(x, y + end))
        self.painter.setFont(self.theme.font(TABLE * self.unit / self.theme.scale))
        wide = self.painter.fontMetrics().horizontalAdvance(label)
        middle = min((left + right) / 2, right - wide / 2)  # a short bar's label ends with it
        self.words(QPointF(middle, y - 2 * self.unit), label, "above")


PAINTERS: dict[type, Callable[[ItemPainter, Any], None]] = {
    Circle: ItemPainter.circle,
    Rect: ItemPainter.rect,
    Line: ItemPainter.line,
    Text: ItemPainter.text,
    Mark: ItemPainter.mark,
    Glyph: ItemPainter.glyph,
}


class Tween:
    """The way from one Scene to another: items with equal ids move, new ones with an id fade in."""

    def __init__(self, before: Scene, after: Scene) -> None:
        old = {item.id: item for item in before.items if item.id}
        self.after = after
        self._pairs = [(old.get(item.id) if item.id else item, item) for item in after.items]

    @property
    def moves(self) -> bool:
        """Whether the two Scenes differ at all."""
        return any(a != b for a, b in self._pairs)

    def at(self, t: float) -> Iterator[AnyItem]:
        """The items at `t` from 0 (before) to 1 (after)."""
        for a, b in self._pairs:
            if a is None:
                yield replace(b, alpha=b.alpha * t)
            elif a is b or type(a) is not type(b) or a == b:
                yield b
            else:
                yield _between(a, b, t)

    def scene(self, t: float) -> Scene:
        """A whole Scene at `t`."""
        return replace(self.after, items=tuple(self.at(t)))


POSITIONS: dict[type, tuple[str, ...]] = {
    Circle: ("x", "y", "radius", "alpha"),
    Rect: ("x", "y", "w", "h", "alpha"),
    Text: ("x", "y", "alpha"),
    Mark: ("x", "y", "radius", "alpha"),
    Glyph: ("x", "y", "size", "alpha"),
    Line: ("alpha",),
}


def _between(a: Any, b: Any, t: float) -> AnyItem:
    """`b` with its numbers moved back towards `a`."""
    moved: dict[str, Any] = {
        n: getattr(a, n) + t * (getattr(b, n) - getattr(a, n)) for n in POSITIONS[type(b)]
    }
    if isinstance(b, Mark) and b.heading_rad is not None and a.heading_rad is not None:
        turn = math.remainder(b.heading_rad - a.heading_rad, math.tau)
        moved["heading_rad"] = a.heading_rad + t * turn
    if isinstance(b, Line) and len(a.points) == len(b.points):
        moved["points"] = tuple(
            (p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1]))
            for p, q in zip(a.points, b.points, strict=True)
        )
    item: AnyItem = replace(b, **moved)
    return item
