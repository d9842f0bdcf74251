"""Ratings: against an independent algorithm and equations solved by hand, planted strengths and
their intervals, order independence, extremes, and meetings that no rating describes.
"""

from __future__ import annotations

import math
import random
from itertools import combinations

import numpy as np
import pytest

from lab.experiments.crowds import Meeting, merged, turned
from lab.experiments.ratings import ELO, PHANTOM, Ratings, rate
from lab.experiments.stats import Z, interval, interval_of


def minorised(meetings: list[Meeting]) -> dict[str, float]:
    """Elo points by Hunter's MM algorithm (Annals of Statistics 32, 2004), with the phantom as one
    more player of strength 1; slow, and nothing like Newton's method.
    """
    players = sorted({name for m in meetings for name in (m.first, m.second)})
    strength = dict.fromkeys(players, 1.0)
    for _ in range(5000):
        for player in players:
            won = PHANTOM / 2
            weight = PHANTOM / (strength[player] + 1.0)
            for m in meetings:
                if player in (m.first, m.second):
                    other = m.second if player == m.first else m.first
                    won += m.total if player == m.first else m.groups - m.total
                    weight += m.groups / (strength[player] + strength[other])
            strength[player] = won / weight
    middle = sum(math.log(x) for x in strength.values()) / len(players)
    return {player: ELO * (math.log(strength[player]) - middle) for player in players}


MEANS = {
    ("alpha", "beta"): [1.0, 0.5, 1.0, 1.0, 0.75, 0.0],
    ("gamma", "alpha"): [0.0, 0.25],
    ("beta", "gamma"): [0.5, 0.5, 1.0, 0.0, 1.0, 1.0, 0.25],
    ("delta", "beta"): [0.0, 0.0, 0.0],  # met one rival only, and lost every match
}
UNEVEN = [Meeting.of(a, b, means) for (a, b), means in MEANS.items()]


def test_ratings_are_those_of_the_mm_algorithm() -> None:
    found, wanted = rate(UNEVEN), minorised(UNEVEN)
    assert list(found.players) == sorted(wanted, key=lambda name: -wanted[name])
    for player, points in wanted.items():
        assert found.rating(player) == pytest.approx(points, abs=1e-6)
    assert sum(found.points) == pytest.approx(0.0, abs=1e-9)


def test_ratings_are_those_of_choix() -> None:
    """Of its `ilsr_pairwise_dense` (choix 0.4.1, Maystre), the phantom being one more item; the
    package needs scipy, so its answer is kept here.
    """
    found = rate(UNEVEN)
    choix = {"alpha": 252.676029, "beta": 98.958694, "gamma": 8.810706, "delta": -360.445429}
    assert {name: found.rating(name) for name in choix} == pytest.approx(choix, abs=1e-6)


def test_the_covariance_is_the_sandwich_group_by_group() -> None:
    found = rate(UNEVEN)
    names, size = found.players, len(found.players)
    # the ratings' zero is their mean; the phantom's is where its pull and the others' balance
    low, high = -5.0, 5.0
    odds = found.points / ELO
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (
            (middle, high) if (1 / (1 + np.exp(-odds - middle)) - 0.5).sum() < 0 else (low, middle)
        )
    drawn = 1 / (1 + np.exp(-odds - low))
    information = np.diag(PHANTOM * drawn * (1 - drawn))
    squares = np.zeros((size, size))
    for (a, b), means in MEANS.items():
        away = np.eye(size)[names.index(a)] - np.eye(size)[names.index(b)]
        p = found.expected(a, b)
        for mean in means:
            information += p * (1 - p) * np.outer(away, away)
            squares += (mean - p) ** 2 * np.outer(away, away)
    squares *= 18 / (18 - 4)  # 18 groups, 4 players
    squares += np.diag(PHANTOM * drawn * (1 - drawn))
    inverse, centred = np.linalg.inv(information), np.eye(size) - 1 / size
    wanted = ELO**2 * centred @ inverse @ squares @ inverse @ centred
    np.testing.assert_allclose(found.covariance, wanted, rtol=1e-6)


def test_two_players_by_hand() -> None:
    # three quarters of 30 groups: 30 (0.75 - s(d)) = PHANTOM (s(d / 2) - 1/2), d = 1.0916 log odds
    means = [1.0, 0.5] * 15
    found = rate([Meeting.of("b", "a", means)])
    difference, half = found.difference("b", "a")
    odds = difference / ELO
    s = 1 / (1 + math.exp(-odds))
    assert 30 * (0.75 - s) == pytest.approx(PHANTOM * (1 / (1 + math.exp(-odds / 2)) - 0.5))
    assert difference == pytest.approx(189, abs=2)  # 191 without the phantom
    # the delta method: the score's standard error divided by s (1 - s)
    error = math.sqrt(0.0625 / 30) / (0.75 * 0.25)
    assert half == pytest.approx(1.96 * ELO * error, rel=0.1)
    assert found.expected("b", "a") == pytest.approx(0.75, abs=0.005)
    assert found.half_width("b") == pytest.approx(half / 2)


def planted(strength: dict[str, float], groups: int, seat: float, seed: int) -> list[Meeting]:
    """Meetings of players of known strength in Elo points; a share `seat` of the seeds is won by
    whoever has the first seat, so that each side wins one match there.
    """
    draw = random.Random(seed)
    found = []
    for first, second in combinations(strength, 2):
        p = 1 / (1 + 10 ** ((strength[second] - strength[first]) / 400))
        means = [
            0.5 if draw.random() < seat else ((draw.random() < p) + (draw.random() < p)) / 2
            for _ in range(groups)
        ]
        found.append(Meeting.of(first, second, means))
    return found


def test_planted_strengths_are_recovered() -> None:
    strength = {"a": 300.0, "b": 120.0, "c": 0.0, "d": -40.0, "e": -380.0}
    found = rate(planted(strength, 2000, 0.0, 1))
    assert list(found.players) == list(strength)
    for player, points in strength.items():
        assert found.rating(player) == pytest.approx(points, abs=15)
        assert abs(found.rating(player) - points) < 1.7 * found.half_width(player)


@pytest.mark.parametrize("seat", [0.0, 0.5])
def test_intervals_contain_the_planted_difference_nineteen_times_in_twenty(seat: float) -> None:
    strength = {name: 60.0 * k for k, name in enumerate("abcdef")}
    fair = dict.fromkeys(strength, 0.0)
    # where the seat decides half of the seeds no difference is left to plant
    held = count = 0
    for seed in range(120):
        truth = fair if seat else strength
        found = rate(planted(truth, 20, seat, seed))
        for a, b in combinations(truth, 2):
            difference, half = found.difference(a, b)
            held += abs(difference - (truth[a] - truth[b])) <= half
            count += 1
    assert 0.93 <= held / count <= 0.975


def test_paired_seeds_narrow_the_interval() -> None:
    fair = dict.fromkeys("abcdef", 0.0)
    plain, paired = (rate(planted(fair, 20, seat, 3)).half_width("a") for seat in (0.0, 0.8))
    assert paired < 0.6 * plain


def test_an_anchor_is_0_and_changes_no_difference() -> None:
    free, fixed = rate(UNEVEN), rate(UNEVEN, anchor="gamma")
    assert fixed.rating("gamma") == 0.0 and fixed.half_width("gamma") == 0.0
    assert fixed.players == free.players
    for a, b in combinations(free.players, 2):
        assert fixed.difference(a, b) == pytest.approx(free.difference(a, b), abs=1e-6)
    assert fixed.half_width("alpha") == pytest.approx(free.difference("alpha", "gamma")[1])
    with pytest.raises(KeyError):
        rate(UNEVEN, anchor="x")


def test_better_than_the_next_comes_from_the_difference() -> None:
    found = rate(planted({"a": 90.0, "b": 60.0, "c": 0.0}, 60, 0.0, 11))
    for k, name in enumerate(found.players[:-1]):
        apart, half = found.difference(name, found.players[k + 1])
        wanted = 0.5 * (1 + math.erf(apart / (half / Z) / math.sqrt(2)))
        assert found.better_than_next(name) == pytest.approx(wanted, abs=1e-9)
        assert found.better(found.players[k + 1], name) == pytest.approx(1 - wanted, abs=1e-9)
    assert found.better_than_next(found.players[-1]) is None
    level = rate([Meeting.of("a", "b", [1.0, 0.0] * 9)])
    assert level.better("a", "b") == 0.5 and level.better("a", "a") == 0.5
    # two separate intervals would overlap far more: both met the same rivals
    own = math.hypot(*(found.half_width(name) for name in found.players[:2]))
    assert found.difference(*found.players[:2])[1] > own


def test_neither_order_nor_side_nor_a_third_name_changes_anything() -> None:
    mixed = [turned(m) if k % 2 else m for k, m in enumerate(UNEVEN)][::-1]
    one, other = rate(UNEVEN), rate(mixed)
    assert one.players == other.players
    np.testing.assert_allclose(one.points, other.points, atol=1e-9)
    np.testing.assert_allclose(one.covariance, other.covariance, atol=1e-6)
    back = turned(turned(UNEVEN[0]))
    assert back == UNEVEN[0] and turned(UNEVEN[1]).mean == pytest.approx(0.875)
    assert turned(UNEVEN[0]).interval == pytest.approx(
        tuple(1 - x for x in UNEVEN[0].interval[::-1])
    )


def test_equal_players_are_in_the_order_of_their_names() -> None:
    """Whatever the last bits of their ratings are, which differ from computer to computer."""
    for seed in range(20):
        draw = random.Random(seed)
        others = [f"m{k}" for k in range(6)]
        scores = [(draw.randrange(40), 40) for _ in others]
        meetings = [
            Meeting.of(twin, other, [1.0] * won + [0.0] * (groups - won))
            for twin in draw.sample(["z", "a"], 2)
            for other, (won, groups) in zip(others, scores, strict=True)
        ]
        order = rate(meetings).players
        assert order.index("a") + 1 == order.index("z")


def test_who_won_or_lost_everything_is_bounded_and_finite() -> None:
    found = rate([Meeting.of("a", "b", [1.0] * 8), Meeting.of("b", "c", [1.0] * 8)])
    assert found.players == ("a", "b", "c") and np.isfinite(found.points).all()
    assert [found.bound(player) for player in "abc"] == ["at least", "", "at most"]
    assert all(0 < found.half_width(player) < 2000 for player in "abc")
    assert 300 < found.difference("a", "b")[0] < 1000


def test_nobody_is_rated_without_meetings_and_strangers_are_not_compared() -> None:
    assert rate([]).players == () and rate([Meeting.of("a", "b", [])]).players == ()
    found = rate([*UNEVEN, Meeting.of("x", "y", [1.0, 1.0, 1.0])])
    assert "x" not in found and set(found.players) == {"alpha", "beta", "gamma", "delta"}
    assert found.players == rate(UNEVEN).players


def circle() -> Ratings:
    """Rock, paper, scissors, and a player that loses to all three."""
    wins, loses = [1.0, 0.75] * 12, [0.0] * 24
    return rate(
        [
            Meeting.of("rock", "scissors", wins),
            Meeting.of("scissors", "paper", wins),
            Meeting.of("paper", "rock", wins),
            *(Meeting.of("random", name, loses) for name in ("rock", "scissors", "paper")),
        ]
    )


def test_what_the_ratings_predict_wrongly_is_named() -> None:
    found = circle()
    three = {"rock", "scissors", "paper"}
    assert [found.rating(name) for name in three] == pytest.approx([found.rating("rock")] * 3)
    assert {(m.first, m.second) for m in found.misses} == {
        ("rock", "scissors"),
        ("scissors", "paper"),
        ("paper", "rock"),
    }
    assert all(m.mean == 0.875 for m in found.misses)
    ladder = rate(planted({"a": 200.0, "b": 0.0, "c": -200.0}, 40, 0.0, 5))
    assert ladder.misses == () and ladder.upsets == ()


def test_an_upset_is_a_sure_win_of_the_lower_rated() -> None:
    found = rate(
        [
            Meeting.of("weak", "strong", [0.75, 0.75, 0.5, 0.75] * 5),
            Meeting.of("strong", "third", [1.0, 1.0, 0.75, 1.0] * 5),
            Meeting.of("third", "weak", [0.5, 0.5, 0.75, 0.25] * 5),
        ]
    )
    assert found.rating("strong") > found.rating("weak")
    assert [(m.first, m.second) for m in found.upsets] == [("weak", "strong")]


def test_an_upset_allows_for_all_meetings() -> None:
    # 15 of 20 is clear for one pair, and not for one of 66
    lucky = Meeting.of("weak", "strong", [0.75] * 10 + [0.25, 1.0] * 3 + [0.5] * 4)
    others = [Meeting.of("strong", f"p{k}", [1.0, 0.75] * 12) for k in range(9)]
    theirs = [Meeting.of("weak", f"p{k}", [0.5, 0.5, 0.75] * 8) for k in range(9)]
    found = rate([lucky, *others, *theirs])
    low, wide = lucky.interval[0], lucky.within(3.0)[0]
    assert wide < 0.5 < low
    assert found.rating("strong") > found.rating("weak")
    assert (lucky.first, lucky.second) in [(m.first, m.second) for m in found.misses]
    assert found.upsets == ()


def test_meetings_of_the_same_two_are_added_up() -> None:
    parts = [
        Meeting.of("b", "a", [1.0, 0.5]),
        Meeting.of("a", "b", [0.25]),
        Meeting.of("a", "b", []),
    ]
    (whole,) = merged(parts)
    assert whole == Meeting.of("a", "b", [0.0, 0.5, 0.25])
    assert rate(parts).points.tolist() == rate([whole]).points.tolist()


def test_an_interval_needs_only_the_sums() -> None:
    values = [0.0, 0.25, 1.0, 0.5, 0.75, 0.75]
    assert interval(values) == interval_of(6, sum(values), sum(x * x for x in values))
    assert Meeting.of("a", "b", values).interval == interval(values)
    assert interval_of(0, 0.0, 0.0) == (0.0, 1.0)
