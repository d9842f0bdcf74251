"""Runs DUCT on a matrix game, explains each round, and tells the lesson as text and as data."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lab.lesson.decoupled.question import MIXED, RULES, DuelQuestion, names_of
from lab.lesson.decoupled.rounds import SIDES, ActionRow, DuelLesson, DuelRound, Side, heads
from lab.words.asked import values_of
from lab.words.mixtures import nash_words
from lab.words.numerals import real
from search.duct import DUCT
from search.duct.weighing import Weighed, weighed
from search.equilibrium import EXPLOITABILITY, exploitability, solve_zero_sum
from search.nash import NASH_CONV, equilibria, nash_conv

LOSES, GAINS = "loses", "gains"
COARSE = "Play in which neither mean regret is above 0 is a coarse correlated equilibrium."
EQUAL = 1e-5  # of the largest payoff: bounds so near are equal to a kernel in single precision


def gained(gains: tuple[float, float], zero_sum: bool) -> str:
    """What Row gains; where Column need not lose it, what both gain."""
    sides = [
        f"{who} {GAINS if gain > 0 else LOSES} {abs(gain):g}" if gain else f"{who} gains nothing"
        for who, gain in zip(SIDES, gains, strict=True)
    ]
    if not zero_sum:
        return ", ".join(sides)
    return sides[0] if gains[0] else "nobody gains"


def exploited(distance: float, zero_sum: bool) -> str:
    """How far both strategies are from an equilibrium."""
    if zero_sum:
        return f"{EXPLOITABILITY} {distance:.2f}: what a best reply wins, averaged over both sides."
    return f"{NASH_CONV} {distance:.2f}: what both gain by best replies, added up."


def behind(rule: str, side: Side, k: int) -> bool:
    """Whether an action that was tried and chosen by its bound has not the best mean."""
    means = [row.mean for row in side]
    return rule not in MIXED and all(map(math.isfinite, means)) and means[k] < max(means)


def reason(rule: str, who: str, side: Side, k: int, largest: float) -> str:
    """Why a side chose an action, by what it knew before."""
    row = side[k]
    if len(side) == 1:
        return f"{who} has no other action than {row.action}."
    if rule in MIXED:
        return f"{who} drew {row.action}, probability {row.chance:.3f}."
    untried = sum(not each.visits for each in side)
    if untried and rule != "puct":
        return f"{who} had {untried} untried {'action' if untried == 1 else 'actions'}."
    most = max(each.bound for each in side) - EQUAL * largest
    tied = sum(each.bound >= most for each in side) > 1
    words = "was drawn from the highest bounds" if tied else "had the highest bound"
    end = ", though not the best mean." if behind(rule, side, k) else "."
    return f"{who}'s {row.action} {words}, {real(row.bound, 3)}{end}"


def study(question: DuelQuestion) -> DuelLesson:
    """Runs the search under every rule and explains the one asked for."""
    game = question.game
    start, rule = game.initial(0), question.rule
    payoffs, gains, largest = game.table(start).copy(), game.gains(start), game.worth(start)
    names = names_of(question, payoffs)
    mixtures, value = _theory(payoffs, gains)
    runs = {each: _run(replace(question, rule=each)) for each in RULES}
    far = nash_conv if payoffs.ndim == 3 else _exploited
    distances = {
        each: np.array([far(gains, *(x.policy for x in both)) for both in run[1:]])
        for each, run in runs.items()
    }
    regrets = {each: _regrets(gains, run) for each, run in runs.items()}
    sides = [
        (
            _side(names[0], row, mixtures[0], largest, rule),
            _side(names[1], column, mixtures[1], largest, rule),
        )
        for row, column in runs[rule]
    ]
    own = distances[rule], regrets[rule]
    rounds = tuple(_rounds(rule, payoffs, gains, largest, sides, *own))
    curves = distances, regrets
    found = _named(gains, names) if payoffs.ndim == 3 else ()
    return DuelLesson(question, payoffs, names, rounds, *curves, value, found, largest)


def _named(gains: NDArray[np.float64], names: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """The Nash equilibria of a table that is not zero-sum, and what regrets say there."""
    head, each = nash_words(gains, SIDES, names)
    return f"{head}.", *each, COARSE


def _regrets(
    gains: NDArray[np.float64], run: Sequence[tuple[Weighed, Weighed]]
) -> NDArray[np.float64]:
    """The mean regret of Row and of Column after each round, [rounds, 2]."""
    rows, columns = (np.array([both[side].visits for both in run]) for side in (0, 1))
    played = np.diff(rows, axis=0), np.diff(columns, axis=0)
    had = np.cumsum(np.einsum("ti,sij,tj->ts", played[0], gains, played[1]), axis=0)
    best = (columns[1:] @ gains[0].T).max(axis=1), (rows[1:] @ gains[1]).max(axis=1)
    found: NDArray[np.float64] = np.stack(best, axis=1) - had
    return found / np.arange(1, len(run))[:, None]


def _theory(
    payoffs: NDArray[np.float64], gains: NDArray[np.float64]
) -> tuple[Sequence[NDArray[np.float64]], float]:
    """The equilibrium's mixtures, NaN where it is not the only one, and what a zero-sum game is
    worth to Row.
    """
    if payoffs.ndim == 2:
        row, column, value = solve_zero_sum(payoffs)
        return (row, column), value
    found = equilibria(gains)
    if found is None or found.several or len(found.found) > 1:
        return [np.full(count, math.nan) for count in gains.shape[1:]], math.nan
    return found.found[0][:2], math.nan


def _exploited(
    gains: NDArray[np.float64], row: NDArray[np.float64], column: NDArray[np.float64]
) -> float:
    return exploitability(gains[0], row, column)


@lru_cache(maxsize=len(RULES))
def _run(question: DuelQuestion) -> list[tuple[Weighed, Weighed]]:
    """What both sides know before the first round and after each; the lesson of another rule of the
    same question has the same searches.
    """
    game = question.game
    search = DUCT(game, question.params, seed=question.seed)
    search.start(game.initial(0), 0)
    out = [(weighed(search, 0), weighed(search, 1))]
    for _ in range(question.rounds):
        search.advance(1)
        out.append((weighed(search, 0), weighed(search, 1)))
    return out


def _side(
    names: Sequence[str], found: Weighed, mixture: NDArray[np.float64], largest: float, rule: str
) -> Side:
    unit = largest if rule == "regret" else 1.0  # Exp3 sums gains from 0 to 1
    return tuple(
        ActionRow(name, int(n), *(float(x) for x in numbers))
        for name, n, *numbers in zip(
            names,
            found.visits,
            found.mean * largest,
            found.spread * largest,
            found.bound * largest,
            found.memory * unit,
            found.chance,
            found.policy,
            mixture,
            strict=True,
        )
    )


def _rounds(
    rule: str,
    payoffs: NDArray[np.float64],
    gains: NDArray[np.float64],
    largest: float,
    sides: Sequence[tuple[Side, Side]],
    distances: NDArray[np.float64],
    regrets: NDArray[np.float64],
) -> Iterator[DuelRound]:
    for k, (before, after) in enumerate(pairwise(sides)):
        row, column = chosen = _chosen(before, after)
        got = float(gains[0][chosen]), float(gains[1][chosen])
        names = before[0][row].action, before[1][column].action
        choices = tuple(zip(SIDES, before, chosen, strict=True))
        distance, zero_sum = float(distances[k]), payoffs.ndim == 2
        reasons = (reason(rule, *each, largest) for each in choices)
        yield DuelRound(
            k + 1,
            chosen,
            got,
            before,
            after,
            distance,
            (float(regrets[k, 0]), float(regrets[k, 1])),
            f"{names[0]} against {names[1]}",
            f"Row plays {names[0]}, Column {names[1]}: {gained(got, zero_sum)}.",
            " ".join((*reasons, exploited(distance, zero_sum))),
            any(behind(rule, side, place) for _, side, place in choices),
        )


def _chosen(before: tuple[Side, Side], after: tuple[Side, Side]) -> tuple[int, int]:
    """The row and the column that were played between two moments."""
    row, column = (
        next(k for k, (a, b) in enumerate(zip(old, new, strict=True)) if b.visits > a.visits)
        for old, new in zip(before, after, strict=True)
    )
    return row, column


MAYBE = ("mean", "spread", "bound", "memory", "chance")  # numbers that a row may lack


def told(lesson: DuelLesson) -> Iterator[tuple[str, Sequence[Sequence[str]]]]:
    """Each round as a few lines and a table of both sides after it."""
    rule = lesson.question.rule
    for each in lesson.rounds:
        rows = [
            (f"{who} {cells[0]}", *cells[1:])
            for who, side in zip(SIDES, each.after, strict=True)
            for cells in (row.cells(rule) for row in side)
        ]
        known = lesson.equilibria if each.number == 1 else ()
        lines = *known, f"Round {each.number}", each.head, each.why
        yield "\n".join(lines), [heads(rule), *rows]


def as_data(lesson: DuelLesson) -> dict[str, Any]:
    """The lesson as JSON's types; numbers are not rounded."""
    return {
        **values_of(lesson.question),
        "payoffs": lesson.payoffs.tolist(),
        "largest": lesson.largest,
        "value": _known(lesson.value),
        "equilibrium": [
            [_known(row.equilibrium) for row in side] for side in lesson.rounds[0].after
        ],
        **({} if lesson.zero_sum else {"equilibria": list(lesson.equilibria[1:-1])}),
        "rounds": [_data(each, lesson.zero_sum) for each in lesson.rounds],
    }


def _known(number: float) -> float | None:
    return number if math.isfinite(number) else None


def _data(each: DuelRound, zero_sum: bool) -> dict[str, Any]:
    sides = {who: [_row(row) for row in side] for who, side in zip(SIDES, each.after, strict=True)}
    facts: dict[str, Any] = {"chosen": list(each.chosen), "gain": each.gains[0]}
    if zero_sum:
        facts["exploitability"] = each.distance
    else:
        facts |= {"column_gain": each.gains[1], "nash_conv": each.distance}
    regrets = {"regrets": dict(zip(SIDES, each.regrets, strict=True))}
    return {"round": each.number, **facts, **regrets, "head": each.head, "why": each.why, **sides}


def _row(row: ActionRow) -> dict[str, Any]:
    numbers = {name: getattr(row, name) for name in MAYBE}
    return {
        "action": row.action,
        "visits": row.visits,
        **{name: _known(x) for name, x in numbers.items()},
        "strategy": row.strategy,
    }
