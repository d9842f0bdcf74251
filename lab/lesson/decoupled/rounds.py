"""What is known of each round of decoupled selection, and each selection rule in a few lines of
code, in the words of the lesson's tables: what a side compares, or draws by, before each round.
A test runs the text on the numbers that are shown.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engines.matrix.tables import pair_words
from lab.lesson.decoupled.question import MIXED, DuelQuestion
from lab.words.numerals import NOTHING, real
from search.equilibrium import EXPLOITABILITY
from search.nash import NASH_CONV

UCB1 = (
    "def bound(mean, visits):   # the highest is played",
    "    # an untried action comes first",
    "    return mean + c * largest * sqrt(log(N) / visits)",
)
TUNED = (
    "def bound(mean, visits, dev):   # the highest is played",
    "    # an untried action comes first",
    "    V = (dev / largest)**2 + 4 * sqrt(2 * log(N) / visits)",
    "    bonus = sqrt(log(N) / visits * min(1, V))",
    "    return mean + c * largest * bonus",
)
PUCT = (
    "def bound(mean, visits):   # the highest is played",
    "    # untried: the mean of all rounds; K actions",
    "    bonus = sqrt(N) / K / (1 + visits)",
    "    return mean + c * largest * bonus",
)
EXP3 = (
    "def draw(gains):",
    "    K = len(gains)",
    "    γ = min(1, sqrt(K * log(K) / ((e - 1) * N)))",
    "    w = [exp(γ / K * (g - max(gains))) for g in gains]",
    "    return [(1 - γ) * x / sum(w) + γ / K for x in w]",
    "",
    "def learn(gain, result, chance):   # of what was drawn",
    "    return gain + (result / largest + 1) / 2 / chance",
)
REGRET = (
    "def mixture(regrets):",
    "    all, K = sum(regrets), len(regrets)",
    "    return [r / all if all else 1 / K for r in regrets]",
    "",
    "def draw(regrets):",
    "    K, ε = len(regrets), max(0.005, N**(-1/3))",
    "    return [(1 - ε) * p + ε / K for p in mixture(regrets)]",
    "",
    "def learn(regrets, means):  # against the other's mixture",
    "    usual = sum(p * m for p, m in zip(mixture(regrets), means))",
    "    return [max(0, r + m - usual) for r, m in zip(regrets, means)]",
)
LISTINGS = {"ucb1": UCB1, "ucb1_tuned": TUNED, "puct": PUCT, "exp3": EXP3, "regret": REGRET}


SIDES = ("Row", "Column")


@dataclass(frozen=True)
class ActionRow:
    """One action of one side between two rounds, in the table's payoffs for that side; NaN where
    there is nothing yet, or the rule has no such number.
    """

    action: str
    visits: int
    mean: float
    spread: float  # the standard deviation of its results
    bound: float
    memory: float  # its regret, or under Exp3 its summed gains
    chance: float  # to be drawn in the next round
    strategy: float  # the shares of the visits, or the average strategy where the rule learns one
    equilibrium: float  # NaN where there are several

    def cells(self, rule: str) -> tuple[str, ...]:
        """The row under `heads(rule)`."""
        return tuple(write(self) for _, write in (*BEFORE, *OWN_COLUMNS[rule], *AFTER))


Column = tuple[str, Callable[[ActionRow], str]]


def _number(x: float) -> str:
    return real(x, 3)


def _percent(x: float) -> str:
    return f"{100 * x:.1f} %" if math.isfinite(x) else NOTHING


BEFORE: tuple[Column, ...] = (
    ("Action", lambda row: row.action),
    ("Visits", lambda row: str(row.visits)),
    ("Mean", lambda row: _number(row.mean)),
)
BOUND: Column = ("Bound", lambda row: _number(row.bound))
NEXT: Column = ("Next", lambda row: _number(row.chance))
OWN_COLUMNS: dict[str, tuple[Column, ...]] = {
    "ucb1": (BOUND,),
    "ucb1_tuned": (("Std. dev.", lambda row: _number(row.spread)), BOUND),
    "puct": (BOUND,),
    "exp3": (("Gains", lambda row: _number(row.memory)), NEXT),
    "regret": (("Regret", lambda row: _number(row.memory)), NEXT),
}
AFTER: tuple[Column, ...] = (
    ("Strategy", lambda row: _percent(row.strategy)),
    ("Equilibrium", lambda row: _percent(row.equilibrium)),
)


def heads(rule: str) -> tuple[str, ...]:
    """The columns of a side's table; "Next" is the probability to be drawn in the next round."""
    return tuple(name for name, _ in (*BEFORE, *OWN_COLUMNS[rule], *AFTER))


Side = tuple[ActionRow, ...]


@dataclass(frozen=True)
class DuelRound:
    """One round: what was chosen and why, and what is known afterwards."""

    number: int  # from 1
    chosen: tuple[int, int]  # row, column
    gains: tuple[float, float]  # of Row and Column, by the table
    before: tuple[Side, Side]
    after: tuple[Side, Side]
    distance: float  # the lesson's measure afterwards
    regrets: tuple[float, float]  # of both sides, a round: see `DuelLesson.regrets`
    brief: str
    head: str
    why: str
    surprise: bool  # a side chose an action that has not its best mean


@dataclass(frozen=True, eq=False)
class DuelLesson:
    """All rounds of one search, and the distances under each rule."""

    question: DuelQuestion
    payoffs: NDArray[np.float64]  # Row's [rows, columns], or both players' [2, rows, columns]
    names: tuple[tuple[str, ...], ...]  # of rows and columns
    rounds: tuple[DuelRound, ...]
    distances: dict[str, NDArray[np.float64]]  # by rule, after each round
    # by rule, after each round, for [Row, Column]: what always playing the best single action would
    # have gained more than the side has, against the other side's rounds, a round
    regrets: dict[str, NDArray[np.float64]]
    value: float  # of a zero-sum game for Row
    equilibria: tuple[str, ...]  # of another one: how many there are, and each
    largest: float  # payoff either way: what c is counted in

    @property
    def steps(self) -> tuple[DuelRound, ...]:
        """The rounds, each a step of the lesson."""
        return self.rounds

    @property
    def zero_sum(self) -> bool:
        """Whether Column loses what Row gains."""
        return self.payoffs.ndim == 2

    def cell(self, row: int, column: int) -> str:
        """What is paid in a cell of the table."""
        return pair_words(self.payoffs[..., row, column])

    @property
    def measure(self) -> str:
        """What `distances` are, in the table's payoffs."""
        return EXPLOITABILITY if self.zero_sum else NASH_CONV

    @property
    def surprises(self) -> list[int]:
        """The rounds in which a choice has not the best mean, from 0."""
        return [k for k, each in enumerate(self.rounds) if each.surprise]

    def facts(self, each: DuelRound) -> list[tuple[str, str]]:
        """What stands beside the tables of both sides: all that the code needs besides them."""
        c = () if self.question.rule in MIXED else (("c", f"{self.question.c:g}"),)
        return [
            ("N, rounds so far", str(each.number)),
            *c,
            ("Largest payoff", f"{self.largest:g}"),
            *([("Value of the game for Row", real(self.value))] if self.zero_sum else ()),
            (self.measure, real(each.distance)),
            *(
                (f"Mean regret of {who}", real(x))
                for who, x in zip(SIDES, each.regrets, strict=True)
            ),
        ]
