"""Resonance: the same seed with and without random first visits of each node.

Early in a search all agents play badly, and bad actions look good against bad ones, so the trees
can confirm one another. Random first visits are meant to prevent that. How much they do is measured
here: what the favourites of both searches are worth in a much longer search, for this seed and over
many seeds. Shapes: [I] iterations and one more, [K] root actions.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engines.knobs import HasFields
from lab.lesson.smitsimax.positions import SharedPosition
from lab.words import numerals
from lab.words.numerals import several
from search.base import AgentStats
from search.smitsimax import Params, Smitsimax

USUAL_VISITS = 10  # compared with none, where the lesson itself has none
JUDGE_ITERATIONS, JUDGE_C = 20_000, 1.0  # of the search that says what actions are worth
JUDGE_SEED = 1_000_003
SEEDS = 40
FAVOURITE_HEADS = ("Agent", "Favourite", "Visits", "Loses")
CLEAR = 2.0  # standard errors from which on a difference is one


@dataclass(frozen=True, eq=False)
class RootCounts:
    """The visits of one agent's root actions during a search."""

    agent: int
    name: str
    moves: tuple[str, ...]
    visits: NDArray[np.int64]  # [I + 1, K]

    def favourite(self, iteration: int) -> int:
        """The most visited action after so many iterations."""
        return int(self.visits[iteration].argmax())

    def share(self, iteration: int) -> float:
        """Its share of the visits."""
        counts = self.visits[iteration]
        return float(counts.max() / max(1, counts.sum()))


@dataclass(frozen=True, eq=False)
class ResonanceRun:
    """One search of the comparison."""

    random_visits: int
    agents: tuple[RootCounts, ...]
    # over SEEDS other seeds: the mean loss of the favourites at the end, and its standard error
    loss: float
    error: float

    @property
    def words(self) -> str:
        """Which search it is."""
        n = self.random_visits
        return f"with {n} random first visits" if n else "without random first visits"


@dataclass(frozen=True, eq=False)
class Resonance:
    """The lesson's search and the same one without random first visits, or with them."""

    runs: tuple[ResonanceRun, ResonanceRun]  # the lesson's own first
    losses: tuple[NDArray[np.float64], ...]  # [K] by agent: what an action is worse than the best

    def cells(self, run: int, iteration: int) -> tuple[tuple[str, ...], ...]:
        """The rows under FAVOURITE_HEADS after so many iterations."""
        out = []
        for counts, losses in zip(self.runs[run].agents, self.losses, strict=True):
            best = counts.favourite(iteration)
            share = numerals.percent(counts.share(iteration))
            out.append((counts.name, counts.moves[best], share, f"{losses[best]:.3f}"))
        return tuple(out)

    def loss(self, run: int, iteration: int) -> float:
        """What the favourites lose, the mean over the agents."""
        agents = self.runs[run].agents
        found = [
            losses[a.favourite(iteration)] for a, losses in zip(agents, self.losses, strict=True)
        ]
        return float(np.mean(found))

    def words(self, iteration: int) -> str:
        """What the random first visits change for this seed."""
        own, other = self.runs
        pairs = zip(own.agents, other.agents, strict=True)
        differ = [a.name for a, b in pairs if a.favourite(iteration) != b.favourite(iteration)]
        many = len(own.agents)
        same = "the same favourite" if many == 1 else "the same favourites"
        head = (
            f"After {several(iteration, 'iteration')} both searches have {same}."
            if not differ
            else f"After {several(iteration, 'iteration')} {len(differ)} of {many} "
            f"favourites differ: {', '.join(differ)}."
        )
        numbers = (
            f"On average they lose {self.loss(0, iteration):.3f} {own.words}, "
            f"{self.loss(1, iteration):.3f} {other.words}."
        )
        return f"{head} {numbers}"

    @property
    def verdict(self) -> str:
        """What they change over many seeds."""
        own, other = self.runs
        error = math.hypot(own.error, other.error)
        numbers = (
            f"Over {SEEDS} seeds the favourites at the end lose "
            f"{numerals.spread(own.loss, own.error)} {own.words}, "
            f"{numerals.spread(other.loss, other.error)} {other.words}"
        )
        if abs(own.loss - other.loss) < CLEAR * error or error == 0.0:
            return f"{numbers}: no clear difference at this position and these settings."
        better = own if own.loss < other.loss else other
        return f"{numbers}: here the search {better.words} finds better actions."


LOSES = (
    "Loses: by how much the action's mean is below the best action's in a search of "
    f"{JUDGE_ITERATIONS:,} iterations with c = 1, as a share of the range of values."
)


def compare_first_visits(
    position: SharedPosition,
    params: Params,
    weights: HasFields | None,
    seed: int,
    iterations: int,
) -> Resonance:
    """Runs the lesson's search and its counterpart."""
    other = 0 if params.random_visits else USUAL_VISITS
    trials = Trials(position, weights, iterations)
    judge = trials.search(replace(params, c=JUDGE_C), JUDGE_SEED)
    judge.advance(JUDGE_ITERATIONS)
    losses = {stats.agent: _losses(stats) for stats in judge.snapshot().agents}
    own, counterpart = (
        trials.run(each, seed, losses) for each in (params, replace(params, random_visits=other))
    )
    return Resonance((own, counterpart), tuple(losses.values()))


def _losses(stats: AgentStats) -> NDArray[np.float64]:
    """By how much each action's mean is below the best, as a share of the range of values."""
    axis = 1.0 if stats.kind == "scaled" else max(stats.scale, 1e-12)
    return np.asarray((np.nanmax(stats.mean) - np.nan_to_num(stats.mean)) / axis, np.float64)


Losses = Mapping[int, NDArray[np.float64]]  # of each agent's actions


@dataclass(frozen=True)
class Trials:
    """Searches of one position with so many iterations, each with its own parameters and seed."""

    position: SharedPosition
    weights: HasFields | None
    iterations: int

    def search(self, params: Params, seed: int) -> Smitsimax:
        """A search that has begun."""
        search = Smitsimax(self.position.game, params, self.weights, seed=seed)
        search.start(self.position.state.copy(), self.position.seat)
        return search

    def run(self, params: Params, seed: int, losses: Losses) -> ResonanceRun:
        """The visits after each iteration, and what the favourites of many seeds lose."""
        game, state = self.position.game, self.position.state
        search = self.search(params, seed)
        counts: dict[int, list[NDArray[np.int64]]] = {agent: [] for agent in losses}
        for _ in range(self.iterations):
            search.advance(1)
            for stats in search.snapshot().agents:
                counts[stats.agent].append(stats.visits)
        agents = tuple(
            RootCounts(
                stats.agent,
                game.agent_name(stats.agent),
                tuple(game.label(state, stats.agent, int(action)) for action in stats.actions),
                np.array([np.zeros_like(stats.visits), *counts[stats.agent]]),
            )
            for stats in search.snapshot().agents
        )
        each = [self._loss(params, k, losses) for k in range(SEEDS)]
        error = float(np.std(each, ddof=1) / math.sqrt(SEEDS))
        return ResonanceRun(int(params.random_visits), agents, float(np.mean(each)), error)

    def _loss(self, params: Params, seed: int, losses: Losses) -> float:
        """What the favourites of a seed lose, the mean over the agents."""
        search = self.search(params, seed)
        search.advance(self.iterations)
        agents = search.snapshot().agents
        return float(np.mean([losses[stats.agent][stats.visits.argmax()] for stats in agents]))
