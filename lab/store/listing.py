"""Lists of games, the latest first, and one game by its number."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from typing import Any

from lab.batch.games import Condition, Entrant
from lab.store.kept import Ended, KeptGame
from lab.store.reading import FROM, GAME, kept_games
from lab.store.rows import find_experiment

# what a seat reached: "won" is better than every other side, "lost" worse than every other
_POINTS = {"won": "= 1", "drawn": "NOT IN (0, 1)", "lost": "= 0"}

_UNDER = (
    "game.lineup IN (SELECT lineup.id FROM lineup JOIN condition ON condition.id = condition "
    "LEFT JOIN source ON source.id = condition.source WHERE game = ? AND options = ? "
    "AND coalesce(digest, '') = ? AND clock = ? AND start = ?)"
)
_PLAYER = "(SELECT id FROM player WHERE digest = ?)"


@dataclass(frozen=True)
class GameFilter:
    """Which games of an experiment are listed: those of a part, with a bot in some seat, in which
    it (or without `bot` any seat) won, drew or lost, answered late or badly, with another bot in
    some seat, of some seeds, that could not be finished, under a condition, with a number between
    two (both included). None: either way.
    """

    part: int | None = None
    bot: Entrant | None = None
    ended: Ended | None = None
    late: bool | None = None
    errors: bool | None = None
    seeds: tuple[int, ...] | None = None
    failed: bool | None = False
    against: Entrant | None = None
    condition: Condition | None = None
    numbers: tuple[int, int] | None = None

    def where(self) -> tuple[str, list[Any]]:
        """The condition on `game` and `asked`, and its values."""
        words, values = [], list[Any]()
        if self.part is not None:
            words.append("asked.part = ?")
            values.append(self.part)
        if self.seeds is not None:
            words.append("game.seed IN (SELECT value FROM json_each(?))")
            values.append(json.dumps(self.seeds))
        if self.numbers is not None:
            words.append("asked.game BETWEEN ? AND ?")
            values += self.numbers
        if self.failed is not None:
            words.append(f"game.error IS {'NOT ' if self.failed else ''}NULL")
        if self.condition is not None:
            rules = self.condition
            words.append(_UNDER)
            values += [rules.game, rules.options, rules.source, rules.clock, rules.start]
        # of `bot` it follows from what is asked of the seats, but is much quicker
        for player in filter(None, (self.bot, self.against)):
            words.append(
                "game.lineup IN (SELECT lineup.id FROM lineup, json_each(lineup.players) "
                f"WHERE value = {_PLAYER})"
            )
            values.append(player.digest)
        seat, own = self._seat()
        if seat:
            words.append(f"EXISTS (SELECT 1 FROM seat WHERE seat.game = game.id{seat})")
            values += own
        return "".join(f" AND {word}" for word in words), values

    def _seat(self) -> tuple[str, list[Any]]:
        words, values = "", list[Any]()
        if self.bot is not None:
            words += f" AND seat.player = {_PLAYER}"
            values.append(self.bot.digest)
        if self.ended is not None:
            words += f" AND seat.points {_POINTS[self.ended]}"
        for column, value in (("late", self.late), ("errors", self.errors)):
            if value is not None:
                words += f" AND seat.{column} {'>' if value else '='} 0"
        return words, values


ALL = GameFilter()


def listed(
    db: sqlite3.Connection, experiment: str, wanted: GameFilter = ALL, last: int | None = 50
) -> list[KeptGame]:
    """Games that an experiment asked for, the latest first, at most `last`."""
    asker = find_experiment(db, experiment)
    where, values = wanted.where()
    rows = db.execute(
        f"SELECT {GAME}, asked.part, asked.turned {FROM} JOIN asked ON asked.game = game.id "
        f"WHERE asked.experiment = ?{where} ORDER BY asked.game DESC LIMIT ?",
        (asker, *values, -1 if last is None else last),
    ).fetchall()
    return kept_games(db, rows)


def asked(db: sqlite3.Connection, experiment: str, part: int | None = None) -> list[KeptGame]:
    """All finished games that an experiment asked for, or those of one part, in the order in which
    they were kept.
    """
    return listed(db, experiment, GameFilter(part=part), None)[::-1]


def numbered(db: sqlite3.Connection, number: int) -> KeptGame | None:
    """The game of a number; None if there is none."""
    rows = db.execute(f"SELECT {GAME}, 0, 0 {FROM} WHERE game.id = ?", (number,)).fetchall()
    return next(iter(kept_games(db, rows)), None)
