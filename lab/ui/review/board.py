"""The position after a move, with the played move framed as an error and the best one marked; or
the position before it, in which a person tries to find the move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPen

from engines.scene import AnyItem, Target
from lab.ui.board.hand import Hand
from lab.ui.board.overlay import PREDICTED, Path, paint_held
from lab.ui.board.painter import ItemPainter
from lab.ui.board.scene_view import SceneView
from lab.ui.parts.marks import paint_glyph, paint_mark
from lab.ui.parts.painted import put_centred
from lab.ui.parts.theme import TABLE

SMALL = 26  # pixels: cells below it have no word


@dataclass(frozen=True)
class ShownMove:
    """Who moved, the cells of the played and of the best move (None where they have none), and the
    path of the better line; `role` is the frame's colour.
    """

    agent: int = 0
    kind: str = ""  # the agent's mark on the board
    played: Target | None = None
    best: Target | None = None
    paths: tuple[Path, ...] = ()
    role: str = "ink2"


class ReviewBoard(SceneView):
    """`tried` carries the world point that a person clicked while they try a move."""

    tried = Signal(float, float)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Position")
        self._move = ShownMove()
        self._with_best = True
        self._trying: Hand | None = None

    def set_move(self, move: ShownMove) -> None:
        """The move that led to this position."""
        self._move = move
        self._follow()

    def set_best(self, on: bool) -> None:
        """Whether the best move is shown."""
        self._with_best = on
        self._follow()

    def set_trying(self, moves: Hand | None) -> None:
        """The moves of which a click tries one; None if none does."""
        self._trying = moves
        on = moves is not None
        self.setCursor(Qt.CursorShape.PointingHandCursor if on else Qt.CursorShape.ArrowCursor)
        self._follow()

    def _follow(self) -> None:
        shows = self._with_best and self._trying is None
        self.set_paths([each for each in self._move.paths if shows and len(each.points) > 1])
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(400, 400)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._trying is None or event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        spot = self._trying.click(*self.view.world(event.position()))
        self.update()
        if spot is not None:
            self.tried.emit(*spot)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()  # the page's

    def _paint_choice(self, brush: ItemPainter, items: Sequence[AnyItem]) -> None:
        move = self._move
        if self._trying is not None:
            paint_held(brush, self._trying.marked, self._trying.targets)
            return
        if move.played is not None:
            self._frame(brush, move.played, move.role)
        if move.best is not None and self._with_best:
            self._best(brush, move.best)

    def _cell(self, brush: ItemPainter, target: Target) -> QRectF:
        return brush.view.rect(target.x, target.y, target.w, target.h).adjusted(1, 1, -1, -1)

    def _frame(self, brush: ItemPainter, target: Target, role: str) -> None:
        painter, colour = brush.painter, brush.theme.colour(role)
        painter.setPen(QPen(colour, 2.4 * brush.unit))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(self._cell(brush, target), 4, 4)

    def _best(self, brush: ItemPainter, target: Target) -> None:
        painter, box, look = brush.painter, self._cell(brush, target), brush.theme
        painter.setPen(QPen(look.colour("mark_edge"), 2 * brush.unit))
        painter.setBrush(look.colour("mark"))
        painter.drawRoundedRect(box, 4, 4)
        worded = min(box.width(), box.height()) >= SMALL * look.scale
        size = min(box.width(), box.height()) * (0.4 if worded else 0.5)
        centre = QPointF(
            box.center().x(), box.center().y() - (box.height() * 0.14 if worded else 0)
        )
        colour = brush.marks.colour(look, self._move.agent)
        if self._move.kind:
            paint_glyph(painter, self._move.kind, centre, size, colour, 2 * brush.unit)
        else:
            paint_mark(painter, brush.marks.agent(self._move.agent), centre, size, colour)
        if worded:
            word = QRectF(box.left(), box.bottom() - 14 * look.scale, box.width(), 12 * look.scale)
            put_centred(painter, word, "best", TABLE, bold=True)


def path_of(agent: int, points: Sequence[tuple[float, float]]) -> Path:
    """The way of an agent along the better line."""
    return Path(agent, tuple(points), PREDICTED)
