"""The two tables of an arena: every bot's rating with its interval on a common axis, and each
against each, in heat colours around one half, paler where it is less sure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QHeaderView

from lab.experiments.arena.standing import CrossCell
from lab.ui.arena import says
from lab.ui.arena.records import ArenaView, ends_of
from lab.ui.parts import detail, theme
from lab.ui.parts.fields import Field
from lab.ui.parts.guard import guarded
from lab.ui.parts.painted import put, put_centred, text_width
from lab.ui.parts.table import FieldTable, inside
from lab.words.numerals import several, surely, uncertain

PALE, VAGUE = 0.3, 0.25  # the palest share of a colour; half of an interval that says nothing
STEEP = 2.2  # of a colour in the score's distance from one half
LEAST, NAMES = 30, 128  # pixels at 100 %, of a column, of the names


class NameHeader(QHeaderView):
    """The names at the left, which stay while the table scrolls."""

    def __init__(self, grid: CrossTable) -> None:
        super().__init__(Qt.Orientation.Vertical, grid)
        self._grid = grid
        self.setSectionsClickable(False)

    def sizeHint(self) -> QSize:
        look, view = theme.current(), self._grid.view
        wide = max((text_width(row.name, theme.TABLE, True) for row in view.rows), default=0.0)
        return QSize(round(min(wide, look.px(NAMES))) + look.px(34), 0)

    def paintSection(self, painter: QPainter, rect: Any, section: int) -> None:
        self._paint(painter, QRectF(rect), section)

    @guarded
    def _paint(self, painter: QPainter, box: QRectF, section: int) -> None:
        look, view = theme.current(), self._grid.view
        painter.fillRect(box, look.colour("panel"))
        if section >= len(view.rows):
            return
        number = QRectF(box.left() + look.px(6), box.top(), look.px(18), box.height())
        put(painter, number, f"{section + 1}", theme.TABLE, "ink2")
        room = box.adjusted(look.px(26), 0, -look.px(6), 0)
        test, name = view.test, view.rows[section].name
        bold = test is not None and name in (test.candidate, test.than)
        put(painter, room, name, theme.TABLE, bold=bold)


class NumberHeader(QHeaderView):
    """The numbers above the columns."""

    def __init__(self, grid: CrossTable) -> None:
        super().__init__(Qt.Orientation.Horizontal, grid)
        self.setSectionsClickable(False)

    def sizeHint(self) -> QSize:
        return QSize(0, theme.current().px(20))

    def paintSection(self, painter: QPainter, rect: Any, section: int) -> None:
        self._paint(painter, QRectF(rect), section)

    @guarded
    def _paint(self, painter: QPainter, box: QRectF, section: int) -> None:
        painter.fillRect(box, theme.current().colour("panel"))
        put_centred(painter, box, f"{section + 1}", theme.TABLE, "ink2")


class CrossTable(FieldTable[int]):
    """Bots against bots, in the order of the standing. The cell of the running test is outlined."""

    at_once = True

    def __init__(self) -> None:
        self.view = ArenaView()
        super().__init__("Each against each")
        detail.changed.connect(self._redress)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        for header in (NumberHeader(self), NameHeader(self)):
            self._put(header)
        self._redress()
        corner = self.findChild(QAbstractButton)
        if corner is not None:  # Qt's own, which would paint a button where nothing can be done
            corner.installEventFilter(self)
            corner.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        return event.type() == QEvent.Type.Paint and isinstance(watched, QAbstractButton)

    def _put(self, header: QHeaderView) -> None:
        across = header.orientation() == Qt.Orientation.Horizontal
        (self.setHorizontalHeader if across else self.setVerticalHeader)(header)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setMinimumSectionSize(1)
        header.show()

    def _redress(self) -> None:
        super()._redress()
        for part in (self.horizontalHeader(), self.verticalHeader()):
            part.viewport().update()

    def set_view(self, view: ArenaView) -> None:
        """Shows newer records."""
        self.view = view
        self.set_rows(range(len(view.rows)))
        self.verticalHeader().updateGeometry()

    def fields(self) -> Sequence[Field[int]]:
        return tuple(map(self._against, range(len(self.view.rows))))

    def _against(self, other: int) -> Field[int]:
        """What all bots scored against one."""
        view = self.view

        def share(row: int) -> str:
            found = view.cell((row, other))
            return says.share(found) if found is not None else ""

        return Field(
            f"{other + 1}",
            share,
            paint=partial(self._paint, other),
            words=lambda row: says.cell(view, (row, other)),
            tip=view.rows[other].name,
        )

    def side_words(self, at: int) -> str:
        return f"{at + 1} {self.view.rows[at].name}" if at < len(self.view.rows) else ""

    def is_marked(self, row: int) -> bool:
        return False

    def fit(self) -> None:
        self.verticalHeader().setFixedWidth(self.verticalHeader().sizeHint().width())
        each = self.viewport().width() // max(1, len(self.model_.rows))
        self.horizontalHeader().setDefaultSectionSize(max(theme.current().px(LEAST), each))
        self.viewport().update()

    # -- painting ----------------------------------------------------------------------------------

    def _paint(self, column: int, painter: QPainter, box: QRectF, row: int) -> None:
        look, found = theme.current(), self.view.cell((row, column))
        inner = box.adjusted(1, 1, -1, -1)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("track") if found is None else colour(found))
        painter.drawRoundedRect(inner, 2, 2)
        if found is not None:
            self._paint_numbers(painter, inner, found)
        here = self.currentIndex()
        if (row, column) == self.view.tested:
            _frame(painter, inner, "mark_edge" if not look.dark else "heat_ink", 2.0)
        if (here.row(), here.column()) == (row, column) and self.hasFocus():
            _frame(painter, inner, "heat_ink" if found is not None else "ink", 1.4)

    @staticmethod
    def _paint_numbers(painter: QPainter, box: QRectF, found: CrossCell) -> None:
        look = theme.current()
        share, half = f"{100 * found.points:.0f}", uncertain(found.points, found.low, found.high)
        wide = text_width(share, theme.TABLE, True)
        rest = text_width(half, theme.TABLE)
        gap = max(1.0, min(float(look.px(4)), box.width() - 2 - wide - rest))
        both = wide + gap + rest
        if both > box.width() or not detail.is_full():
            put_centred(painter, box, share, theme.TABLE, "heat_ink", bold=True)
            return
        left = box.center().x() - both / 2
        first = QRectF(left, box.top(), wide + 1, box.height())
        put(painter, first, share, theme.TABLE, "heat_ink", bold=True)
        second = QRectF(left + wide + gap, box.top(), both, box.height())
        painter.setOpacity(0.75)
        put(painter, second, half, theme.TABLE, "heat_ink")
        painter.setOpacity(1.0)


def _frame(painter: QPainter, box: QRectF, role: str, width: float) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.current().colour(role), width))
    inset = width / 2
    painter.drawRoundedRect(box.adjusted(inset, inset, -inset, -inset), 3, 3)


def colour(found: CrossCell) -> QColor:
    """The heat of a score: none at one half, paler the wider its interval."""
    look = theme.current()
    away = found.points - 0.5
    sure = max(PALE, 1.0 - found.half / VAGUE)
    share = min(1.0, STEEP * abs(away)) * sure
    even, end = look.colour("heat_even"), look.colour("heat_high" if away >= 0 else "heat_low")
    ends = ((even.redF(), end.redF()), (even.greenF(), end.greenF()), (even.blueF(), end.blueF()))
    return QColor.fromRgbF(*(a + (b - a) * share for a, b in ends))


LEAST_BOT, LEAST_INTERVAL = 160, 84  # pixels at 100 %
CAP, DOT = 4.0, 3.0  # half an interval's end, the radius of its middle
AT_MOST = "at most"  # the bound of a bot that lost every game
MARGIN = 0.08  # of the axis, beyond the outermost ends
MEAN = ("95 % interval; the line is the mean of all", "95 % interval")


class StandingTable(FieldTable[int]):
    """The rows of a standing. That of the candidate is on mark; names of the bots in the test are
    bold.
    """

    at_once = True
    lined = True

    def __init__(self) -> None:
        self.view = ArenaView()
        super().__init__("Standing")
        detail.changed.connect(self._show_again)

    def _show_again(self) -> None:
        self.set_view(self.view)

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
        """All of them in Full; in Simple the rating alone, at the right end, and the rest for the
        clipboard.
        """
        bots, full = self.view.rows, detail.is_full()
        place, bot, rating, interval, *rest = self._all_fields(full)
        if full:
            return (place, bot, rating, interval, *rest)
        plain = replace(rating, text=lambda k: says.rating_alone(bots[k]))
        return (place, bot, interval, plain, *(replace(field, shown=False) for field in rest))

    def _all_fields(self, full: bool) -> Sequence[Field[int]]:
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
                "95 % interval" if full else MEAN,
                lambda k: says.interval(bots[k]),
                paint=self._paint_interval,
                least=LEAST_INTERVAL,
                rest=True,
                drops=True,
            ),
            Field("Better than next", lambda k: surely(bots[k].better), right=True),
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
        """The words behind a name: of the two that are tested, and of the retired; in Simple of
        late answers.
        """
        bot, test = self.view.rows[row], self.view.test
        if not detail.is_full():
            late = several(bot.faults.late, "late answer") if bot.faults.late else ""
            retired = "retired" if bot.role == "retired" else ""
            return ", ".join(filter(None, (retired, late)))
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
        gone = self.view.rows[row].role == "retired"
        put(painter, room, name, theme.TABLE, "ink3" if gone else "ink", bold=bold)
        if role:
            x = box.left() + min(text_width(name, theme.TABLE, bold), room.width()) + look.px(8)
            rest = QRectF(x, box.top(), box.right() - x, box.height())
            late = role.endswith(("answer", "answers"))
            put(painter, rest, role, theme.TABLE, "warn" if late else "ink2")

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
