"""Finished games as a table: who sat where, how each ended, and a way to watch one. A click on a
head sorts them, and they can be searched.
"""

from __future__ import annotations

from collections.abc import Sequence

from lab.experiments.arena.standing import GameRow
from lab.ui.parts.fields import Field
from lab.ui.parts.table import FieldTable
from lab.words.numerals import several

LEAST_SEATS, LEAST_REASON = 80, 90  # pixels at 100 %


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


class GamesTable(FieldTable[GameRow]):
    """The game that was opened is to be watched."""

    sorts = True

    def __init__(self) -> None:
        self._bot, self._hosts = "", False
        super().__init__("Games")

    def set_games(self, games: Sequence[GameRow], bot: str) -> None:
        """Shows other games; results are those of `bot`, or of all seats."""
        self._bot, self._hosts = bot, any(game.host for game in games)
        self.set_rows(games)

    def fields(self) -> Sequence[Field[GameRow]]:
        return (
            Field("Seed", lambda game: f"{game.seed}", right=True, order=lambda game: game.seed),
            Field("Seats", lambda game: ", ".join(game.bots), least=LEAST_SEATS),
            Field("Result", lambda game: result(game, self._bot), bold=True),
            Field(
                "Reason",
                lambda game: game.error or game.reason,
                role=lambda game: "error" if game.error else "ink2",
                least=LEAST_REASON,
                rest=True,
            ),
            Field("Turns", lambda game: f"{game.turns}", right=True, order=lambda game: game.turns),
            Field(
                "Late",
                lambda game: f"{sum(game.late)}" if any(game.late) else "",
                right=True,
                order=lambda game: sum(game.late),
            ),
            Field("Host", lambda game: game.host, role="ink2", drops=True, shown=self._hosts),
        )

    def key(self, row: GameRow) -> int:
        return row.number

    def words(self, row: GameRow) -> str:
        seats = "; ".join(
            f"seat {seat + 1} {name}{_late(row.late[seat] if row.late else 0)}"
            for seat, name in enumerate(row.bots)
        )
        host = f", on {row.host}" if row.host else ""
        end = row.error or f"{result(row, self._bot)}, {row.turns} turns"
        end += f": {row.reason}" if row.reason else ""
        return f"Seed {row.seed}, {seats}; {end}{host}."


def _late(late: int) -> str:
    return f", {several(late, 'late answer')}" if late else ""
