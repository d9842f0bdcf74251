"""Which bots of an arena have met, in which line-ups, and the groups that they played: those of one
seed are one group, in however many orders the bots sat around the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lab.batch.games import GameRecord, LineUp
from lab.experiments.arena.pool import Arena
from lab.experiments.seatings import as_sides
from lab.store.kept import Meetings
from lab.store.store import Store


@dataclass(frozen=True)
class MetBots:
    """Bots that met: `names` in the order of sides, and what the store has of each line-up of
    theirs, with the names by its sides.
    """

    names: tuple[str, ...]
    lineups: tuple[tuple[tuple[str, ...], Meetings], ...]

    @property
    def games(self) -> int:
        """In whole groups of rotations."""
        return sum(met.groups * len(sides) for sides, met in self.lineups)

    def groups(self, store: Store, arena: Arena) -> dict[int, tuple[GameRecord, ...]]:
        """Their groups by seed."""
        found: dict[int, tuple[GameRecord, ...]] = {}
        for sides, met in self.lineups:
            for seed, games in store.groups(met.lineup, None, arena.experiment).items():
                found[seed] = (*found.get(seed, ()), *as_sides(games, sides, self.names))
        return found

    def latest(self, store: Store, arena: Arena) -> dict[int, int]:
        """The number of the latest game of each seed."""
        found: dict[int, int] = {}
        for _, met in self.lineups:
            for seed, number in store.latest(met.lineup, arena.experiment).items():
                found[seed] = max(number, found.get(seed, 0))
        return found


def met_bots(store: Store, arena: Arena) -> list[MetBots]:
    """Who has met whom. Left out are meetings with strangers whom another experiment let play, and
    those of a bot with itself.
    """
    names = {bot.entrant.digest: bot.name for bot in arena.bots}
    found: dict[frozenset[str], list[tuple[tuple[str, ...], Meetings]]] = {}
    for met in store.meetings(arena.kept.condition, arena.experiment):
        sides = tuple(names.get(side.digest, "") for side in met.lineup.sides)
        if all(sides) and (len(sides) == 1 or len(set(sides)) > 1):
            found.setdefault(frozenset(sides), []).append((sides, met))
    return [MetBots(tuple(dict.fromkeys(each[0][0])), tuple(each)) for each in found.values()]


def whole_groups(
    store: Store, arena: Arena, lineups: Sequence[LineUp]
) -> dict[int, tuple[GameRecord, ...]]:
    """The groups by seed of bots that sit as in all of these line-ups, the sides counted as in the
    order of their first appearance.
    """
    players = tuple(dict.fromkeys(lineups[0].sides))
    parts = [(each, store.groups(each, None, arena.experiment)) for each in lineups]
    common = set.intersection(*(set(groups) for _, groups in parts))
    return {
        seed: tuple(
            game for each, groups in parts for game in as_sides(groups[seed], each.sides, players)
        )
        for seed in sorted(common)
    }
