"""In how many orders the players of one group of games sit around the board.

Players who only change seats in turn ("rotations", the usual way) keep their neighbours: of A, B, C
and D, B moves after A in each of the four games. "all" is every order: 24 games for four players of
four seats, 6 for three, and 6 where two players share four seats. In a game for two both are the
same two games.

The store knows rotations. All seatings are several of its line-ups on one seed, so that games that
were played as rotations are among them, and none of them changes its meaning. As evidence they are
one group, because they share their luck (`joined`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, permutations
from typing import Literal, TypeVar

from lab.batch.games import Entrant, GameRecord, LineUp, points_of
from lab.experiments.running import Answered

Seatings = Literal["rotations", "all"]
ROTATIONS: Seatings = "rotations"
ALL: Seatings = "all"
SEATINGS: dict[Seatings, str] = {
    ROTATIONS: "the players change seats in turn and keep their neighbours",
    ALL: "every order of the players: 24 games a seed for four, 6 for three",
}
T = TypeVar("T")


def orders(players: Sequence[T], seats: int, how: Seatings) -> tuple[tuple[T, ...], ...]:
    """The line-ups whose rotations make up a group of different players; in each the first player
    comes first. Where there are more seats than players, everybody has as many, or one more.
    """
    if how == ROTATIONS or seats < 3:
        return (tuple(players),)
    return tuple(tuple(players[k] for k in order) for order in _rings(len(players), seats))


def games_of(players: int, seats: int, how: Seatings) -> int:
    """Games of a group of so many players."""
    return sum(map(len, orders(range(players), seats, how)))


@lru_cache(maxsize=64)
def _rings(players: int, seats: int) -> tuple[tuple[int, ...], ...]:
    """All ways to fill a ring of seats that no rotation makes equal, each as short as its rotations
    need: A B for A B A B.
    """
    found = {_shortest(ring) for filled in _filled(players, seats) for ring in permutations(filled)}
    return tuple(sorted(found, key=lambda ring: (len(ring), ring)))


def _filled(players: int, seats: int) -> Iterator[list[int]]:
    """Who sits, in no order: everybody `seats` // `players` times, some once more."""
    each, more = divmod(seats, players)
    for some in combinations(range(players), more):
        yield [*range(players)] * each + [*some]


def _shortest(ring: tuple[int, ...]) -> tuple[int, ...]:
    first = min(ring[k:] + ring[:k] for k in range(len(ring)))
    length = next(k for k in range(1, len(ring) + 1) if first[k:] + first[:k] == first)
    return first[:length]


def joined(groups: Sequence[Answered], players: tuple[Entrant, ...]) -> Answered:
    """What came of the line-ups of one seed as one group, in which the side of a player is its
    place in `players`. It has failed where one of them has.
    """
    first = groups[0].ask
    if len(groups) == 1 and first.lineup.sides == players:
        return groups[0]
    ask = replace(first, lineup=LineUp(first.lineup.condition, players))
    failed = next((group.failed for group in groups if group.failed), "")
    own = (as_sides(group.games, group.ask.lineup.sides, players) for group in groups)
    return Answered(ask, () if failed else tuple(game for games in own for game in games), failed)


def as_sides(
    games: Iterable[GameRecord], sides: Sequence[T], players: Sequence[T]
) -> tuple[GameRecord, ...]:
    """The games of a line-up `sides`, with the place in `players` as side. A player who had several
    sides is one: its points do not count what its seats did to one another.
    """
    if tuple(sides) == tuple(players):
        return tuple(games)
    place = [players.index(side) for side in sides]
    return tuple(_moved(game, place) for game in games)


def _moved(game: GameRecord, place: Sequence[int]) -> GameRecord:
    own = [place[seat.side] for seat in game.seats]
    points = points_of([seat.outcome for seat in game.seats], own)
    seats = zip(game.seats, own, points, strict=True)
    return replace(game, seats=tuple(replace(seat, side=side, points=x) for seat, side, x in seats))
