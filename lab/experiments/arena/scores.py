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
from statistics import fmean

from lab.batch.games import LineUp
from lab.experiments.arena.groups import met_bots
from lab.experiments.arena.pool import Arena
from lab.experiments.crowds import Crowd
from lab.experiments.meetings import Meeting, merged, turned
from lab.experiments.ratings import Ratings, rate
from lab.experiments.verdicts import SAME, Group, repeats, said_once, spoils
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


def scores(store: Store, arena: Arena, spoilers: Collection[str] = ()) -> ArenaScores:
    """What the store has of an arena's bots under its condition. Groups that one of the `spoilers`
    lost a turn in by a late or bad answer say nothing.
    """
    pairs, crowds = list[Meeting](), list[Crowd]()
    alone: dict[str, LineUp] = {}
    alike, repeating = set[str](), list[tuple[str, ...]]()
    games, played = Counter[str](), Counter[tuple[str, str]]()
    total, once = 0, arena.kept.condition.round
    for each in met_bots(store, arena):
        total += each.games
        games.update(dict.fromkeys(each.names, each.games))
        played.update(dict.fromkeys(combinations(sorted(each.names), 2), each.games))
        (sides, met), *others = each.lineups
        many = bool(others) or len(sides) > 2
        if many or (len(sides) == 2 and not set(sides).isdisjoint(spoilers)):
            groups = [g for g in each.groups(store, arena).values() if not (spoilers and spoils(g))]
            said = said_once(groups, once)
            count, same = len(groups), len(said) < len(groups)
            if said and many:
                crowds.append(Crowd.of(each.names, said))
            elif said:
                pairs.append(_of_groups(sides, said))
        else:
            said = _said_once(store, arena, met)
            count, same = met.groups, bool(said)
            if len(sides) == 1:
                alone[sides[0]] = met.lineup
                alike |= set(sides) if same else set()
            else:
                pairs.append(_of_groups(sides, said) if same else _of_tally(sides, met))
        if same and count >= once + SAME - 1:
            repeating.append(each.names)
    pairs += _compared(store, arena, alone, alike, spoilers)
    every = merged([*pairs, *(duel for crowd in crowds for duel in crowd.meetings)])
    by_names = {(each.first, each.second): each for each in every}
    return ArenaScores(by_names, rate(pairs, crowds), games, played, total, tuple(repeating))


def _said_once(store: Store, arena: Arena, met: Meetings) -> Sequence[Group]:
    """The groups that the others repeat; none where they do not. They are read only where their
    points allow it.
    """
    once = met.lineup.condition.round
    if met.groups <= once or any(len(bins) > once for bins in met.tally.values()):
        return ()
    first = store.groups(met.lineup, range(1, once + SAME), arena.experiment)
    if len(first) > once and not repeats(list(first.values()), once):
        return ()
    groups = list(store.groups(met.lineup, None, arena.experiment).values())
    return said_once(groups, once) if repeats(groups, once) else ()


def _of_groups(sides: Sequence[str], groups: Sequence[Group]) -> Meeting:
    return Meeting.of(sides[0], sides[1], [fmean(game.points(0) for game in g) for g in groups])


def _of_tally(sides: Sequence[str], met: Meetings) -> Meeting:
    values = [(parts / PARTS, count) for parts, count in met.tally.get(0, {}).items()]
    total, squares = sum(x * n for x, n in values), sum(x * x * n for x, n in values)
    return Meeting(sides[0], sides[1], sum(n for _, n in values), total, squares)


def _compared(
    store: Store,
    arena: Arena,
    alone: Mapping[str, LineUp],
    alike: Collection[str],
    spoilers: Collection[str],
) -> Iterator[Meeting]:
    """In a game for one: two bots by what they reached on common seeds; those of `alike` play one
    and the same game on every seed.
    """
    points = {
        name: {
            seed: group[0].points(0)
            for seed, group in store.groups(lineup, None, arena.experiment).items()
            if not (spoilers and spoils(group))
        }
        for name, lineup in alone.items()
    }
    once = arena.kept.condition.round
    for first, second in combinations(sorted(points), 2):
        common = sorted(points[first].keys() & points[second].keys())
        if first in alike and second in alike:
            common = sorted({seed % once: seed for seed in reversed(common)}.values())
        values = [compared(points[first][seed], points[second][seed]) for seed in common]
        yield Meeting.of(first, second, values)
