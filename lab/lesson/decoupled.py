"""The lesson of decoupled selection: two sides choose at the same time, each by its own statistics.

DUCT searches a matrix game, round by round. Under UCB1 the shares of the visits go round in circles
or stay where a best reply gains; under regret matching the average strategy approaches the
equilibrium. How far away a pair of strategies is: what a best reply gains against it, on average
over both sides (`search.equilibrium.exploitability`), in the table's own payoffs.
"""

from __future__ import annotations

import math
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.knobs import KnobError
from engines.matrix import Matrix
from engines.matrix.tables import TITLES
from search.base import AgentStats
from search.duct import DUCT, Params
from search.equilibrium import exploitability, solve_zero_sum

RULES = {"ucb1": "UCB1", "regret": "regret matching"}
TABLES = TITLES  # the tables to choose from, by name
MOST_ROUNDS = 1000
HEADS = ("Action", "Visits", "Mean", "Bound", "Strategy", "Equilibrium")
LOSES, GAINS = "loses", "gains"


@dataclass(frozen=True)
class DuelQuestion:
    """What a lesson is about."""

    table: str = "biased_rps"
    rule: str = "ucb1"
    rounds: int = 200
    seed: int = 5
    c: float = 1.0

    def __post_init__(self) -> None:
        for value, known, what in ((self.table, TABLES, "table"), (self.rule, RULES, "rule")):
            if value not in known:
                raise KnobError(f"There is no {what} {value}; choose one of {', '.join(known)}.")
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise KnobError(f"rounds should be from 1 to {MOST_ROUNDS}.")
        if not 0 < self.c <= 10:
            raise KnobError("c should be more than 0 and at most 10.")


@dataclass(frozen=True)
class ActionRow:
    """One action of one side after a round; means and bounds are shares of the way from the worst
    result to the best one.
    """

    action: str
    visits: int
    mean: float  # NaN without visits
    bound: float  # NaN without visits, and where the rule compares none
    strategy: float  # the shares of the visits, or the average strategy where the rule learns one
    equilibrium: float

    @property
    def cells(self) -> tuple[str, ...]:
        """The row under HEADS."""
        mean, bound = (f"{x:.3f}" if math.isfinite(x) else "–" for x in (self.mean, self.bound))
        shares = (f"{100 * x:.1f} %" for x in (self.strategy, self.equilibrium))
        return self.action, str(self.visits), mean, bound, *shares


Side = tuple[ActionRow, ...]


@dataclass(frozen=True)
class DuelRound:
    """One round: what was chosen and why, and what is known afterwards."""

    number: int  # from 1
    chosen: tuple[int, int]  # row, column
    gain: float  # Row's, by the table
    before: tuple[Side, Side]
    after: tuple[Side, Side]
    distance: float  # what a best reply gains afterwards
    brief: str
    head: str
    why: str
    surprise: bool  # a side chose an action that has not its best mean


@dataclass(frozen=True, eq=False)
class DuelLesson:
    """All rounds of one search, and the distances under each rule."""

    question: DuelQuestion
    game: Matrix
    rounds: tuple[DuelRound, ...]
    distances: dict[str, NDArray[np.float64]]  # by rule, after each round
    value: float  # of the game for Row
    command: str

    @property
    def surprises(self) -> list[int]:
        """The rounds in which a choice has not the best mean, from 0."""
        return [k for k, each in enumerate(self.rounds) if each.surprise]


def game_of(question: DuelQuestion) -> Matrix:
    """The game of one round."""
    return Matrix.configure(matrix=question.table)


def study(question: DuelQuestion) -> DuelLesson:
    """Runs the search under both rules and explains the one asked for."""
    game = game_of(question)
    *mixtures, value = solve_zero_sum(game.payoffs)
    runs = {rule: _run(game, question, rule, mixtures) for rule in RULES}
    distances = {
        rule: np.array([_distance(game, sides) for sides in run[1:]]) for rule, run in runs.items()
    }
    run, own = runs[question.rule], distances[question.rule]
    rounds = tuple(
        _round(game, question.rule, k + 1, run[k], run[k + 1], float(own[k]))
        for k in range(question.rounds)
    )
    command = shlex.join(["smitsilab", "lesson", *arguments(question)])
    return DuelLesson(question, game, rounds, distances, value, command)


def arguments(question: DuelQuestion) -> list[str]:
    """The words after `smitsilab lesson` that give this lesson."""
    words = ["decoupled", "--table", question.table, "--rule", question.rule]
    numbers = "--rounds", str(question.rounds), "--seed", str(question.seed)
    return [*words, *numbers, "--c", f"{question.c:g}"]


def _run(
    game: Matrix, question: DuelQuestion, rule: str, mixtures: Sequence[NDArray[np.float64]]
) -> list[tuple[Side, Side]]:
    """Both sides before the first round and after each."""
    search = DUCT(game, Params(rule=rule, c=question.c), seed=question.seed)
    search.start(game.initial(0), 0)
    empty = tuple(
        tuple(
            ActionRow(name, 0, math.nan, math.nan, 1 / len(mix), float(share))
            for name, share in zip(names, mix, strict=True)
        )
        for names, mix in zip(game.names, mixtures, strict=True)
    )
    out = [(empty[0], empty[1])]
    for _ in range(question.rounds):
        search.advance(1)
        sides = [
            _side(game.names[stats.agent], stats, mixtures[stats.agent])
            for stats in search.snapshot().agents
        ]
        out.append((sides[0], sides[1]))
    return out


def _side(names: Sequence[str], stats: AgentStats, mixture: NDArray[np.float64]) -> Side:
    assert stats.policy is not None
    return tuple(
        ActionRow(names[int(a)], int(n), float(mean), float(bound), float(share), float(mixture[a]))
        for a, n, mean, bound, share in zip(
            stats.actions, stats.visits, stats.mean, stats.bound, stats.policy, strict=True
        )
    )


def _distance(game: Matrix, sides: tuple[Side, Side]) -> float:
    row, column = ([each.strategy for each in side] for side in sides)
    return exploitability(game.payoffs, row, column)


def _round(
    game: Matrix,
    rule: str,
    number: int,
    before: tuple[Side, Side],
    after: tuple[Side, Side],
    distance: float,
) -> DuelRound:
    chosen = [
        next(k for k, (a, b) in enumerate(zip(old, new, strict=True)) if b.visits > a.visits)
        for old, new in zip(before, after, strict=True)
    ]
    row, column = chosen
    gain = float(game.payoffs[row, column])
    names = before[0][row].action, before[1][column].action
    head = f"Row plays {names[0]}, Column {names[1]}: {_gained(gain)}."
    reasons = [
        _reason(rule, who, side, k) for who, side, k in zip(SIDES, before, chosen, strict=True)
    ]
    end = f"Best replies to these strategies would gain {distance:.2f} on average."
    surprise = rule == "ucb1" and any(
        _behind(side, k) for side, k in zip(before, chosen, strict=True)
    )
    return DuelRound(
        number,
        (row, column),
        gain,
        before,
        after,
        distance,
        f"{names[0]} against {names[1]}",
        head,
        " ".join((*reasons, end)),
        surprise,
    )


SIDES = ("Row", "Column")


def _gained(gain: float) -> str:
    return f"Row {GAINS if gain > 0 else LOSES} {abs(gain):g}" if gain else "nobody gains"


def _behind(side: Side, k: int) -> bool:
    """Whether an action that was tried has not the best mean."""
    means = [row.mean for row in side]
    return all(map(math.isfinite, means)) and means[k] < max(means)


def _reason(rule: str, who: str, side: Side, k: int) -> str:
    """Why a side chose an action, by what it knew before."""
    row = side[k]
    untried = sum(not each.visits for each in side)
    if untried:
        return f"{who} had {untried} untried {'action' if untried == 1 else 'actions'}."
    if rule != "ucb1":
        return f"{who} drew {row.action} by its regrets."
    words = f"{who}'s {row.action} had the highest bound, {row.bound:.3f}"
    return f"{words}, though not the best mean." if _behind(side, k) else f"{words}."


def told(lesson: DuelLesson) -> Iterator[tuple[str, Sequence[Sequence[str]]]]:
    """Each round as a few lines and a table of both sides after it."""
    for each in lesson.rounds:
        rows = [
            (f"{who} {cells[0]}", *cells[1:])
            for who, side in zip(SIDES, each.after, strict=True)
            for cells in (row.cells for row in side)
        ]
        yield f"Round {each.number}\n{each.head}\n{each.why}", [HEADS, *rows]


def as_data(lesson: DuelLesson) -> dict[str, Any]:
    """The lesson as JSON's types; numbers are not rounded."""
    question = lesson.question
    return {
        "table": question.table,
        "rule": question.rule,
        "seed": question.seed,
        "c": question.c,
        "value": lesson.value,
        "rounds": [_data(each) for each in lesson.rounds],
    }


def _data(each: DuelRound) -> dict[str, Any]:
    sides = {
        who: [
            {
                "action": row.action,
                "visits": row.visits,
                "mean": row.mean if math.isfinite(row.mean) else None,
                "bound": row.bound if math.isfinite(row.bound) else None,
                "strategy": row.strategy,
            }
            for row in side
        ]
        for who, side in zip(SIDES, each.after, strict=True)
    }
    facts = {"chosen": list(each.chosen), "gain": each.gain, "distance": each.distance}
    return {"round": each.number, **facts, "head": each.head, "why": each.why, **sides}
