"""The games of an arena as a list that can be narrowed by bots, result and late answers; Enter, a
double click or Watch opens one on the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QModelIndex, QRectF, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from lab.experiments.arena.standing import GameRow
from lab.ui.arena import says
from lab.ui.arena.grid import ENTER, Grid, GridModel
from lab.ui.parts import theme
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.painted import put, text_width
from lab.words.numerals import several

SEED, SEATS, RESULT, REASON, TURNS, LATE, HOST = range(7)
HEADS = ("Seed", "Seats", "Result", "Reason", "Turns", "Late", "Host")
RESULTS = ("won", "drawn", "lost", "failed")
ROW = 24  # pixels at 100 %
LEAST_REASON, LEAST_HOST = 90, 70


@dataclass(frozen=True)
class GamesWanted:
    """What the list shows: games of `bot`, perhaps only against `than`, with one result for `bot`,
    perhaps only those with late answers, perhaps one seed only.
    """

    bot: str = ""
    than: str = ""
    result: str = ""
    late: bool = False
    seed: int | None = None


class GamesModel(GridModel):
    """Games as rows."""

    rights = frozenset((SEED, TURNS, LATE))

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.games: tuple[GameRow, ...] = ()
        self.bot = ""

    def set_games(self, games: Sequence[GameRow], bot: str) -> None:
        """Other games; results are those of `bot`, or of all seats."""
        self.games, self.bot = tuple(games), bot
        self.renew(len(self.games), HEADS)

    def texts(self, row: int) -> Sequence[str]:
        game = self.games[row]
        late = sum(game.late)
        return (
            f"{game.seed}",
            ", ".join(game.bots),
            says.result(game, self.bot),
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
        end = game.error or f"{says.result(game, self.bot)}, {game.turns} turns"
        end += f": {game.reason}" if game.reason else ""
        return f"Seed {game.seed}, {seats}; {end}{host}."


def _late(late: int) -> str:
    return f", {several(late, 'late answer')}" if late else ""


class GamesTable(Grid):
    """`watched` carries the number of a game."""

    watched = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        self.model_ = GamesModel()
        super().__init__("Games", self.model_, parent)
        self.model_.setParent(self)
        self.doubleClicked.connect(self._twice)
        self._redress()

    def _redress(self, _theme: object = None) -> None:
        self.set_row_height(theme.current().px(ROW))
        super()._redress()

    def set_games(self, games: Sequence[GameRow], bot: str) -> None:
        """Shows other games; the current one stays current if it is still there."""
        here = self.current
        self.model_.set_games(games, bot)
        numbers = [game.number for game in self.model_.games]
        if here is not None and here.number in numbers:
            self.setCurrentIndex(self.model_.index(numbers.index(here.number), 0))
        self.share_out()
        self.viewport().update()

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
        widest = {k: text_width(head) for k, head in enumerate(HEADS)}
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


class GamesView(QWidget):
    """List and filters. `wanted` reports another filter, `watched` the number of a game."""

    wanted = Signal(object)
    watched = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.filter = GamesWanted()
        self.bot, self.than, self.result = Combo("Bot"), Combo("Against"), Combo("Result")
        self.late = QCheckBox("late answers")
        self.words, self.table = QLabel(), GamesTable()
        self.words.setProperty("look", "note")
        self.watch = QPushButton("Watch")
        self.watch.setToolTip("Watch this game in the Match page\nKey: Enter")
        self.result.set_entries([Entry("", "any result"), *(Entry(r, r) for r in RESULTS)])
        self.result.choose("")
        self.set_bots(())
        self._lay_out()
        for combo in (self.bot, self.than, self.result):
            combo.picked.connect(self._edited)
        self.late.toggled.connect(self._edited)
        self.watch.clicked.connect(self.table.watch)
        self.table.watched.connect(self.watched)
        self.set_games(())

    def _lay_out(self) -> None:
        column, row, foot = QVBoxLayout(self), QHBoxLayout(), QHBoxLayout()
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(8)
        row.setSpacing(6)
        against = QLabel("against")
        against.setProperty("look", "soft")
        for part, share in (
            (self.bot, 3),
            (against, 0),
            (self.than, 3),
            (self.result, 3),
            (self.late, 0),
        ):
            row.addWidget(part, share)
        foot.addWidget(self.words, 1)
        foot.addWidget(self.watch)
        column.addLayout(row)
        column.addWidget(self.table, 1)
        column.addLayout(foot)

    def set_bots(self, bots: Sequence[str]) -> None:
        """The bots to choose from."""
        entries = [Entry(bot, bot) for bot in bots]
        for combo, none in ((self.bot, "all bots"), (self.than, "all others")):
            before = combo.name
            combo.set_entries([Entry("", none), *entries])
            combo.choose(before if combo.has(before) else "")

    def set_filter(self, wanted: GamesWanted) -> None:
        """Shows a filter, without a signal."""
        self.filter = wanted
        for combo, name in (
            (self.bot, wanted.bot),
            (self.than, wanted.than),
            (self.result, wanted.result),
        ):
            combo.choose(name)
        self.late.blockSignals(True)
        self.late.setChecked(wanted.late)
        self.late.blockSignals(False)
        self._enable()

    def _edited(self, _value: object = None) -> None:
        bot = self.bot.name
        found = replace(
            self.filter,
            bot=bot,
            than=self.than.name if bot else "",
            result=self.result.name if bot or self.result.name == "failed" else "",
            late=self.late.isChecked(),
        )
        self.set_filter(found)
        self.wanted.emit(found)

    def _enable(self) -> None:
        """Without a bot there is no other one, and nobody wins or loses."""
        self.than.setEnabled(bool(self.filter.bot))

    def set_games(self, games: Sequence[GameRow], more: bool = False) -> None:
        """Shows the games that fit the filter; `more`: there are older ones too."""
        self.table.set_games(games, self.filter.bot)
        said = several(len(games), "game") if games else "No game fits."
        self.words.setText(f"The latest {len(games):,} games" if more else said)
        self.watch.setEnabled(bool(games))
