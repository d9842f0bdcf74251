"""The judged moves as a table, the largest loss first or by turn: what was played, what was best,
what it lost, the shares of the visits, the value after either, and what would have followed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from lab.files.review_lines import ReviewedMove
from lab.review.judging import unit_of
from lab.review.words import (
    SHORT,
    SKIPPED,
    hindsight_words,
    lost_words,
    luck_words,
    reading_words,
)
from lab.ui.parts import theme
from lab.ui.parts.focus_ring import OwnRing
from lab.ui.parts.guard import guarded
from lab.ui.parts.painted import put, text_width
from lab.ui.parts.tips import show_tip
from lab.ui.review.part import MARGIN, put_player
from lab.ui.review.view import ROLES, ReviewRow, ReviewView
from lab.words import numerals

ROW, HEAD = 26, 24  # heights in pixels at 100 %
FULL, SOME = 780, 560  # widths in pixels at 100 % from which on bars and lines have room


@dataclass(frozen=True)
class ReviewColumn:
    """A column between two pixels."""

    title: str
    left: float
    right: float
    paint: Callable[[QPainter, QRectF, ReviewRow], None]


class ReviewTable(QAbstractScrollArea):
    """`chosen` carries the turn and the seat of a row; `ordered` whether it is by turn."""

    chosen = Signal(int, int)
    ordered = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Moves")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFrameShape(QAbstractScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view: ReviewView | None = None
        self.ring = OwnRing(self)
        theme.changed.connect(self._restyled)

    def set_view(self, view: ReviewView | None) -> None:
        """Shows a newer review; the selected row stays in sight."""
        before, self.view = self.view, view
        self._measure()
        moved = before is None or view is None or before.selected != view.selected
        if moved and view is not None and view.selected is not None:
            self._show_selected(view)
        self._speak()

    @property
    def rows(self) -> Sequence[ReviewRow]:
        """The rows on show: none while a person tries to find a move."""
        return self.view.rows if self.view is not None and not self.view.hides else ()

    # -- room --------------------------------------------------------------------------------------

    @property
    def _row(self) -> int:
        return theme.current().px(ROW)

    @property
    def _head(self) -> int:
        return theme.current().px(HEAD)

    def _measure(self) -> None:
        whole = len(self.rows) * self._row
        room = max(1, self.viewport().height() - self._head)
        bar = self.verticalScrollBar()
        bar.setRange(0, max(0, whole - room))
        bar.setPageStep(room)
        bar.setSingleStep(self._row)
        self.viewport().update()

    def _restyled(self, _theme: object = None) -> None:
        self.updateGeometry()
        self._measure()

    def _show_selected(self, view: ReviewView) -> None:
        at = next((k for k, row in enumerate(self.rows) if row is view.selected), -1)
        bar, room = self.verticalScrollBar(), self.viewport().height() - self._head
        if at < 0:
            return
        top = at * self._row
        if top < bar.value():
            bar.setValue(top)
        elif top + self._row > bar.value() + room:
            bar.setValue(top + self._row - room)

    def sizeHint(self) -> QSize:
        return QSize(480, self._head + 8 * self._row)

    def minimumSizeHint(self) -> QSize:
        return QSize(240, self._head + 3 * self._row)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._measure()

    # -- columns -----------------------------------------------------------------------------------

    def columns(self) -> list[ReviewColumn]:
        """The columns that have room, from the left."""
        view, look = self.view, theme.current()
        if view is None:
            return []
        wide, px = self.viewport().width(), look.px
        several = any(len(row.move.played) > 1 for row in view.rows[:1])
        x = float(px(MARGIN))
        found = [ReviewColumn(view.game.turn_word.capitalize(), x, x + px(52), self._turn)]
        x += px(60)
        name = px(150) if several else px(74)
        for title, paint in (("Played", self._played), ("Best", self._best)):
            found.append(ReviewColumn(title, x, x + name, paint))
            x += name + px(6)
        lost = px(76) + (px(120) if wide >= px(SOME) else 0)
        found.append(ReviewColumn("Lost", x, x + lost, self._lost))
        x += lost + px(14)
        for title, reach, words in self._extras(view):
            found.append(ReviewColumn(title, x, x + px(reach), partial(self._number, words)))
            x += px(reach + 12)
        if view.with_others:
            found.append(ReviewColumn("2nd opinion", x, x + px(86), self._other))
            x += px(96)
        if wide - x >= px(200) and not several:
            found.append(ReviewColumn("Visits, played and best", x, x + px(164), self._visits))
            x += px(180)
        kind = view.scale.kind if view.scale is not None else None
        title = SHORT.get(kind, "Value") if kind is not None else "Value"
        if wide - x >= px(120):
            found.append(ReviewColumn(f"{title} before, after", x, x + px(124), self._chances))
            x += px(138)
        if wide - x >= px(110):
            right = wide - px(MARGIN)
            found.append(ReviewColumn("What would follow", x, right, self._follow))
        return found

    def _extras(self, view: ReviewView) -> list[tuple[str, int, Callable[[ReviewedMove], str]]]:
        """The columns that only some games have: title, width at 100 %, words."""
        moves = [row.move for row in view.rows]
        hindsight = any(math.isfinite(move.hindsight) for move in moves)
        luck = any(math.isfinite(move.luck) for move in moves)
        found: list[tuple[str, int, Callable[[ReviewedMove], str]]] = []
        found += [("In hindsight", 84, hindsight_words)] if hindsight else []
        return [*found, ("Luck", 52, luck_words)] if luck else found

    # -- painting ----------------------------------------------------------------------------------

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self.viewport()) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self.view is None:
                return
            columns, first = self.columns(), self.verticalScrollBar().value() // self._row
            last = first + self.viewport().height() // self._row + 2
            painter.setClipRect(0, self._head, self.viewport().width(), self.viewport().height())
            for k, row in enumerate(self.rows[first:last], first):
                self._paint_row(painter, columns, row, k)
            painter.setClipping(False)
            self._paint_head(painter, columns)
            if self.ring.shown:
                painter.setPen(theme.current().colour("ink"))
                painter.drawRect(self.viewport().rect().adjusted(1, 1, -2, -2))

    def _paint_head(self, painter: QPainter, columns: Sequence[ReviewColumn]) -> None:
        look = theme.current()
        painter.fillRect(
            QRectF(0, self._head - 1, self.viewport().width(), 1), look.colour("line2")
        )
        for column in columns:
            box = QRectF(column.left, 0, column.right - column.left, self._head)
            put(painter, box, column.title, theme.TABLE, "ink2")

    def _paint_row(
        self, painter: QPainter, columns: Sequence[ReviewColumn], row: ReviewRow, k: int
    ) -> None:
        assert self.view is not None
        top = self._head + k * self._row - self.verticalScrollBar().value()
        if row is self.view.selected:
            box = QRectF(0, top, self.viewport().width(), self._row)
            painter.fillRect(box, theme.current().colour("mark"))
        for column in columns:
            column.paint(
                painter, QRectF(column.left, top, column.right - column.left, self._row), row
            )

    def _bold(self, row: ReviewRow) -> bool:
        return self.view is not None and row is self.view.selected

    def _role(self, row: ReviewRow) -> str:
        return "ink" if row.move.is_judged else "ink3"

    def _turn(self, painter: QPainter, box: QRectF, row: ReviewRow) -> None:
        assert self.view is not None
        look = theme.current()
        number = QRectF(box.left(), box.top(), look.px(26), box.height())
        put(painter, number, str(row.turn), right=True, bold=self._bold(row))
        centre = QPointF(number.right() + look.px(16), box.center().y())
        put_player(painter, self.view, row.agent, centre)

    def _played(self, painter: QPainter, box: QRectF, row: ReviewRow) -> None:
        put(painter, box, row.played, role=self._role(row), bold=self._bold(row))

    def _best(self, painter: QPainter, box: QRectF, row: ReviewRow) -> None:
        if row.move.is_judged:
            words = "the same" if row.move.agrees else row.best
            role = "ink3" if row.move.agrees else "ink"
            put(painter, box, words, role=role, bold=not row.move.agrees)

    def _lost(self, painter: QPainter, box: QRectF, row: ReviewRow) -> None:
        look, text = theme.current(), theme.current().px(70)
        if not row.move.is_judged:
            put(painter, box, SKIPPED.get(row.move.skipped, "no value"), role="ink3")
            return
        number = QRectF(box.left(), box.top(), text, box.height())
        put(painter, number, row.lost, right=True, bold=bool(row.mark))
        room = box.width() - text - look.px(10)
        most = max((each.move.lost for each in self.rows if each.move.is_judged), default=0.0)
        if room > 20 and most > 0:
            wide = room * row.move.lost / most
            bar = QRectF(
                number.right() + look.px(10), box.center().y() - look.px(5), wide, look.px(10)
            )
            painter.fillRect(bar, look.colour(ROLES.get(row.mark, "cut")))

    def _number(
        self,
        words: Callable[[ReviewedMove], str],
        painter: QPainter,
        box: QRectF,
        row: ReviewRow,
    ) -> None:
        if row.move.is_judged:
            put(painter, box, words(row.move), role="ink2", right=True)

    def _other(self, painter: QPainter, box: QRectF, row: ReviewRow) -> None:
        if row.other is not None:
            put(painter, box, lost_words(row.other), role="ink2")

    def _visits(self, painter: QPainter, box: QRectF, row: ReviewRow) -> None:
        if len(row.move.shares) != 1 or not row.move.is_judged:
            return
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

    def _chances(self, painter: QPainter, box: QRectF, row: ReviewRow) -> None:
        look, (before, after) = theme.current(), row.chances
        side = box.width() * 0.4
        if row.move.after_best is None and row.move.after_played is None:
            return
        put(painter, QRectF(box.left(), box.top(), side, box.height()), before, right=True)
        put(painter, QRectF(box.right() - side, box.top(), side, box.height()), after, right=True)
        half, x, y = look.px(6), round(box.center().x()), round(box.center().y()) + 0.5
        painter.setPen(QPen(look.colour("ink2"), 1.2))
        painter.drawLine(QPointF(x - half, y), QPointF(x + half, y))
        for tip in (-3, 3):
            painter.drawLine(QPointF(x + half, y), QPointF(x + half - 4, y + tip))

    def _follow(self, painter: QPainter, box: QRectF, row: ReviewRow) -> None:
        """The line, as far as it fits: who moves and what."""
        assert self.view is not None
        if not row.differs or not row.move.lost:
            return
        look, x = theme.current(), box.left()
        for agent, words in row.line:
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
        """A row as a sentence."""
        who = f"{row.turn}, seat {row.move.seat + 1}, {row.played}"
        if not row.move.is_judged:
            return f"{who}: {SKIPPED.get(row.move.skipped, 'no value')}"
        said = [f"{who}: the best move" if row.move.agrees else f"{who}: {self._loss(row)}"]
        if math.isfinite(row.move.hindsight):
            read = reading_words(row.move)
            said.append(f"in hindsight {hindsight_words(row.move)}{f', {read}' if read else ''}")
        if math.isfinite(row.move.luck):
            said.append(f"luck {luck_words(row.move)}")
        return "; ".join(said)

    def _loss(self, row: ReviewRow) -> str:
        unit = unit_of(row.move)
        mark = f", {row.mark}" if row.mark else ""
        return f"lost {row.lost} {unit}{mark}; best was {row.best}"

    def _speak(self) -> None:
        row = self.view.selected if self.view is not None and self.rows else None
        text = self.words(row) if row is not None else f"{len(self.rows)} moves"
        if text != self.accessibleDescription():
            self.setAccessibleDescription(text)

    # -- the pointer and keys ----------------------------------------------------------------------

    def _row_at(self, y: float) -> ReviewRow | None:
        k = int((y - self._head + self.verticalScrollBar().value()) // self._row)
        return self.rows[k] if y >= self._head and 0 <= k < len(self.rows) else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self._row_at(event.position().y())
        if row is not None:
            self.chosen.emit(*row.key)
        elif event.position().y() < self._head and self.view is not None:
            columns = self.columns()
            hit = next((c for c in columns if c.left <= event.position().x() <= c.right), None)
            if hit is not None and hit.title in (columns[0].title, "Lost"):
                self.ordered.emit(hit is columns[0])

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        rows = self.rows
        step = {
            Qt.Key.Key_Up: -1,
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_PageUp: -10,
            Qt.Key.Key_PageDown: 10,
        }.get(Qt.Key(event.key()), 0)
        if step and rows and self.view is not None:
            at = next((k for k, row in enumerate(rows) if row is self.view.selected), 0)
            self.chosen.emit(*rows[max(0, min(len(rows) - 1, at + step))].key)
        elif event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText("\n".join(map(self.words, rows)))
        else:
            event.ignore()

    def viewportEvent(self, event: QEvent) -> bool:
        """A pointer that rests learns the whole row."""
        if isinstance(event, QHelpEvent):
            row = self._row_at(event.pos().y())
            show_tip(event.globalPos(), self.words(row) if row else "", self)
            return True
        return super().viewportEvent(event)
