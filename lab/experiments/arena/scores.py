"""What the bots of an arena scored against one another, their ratings from it, and how the rating
of one bot came about.

Games of two sides come from the store's tally, which stays fast at a million of them. In a game of
three or four every two players have a duel, of which a group is one observation. Where all groups
are the same games, the players and the game being without chance, they are one observation.

The games of one seed are one group, in however many orders the bots sat around the board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean

from lab.batch.games import GameRecord, LineUp
from lab.experiments.arena.pool import Arena
from lab.experiments.crowds import Crowd, Meeting, merged, turned
from lab.experiments.ratings import Ratings, rate
from lab.experiments.seatings import as_sides
from lab.experiments.verdicts import SAME, Group, repeats, said_once, spoils
from lab.store.kept import Meetings
from lab.store.schema import PARTS
from lab.store.store import Store
from lab.words.scored import compared


@dataclass(frozen=True)
class MetBots:
    """Bots that met: `names` in the order of sides, and what the store has of each line-up of
    theirs, with the names by its sides.
    """

    names: tuple[str, ...]
    lineups: tuple[tuple[tuple[str, ...], Meetings], ...]

    @property
    def games(self) -> int:
        """Finished games, in whole groups of rotations."""
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


POINTS = 40  # at most, on the curve


@dataclass(frozen=True)
class HistoryPoint:
    """The rating of the bot after so many games of its own: `half` is half the width of its 95 %
    interval, `number` that of the latest game of anybody by then.
    """

    games: int
    rating: float
    half: float
    number: int = 0


@dataclass(frozen=True)
class _Group:
    """A finished group: who played, its games, and the number of the game that was kept last.
    Numbers only grow; a clock can be put back.
    """

    names: tuple[str, ...]
    games: tuple[GameRecord, ...]
    at: int


def history(store: Store, arena: Arena, name: str) -> tuple[HistoryPoint, ...]:
    """The curve of a bot; its last point is the standing's rating. Empty for games of one, where
    bots never meet, and before the first group.
    """
    groups = sorted(_groups(store, arena), key=lambda group: group.at)
    own = [k for k, group in enumerate(groups) if name in group.names]
    if not own or arena.game.seats == 1:
        return ()
    count = min(POINTS, len(own))
    ends = sorted({own[round((k + 1) * len(own) / count) - 1] for k in range(count)})
    ends[-1] = len(groups) - 1  # games of the others move it too
    found = []
    for end in ends:
        known = groups[: end + 1]
        ratings = rate(*_evidence(known, arena.kept.condition.round))
        if name in ratings:
            games = sum(len(group.games) for group in known if name in group.names)
            rating, half = ratings.rating(name), ratings.half_width(name)
            found.append(HistoryPoint(games, rating, half, known[-1].at))
    return tuple(found)


def _groups(store: Store, arena: Arena) -> list[_Group]:
    return [
        _Group(met.names, games, at[seed])
        for met in met_bots(store, arena)
        if len(met.names) > 1
        for at in [met.latest(store, arena)]
        for seed, games in met.groups(store, arena).items()
    ]


def _evidence(groups: Sequence[_Group], once: int) -> tuple[list[Meeting], list[Crowd]]:
    """What these groups say, as ratings take it."""
    by_names: dict[tuple[str, ...], list[_Group]] = {}
    for group in groups:
        by_names.setdefault(group.names, []).append(group)
    pairs, crowds = [], []
    for names, every in by_names.items():
        met = said_once([group.games for group in every], once)
        if len(names) == 2:
            points = [fmean(game.points(0) for game in games) for games in met]
            pairs.append(Meeting.of(*names, points))
        else:
            crowds.append(Crowd.of(names, met))
    return pairs, crowds
