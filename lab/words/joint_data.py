"""The joint-action map of a search as shown: rows and columns in words, the scale of its
colours, shares at the edges, best replies.

Shapes: [R] root actions of the row agent, [C] of the column agent. No Qt.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lab.match.records import AgentThought, Thought
from lab.words import numerals
from lab.words.mixtures import equilibrium_words, nash_words
from search.base import Floats, Ints, JointMap
from search.equilibrium import EXPLOITABILITY
from search.measure import Kind, even_of, exploited_unit, unit_words
from search.nash import NASH_CONV

GAINED = "what both gain by best replies, added up. 0 is a Nash equilibrium."
MOST = 28  # rows and columns shown; with more, the most visited ones
EQUAL = 3  # best replies that are named where there are several
MapCell = tuple[int, int]  # row, column, as shown


@dataclass(frozen=True, eq=False)
class MapSide:
    """One edge of the map: an agent's root actions."""

    agent: int
    seat: int
    name: str
    actions: Ints
    labels: tuple[str, ...]
    places: tuple[int, ...]  # of each action among the agent's root actions
    share: Floats  # of the visits
    policy: Floats | None  # the mixed strategy, where the search keeps one
    hidden: int  # actions that are not shown

    def played(self, place: int) -> str:
        """An action with whose it is, said once: "Pod 1 Ahead, full", "Row 2"."""
        label = self.labels[place]
        return label if label.startswith(f"{self.name} ") else f"{self.name} {label}"


@dataclass(frozen=True, eq=False)
class JointData:
    """What the map shows. `even` is the mean in the middle of the colour scale, `half` the
    distance to its ends.
    """

    rows: MapSide
    columns: MapSide
    visits: Ints  # [R, C]
    mean: Floats  # [R, C] for the row agent
    kind: Kind
    low: float  # the ends of the range of means; NaN where it is not known
    high: float
    note: str  # "" or that this is no equilibrium
    gains: Floats | None  # [2, R, C] what both gain, where the game is not zero-sum and it is known
    zero_sum: bool
    exploitability: float  # NaN where it is not known
    nash_conv: float  # NaN where it is not known
    unmeasured: str  # why it is not; "" where it has no meaning
    even: float
    half: float
    algorithm: str
    seat: int

    @property
    def opposed(self) -> bool:
        """Whether the two agents belong to different seats, so that what is good for one is bad for
        the other.
        """
        return self.rows.seat != self.columns.seat

    @property
    def unit(self) -> str:
        """What a mean measures, in words."""
        return unit_words(self.kind, self.low, self.high)

    @property
    def exploited(self) -> str:
        """The exploitability in words, in a game that is not zero-sum NashConv, or why it is not
        known; "" where it has no meaning.
        """
        if not math.isnan(self.nash_conv):
            return f"{NASH_CONV} {numerals.value(self.nash_conv, 4)} (payoff): {GAINED}"
        if math.isnan(self.exploitability):
            name = "Exploitability" if self.zero_sum else NASH_CONV
            return f"{name} not known: {self.unmeasured}." if self.unmeasured else ""
        unit = exploited_unit(self.kind)
        return (
            f"Exploitability {numerals.value(self.exploitability, 4)} ({unit}): what a best reply "
            "wins, averaged over both sides, by this root's table of mean results. "
            "0 is an equilibrium."
        )

    @cached_property
    def equilibrium(self) -> str:
        """How both should choose by this table of means, or of payoffs where the game is not
        zero-sum; "" where it is not known.
        """
        if not self.zero_sum:
            return self._nash()
        if math.isnan(self.exploitability) or not (self.visits > 0).all():
            return ""
        agents = self.rows.name, self.columns.name
        worth, shares = equilibrium_words(self.mean, agents, self.labels)
        return f"Equilibrium of this table: {worth} ({exploited_unit(self.kind)}). {shares}"

    def _nash(self) -> str:
        """The Nash equilibria of the payoffs of both."""
        if self.gains is None:
            return ""
        head, each = nash_words(self.gains, (self.rows.name, self.columns.name), self.labels)
        return "\n".join((f"{head}.", *each))

    @property
    def labels(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The words of rows and columns."""
        return self.rows.labels, self.columns.labels

    @property
    def ends(self) -> tuple[float, float]:
        """The means at the ends of the colour scale, within the range of means if it is known."""
        low, high = np.nan_to_num(self.low, nan=-math.inf), np.nan_to_num(self.high, nan=math.inf)
        return max(low, self.even - self.half), min(high, self.even + self.half)

    @property
    def shape(self) -> tuple[int, int]:
        """[R, C]"""
        return self.visits.shape[0], self.visits.shape[1]

    def mean_words(self, cell: MapCell) -> str:
        """The mean of a cell, "51 %" where means are chances to win."""
        return self.number(float(self.mean[cell]))

    def number(self, mean: float) -> str:
        """A mean in words."""
        return numerals.percent(mean) if self.kind is Kind.CHANCE else numerals.value(mean)

    def best_columns(self, row: int) -> list[int]:
        """The column agent's best replies to a row: where the row agent fares worst, or best if
        they play together; none where the row agent's means say nothing of them.
        """
        if self.opposed and not self.zero_sum:
            return [] if self.gains is None else _best(self.gains[1][row])
        return _best(-self.mean[row] if self.opposed else self.mean[row])

    def best_rows(self, column: int) -> list[int]:
        """The row agent's best replies to a column; none where the means are not its own."""
        if self.kind is Kind.AGAINST:
            return [] if self.gains is None else _best(self.gains[0][:, column])
        return _best(self.mean[:, column])

    def describe(self, cell: MapCell) -> tuple[str, str, str]:
        """A cell in three sentences: which it is, its numbers, the best replies."""
        (r, c), rows, columns = cell, self.rows, self.columns
        against = "against" if self.opposed else "with"
        title = f"{rows.played(r)} {against} {columns.played(c)}"
        seen = int(self.visits[cell])
        share = numerals.percent(seen / max(1, int(self.visits.sum())), 1)
        numbers = (
            (
                f"Mean {self.mean_words(cell)} for {rows.name}, {numerals.count(seen)} visits, "
                f"{share} of all."
            )
            if seen
            else "Never seen."
        )
        if self.gains is not None:
            numbers += f" {columns.name} gains {self.number(float(self.gains[1][cell]))}."
        replies = (
            self._reply(columns, self.best_columns(r), r, None),
            self._reply(rows, self.best_rows(c), None, c),
        )
        return title, numbers, " ".join(t for t in replies if t)

    def _reply(self, side: MapSide, best: list[int], row: int | None, column: int | None) -> str:
        """The best reply of `side` to a row or a column, or how many are equally good."""
        if not best:
            return ""
        to = self.rows.labels[row] if row is not None else self.columns.labels[column or 0]
        cell = (row, best[0]) if row is not None else (best[0], column or 0)
        own = self.mean if self.gains is None else self.gains[0 if row is None else 1]
        names = " or ".join(side.labels[k] for k in best[:EQUAL])
        names += f" or {len(best) - EQUAL} more" if len(best) > EQUAL else ""
        return f"Best reply of {side.name} to {to}: {names} ({self.number(float(own[cell]))})."

    def heat(self, cell: MapCell) -> tuple[float, float]:
        """Where a cell's mean is on the colour scale, -1 to 1, and how sure it is, 0 to 1: few
        visits make it pale.
        """
        n = int(self.visits[cell])
        if n == 0 or not math.isfinite(self.mean[cell]):
            return 0.0, 0.0
        return float(
            np.clip((self.mean[cell] - self.even) / self.half, -1, 1)
        ), 1 - 0.8 / math.sqrt(n)


def _best(means: Floats) -> list[int]:
    """The places of the highest of the means that are known."""
    if not np.isfinite(means).any():
        return []
    return [int(k) for k in np.flatnonzero(means == np.nanmax(means))]


def joint_of(thought: Thought) -> JointData | None:
    """The map of a search; None where it keeps none or has not begun."""
    joint = thought.snapshot.joint
    if joint is None or not joint.visits.size:
        return None
    trees = {a.stats.agent: a for a in thought.agents}
    if any(agent not in trees for agent in joint.agents):
        return None
    row, column = (trees[agent] for agent in joint.agents)
    r, c = _kept(joint.visits.sum(1)), _kept(joint.visits.sum(0))
    visits, mean = joint.visits[np.ix_(r, c)], joint.mean[np.ix_(r, c)]
    even, half = scale_of(visits, mean, joint.kind)
    gains, scalars = joint.gains, thought.snapshot.scalars
    return JointData(
        _side(row, joint, r, 0),
        _side(column, joint, c, 1),
        visits,
        mean,
        joint.kind,
        joint.low,
        joint.high,
        joint.equilibrium,
        None if gains is None else gains[:, r][:, :, c],
        joint.zero_sum,
        scalars.get(EXPLOITABILITY, math.nan),
        scalars.get(NASH_CONV, math.nan),
        joint.unmeasured,
        even,
        half,
        thought.algorithm,
        thought.seat,
    )


def _kept(visits: Ints) -> Ints:
    """The places of the rows or columns that are shown, in order."""
    return np.sort(np.argsort(-visits, kind="stable")[:MOST])


def _side(tree: AgentThought, joint: JointMap, kept: Ints, axis: int) -> MapSide:
    actions = (joint.rows, joint.columns)[axis]
    total = joint.visits.sum(1 - axis)
    known = {int(action): k for k, action in enumerate(tree.stats.actions)}
    places = tuple(known.get(int(action), -1) for action in actions[kept])
    policy = tree.stats.policy
    return MapSide(
        tree.stats.agent,
        tree.seat,
        tree.name,
        actions[kept],
        tuple(
            tree.labels[k] if k >= 0 else str(int(a))
            for k, a in zip(places, actions[kept], strict=True)
        ),
        places,
        total[kept] / max(1, int(total.sum())),
        None
        if policy is None
        else np.array([policy[k] if 0 <= k < policy.size else 0.0 for k in places]),
        actions.size - kept.size,
    )


def scale_of(visits: Ints, mean: Floats, kind: Kind) -> tuple[float, float]:
    """The middle and the half-width of the colour scale, which holds every cell that was seen:
    around the even value where the kind has one, else around the mean of all visits.
    """
    seen = np.isfinite(mean) & (visits > 0)
    if not seen.any():
        return 0.5, 0.5
    weights, values = visits[seen].astype(np.float64), mean[seen]
    even = even_of(kind)
    if math.isnan(even):
        even = float(np.average(values, weights=weights))
    return even, numerals.nice_ceiling(max(float(np.abs(values - even).max()), 1e-3))
