"""Ratings of players from all their meetings, on the Elo scale with 95 % intervals, and how far a
single number per player fails to describe who beats whom.

The model is that of Bradley and Terry, "Rank analysis of incomplete block designs" (Biometrika 39,
1952), with a draw as half a win: a player rated d points higher scores 1 / (1 + 10^(-d / 400)). The
unit of evidence is the group: the mean of the matches on one seed from both sides (`stats`). Half a
drawn group against a phantom rated 0 keeps players finite who won or lost everything.

Intervals come from the sandwich estimator H^-1 S H^-1 (Huber, "The behavior of maximum likelihood
estimates under nonstandard conditions", 1967), with S summed over groups: matches on one seed share
their luck, so the model's own information H would claim too little or too much. S is multiplied by
g / (g - players) for g groups, and includes the phantom's share so that it is never zero.

Where three or more play together (`lab.experiments.crowds`), every two of them have a duel in every
group, and S takes all duels of a group as the one observation that they are: as independent ones
they would make intervals that hold in 87 % of all cases instead of 95 %.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from lab.experiments.crowds import Crowd, merged
from lab.experiments.crowds import Meeting as Meeting
from lab.experiments.crowds import turned as turned
from lab.experiments.stats import Z
from lab.experiments.verdicts import EVEN

ELO = 400.0 / math.log(10.0)  # Elo points in one unit of log odds
LEVEL = 9  # decimals of log odds up to which two players are equal
PHANTOM = 0.5  # drawn groups of every player against a phantom rated 0
STEPS, LONGEST_STEP, CLOSE = 200, 2.0, 1e-10  # of Newton's method, in log odds

Vector = NDArray[np.float64]


@dataclass(frozen=True)
class Ratings:
    """Ratings in Elo points, the highest first; their mean is 0, or one of them is. `covariance`
    [players, players] is in squared points; `meetings` of every two are those that the ratings come
    from, the duels of crowds among them.
    """

    players: tuple[str, ...]
    points: Vector
    covariance: NDArray[np.float64]
    meetings: tuple[Meeting, ...]

    def __contains__(self, player: str) -> bool:
        return player in self.players

    def rating(self, player: str) -> float:
        """The player's rating."""
        return float(self.points[self.players.index(player)])

    def half_width(self, player: str) -> float:
        """Half the width of the rating's 95 % interval."""
        i = self.players.index(player)
        return Z * math.sqrt(max(0.0, float(self.covariance[i, i])))

    def difference(self, player: str, other: str) -> tuple[float, float]:
        """The rating of `player` minus that of `other`, and half the width of its 95 % interval;
        narrower than two separate intervals suggest where both met the same rivals.
        """
        i, j = self.players.index(player), self.players.index(other)
        spread = self.covariance[i, i] + self.covariance[j, j] - 2 * self.covariance[i, j]
        return float(self.points[i] - self.points[j]), Z * math.sqrt(max(0.0, float(spread)))

    def better(self, player: str, other: str) -> float:
        """How probable it is that `player` is the better one, from the normal distribution of the
        difference.
        """
        apart, half = self.difference(player, other)
        if not half:
            return 0.5 if not apart else float(apart > 0)
        return NormalDist().cdf(apart * Z / half)

    def better_than_next(self, player: str) -> float | None:
        """How probable it is that a player is better than the one rated next below; None for the
        last one.
        """
        place = self.players.index(player) + 1
        return self.better(player, self.players[place]) if place < len(self.players) else None

    def expected(self, player: str, other: str) -> float:
        """The score of `player` against `other` that the ratings predict."""
        return 1.0 / (1.0 + math.exp((self.rating(other) - self.rating(player)) / ELO))

    def bound(self, player: str) -> str:
        """Which bound a rating is: "at least" for a player that won every match, "at most" for one
        that lost every one, else "". Only the phantom keeps these ratings finite.
        """
        own = [
            (m.total if m.first == player else m.groups - m.total, m.groups)
            for m in self.meetings
            if player in (m.first, m.second)
        ]
        total, groups = (sum(column) for column in zip(*own, strict=True))
        return "at least" if total >= groups else "at most" if total <= 0 else ""

    @cached_property
    def misses(self) -> tuple[Meeting, ...]:
        """Meetings whose 95 % interval excludes the predicted score, the worst first, each from the
        side of the player that scored more than predicted. One in twenty is chance.
        """
        found = []
        for each in self.meetings:
            low, high = each.interval
            wanted = self.expected(each.first, each.second)
            if not low <= wanted <= high:
                far = abs(each.mean - wanted) / (high - low)
                found.append((far, each if each.mean > wanted else turned(each)))
        return tuple(each for _, each in sorted(found, key=lambda x: (-x[0], x[1].first)))

    @property
    def upsets(self) -> tuple[Meeting, ...]:
        """Meetings that a lower-rated player won for sure, in intervals that hold for all meetings
        together: with them the players form no ladder.
        """
        z = NormalDist().inv_cdf(1 - 0.025 / max(1, len(self.meetings)))
        return tuple(
            each
            for each in self.misses
            if each.within(z)[0] > EVEN and self.rating(each.first) < self.rating(each.second)
        )


def rate(
    meetings: Iterable[Meeting], crowds: Iterable[Crowd] = (), anchor: str | None = None
) -> Ratings:
    """The ratings of all who are connected by meetings of two or by crowds of more; of several
    separate circles the largest is rated, because nothing compares players of different ones.
    Without meetings nobody is. Their mean is 0, or the rating of `anchor` is: KeyError if it has
    none.
    """
    pairs, crowds = merged(meetings), [crowd for crowd in crowds if crowd.groups and crowd.pairs]
    own = merged([*pairs, *(m for crowd in crowds for m in crowd.meetings)])
    players = _circle(own)
    if anchor is not None and anchor not in players:
        raise KeyError(anchor)
    pairs, own = (tuple(m for m in some if m.first in players) for some in (pairs, own))
    crowds = [crowd for crowd in crowds if crowd.players[0] in players]
    index = {player: i for i, player in enumerate(players)}
    odds = _fit(len(players), *_places(own, index), own)
    covariance = _sandwich(odds, index, own, pairs, crowds)
    # equal players differ in their last bits, by the order of a computer's sums
    level = np.round(odds, LEVEL)
    order = sorted(range(len(players)), key=lambda i: (-level[i], players[i]))
    zero = np.full(len(players), 1.0 / max(1, len(players)))  # whose mean is 0
    if anchor is not None:
        zero = np.eye(len(players))[index[anchor]]
    centred = np.eye(len(players)) - zero
    return Ratings(
        tuple(players[i] for i in order),
        ELO * (centred @ odds)[order],
        ELO**2 * (centred @ covariance @ centred.T)[np.ix_(order, order)],
        own,
    )


def _circle(meetings: Sequence[Meeting]) -> list[str]:
    """The players of the largest connected circle, by name."""
    circles: list[set[str]] = []
    for each in meetings:
        pair = {each.first, each.second}
        joined = [circle for circle in circles if circle & pair]
        circles = [circle for circle in circles if not circle & pair]
        circles.append(pair.union(*joined))
    circles.sort(key=lambda circle: (len(circle), sorted(circle)))
    return sorted(circles[-1]) if circles else []


def _places(
    meetings: Sequence[Meeting], index: Mapping[str, int]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    first = [index[m.first] for m in meetings]
    return np.array(first, np.int64), np.array([index[m.second] for m in meetings], np.int64)


def _expected(odds: Vector, first: NDArray[np.int64], second: NDArray[np.int64]) -> Vector:
    return np.asarray(1.0 / (1.0 + np.exp(odds[second] - odds[first])))


def _information(
    odds: Vector, first: NDArray[np.int64], second: NDArray[np.int64], groups: Vector
) -> NDArray[np.float64]:
    """The negative Hessian of the penalised log likelihood [players, players]."""
    wanted, phantom = _expected(odds, first, second), 1.0 / (1.0 + np.exp(-odds))
    found = np.diag(PHANTOM * phantom * (1.0 - phantom))
    _add_pairs(found, first, second, groups * wanted * (1.0 - wanted))
    return found


def _add_pairs(
    matrix: NDArray[np.float64],
    first: NDArray[np.int64],
    second: NDArray[np.int64],
    weight: Vector,
) -> None:
    """Adds the sum of weight (e_first - e_second)(e_first - e_second)^T."""
    np.add.at(matrix, (first, first), weight)
    np.add.at(matrix, (second, second), weight)
    np.add.at(matrix, (first, second), -weight)
    np.add.at(matrix, (second, first), -weight)


def _fit(
    count: int, first: NDArray[np.int64], second: NDArray[np.int64], meetings: Sequence[Meeting]
) -> Vector:
    """The log odds that maximise the penalised likelihood, by Newton's method; it is concave."""
    odds = np.zeros(count)
    groups = np.array([m.groups for m in meetings], np.float64)
    total = np.array([m.total for m in meetings], np.float64)
    for _ in range(STEPS):
        excess = total - groups * _expected(odds, first, second)
        gradient = PHANTOM * (0.5 - 1.0 / (1.0 + np.exp(-odds)))
        np.add.at(gradient, first, excess)
        np.add.at(gradient, second, -excess)
        step = np.linalg.solve(_information(odds, first, second, groups), gradient)
        longest = float(np.abs(step).max(initial=0.0))
        odds += step * min(1.0, LONGEST_STEP / max(longest, CLOSE))
        if longest < CLOSE:
            break
    return odds


def _sandwich(
    odds: Vector,
    index: Mapping[str, int],
    own: Sequence[Meeting],
    pairs: Sequence[Meeting],
    crowds: Sequence[Crowd],
) -> NDArray[np.float64]:
    """The covariance of the log odds; see the module's text. `own` are all meetings, `pairs` those
    of two.
    """
    phantom = 1.0 / (1.0 + np.exp(-odds))
    squares = _spread(odds, index, pairs, crowds)
    groups = sum(m.groups for m in pairs) + sum(crowd.groups for crowd in crowds)
    squares *= groups / max(1.0, groups - len(odds))
    squares += np.diag(PHANTOM * phantom * (1.0 - phantom))
    first, second = _places(own, index)
    counts = np.array([m.groups for m in own], np.float64)
    inverse = np.linalg.inv(_information(odds, first, second, counts))
    return np.asarray(inverse @ squares @ inverse)


def _spread(
    odds: Vector, index: Mapping[str, int], pairs: Sequence[Meeting], crowds: Sequence[Crowd]
) -> NDArray[np.float64]:
    """S of the module's text, without the phantom."""
    first, second = _places(pairs, index)
    found, wanted = np.zeros((len(odds), len(odds))), _expected(odds, first, second)
    seen = [m.around(float(p)) for m, p in zip(pairs, wanted, strict=True)]
    _add_pairs(found, first, second, np.array(seen))
    for crowd in crowds:
        places = np.array([index[name] for name in crowd.players])
        sides = places[np.array(crowd.pairs)]
        found[np.ix_(places, places)] += crowd.spread(_expected(odds, sides[:, 0], sides[:, 1]))
    return found
