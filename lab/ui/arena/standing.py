"""The standing: every bot's rating with its interval on a common axis."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QWidget

from lab.ui.arena import says
from lab.ui.arena.records import ArenaView, ends_of
from lab.ui.parts import theme
from lab.ui.parts.fields import Field
from lab.ui.parts.painted import put, text_width
from lab.ui.parts.table import FieldTable, inside

LEAST_BOT, LEAST_INTERVAL = 160, 84  # pixels at 100 %
CAP, DOT = 4.0, 3.0  # half an interval's end, the radius of its middle
AT_MOST = "at most"  # the bound of a bot that lost every game
MARGIN = 0.08  # of the axis, beyond the outermost ends


class StandingTable(FieldTable[int]):
    """The rows of a standing. That of the candidate is on mark; names of the bots in the test are
    bold.
    """

    at_once = True
    lined = True

    def __init__(self, parent: QWidget | None = None) -> None:
        self.view = ArenaView()
        super().__init__("Standing", parent)

    def set_view(self, view: ArenaView) -> None:
        """Shows newer records."""
        self.view = view
        self.set_rows(range(len(view.rows)))

    @property
    def axis(self) -> tuple[float, float]:
        """The ends of the common axis; 0 is within. A bot that lost or won everything has no
        interval, and so far out it would leave the others no room.
        """
        ends = [end for bot in self.view.rows for end in ends_of(bot) or ()]
        ends = ends or [bot.rating or 0.0 for bot in self.view.rows]
        low, high = min(0.0, *ends), max(0.0, *ends)
        beyond = MARGIN * max(1.0, high - low)
        return low - beyond, high + beyond

    def fields(self) -> Sequence[Field[int]]:
        bots = self.view.rows
        return (
            Field("", lambda k: f"{k + 1}", role="ink2"),
            Field(
                "Bot",
                lambda k: bots[k].name,
                paint=self._paint_name,
                needs=lambda k: text_width(bots[k].name, theme.TABLE, True) + self._aside(k),
                least=LEAST_BOT,
            ),
            Field("Rating", lambda k: says.rating(bots[k]), right=True),
            Field(
                "95 % interval",
                lambda k: says.interval(bots[k]),
                paint=self._paint_interval,
                least=LEAST_INTERVAL,
                rest=True,
                drops=True,
            ),
            Field("Better than next", lambda k: says.better(bots[k].better), right=True),
            Field("Games", lambda k: f"{bots[k].games:,}", right=True),
            Field(
                "Late",
                lambda k: f"{bots[k].faults.late:,}",
                right=True,
                role=lambda k: "ink" if bots[k].faults.late else "ink2",
            ),
        )

    def words(self, row: int) -> str:
        return says.row(self.view, row)

    def is_marked(self, row: int) -> bool:
        return row == self.view.candidate

    def _tested(self, row: int) -> bool:
        test = self.view.test
        return test is not None and self.view.rows[row].name in (test.candidate, test.than)

    def _role(self, row: int) -> str:
        """The word behind a name: of the two that are tested, and of the retired."""
        bot, test = self.view.rows[row], self.view.test
        if test is not None and self._tested(row):
            return "candidate" if bot.name == test.candidate else "benchmark"
        return "retired" if bot.role == "retired" else ""

    def _aside(self, row: int) -> float:
        role = self._role(row)
        return text_width(role) + theme.current().px(10) if role else 0.0

    # -- painting ----------------------------------------------------------------------------------

    def _paint_name(self, painter: QPainter, box: QRectF, row: int) -> None:
        look, name, box = theme.current(), self.view.rows[row].name, inside(box)
        role, bold = self._role(row), self._tested(row)
        room = box.adjusted(0, 0, -self._aside(row), 0)
        put(painter, room, name, theme.TABLE, "ink3" if role == "retired" else "ink", bold=bold)
        if role:
            x = box.left() + min(text_width(name, theme.TABLE, bold), room.width()) + look.px(8)
            rest = QRectF(x, box.top(), box.right() - x, box.height())
            put(painter, rest, role, theme.TABLE, "ink2")

    def _paint_interval(self, painter: QPainter, box: QRectF, row: int) -> None:
        """The rating as a point in its interval, and 0 as a line through all rows; a bound as an
        arrow to its side, at the end of the axis if it is beyond.
        """
        look, bot = theme.current(), self.view.rows[row]
        low, high = self.axis

        def x(value: float) -> float:
            return box.left() + (value - low) / (high - low) * box.width()

        painter.fillRect(QRectF(round(x(0)), box.top(), 1, box.height()), look.colour("edge"))
        y, cap = box.center().y(), CAP * look.scale
        painter.setPen(QPen(look.colour("ink"), 1.2))
        ends = [x(end) for end in ends_of(bot) or ()]
        if ends:
            painter.drawLine(QPointF(ends[0], y), QPointF(ends[1], y))
        for end in ends:
            painter.drawLine(QPointF(end, y - cap), QPointF(end, y + cap))
        if bot.rating is None:
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("ink"))
        if bot.bound:
            side = -1 if bot.bound == AT_MOST else 1
            room = box.adjusted(2 * cap, 0, -2 * cap, 0)
            at = max(room.left(), min(room.right(), x(bot.rating)))
            corners = ((side * cap, 0.0), (-side * cap, -cap), (-side * cap, cap))
            painter.drawPolygon([QPointF(at + dx, y + dy) for dx, dy in corners])
            return
        painter.drawEllipse(QPointF(x(bot.rating), y), DOT * look.scale, DOT * look.scale)
