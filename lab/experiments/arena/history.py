"""How the rating of one bot came about: the ratings of all bots after every so many groups, in the
order in which they were played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lab.batch.games import GameRecord, LineUp
from lab.experiments.arena.pool import Arena
from lab.experiments.crowds import Crowd
from lab.experiments.meetings import Meeting
from lab.experiments.ratings import rate
from lab.experiments.verdicts import repeats
from lab.store.store import Store

POINTS = 40  # at most, on the curve


@dataclass(frozen=True)
class HistoryPoint:
    """The rating of the bot after so many games of its own: `half` is half the width of its 95 %
    interval.
    """

    games: int
    rating: float
    half: float


@dataclass(frozen=True)
class _Group:
    """A finished group: who played, its games, the first one's mean points, and when its last game
    began.
    """

    names: tuple[str, ...]
    games: tuple[GameRecord, ...]
    points: float
    at: float


def history(store: Store, arena: Arena, name: str) -> tuple[HistoryPoint, ...]:
    """The curve of a bot; its last point is the standing's rating. Empty for games of one, where
    bots never meet, and before the first group.
    """
    groups = sorted(_groups(store, arena), key=lambda group: (group.at, group.names))
    own = [k for k, group in enumerate(groups) if name in group.names]
    if not own or arena.game.seats == 1:
        return ()
    count = min(POINTS, len(own))
    ends = sorted({own[round((k + 1) * len(own) / count) - 1] for k in range(count)})
    ends[-1] = len(groups) - 1  # games of the others move it too
    found = []
    for end in ends:
        known = groups[: end + 1]
        ratings = rate(*_evidence(known))
        if name in ratings:
            games = sum(len(group.games) for group in known if name in group.names)
            found.append(HistoryPoint(games, ratings.rating(name), ratings.half_width(name)))
    return tuple(found)


def _groups(store: Store, arena: Arena) -> list[_Group]:
    names = {bot.entrant.digest: bot.name for bot in arena.bots}
    found = []
    for each in store.meetings(arena.kept.condition, arena.experiment):
        sides = tuple(names.get(side.digest, "") for side in each.lineup.sides)
        if all(sides) and len(set(sides)) == len(sides) > 1:
            found += _of_lineup(store, arena, each.lineup, sides)
    return found


def _of_lineup(store: Store, arena: Arena, lineup: LineUp, sides: tuple[str, ...]) -> list[_Group]:
    groups = store.groups(lineup, None, arena.experiment).values()
    return [
        _Group(
            sides,
            games,
            sum(game.points(0) for game in games) / len(games),
            max(game.started for game in games),
        )
        for games in groups
    ]


def _evidence(groups: Sequence[_Group]) -> tuple[list[Meeting], list[Crowd]]:
    """What these groups say, as ratings take it."""
    by_names: dict[tuple[str, ...], list[_Group]] = {}
    for group in groups:
        by_names.setdefault(group.names, []).append(group)
    pairs, crowds = [], []
    for names, every in by_names.items():
        met = every[:1] if repeats([group.games for group in every]) else every
        if len(names) == 2:
            pairs.append(Meeting.of(*names, [each.points for each in met]))
        else:
            crowds.append(Crowd.of(names, [each.games for each in met]))
    return pairs, crowds
