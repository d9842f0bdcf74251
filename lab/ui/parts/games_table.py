"""Finished games as a table: who sat where, how each ended, and a way to watch one. A click on a
head sorts them, and they can be searched.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QWidget

from lab.experiments.arena.standing import GameRow
from lab.ui.parts import theme
from lab.ui.parts.grid import ENTER, Grid, GridModel
from lab.ui.parts.painted import put, text_width
from lab.ui.parts.rows_table import RowsTable
from lab.words.numerals import several

SEED, SEATS, RESULT, REASON, TURNS, LATE, HOST = range(7)
HEADS = ("Seed", "Seats", "Result", "Reason", "Turns", "Late", "Host")
ROW = 24  # pixels at 100 %
LEAST_REASON = 90


def result(game: GameRow, bot: str = "") -> str:
    """How a game ended for a bot, or without one who won it."""
    if game.error or not game.outcome:
        return "failed"
    if not bot:
        best = max(game.outcome)
        first = {name for name, own in zip(game.bots, game.outcome, strict=True) if own == best}
        return f"{first.pop()} won" if len(first) == 1 else "drawn"
    own = max(x for name, x in zip(game.bots, game.outcome, strict=True) if name == bot)
    others = [x for name, x in zip(game.bots, game.outcome, strict=True) if name != bot]
    if all(own > x for x in others):
        return "won"
    return "lost" if all(own < x for x in others) else "drawn"


class GamesModel(GridModel):
    """Games as rows: of `all_games` those that have the text searched for, in order."""

    rights = frozenset((SEED, TURNS, LATE))

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.all_games: tuple[GameRow, ...] = ()
        self.games: tuple[GameRow, ...] = ()  # on show
        self.bot = ""
        self._text, self._by, self._falls = "", -1, False

    def set_games(self, games: Sequence[GameRow], bot: str) -> None:
        """Other games; results are those of `bot`, or of all seats."""
        self.all_games, self.bot = tuple(games), bot
        self._arrange()

    def search(self, text: str) -> None:
        """Shows those whose row has this text."""
        self._text = text.strip().casefold()
        self._arrange()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Orders them by a column; -1 is the order in which they came."""
        self._by, self._falls = column, order == Qt.SortOrder.DescendingOrder
        self._arrange()

    def _arrange(self) -> None:
        found = list(self.all_games)
        if self._text:
            found = [
                game for game in found if self._text in "\n".join(self._texts(game)).casefold()
            ]
        if self._by >= 0:
            found.sort(key=self._key, reverse=self._falls)
        self.games = tuple(found)
        arrow = " ▾" if self._falls else " ▴"
        heads = (f"{head}{arrow * (k == self._by)}" for k, head in enumerate(HEADS))
        self.renew(len(self.games), tuple(heads))

    def sort_next(self, column: int) -> None:
        """A column rises, then falls, then all are as they came."""
        if column != self._by:
            self.sort(column)
        elif self._falls:
            self.sort(-1)
        else:
            self.sort(column, Qt.SortOrder.DescendingOrder)

    def _key(self, game: GameRow) -> tuple[float, str]:
        numbers = {SEED: game.seed, TURNS: game.turns, LATE: sum(game.late)}
        return numbers.get(self._by, 0), self._texts(game)[self._by].casefold()

    def texts(self, row: int) -> Sequence[str]:
        return self._texts(self.games[row])

    def _texts(self, game: GameRow) -> Sequence[str]:
        late = sum(game.late)
        return (
            f"{game.seed}",
            ", ".join(game.bots),
            result(game, self.bot),
            game.error or game.reason,
            f"{game.turns}",
            f"{late}" if late else "",
            game.host,
        )

    def said(self, row: int, column: int) -> str:
        game = self.games[row]
        seats = "; ".join(
            f"seat {seat + 1} {name}{_late(game.late[seat] if game.late else 0)}"
            for seat, name in enumerate(game.bots)
        )
        host = f", on {game.host}" if game.host else ""
        end = game.error or f"{result(game, self.bot)}, {game.turns} turns"
        end += f": {game.reason}" if game.reason else ""
        return f"Seed {game.seed}, {seats}; {end}{host}."


def _late(late: int) -> str:
    return f", {several(late, 'late answer')}" if late else ""


class GamesTable(RowsTable, Grid):
    """`watched` carries the number of a game."""

    watched = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        self.model_ = GamesModel()
        super().__init__("Games", self.model_, parent)
        self.model_.setParent(self)
        self.doubleClicked.connect(self._twice)
        head = self.horizontalHeader()
        head.setSectionsClickable(True)
        head.sectionClicked.connect(lambda k: self._change(lambda: self.model_.sort_next(k)))
        self._redress()

    def _redress(self, _theme: object = None) -> None:
        self.set_row_height(theme.current().px(ROW))
        super()._redress()

    def set_games(self, games: Sequence[GameRow], bot: str) -> None:
        """Shows other games; the current one stays current if it is still there."""
        self._change(lambda: self.model_.set_games(games, bot))

    def search(self, text: str) -> None:
        """Shows those whose row has this text."""
        self._change(lambda: self.model_.search(text))

    def _change(self, change: Callable[[], object]) -> None:
        here = self.current
        change()
        numbers = [game.number for game in self.model_.games]
        if here is not None and here.number in numbers:
            self.setCurrentIndex(self.model_.index(numbers.index(here.number), 0))
        self.share_out()
        self.viewport().update()

    def go_to(self, seed: int) -> None:
        """Makes the first game of a seed the current one."""
        rows = [k for k, game in enumerate(self.model_.games) if game.seed == seed]
        if rows:
            self.setCurrentIndex(self.model_.index(rows[0], 0))

    @property
    def current(self) -> GameRow | None:
        """The current game."""
        row = self.currentIndex().row()
        return self.model_.games[row] if 0 <= row < len(self.model_.games) else None

    def watch(self) -> None:
        """Asks to watch the current game."""
        if self.current is not None:
            self.watched.emit(self.current.number)

    def _twice(self, _index: QModelIndex) -> None:
        self.watch()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER:
            self.watch()
        else:
            super().keyPressEvent(event)

    def share_out(self) -> None:
        look = theme.current()
        shown = self.model_.games[:200]
        widest = {k: text_width(head) for k, head in enumerate(self.model_.heads or HEADS)}
        for k in range(len(shown)):
            for column, text in enumerate(self.model_.texts(k)):
                widest[column] = max(widest[column], text_width(text))
        wide = {k: round(w) + look.px(14) for k, w in widest.items()}
        room = self.viewport().width() - sum(wide.values()) + wide[REASON] + wide[HOST]
        host = wide[HOST] if any(game.host for game in shown) else 0
        self.setColumnHidden(HOST, not host or room - host < look.px(LEAST_REASON))
        reason = room - (0 if self.isColumnHidden(HOST) else host)
        if reason < look.px(LEAST_REASON):
            wide[SEATS] = max(look.px(80), wide[SEATS] + reason - look.px(LEAST_REASON))
            reason = look.px(LEAST_REASON)
        for column, each in (wide | {REASON: reason, HOST: host}).items():
            self.setColumnWidth(column, max(1, each))

    def draw(self, painter: QPainter, box: QRectF, row: int, column: int) -> None:
        look, text = theme.current(), self.model_.texts(row)[column]
        if self.currentIndex().row() == row:
            painter.fillRect(box, look.colour("mark"))
        inner = box.adjusted(look.px(6), 0, -look.px(6), 0)
        failed = column == REASON and bool(self.model_.games[row].error)
        role = "error" if failed else "ink2" if column in (REASON, HOST) else "ink"
        right = column in GamesModel.rights
        put(painter, inner, text, theme.TABLE, role, right=right, bold=column == RESULT)
