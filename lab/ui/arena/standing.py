"""The standing: every bot's rating with its interval on a common axis."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QWidget

from lab.ui.arena import says
from lab.ui.arena.records import ArenaView, ends_of
from lab.ui.parts import theme
from lab.ui.parts.grid import Grid, GridModel
from lab.ui.parts.painted import put, text_width

NUMBER, BOT, RATING, INTERVAL, BETTER, GAMES, LATE = range(7)
HEADS = ("", "Bot", "Rating", "95 % interval", "Better than next", "Games", "Late")
LEAST_BOT, LEAST_INTERVAL = 128, 84  # pixels at 100 %
CAP, DOT = 4.0, 3.0  # half an interval's end, the radius of its middle
AT_MOST = "at most"  # the bound of a bot that lost every game
MARGIN = 0.08  # of the axis, beyond the outermost ends


class StandingModel(GridModel):
    """Bots as rows."""

    rights = frozenset((RATING, BETTER, GAMES, LATE))

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = ArenaView()

    def set_view(self, view: ArenaView) -> None:
        """Newer records."""
        self.view = view
        self.renew(len(view.rows), HEADS)

    def texts(self, row: int) -> Sequence[str]:
        bot = self.view.rows[row]
        return (
            f"{row + 1}",
            bot.name,
            says.rating(bot),
            says.interval(bot),
            says.better(bot.better),
            f"{bot.games:,}",
            f"{bot.faults.late:,}",
        )

    def said(self, row: int, column: int) -> str:
        return says.row(self.view, row)


class StandingTable(Grid):
    """A row of the candidate is on mark; names of the bots in the test are bold."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self.model_ = StandingModel()
        super().__init__("Standing", self.model_, parent)
        self.model_.setParent(self)

    @property
    def view(self) -> ArenaView:
        """The records on show."""
        return self.model_.view

    def set_view(self, view: ArenaView) -> None:
        """Shows newer records."""
        self.model_.set_view(view)
        self.share_out()
        self.viewport().update()

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

    def share_out(self) -> None:
        look, view = theme.current(), self.view
        sides = {k: self._needs(k) for k in (RATING, BETTER, GAMES, LATE)}
        sides[NUMBER] = look.px(16) + round(text_width(f"{len(view.rows)}"))
        room = self.viewport().width() - sum(sides.values())
        least = max(look.px(LEAST_INTERVAL), self._needs(INTERVAL))
        bot = max(look.px(LEAST_BOT), min(self._names(), room - least))
        interval = room - bot
        self.setColumnHidden(INTERVAL, interval < least)
        if interval < least:
            bot, interval = max(look.px(60), room), 0
        for column, wide in (*sides.items(), (BOT, bot), (INTERVAL, interval)):
            self.setColumnWidth(column, max(1, wide))

    def _needs(self, column: int) -> int:
        """The width of a column of numbers, or of the head of the intervals."""
        rows = range(0 if column == INTERVAL else self.model_.count)
        texts = [self.model_.texts(k)[column] for k in rows]
        wide = max((text_width(text) for text in (*texts, HEADS[column])), default=0.0)
        return round(wide) + theme.current().px(14)

    def _names(self) -> int:
        wide = [text_width(r.name, theme.BODY, True) + self._aside(r.name) for r in self.view.rows]
        return round(max(wide, default=0.0)) + theme.current().px(20)

    def _role(self, name: str) -> str:
        """The word behind a name: of the two that are tested, and of the retired."""
        test = self.view.test
        if test is not None and name in (test.candidate, test.than):
            return "candidate" if name == test.candidate else "benchmark"
        retired = any(r.name == name and r.role == "retired" for r in self.view.rows)
        return "retired" if retired else ""

    def _aside(self, name: str) -> float:
        role = self._role(name)
        return text_width(role) + theme.current().px(10) if role else 0.0

    # -- painting ----------------------------------------------------------------------------------

    def draw(self, painter: QPainter, box: QRectF, row: int, column: int) -> None:
        look = theme.current()
        self._paint_back(painter, box, row, column)
        inner = box.adjusted(look.px(6), 0, -look.px(6), 0)
        if column == BOT:
            self._paint_name(painter, inner, row)
        elif column == INTERVAL:
            self._paint_interval(painter, box, row)
        else:
            text = self.model_.texts(row)[column]
            quiet = column == NUMBER or (column == LATE and text == "0")
            right = column in StandingModel.rights
            put(painter, inner, text, theme.TABLE, "ink2" if quiet else "ink", right=right)

    def _paint_back(self, painter: QPainter, box: QRectF, row: int, column: int) -> None:
        look, here = theme.current(), self.currentIndex()
        if row == self.view.candidate:
            painter.fillRect(box.adjusted(0, 1, 0, -1), look.colour("mark"))
        if here.isValid() and here.row() == row:
            for top in (box.top(), box.bottom() - 1):
                painter.fillRect(QRectF(box.left(), top, box.width(), 1), look.colour("edge"))

    def _paint_name(self, painter: QPainter, box: QRectF, row: int) -> None:
        look, name = theme.current(), self.view.rows[row].name
        role, test = self._role(name), self.view.test
        bold = test is not None and name in (test.candidate, test.than)
        room = box.adjusted(0, 0, -self._aside(name), 0)
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
