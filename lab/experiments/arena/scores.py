"""What the bots of an arena scored against one another, and their ratings from it.

Games of two sides come from the store's tally, which stays fast at a million of them. In a game of
three or four every two players have a duel, of which a group is one observation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from lab.batch.games import LineUp
from lab.experiments.arena.pool import Arena
from lab.experiments.crowds import Crowd
from lab.experiments.meetings import Meeting, merged, turned
from lab.experiments.ratings import Ratings, rate
from lab.store.kept import Meetings
from lab.store.schema import PARTS
from lab.store.store import Store


@dataclass(frozen=True)
class ArenaScores:
    """All meetings of two bots, the ratings that follow, and the finished games in whole groups by
    bot; `played` are those of two bots, in order of their names.
    """

    meetings: Mapping[tuple[str, str], Meeting]
    ratings: Ratings
    games: Mapping[str, int]
    played: Mapping[tuple[str, str], int]
    total: int

    def meeting(self, first: str, second: str) -> Meeting | None:
        """The meeting from the side of `first`; None if the two have not met."""
        found = self.meetings.get((min(first, second), max(first, second)))
        return found if found is None or found.first == first else turned(found)


def scores(store: Store, arena: Arena) -> ArenaScores:
    """What the store has of an arena's bots under its condition."""
    names = {bot.entrant.digest: bot.name for bot in arena.bots}
    pairs, crowds = list[Meeting](), list[Crowd]()
    alone: dict[str, LineUp] = {}
    games, played = Counter[str](), Counter[tuple[str, str]]()
    total = 0
    for each in store.meetings(arena.kept.condition, arena.experiment):
        sides = [names.get(side.digest, "") for side in each.lineup.sides]
        if not all(sides) or len(set(sides)) < len(sides):
            continue  # strangers whom another experiment let play, or one against itself
        count = each.groups * len(sides)
        total += count
        games.update(dict.fromkeys(sides, count))
        played.update(dict.fromkeys(combinations(sorted(sides), 2), count))
        if len(sides) == 1:
            alone[sides[0]] = each.lineup
        elif len(sides) == 2:
            pairs.append(_of_tally(sides, each))
        else:
            groups = store.groups(each.lineup, None, arena.experiment).values()
            crowds.append(Crowd.of(sides, groups))
    pairs += _compared(store, arena, alone)
    every = merged([*pairs, *(duel for crowd in crowds for duel in crowd.meetings)])
    by_names = {(each.first, each.second): each for each in every}
    return ArenaScores(by_names, rate(pairs, crowds), games, played, total)


def _of_tally(sides: Sequence[str], met: Meetings) -> Meeting:
    values = [(parts / PARTS, count) for parts, count in met.tally.get(0, {}).items()]
    total, squares = sum(x * n for x, n in values), sum(x * x * n for x, n in values)
    return Meeting(sides[0], sides[1], sum(n for _, n in values), total, squares)


def _compared(store: Store, arena: Arena, alone: Mapping[str, LineUp]) -> Iterator[Meeting]:
    """In a game for one: two bots by what they reached on common seeds."""
    points = {
        name: {
            seed: group[0].points(0)
            for seed, group in store.groups(lineup, None, arena.experiment).items()
        }
        for name, lineup in alone.items()
    }
    for first, second in combinations(sorted(points), 2):
        common = sorted(points[first].keys() & points[second].keys())
        values = [(1 + points[first][seed] - points[second][seed]) / 2 for seed in common]
        yield Meeting.of(first, second, values)
