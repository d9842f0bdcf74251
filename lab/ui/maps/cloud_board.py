"""Where the seats expect each other on a map: dots for an agent's own plan, crosses for what the
other seat expects, an ellipse around each, and a line between the middles.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPen, QPolygonF

from engines.scene import AnyItem
from lab.maps.expectations import AgentExpectation, Cloud, Ellipse
from lab.ui.board.painter import ItemPainter
from lab.ui.board.scene_view import SceneView
from lab.ui.maps.expect_view import ExpectView, background
from lab.ui.parts import theme
from lab.ui.parts.marks import paint_mark

DOTS, RINGS, LINES = "dots", "ellipses", "lines"
DOT, CROSS, MIDDLE = 4.0, 2.6, 10.0  # pixels at 100 %
DOT_ALPHA, CROSS_ALPHA, LINE_ALPHA = 0.5, 0.7, 0.12
NEAR = 8.0  # of the pointer, pixels at 100 %


class CloudBoard(SceneView):
    """`hovered` carries (agent, own?) of the dot or cross under the pointer, None for none."""

    hovered = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Where the seats expect each other")
        self.setMouseTracking(True)
        self._given: ExpectView | None = None
        self._style = DOTS
        self._near_line: tuple[int, bool, int] | None = None  # agent, own plan, line

    def set_given(self, view: ExpectView | None) -> None:
        """Shows newer expectations."""
        before, self._given = self._given, view
        if view is not None:
            same = before is not None and before.scene is view.scene
            if not same or before is None or before.found is not view.found:
                self.set_scene(background(view.scene, view.found), smooth=False)
        self._near_line = None
        self.update()

    def set_style(self, style: str) -> None:
        """DOTS, RINGS or LINES."""
        self._style = style
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        found = self._at(event.position())
        if found != self._near_line:
            self._near_line = found
            self.hovered.emit(found[:2] if found is not None else None)
            self.update()

    def _at(self, spot: QPointF) -> tuple[int, bool, int] | None:
        """The dot or cross next to a pixel."""
        if self._given is None or self._style != DOTS:
            return None
        x, y = self.view.world(spot)
        reach, best = NEAR * theme.current().scale / self.view.scale, None
        for agent in self._given.found.agents:
            for own, clouds in ((True, agent.own), (False, agent.other)):
                cloud = clouds[self._given.turn]
                if cloud is None:
                    continue
                away = [math.hypot(px - x, py - y) for px, py in cloud.places.tolist()]
                nearest = min(range(len(away)), key=away.__getitem__)
                if away[nearest] < reach:
                    reach, best = away[nearest], (agent.agent, own, cloud.lines[nearest])
        return best

    # -- painting ----------------------------------------------------------------------------------

    def _paint_still(self, painter: QPainter) -> None:
        painter.setClipRect(self.view.frame)  # of a map a part is shown
        super()._paint_still(painter)

    def _paint_choice(self, brush: ItemPainter, items: Sequence[AnyItem]) -> None:
        view = self._given
        if view is None:
            return
        for agent in view.found.agents:
            hue = view.marks.colour(brush.theme, agent.agent)
            if self._style == LINES:
                self._paint_lines(brush, view, agent, hue)
            if self._style == DOTS:
                _dots(brush, agent.own[view.turn], hue)
                _crosses(brush, agent.other[view.turn])
        for agent in view.found.agents:
            hue = view.marks.colour(brush.theme, agent.agent)
            _rings(brush, agent, view.turn, hue)
        for agent in view.found.agents:
            _middles(brush, agent, view.turn)
        self._paint_near(brush, view)

    def _paint_lines(
        self, brush: ItemPainter, view: ExpectView, agent: AgentExpectation, hue: QColor
    ) -> None:
        """Every line up to the turn on show, the own ones in the agent's hue."""
        for own, clouds in ((False, agent.other), (True, agent.own)):
            cloud = clouds[view.turn]
            colour = QColor(hue if own else brush.theme.colour("ink2"))
            colour.setAlphaF(LINE_ALPHA)
            brush.painter.setPen(QPen(colour, brush.unit))
            for line in cloud.lines if cloud is not None else ():
                brush.painter.drawPolyline(self._line(view, agent, own, line))

    def _line(self, view: ExpectView, agent: AgentExpectation, own: bool, line: int) -> QPolygonF:
        """One drawn line's way of an agent, in pixels."""
        seat = agent.seat if own else agent.viewer
        drawn = view.found.drawn[seat] if seat is not None else None
        assert drawn is not None  # a cloud was drawn from it
        way = drawn.places[line, : view.turn + 2, agent.agent].tolist()
        return QPolygonF([self.view.point(x, y) for x, y in way])

    def _paint_near(self, brush: ItemPainter, view: ExpectView) -> None:
        """The line of the dot or cross under the pointer."""
        if self._near_line is None:
            return
        number, own, line = self._near_line
        agent = next((a for a in view.found.agents if a.agent == number), None)
        if agent is None:
            return
        pen = QPen(view.marks.colour(brush.theme, number), 2.2 * brush.unit)
        if not own:
            pen = QPen(brush.theme.colour("ink"), 1.8 * brush.unit, Qt.PenStyle.DashLine)
        brush.painter.setPen(pen)
        brush.painter.setBrush(Qt.BrushStyle.NoBrush)
        brush.painter.drawPolyline(self._line(view, agent, own, line))


def _dots(brush: ItemPainter, cloud: Cloud | None, hue: QColor) -> None:
    """The own plan's places."""
    if cloud is None:
        return
    colour = QColor(hue)
    colour.setAlphaF(DOT_ALPHA)
    pen = QPen(colour, DOT * brush.unit)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    brush.painter.setPen(pen)
    brush.painter.drawPoints(_spots(brush, cloud))


def _crosses(brush: ItemPainter, cloud: Cloud | None) -> None:
    """The places that the other seat expects."""
    if cloud is None:
        return
    colour, arm = QColor(brush.theme.colour("ink2")), CROSS * brush.unit
    colour.setAlphaF(CROSS_ALPHA)
    brush.painter.setPen(QPen(colour, brush.unit))
    for spot in _spots(brush, cloud):
        brush.painter.drawLine(spot + QPointF(-arm, -arm), spot + QPointF(arm, arm))
        brush.painter.drawLine(spot + QPointF(-arm, arm), spot + QPointF(arm, -arm))


def _spots(brush: ItemPainter, cloud: Cloud) -> list[QPointF]:
    return [brush.view.point(x, y) for x, y in cloud.places.tolist()]


def _rings(brush: ItemPainter, agent: AgentExpectation, turn: int, hue: QColor) -> None:
    """Both ellipses: the own plan's in the agent's hue, the other seat's dashed."""
    own, other = agent.own[turn], agent.other[turn]
    if own is not None:
        _ring(brush, own.ellipse, QPen(hue, 1.8 * brush.unit))
    if other is not None:
        pen = QPen(brush.theme.colour("ink"), 1.3 * brush.unit)
        pen.setDashPattern([4, 3])
        _ring(brush, other.ellipse, pen)


def _ring(brush: ItemPainter, ellipse: Ellipse | None, pen: QPen) -> None:
    if ellipse is None:
        return
    painter, scale = brush.painter, brush.view.scale
    painter.save()
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.translate(brush.view.point(*ellipse.middle))
    painter.rotate(math.degrees(ellipse.angle_rad))
    painter.drawEllipse(QPointF(0, 0), ellipse.half[0] * scale, ellipse.half[1] * scale)
    painter.restore()


def _middles(brush: ItemPainter, agent: AgentExpectation, turn: int) -> None:
    """The own plan's middle, and a line to the other one."""
    own, other = agent.own[turn], agent.other[turn]
    if own is None:
        return
    start = brush.view.point(*own.middle)
    if other is not None:
        brush.painter.setPen(QPen(brush.theme.colour("mark_edge"), 2.6 * brush.unit))
        brush.painter.drawLine(start, brush.view.point(*other.middle))
    mark, ink = brush.marks.agent(agent.agent), brush.theme.colour("ink")
    paint_mark(brush.painter, mark, start, (MIDDLE + 3) * brush.unit, ink)
    hue = brush.marks.colour(brush.theme, agent.agent)
    paint_mark(brush.painter, mark, start, MIDDLE * brush.unit, hue)
