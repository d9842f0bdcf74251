"""The judged moves as a table, the largest loss first or by turn: what was played, what was best,
what it lost, the shares of the visits, the value after either, and what would have followed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QModelIndex, QPointF, QRectF, Signal
from PySide6.QtGui import QPainter, QPen, QResizeEvent

from lab.review.judging import unit_of
from lab.review.words import SHORT, SKIPPED, hindsight_words, lost_words, luck_words, reading_words
from lab.ui.parts import detail, theme
from lab.ui.parts.fields import Field
from lab.ui.parts.painted import put, text_width
from lab.ui.parts.table import FieldTable, inside
from lab.ui.review.view import ROLES, ReviewRow, ReviewView, put_player
from lab.words import numerals

LOST, TURN = "Lost", 0
NUMBER, BAR = 78, 120  # widths in pixels at 100 %
SOME, WIDE = 560, 1000  # from there on is room for bars: of one agent, of several

APART = 14  # pixels at 100 % between columns


class ReviewTable(FieldTable[ReviewRow]):
    """`went` carries the turn and the seat of a row; `ordered` whether it is by turn."""

    went, ordered = Signal(int, int), Signal(bool)
    high = 26

    def __init__(self) -> None:
        self.view: ReviewView | None = None
        super().__init__("Moves")
        self.setFrameShape(FieldTable.Shape.NoFrame)
        self.horizontalHeader().setSectionsClickable(True)
        self.horizontalHeader().sectionClicked.connect(self._order)
        self.chosen.connect(lambda row: self.went.emit(*row.key))

    def set_view(self, view: ReviewView | None) -> None:
        """Shows a newer review; no rows while a person tries to find a move."""
        self.view = view
        shown = view if view is not None and not view.hides else None
        self.set_rows(shown.rows if shown else (), shown.selected if shown else None)
        if shown is None or shown.selected is None:
            self._silent = True
            self.setCurrentIndex(QModelIndex())
            self._silent = False
        row = self.current
        said = self.words(row) if row is not None else f"{len(self.model_.rows)} moves"
        if said != self.accessibleDescription():
            self.setAccessibleDescription(said)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.set_view(self.view)
        super().resizeEvent(event)

    def _order(self, column: int) -> None:
        title = self.model_.fields[column].name
        if column == TURN or title == LOST:
            self.ordered.emit(column == TURN)

    # -- columns -----------------------------------------------------------------------------------

    def fields(self) -> Sequence[Field[ReviewRow]]:
        return tuple(self._fields(self.view)) if self.view is not None else ()

    def _fields(self, view: ReviewView) -> Iterator[Field[ReviewRow]]:
        several = any(len(row.move.played) > 1 for row in view.rows[:1])
        roomy = self.width() >= theme.current().px(WIDE if several else SOME)
        lost = NUMBER + BAR * roomy
        turn = view.game.turn_word.capitalize()
        yield Field(turn, lambda row: f"{row.turn}", wide=46, paint=self._paint_turn)
        if not detail.is_full():
            yield from self._first_fields()
            return
        yield Field("Played", _played, least=66, role=_role, bold=self._bold)
        yield Field(
            "Best",
            _apart,
            least=66,
            role=lambda row: "ink3" if row.move.agrees else "ink",
            bold=lambda row: not row.move.agrees,
        )
        yield Field(LOST, _lost, wide=lost, paint=self._paint_lost)
        moves = [row.move for row in view.rows]
        if any(math.isfinite(move.hindsight) for move in moves):
            yield Field("In hindsight", _hindsight, right=True, role="ink2")
        if any(math.isfinite(move.luck) for move in moves):
            yield Field("Luck", _luck, right=True, role="ink2")
        if view.with_others:
            yield Field("2nd opinion", _other, wide=82, role="ink2")
        if not several:
            yield Field(
                "Visits, played and best", _shares, wide=166, drops=True, paint=_paint_visits
            )
        kind = view.scale.kind if view.scale is not None else None
        value = SHORT.get(kind, "Value") if kind is not None else "Value"
        yield Field(f"{value} before, after", _chances, wide=124, drops=True, paint=_paint_chances)
        if several and not roomy:
            return
        yield Field(
            "What would follow",
            lambda row: ", ".join(words for _, words in _line(row)),
            least=110,
            rest=True,
            drops=True,
            paint=self._paint_follow,
        )

    def _first_fields(self) -> Iterator[Field[ReviewRow]]:
        """What Simple shows of a move: of several agents those that acted otherwise."""
        rest = self.viewport().width() / theme.current().scale - 46 - NUMBER - 4 * APART
        name = max(80, round(rest / 2))
        yield Field("Played", _played, wide=name, role=_role, bold=self._bold)
        yield Field(
            "Best",
            _apart,
            wide=name,
            role=lambda row: "ink3" if row.move.agrees else "ink",
        )
        yield Field(LOST, _lost, wide=NUMBER, paint=self._paint_lost)

    def key(self, row: ReviewRow) -> object:
        return row.key

    # -- painting ----------------------------------------------------------------------------------

    def _bold(self, row: ReviewRow) -> bool:
        return self.view is not None and row is self.view.selected

    def _paint_turn(self, painter: QPainter, box: QRectF, row: ReviewRow) -> None:
        assert self.view is not None
        look = theme.current()
        box = inside(box)
        number = QRectF(box.left(), box.top(), look.px(26), box.height())
        put(painter, number, str(row.turn), right=True, bold=self._bold(row))
        centre = QPointF(number.right() + look.px(12), box.center().y())
        put_player(painter, self.view, row.agent, centre)

    def _paint_lost(self, painter: QPainter, box: QRectF, row: ReviewRow) -> None:
        look, text = theme.current(), theme.current().px(NUMBER)
        box = inside(box)
        if not row.move.is_judged:
            put(painter, box, _lost(row), role="ink3")
            return
        number = QRectF(box.left(), box.top(), text, box.height())
        put(painter, number, row.lost, right=True, bold=bool(row.mark))
        room = box.width() - text - look.px(10)
        most = max(
            (each.move.lost for each in self.model_.rows if each.move.is_judged), default=0.0
        )
        if room > 20 and most > 0:
            wide = room * row.move.lost / most
            bar = QRectF(
                number.right() + look.px(10), box.center().y() - look.px(5), wide, look.px(10)
            )
            painter.fillRect(bar, look.colour(ROLES.get(row.mark, "cut")))

    def _paint_follow(self, painter: QPainter, box: QRectF, row: ReviewRow) -> None:
        """The line, as far as it fits: who moves and what."""
        assert self.view is not None
        look, box = theme.current(), inside(box)
        x = box.left()
        for agent, words in _line(row):
            wide = text_width(words) + look.px(24)
            if x + wide > box.right() and x > box.left():
                break
            if agent >= 0:
                put_player(painter, self.view, agent, QPointF(x + look.px(5), box.center().y()), 8)
            start = x + (look.px(13) if agent >= 0 else 0)
            label = QRectF(start, box.top(), min(wide, box.right() - start), box.height())
            put(painter, label, words, role="ink2")
            x += wide

    # -- words -------------------------------------------------------------------------------------

    def words(self, row: ReviewRow) -> str:
        who = f"{row.turn}, seat {row.move.seat + 1}, {row.played}"
        if not row.move.is_judged:
            return f"{who}: {_lost(row)}"
        said = [f"{who}: the best move" if row.move.agrees else f"{who}: {_loss(row)}"]
        if math.isfinite(row.move.hindsight):
            read = reading_words(row.move)
            said.append(f"in hindsight {hindsight_words(row.move)}{f', {read}' if read else ''}")
        if math.isfinite(row.move.luck):
            said.append(f"luck {luck_words(row.move)}")
        return "; ".join(said)


def _loss(row: ReviewRow) -> str:
    unit = unit_of(row.move)
    mark = f", {row.mark}" if row.mark else ""
    return f"lost {row.lost} {unit}{mark}; best was {row.best}"


def _role(row: ReviewRow) -> str:
    return "ink" if row.move.is_judged else "ink3"


def _played(row: ReviewRow) -> str:
    """Of several agents those that acted otherwise."""
    return row.apart[0]


def _apart(row: ReviewRow) -> str:
    """What was best, of the agents for which it was something else."""
    return row.apart[1] if row.differs and row.move.is_judged else _best(row)


def _best(row: ReviewRow) -> str:
    return ("the same" if row.move.agrees else row.best) if row.move.is_judged else ""


def _lost(row: ReviewRow) -> str:
    return row.lost if row.move.is_judged else SKIPPED.get(row.move.skipped, "no value")


def _hindsight(row: ReviewRow) -> str:
    return hindsight_words(row.move) if row.move.is_judged else ""


def _luck(row: ReviewRow) -> str:
    return luck_words(row.move) if row.move.is_judged else ""


def _other(row: ReviewRow) -> str:
    return lost_words(row.other) if row.other is not None else ""


def _shares(row: ReviewRow) -> str:
    shown = len(row.move.shares) == 1 and row.move.is_judged
    return " ".join(map(numerals.percent, row.move.shares[0])) if shown else ""


def _chances(row: ReviewRow) -> str:
    known = row.move.after_best is not None or row.move.after_played is not None
    return " ".join(row.chances) if known else ""


def _line(row: ReviewRow) -> Sequence[tuple[int, str]]:
    return row.line if row.differs and row.move.lost else ()


def _paint_visits(painter: QPainter, box: QRectF, row: ReviewRow) -> None:
    if not _shares(row):
        return
    box = inside(box)
    look, (played, best) = theme.current(), row.move.shares[0]
    side = look.px(40)
    left = QRectF(box.left(), box.top(), side, box.height())
    right = QRectF(box.right() - side, box.top(), side, box.height())
    put(painter, left, numerals.percent(played), right=True)
    put(painter, right, numerals.percent(best), right=True, bold=not row.move.agrees)
    bar = QRectF(
        left.right() + look.px(6),
        box.center().y() - look.px(5),
        right.left() - left.right() - look.px(8),
        look.px(10),
    )
    painter.fillRect(bar, look.colour("track"))
    bar.setWidth(bar.width() * min(1.0, played / best if best else 0.0))
    painter.fillRect(bar, look.colour("cut"))


def _paint_chances(painter: QPainter, box: QRectF, row: ReviewRow) -> None:
    if not _chances(row):
        return
    look, (before, after), box = theme.current(), row.chances, inside(box)
    side = box.width() * 0.4
    put(painter, QRectF(box.left(), box.top(), side, box.height()), before, right=True)
    put(painter, QRectF(box.right() - side, box.top(), side, box.height()), after, right=True)
    half, x, y = look.px(6), round(box.center().x()), round(box.center().y()) + 0.5
    painter.setPen(QPen(look.colour("ink2"), 1.2))
    painter.drawLine(QPointF(x - half, y), QPointF(x + half, y))
    for tip in (-3, 3):
        painter.drawLine(QPointF(x + half, y), QPointF(x + half - 4, y + tip))
