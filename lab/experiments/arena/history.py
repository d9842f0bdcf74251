"""How the rating of one bot came about: the ratings of all bots after every so many groups, in the
order in which their games were kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from lab.batch.games import GameRecord
from lab.experiments.arena.groups import met_bots
from lab.experiments.arena.pool import Arena
from lab.experiments.crowds import Crowd
from lab.experiments.meetings import Meeting
from lab.experiments.ratings import rate
from lab.experiments.verdicts import said_once
from lab.store.store import Store

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
