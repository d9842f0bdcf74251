"""What the bots of an arena scored against one another, and their ratings from it.

Games of two sides come from the store's tally, which stays fast at a million of them. In a game of
three or four every two players have a duel, of which a group is one observation. Where all groups
are the same games, the players and the game being without chance, they are one observation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from lab.batch.games import LineUp
from lab.experiments.arena.groups import met_bots
from lab.experiments.arena.pool import Arena
from lab.experiments.crowds import Crowd
from lab.experiments.meetings import Meeting, merged, turned
from lab.experiments.ratings import Ratings, rate
from lab.experiments.verdicts import SAME, repeats
from lab.store.kept import Meetings
from lab.store.schema import PARTS
from lab.store.store import Store
from lab.words.scored import compared


@dataclass(frozen=True)
class ArenaScores:
    """All meetings of two bots, the ratings that follow, and the finished games in whole groups by
    bot; `played` are those of two bots, in order of their names. More games of `repeating` line-ups
    would be the same ones.
    """

    meetings: Mapping[tuple[str, str], Meeting]
    ratings: Ratings
    games: Mapping[str, int]
    played: Mapping[tuple[str, str], int]
    total: int
    repeating: tuple[tuple[str, ...], ...] = ()

    def meeting(self, first: str, second: str) -> Meeting | None:
        """The meeting from the side of `first`; None if the two have not met."""
        found = self.meetings.get((min(first, second), max(first, second)))
        return found if found is None or found.first == first else turned(found)


def scores(store: Store, arena: Arena) -> ArenaScores:
    """What the store has of an arena's bots under its condition."""
    pairs, crowds = list[Meeting](), list[Crowd]()
    alone: dict[str, LineUp] = {}
    alike, repeating = set[str](), list[tuple[str, ...]]()
    games, played = Counter[str](), Counter[tuple[str, str]]()
    total = 0
    for each in met_bots(store, arena):
        total += each.games
        games.update(dict.fromkeys(each.names, each.games))
        played.update(dict.fromkeys(combinations(sorted(each.names), 2), each.games))
        (sides, met), *others = each.lineups
        if others or len(sides) > 2:
            groups = list(each.groups(store, arena).values())
            count, same = len(groups), repeats(groups)
            crowds.append(Crowd.of(each.names, groups[:1] if same else groups))
        else:
            count, same = met.groups, _repeats(store, arena, met)
            if len(sides) == 1:
                alone[sides[0]] = met.lineup
                alike |= set(sides) if same else set()
            else:
                pairs.append(_of_tally(sides, met, same))
        if same and count >= SAME:
            repeating.append(each.names)
    pairs += _compared(store, arena, alone, alike)
    every = merged([*pairs, *(duel for crowd in crowds for duel in crowd.meetings)])
    by_names = {(each.first, each.second): each for each in every}
    return ArenaScores(by_names, rate(pairs, crowds), games, played, total, tuple(repeating))


def _repeats(store: Store, arena: Arena, met: Meetings) -> bool:
    """Whether all groups are the same games. They are read only where their points allow it."""
    if met.groups < 2 or any(len(bins) > 1 for bins in met.tally.values()):
        return False
    first = store.groups(met.lineup, range(1, SAME + 1), arena.experiment)
    if len(first) > 1 and not repeats(list(first.values())):
        return False
    return repeats(list(store.groups(met.lineup, None, arena.experiment).values()))


def _of_tally(sides: Sequence[str], met: Meetings, same: bool) -> Meeting:
    tally = met.tally.get(0, {})
    values = [(parts / PARTS, 1 if same else count) for parts, count in tally.items()]
    total, squares = sum(x * n for x, n in values), sum(x * x * n for x, n in values)
    return Meeting(sides[0], sides[1], sum(n for _, n in values), total, squares)


def _compared(
    store: Store, arena: Arena, alone: Mapping[str, LineUp], alike: Collection[str]
) -> Iterator[Meeting]:
    """In a game for one: two bots by what they reached on common seeds; those of `alike` play one
    and the same game on every seed.
    """
    points = {
        name: {
            seed: group[0].points(0)
            for seed, group in store.groups(lineup, None, arena.experiment).items()
        }
        for name, lineup in alone.items()
    }
    for first, second in combinations(sorted(points), 2):
        common = sorted(points[first].keys() & points[second].keys())
        values = [compared(points[first][seed], points[second][seed]) for seed in common]
        same = first in alike and second in alike
        yield Meeting.of(first, second, values[:1] if same else values)
