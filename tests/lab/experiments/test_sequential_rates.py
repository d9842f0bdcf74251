"""How often the sequential test errs, by simulation: 2,000 tests in each of four kinds of game, of
players that are equal and of players that are as much better as was asked. The same check refuses
the short formula, and a bet that is valid whatever the games are judges the simulation itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
import pytest
from numpy.typing import NDArray

from lab.experiments.sequential import PAIR, SequentialTest

PLAYED = 600  # pairs of a series that is played beforehand
TESTS, LONGEST = 2000, 1200  # tests of a kind; pairs after which one that goes on has no answer
SCORES = EVEN, BETTER = 0.50, 0.55
YES, NO = 1, -1

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Ratio = Callable[[Floats], Floats]  # of counts [5, tests]


def chances(score: float, by_seat: float, draws: float) -> Floats:
    """Of a pair's five values, for players of whom one scores `score` on average: a share `by_seat`
    of the seeds is won by one seat whoever has it, and a share `draws` of the other games is drawn.
    """
    win = (score - 0.5 * by_seat) / (1 - by_seat) - draws / 2
    lost = 1 - draws - win
    free = np.convolve([lost, draws, win], [lost, draws, win])
    return np.asarray(by_seat * np.eye(5)[2] + (1 - by_seat) * free)


KINDS = {"plain": (0.0, 0.0), "40 % by seat": (0.4, 0.0), "70 %": (0.7, 0.0), "draws": (0.0, 0.6)}
FALSE_YES, FALSE_NO = 0.065, 0.13


def ends(score: float, kind: str) -> Floats:
    """Below which number in [0, 1] a pair has each value but the last [4]."""
    return np.cumsum(chances(score, *KINDS[kind]))[:4]


def drawn(score: float, kind: str, seed: int, tests: int) -> Ints:
    """Which value each pair has, [pairs, tests]."""
    luck = np.random.default_rng(seed).random((PLAYED, tests))
    return np.searchsorted(ends(score, kind), luck)


def answers(of: Floats, ratio: Ratio, limits: tuple[float, float], seed: int) -> Ints:
    """The answer of each test [tests], looked at after every pair; 0 where there is none. Column k
    of `of` [4, tests] are the `ends` of test k. Tests with equal counts share one calculation.
    """
    draw, tests = np.random.default_rng(seed), of.shape[1]
    found, counts = np.zeros(tests, np.int64), np.zeros((5, tests), np.int64)
    active, code = np.arange(tests), (LONGEST + 1) ** np.arange(5)
    for _ in range(LONGEST):
        if not active.size:
            break
        values = (draw.random(active.size) > of[:, active]).sum(axis=0)
        counts[values, active] += 1
        own = counts[:, active]
        _, one, same = np.unique(code @ own, return_index=True, return_inverse=True)
        now = ratio(own[:, one].astype(float))[same]
        found[active] = np.where(now >= limits[1], YES, np.where(now <= limits[0], NO, 0))
        active = active[found[active] == 0]
    return found


def exact(careful: bool) -> Ratio:
    """The ratio of the lab."""
    test = SequentialTest(SCORES, careful=careful)
    return lambda counts: test.ratios(np.array(PAIR), counts)


def short(counts: Floats) -> Floats:
    """The short formula, from mean and variance, with a thousandth in each bin."""
    weight, value = counts + 1e-3, np.array(PAIR)[:, None]
    total = weight.sum(axis=0)
    mean = (weight * value).sum(axis=0) / total
    variance = (weight * value**2).sum(axis=0) / total - mean**2
    away = [variance + (mean - score) ** 2 for score in (EVEN, BETTER)]
    return np.asarray(total / 2 * np.log(away[0] / away[1]))


def errs(ratio: Ratio, kinds: Iterable[str]) -> dict[str, tuple[float, float]]:
    """For each kind the shares of tests that call equals better, and that refuse who is better."""
    kinds, limits = tuple(kinds), SequentialTest(SCORES).limits
    of = np.stack([ends(score, kind) for kind in kinds for score in SCORES], axis=1)
    found = answers(np.repeat(of, TESTS, axis=1), ratio, limits, 1) == YES
    found = found.reshape(len(kinds), 2, TESTS)
    return {
        kind: (float(equal.mean()), float((~better).mean()))
        for kind, (equal, better) in zip(kinds, found, strict=True)
    }


def test_errors_are_as_rare_as_promised() -> None:
    for kind, (false_yes, false_no) in errs(exact(careful=False), KINDS).items():
        assert 0.02 < false_yes <= FALSE_YES and 0.05 < false_no <= FALSE_NO, kind


def test_the_careful_test_errs_less_where_the_seat_decides() -> None:
    ((false_yes, false_no),) = errs(exact(careful=True), ["70 %"]).values()
    assert false_yes <= 0.05 and false_no <= 0.10


def test_the_short_formula_fails_the_same_check() -> None:
    assert all(false_no > FALSE_NO for _, false_no in errs(short, KINDS).values())


def bet(pairs: Ints) -> tuple[Ints, Ints]:
    """The answers of two gamblers [tests] who stake the same shares of their capital on every pair,
    one that the mean is above EVEN, one that it is below BETTER. By Ville's inequality one who is
    wrong multiplies it by 1 / risk in at most that share of all series, whatever is played.
    """
    value = np.array(PAIR)[pairs]
    stakes = np.array([0.1, 0.2, 0.4, 0.8])

    def rich(gain: Floats, risk: float) -> Ints:
        capital = sum(np.exp(np.cumsum(np.log1p(stake * gain), axis=0)) for stake in stakes)
        return np.asarray((capital / stakes.size >= 1 / risk).any(axis=0), np.int64)

    return rich(value - EVEN, 0.05), rich(BETTER - value, 0.10)


@pytest.mark.parametrize("kind", ["plain", "70 %"])
def test_bets_find_the_simulated_games_fair(kind: str) -> None:
    above, below = (drawn(score, kind, 5, 500) for score in SCORES)
    assert bet(above)[0].mean() <= FALSE_YES and bet(below)[1].mean() <= FALSE_NO
    # and each sees a game that is not
    assert bet(below)[0].mean() > 0.5 and bet(above)[1].mean() > 0.5


def test_bets_and_ratios_rarely_disagree() -> None:
    pairs, test = drawn(0.58, "draws", 9, 100), SequentialTest(SCORES)
    yes = []
    for column in np.array(PAIR)[pairs].T:
        end, curve = test.ended(column.tolist()), test.curve(column.tolist())
        yes.append(end is not None and curve[end] > 0)
    assert np.mean(yes) > 0.95 and bet(pairs)[0].mean() > 0.95
