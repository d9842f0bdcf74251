"""The playout as a strip: the positions from the new node to the end of the match, and the
result.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from lab.lesson.mcts.records import TreeIteration
from lab.ui.lessons.mcts.boards import SmallBoards, centred
from lab.ui.parts import theme
from lab.ui.parts.glyphs import paint_glyph
from lab.ui.parts.painted import put, text_line, text_width

BOARD, ARROW, RESULT = 44, 22, 150  # pixels at 100 %
HEIGHT = 98
LAST = "the last node"
TITLES = ("The playout", "The playout that has just ended")


class Strip:
    """One painting of a playout into `box`; positions in the middle that do not fit are left
    out.
    """

    def __init__(
        self, painter: QPainter, box: QRectF, iteration: TreeIteration, boards: SmallBoards
    ) -> None:
        look, self._line = theme.current(), text_line(theme.AXIS, 3)
        self._painter, self._iteration, self._boards = painter, iteration, boards
        self._box = box.adjusted(look.px(12), look.px(6), -look.px(12), 0)
        self._top = self._box.top() + self._line + look.px(3)

    def paint(self, ended: bool) -> None:
        """The title, the positions, and the result."""
        look, box = theme.current(), self._box
        painter = self._painter
        painter.setPen(QPen(look.colour("line2"), 1))
        painter.drawLine(
            box.topLeft() - QPointF(0, look.px(6)), box.topRight() - QPointF(0, look.px(6))
        )
        title = QRectF(box.left(), box.top(), box.width(), self._line)
        put(painter, title, TITLES[ended], theme.TABLE, bold=True)
        self._result(self._positions())

    def _positions(self) -> float:
        """Paints the positions; returns where they end."""
        played = self._iteration.played
        cells = [_cell(words, k) for k, (words, _) in enumerate(played)]
        first, last = _shown(cells, self._box.width() - theme.current().px(RESULT))
        x = self._box.left()
        for k in range(len(played)):
            if first <= k < last:
                x = self._gap(x) if k == first else x
                continue
            x = self._position(k, x, cells[k] - theme.current().px(ARROW))
            if k + 1 < len(played):
                x = self._arrow(x)
        return x

    def _gap(self, x: float) -> float:
        """Says that positions are left out."""
        look = theme.current()
        spot = QRectF(x, self._top, look.px(ARROW), look.px(BOARD))
        centred(self._painter, spot, "…", theme.TABLE, "ink2")
        return spot.right()

    def _position(self, k: int, x: float, wide: float) -> float:
        look = theme.current()
        words, picture = self._iteration.played[k]
        side, grown = look.px(BOARD), 3 * look.scale
        spot = QRectF(x + (wide - side) / 2, self._top, side, side)
        self._painter.setPen(QPen(look.colour("edge"), 1))
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.drawRoundedRect(spot, 3, 3)
        key = ("playout", self._iteration.number, k)
        inner = spot.adjusted(grown, grown, -grown, -grown)
        self._boards.paint(self._painter, key, picture, inner)
        name = words or ("new node" if self._iteration.fresh >= 0 else LAST)
        below = QRectF(x, self._top + side + 1, wide, self._line)
        centred(self._painter, below, name, theme.AXIS, "ink2")
        return x + wide

    def _arrow(self, x: float) -> float:
        look, side = theme.current(), theme.current().px(16)
        spot = QRectF(x + look.px(3), self._top + (look.px(BOARD) - side) / 2, side, side)
        paint_glyph(self._painter, spot, "right", look.colour("ink2"))
        return x + look.px(ARROW)

    def _result(self, x: float) -> None:
        look, iteration = theme.current(), self._iteration
        left = x + look.px(14)
        spot = QRectF(left, self._top + look.px(4), self._box.right() - left, self._line)
        words = iteration.result[:1].upper() + iteration.result[1:]
        put(self._painter, spot, words, theme.BODY, bold=True)
        put(self._painter, spot.translated(0, self._line + 2), iteration.shares, theme.AXIS, "ink2")


def _cell(words: str, k: int) -> float:
    """The room for one position and the arrow after it."""
    look = theme.current()
    name = words if k else LAST
    return max(look.px(BOARD), text_width(name, theme.AXIS) + look.px(4)) + look.px(ARROW)


def _shown(cells: list[float], room: float) -> tuple[int, int]:
    """The stretch of positions that is left out, empty where all fit; the first and the last ones
    stay.
    """
    if sum(cells) <= room:
        return len(cells), len(cells)
    head, used, tail = 1, cells[0] + theme.current().px(ARROW), len(cells)
    while tail > head and used + cells[tail - 1] <= room:
        tail -= 1
        used += cells[tail]
    return head, max(tail, head)
