"""Ratings where three or more play together, and how often intervals hold in whole arenas."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pytest

from lab.batch.games import GameRecord, SeatRecord, points_of, sides_of
from lab.experiments.crowds import Crowd, Meeting, duel_points
from lab.experiments.ratings import ELO, PHANTOM, Ratings, rate

ARENAS = 200


def game(seating: int, sides: int, outcome: tuple[float, ...]) -> GameRecord:
    """A game with this outcome by seat."""
    own = sides_of(len(outcome), sides, seating)
    seats = zip(own, outcome, points_of(outcome, own), strict=True)
    records = tuple(SeatRecord(k, s, x, p, 1) for k, (s, x, p) in enumerate(seats))
    return GameRecord(7, seating, records)


GROUP = [  # of three sides: the first is better than the second but for one tie
    game(0, 3, (1.0, 0.0, -1.0)),  # sides 0, 1, 2
    game(1, 3, (0.5, -1.0, 0.5)),  # sides 1, 2, 0
    game(2, 3, (0.0, 1.0, -1.0)),  # sides 2, 0, 1
]


def test_a_duel_is_the_share_of_encounters_won() -> None:
    assert duel_points(GROUP, 0, 1) == pytest.approx(2.5 / 3)
    assert duel_points(GROUP, 1, 0) == pytest.approx(0.5 / 3)
    assert duel_points(GROUP, 0, 2) == 1.0
    assert duel_points(GROUP, 1, 2) == pytest.approx(2 / 3)
    # two sides of two seats each: four encounters in a game
    assert duel_points([game(0, 2, (1.0, 0.0, -1.0, 0.5))], 0, 1) == pytest.approx(0.5)


def test_duels_fit_the_points_of_the_sides() -> None:
    for side in range(3):
        others = [duel_points(GROUP, side, other) for other in range(3) if other != side]
        points = sum(each.points(side) for each in GROUP) / 3
        assert sum(others) / 2 == pytest.approx(points)


def test_a_crowd_keeps_each_two_by_name() -> None:
    crowd = Crowd.of(("c", "a", "b"), [GROUP, GROUP[:1]])
    assert crowd.players == ("a", "b", "c") and crowd.groups == 2
    wanted = {
        ("a", "b"): [2 / 3, 1.0],
        ("a", "c"): [0.5 / 3, 0.0],
        ("b", "c"): [0.0, 0.0],
    }
    for found in crowd.meetings:
        expected = Meeting.of(found.first, found.second, wanted[found.first, found.second])
        assert found.total == pytest.approx(expected.total)
        assert found.squares == pytest.approx(expected.squares)


def test_who_has_several_sides_has_one_duel_with_each_other() -> None:
    (found,) = Crowd.of(("new", "old", "old"), [GROUP]).meetings
    assert (found.first, found.second) == ("new", "old")
    assert found.total == pytest.approx((2.5 / 3 + 1.0) / 2)


def test_crowds_of_two_are_meetings() -> None:
    rows = [[1.0], [0.5], [0.75], [0.0], [1.0]]
    crowd = Crowd.of_duels(("a", "b"), rows)
    one = rate([], [crowd])
    other = rate([Meeting.of("a", "b", [x for (x,) in rows])])
    assert one.players == other.players and one.meetings == other.meetings
    np.testing.assert_allclose(one.points, other.points)
    np.testing.assert_allclose(one.covariance, other.covariance)


def ascended(duels: dict[tuple[str, str], list[float]]) -> dict[str, float]:
    """Elo points by plain gradient ascent on the likelihood, the phantom included."""
    names = sorted({name for pair in duels for name in pair})
    odds = dict.fromkeys(names, 0.0)
    for _ in range(4000):
        slope = {name: PHANTOM * (0.5 - 1 / (1 + np.exp(-odds[name]))) for name in names}
        for (a, b), values in duels.items():
            excess = sum(values) - len(values) / (1 + np.exp(odds[b] - odds[a]))
            slope[a] += excess
            slope[b] -= excess
        odds = {name: odds[name] + 0.05 * slope[name] for name in names}
    mean = sum(odds.values()) / len(odds)
    return {name: float(ELO * (odds[name] - mean)) for name in names}


def test_ratings_of_crowds_and_meetings_together() -> None:
    draw = np.random.default_rng(2)
    rows = draw.choice([0.0, 0.25, 0.5, 0.75, 1.0], size=(9, 3))
    pair = [0.75, 1.0, 0.0, 0.5]
    found = rate([Meeting.of("d", "a", pair)], [Crowd.of_duels("abc", rows.tolist())])
    duels = {key: rows[:, k].tolist() for k, key in enumerate(combinations("abc", 2))}
    wanted = ascended(duels | {("d", "a"): pair})
    assert {name: found.rating(name) for name in "abcd"} == pytest.approx(wanted, abs=1e-6)
    # who met only strangers to the others is not rated, nor is who played against itself
    three = Crowd.of_duels("abc", rows.tolist())
    others = [Crowd.of_duels("xy", [[1.0]]), Crowd.of(("a", "a", "a"), [GROUP])]
    again = rate([Meeting.of("d", "a", pair)], [*others, three])
    assert again.players == found.players
    np.testing.assert_allclose(again.covariance, found.covariance)


def test_the_spread_is_that_of_each_groups_excess() -> None:
    rows = np.random.default_rng(3).random((6, 3))
    expected = np.array([0.6, 0.3, 0.8])
    sides = np.array([[1, -1, 0], [1, 0, -1], [0, 1, -1]], float)
    excess = (rows - expected) @ sides
    wanted = sum(np.outer(row, row) for row in excess)
    np.testing.assert_allclose(Crowd.of_duels("abc", rows.tolist()).spread(expected), wanted)


def held(found: Ratings, truth: Sequence[float]) -> float:
    """The share of differences inside their 95 % intervals; players are named by their number."""
    inside = []
    for a, b in combinations(range(len(truth)), 2):
        apart, half = found.difference(f"{a:02}", f"{b:02}")
        inside.append(abs(apart - (truth[a] - truth[b])) <= half)
    return sum(inside) / len(inside)


@pytest.mark.parametrize("by_seat", [0.0, 0.4])
def test_intervals_hold_in_arenas_of_pairs(by_seat: float) -> None:
    """12 bots that are up to 220 points apart, 20 pairs a meeting."""
    truth, draw = [20.0 * k for k in range(12)], np.random.default_rng(1)
    shares: list[float] = []
    pairs = list(combinations(range(12), 2))
    wins = np.array([1 / (1 + np.exp((truth[b] - truth[a]) / ELO)) for a, b in pairs])
    free = (wins - 0.5 * by_seat) / (1 - by_seat)  # where the seat does not decide
    for _ in range(ARENAS // 2):
        games = draw.binomial(2, free[:, None], (len(pairs), 20)) / 2
        means = np.where(draw.random(games.shape) < by_seat, 0.5, games)
        meetings = [
            Meeting(f"{a:02}", f"{b:02}", 20, float(x.sum()), float((x * x).sum()))
            for (a, b), x in zip(pairs, means, strict=True)
        ]
        shares.append(held(rate(meetings), truth))
    assert 0.93 <= np.mean(shares) <= 0.97


# eight bots in fours, so that every three of them meet in one: the blocks of the Steiner system
FOURS = [
    (0, 1, 2, 3), (0, 1, 4, 5), (0, 1, 6, 7), (0, 2, 4, 6), (0, 2, 5, 7), (0, 3, 4, 7),
    (0, 3, 5, 6), (1, 2, 4, 7), (1, 2, 5, 6), (1, 3, 4, 6), (1, 3, 5, 7), (2, 3, 4, 5),
    (2, 3, 6, 7), (4, 5, 6, 7),
]  # fmt: skip


def test_intervals_hold_in_arenas_of_four_seats() -> None:
    """All duels of a game are one observation; as six they make intervals too narrow."""
    truth, draw = [40.0 * k for k in range(8)], np.random.default_rng(2)
    together: list[float] = []
    apart: list[float] = []
    for _ in range(ARENAS):
        crowds = []
        for names in FOURS:
            # 168 games in all, in the order of Plackett and Luce
            luck = np.array([truth[n] / ELO for n in names]) + draw.gumbel(size=(12, 4))
            rows = [luck[:, i] > luck[:, j] for i, j in combinations(range(4), 2)]
            crowds.append(Crowd.of_duels([f"{n:02}" for n in names], np.transpose(rows).tolist()))
        together.append(held(rate([], crowds), truth))
        if len(apart) < ARENAS // 4:
            apart.append(held(rate(m for crowd in crowds for m in crowd.meetings), truth))
    assert 0.93 <= np.mean(together) <= 0.97
    assert np.mean(apart) < 0.90
