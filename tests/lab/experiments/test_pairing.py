"""Who plays next: how evenly, how usefully, and always the same."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lab.experiments.crowds import Meeting
from lab.experiments.pairing import (
    CANDIDATE,
    EVENLY,
    FIRST,
    HELPS,
    RULES,
    TURN,
    GroupResult,
    Pairing,
    Rule,
)
from lab.experiments.ratings import ELO, rate
from lab.experiments.running import LAG

NAMES = tuple(f"b{k:02}" for k in range(20))


def result(names: tuple[str, ...], truth: dict[str, float], seed: str) -> GroupResult:
    """A pair of games between each two of these bots of known strength."""
    draw = random.Random(f"{seed} {names}")
    duels = []
    for a, b in combinations(names, 2):
        p = 1 / (1 + 10 ** ((truth[b] - truth[a]) / 400))
        duels.append(sum(draw.random() < p for _ in range(2)) / 2)
    return GroupResult(names, tuple(duels))


def played(
    pairing: Pairing, truth: dict[str, float], groups: int, late: int = 1, seed: int = 0
) -> list[GroupResult]:
    """So many groups, of which up to `late` are unfinished at a time and end in any order."""
    order: list[GroupResult] = []
    flying: list[int] = []
    done: set[int] = set()
    known: list[GroupResult] = []
    shuffle = random.Random(late)
    while len(known) < groups:
        found = None
        if len(order) < groups and len(flying) < late:
            found = pairing.next(known)
        if found is not None:
            flying.append(len(order))
            order.append(result(found.names, truth, f"{seed} {len(order)}"))
            continue
        done.add(flying.pop(shuffle.randrange(len(flying))))
        while len(known) in done:
            known.append(order[len(known)])
    return order


def strengths(names: tuple[str, ...], seed: int) -> dict[str, float]:
    """As the bots of an arena: some clear, many close."""
    draw = random.Random(seed)
    return {name: draw.gauss(0, 100) for name in names}


@pytest.mark.parametrize("rule", [HELPS, EVENLY, CANDIDATE])
@pytest.mark.parametrize("sides", [2, 3])
def test_the_sequence_is_the_same_however_many_are_unfinished(rule: Rule, sides: int) -> None:
    names, truth = NAMES[:5], strengths(NAMES[:5], 3)
    runs = [
        [r.names for r in played(Pairing(names, rule, sides, names[2]), truth, 150, late)]
        for late in (1, 7, LAG)
    ]
    assert runs[0] == runs[1] == runs[2]


@given(st.integers(0, 1000), st.integers(0, 80))
@settings(max_examples=25)
def test_a_choice_depends_on_no_result_of_the_last_groups(seed: int, count: int) -> None:
    names = NAMES[:4]
    truth = strengths(names, seed)
    one, other = Pairing(names), Pairing(names)
    order = played(one, truth, count, seed=seed)
    # the same sequence, in which nothing that came later than allowed is as it was
    other_order: list[GroupResult] = []
    for k in range(count):
        seen = [r if n < k - LAG + 1 else GroupResult(r.names, (0.0,)) for n, r in enumerate(order)]
        found = other.next(seen[:k])
        assert found is not None
        other_order.append(GroupResult(found.names))
    assert [r.names for r in other_order] == [r.names for r in order]


def test_it_waits_for_results_that_it_needs() -> None:
    pairing = Pairing(NAMES[:3])
    names = [found.names for found in (pairing.next([]) for _ in range(LAG)) if found]
    assert len(names) == LAG and pairing.next([]) is None
    assert pairing.next([GroupResult(names[0], (1.0,))]) is not None
    # a group that failed is known too, and says nothing
    assert pairing.next([GroupResult(names[0], (1.0,)), GroupResult(names[1])]) is not None


def test_evenly_is_a_round_robin() -> None:
    names = NAMES[:6]
    counts = Counter(r.names for r in played(Pairing(names, EVENLY), strengths(names, 1), 45))
    assert set(counts) == set(combinations(names, 2)) and set(counts.values()) == {3}


@pytest.mark.parametrize("sides", [3, 4])
def test_bigger_tables_bring_every_two_together_as_often(sides: int) -> None:
    names = NAMES[:7]
    order = played(Pairing(names, EVENLY, sides), strengths(names, 1), 70)
    assert all(len(set(r.names)) == sides for r in order)
    pairs = Counter(pair for r in order for pair in combinations(r.names, 2))
    assert len(pairs) == 21 and max(pairs.values()) - min(pairs.values()) <= 3


def test_the_candidate_is_in_every_group_and_comes_first() -> None:
    names, truth = NAMES[:5], strengths(NAMES[:5], 1)
    order = played(Pairing(names, CANDIDATE, 2, "b03"), truth, 40)
    assert all(r.names[0] == "b03" for r in order)
    assert set(Counter(r.names[1] for r in order).values()) == {10}
    four = played(Pairing(names, CANDIDATE, 4, "b03"), truth, 40)
    assert all(r.names[0] == "b03" and len(set(r.names)) == 4 for r in four)


def test_groups_of_a_question_count_as_asked_for() -> None:
    pairing = Pairing(NAMES[:4], CANDIDATE, 2, "b03")
    pairing.begin(("b03", "b00"), 3)
    after = pairing.next([])
    assert after is not None and after.names == ("b03", "b01") and "fewest" in after.why


def test_first_everybody_meets_then_three_in_four_go_where_the_order_is_open() -> None:
    names = ("strong", "close one", "close two", "weak")
    truth = {"strong": 700.0, "close one": 10.0, "close two": 0.0, "weak": -700.0}
    order = [r.names for r in played(Pairing(names), truth, 6 * FIRST + 120)]
    assert set(Counter(order[: 6 * FIRST]).values()) == {FIRST}
    later = Counter(order[6 * FIRST :])
    assert later["close one", "close two"] > 60
    assert all(later[pair] >= 120 // TURN // 6 for pair in combinations(names, 2))


def test_gains_are_those_of_the_formula() -> None:
    names = NAMES[:4]
    pairing = Pairing(names, EVENLY)
    order = played(pairing, strengths(names, 8), 60 + LAG)
    known = order[:60]  # what the last choice knew
    meetings = [Meeting.of(r.names[0], r.names[1], r.duels) for r in known]
    ratings, asked = rate(meetings), Counter(r.names for r in order)
    odds = np.array([ratings.rating(name) for name in names]) / ELO
    odds += pairing._odds()[0] - odds[0]  # up to a constant: the phantom is at 0
    np.testing.assert_allclose(pairing._odds(), odds, atol=1e-6)
    phantom = 1 / (1 + np.exp(-odds))
    information = np.diag(0.5 * phantom * (1 - phantom))
    for (a, b), n in asked.items():
        i, j = names.index(a), names.index(b)
        p = 1 / (1 + np.exp(odds[j] - odds[i]))
        away = np.eye(4)[i] - np.eye(4)[j]
        information += n * p * (1 - p) * np.outer(away, away)
    covariance, gain = np.linalg.inv(information), {}
    for i, j in combinations(range(4), 2):
        p = 1 / (1 + np.exp(odds[j] - odds[i]))
        variance = covariance[i, i] + covariance[j, j] - 2 * covariance[i, j]
        gain[i, j] = p * (1 - p) * variance * np.exp(-((odds[i] - odds[j]) ** 2) / variance / 2)
    found = pairing.gains()
    for (i, j), wanted in gain.items():
        assert found[i, j] == pytest.approx(wanted / max(gain.values()), abs=1e-6)


def right(order: list[GroupResult], truth: dict[str, float]) -> float:
    """The share of all pairs of bots that their ratings put in the right order."""
    found = rate(Meeting.of(r.names[0], r.names[1], r.duels) for r in order)
    pairs = list(combinations(truth, 2))
    good = [(found.rating(a) > found.rating(b)) == (truth[a] > truth[b]) for a, b in pairs]
    return sum(good) / len(pairs)


def test_where_it_helps_orders_20_bots_better_than_a_round_robin() -> None:
    helped: list[float] = []
    evenly: list[float] = []
    for seed in range(4):
        truth = strengths(NAMES, seed)
        for rule, found in ((HELPS, helped), (EVENLY, evenly)):
            found.append(right(played(Pairing(NAMES, rule), truth, 600, LAG, seed), truth))
    assert 0.85 < np.mean(evenly) < np.mean(helped)


def test_wrong_questions_are_refused() -> None:
    for bots, sides in (((), 2), (NAMES[:1], 2), (NAMES[:3], 4)):
        with pytest.raises(ValueError, match="sides need as many bots"):
            Pairing(bots, sides=sides)
    assert set(RULES) == {HELPS, EVENLY, CANDIDATE}
