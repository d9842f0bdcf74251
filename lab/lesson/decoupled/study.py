"""Runs DUCT on a matrix game, round by round, and explains each."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engines.game import State
from engines.matrix import Matrix
from lab.lesson.decoupled.question import (
    RULES,
    DuelQuestion,
    arguments,
    game_of,
    names_of,
    start_of,
)
from lab.lesson.decoupled.rounds import SIDES, ActionRow, DuelLesson, DuelRound, Side
from lab.lesson.decoupled.sentences import behind, exploited, gained, reason
from search.duct import DUCT
from search.duct.weighing import Weighed, weighed
from search.equilibrium import exploitability, solve_zero_sum


def study(question: DuelQuestion) -> DuelLesson:
    """Runs the search under every rule and explains the one asked for."""
    game = game_of(question)
    start = start_of(question, game)
    payoffs, largest = game.table(start).copy(), game.worth(start)
    names = names_of(question, payoffs)
    *mixtures, value = solve_zero_sum(payoffs)
    runs = {rule: _run(game, start, replace(question, rule=rule)) for rule in RULES}
    distances = {
        each: np.array([exploitability(payoffs, *(x.policy for x in both)) for both in run[1:]])
        for each, run in runs.items()
    }
    regrets = {each: _regrets(payoffs, run) for each, run in runs.items()}
    rule = question.rule
    sides = [
        (
            _side(names[0], row, mixtures[0], largest, rule),
            _side(names[1], column, mixtures[1], largest, rule),
        )
        for row, column in runs[rule]
    ]
    own = [
        (float(far), (float(x), float(y)))
        for far, (x, y) in zip(distances[rule], regrets[rule], strict=True)
    ]
    rounds = tuple(
        _round(rule, payoffs, largest, k + 1, sides[k], sides[k + 1], *own[k])
        for k in range(question.rounds)
    )
    command = shlex.join(["smitsilab", "lesson", *arguments(question)])
    curves = distances, regrets
    return DuelLesson(question, payoffs, names, rounds, *curves, value, largest, command)


def _regrets(
    payoffs: NDArray[np.float64], run: Sequence[tuple[Weighed, Weighed]]
) -> NDArray[np.float64]:
    """The mean regret of Row and of Column after each round, [rounds, 2]."""
    rows, columns = (np.array([both[side].visits for both in run]) for side in (0, 1))
    gains = np.einsum("ti,ij,tj->t", np.diff(rows, axis=0), payoffs, np.diff(columns, axis=0))
    had = np.cumsum(gains)
    best = (columns[1:] @ payoffs.T).max(axis=1), (rows[1:] @ payoffs).min(axis=1)
    found: NDArray[np.float64] = np.stack((best[0] - had, had - best[1]), axis=1)
    return found / np.arange(1, len(run))[:, None]


def _run(game: Matrix, start: State, question: DuelQuestion) -> list[tuple[Weighed, Weighed]]:
    """What both sides know before the first round and after each."""
    search = DUCT(game, question.params, seed=question.seed)
    search.start(start, 0)
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


def _round(
    rule: str,
    payoffs: NDArray[np.float64],
    largest: float,
    number: int,
    before: tuple[Side, Side],
    after: tuple[Side, Side],
    distance: float,
    regrets: tuple[float, float],
) -> DuelRound:
    row, column = (
        next(k for k, (a, b) in enumerate(zip(old, new, strict=True)) if b.visits > a.visits)
        for old, new in zip(before, after, strict=True)
    )
    gain = float(payoffs[row, column])
    names = before[0][row].action, before[1][column].action
    chosen = tuple(zip(SIDES, before, (row, column), strict=True))
    return DuelRound(
        number,
        (row, column),
        gain,
        before,
        after,
        distance,
        regrets,
        f"{names[0]} against {names[1]}",
        f"Row plays {names[0]}, Column {names[1]}: {gained(gain)}.",
        " ".join((*(reason(rule, *each, largest) for each in chosen), exploited(distance))),
        any(behind(rule, side, k) for _, side, k in chosen),
    )
