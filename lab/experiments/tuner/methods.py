"""The methods of tuning by name; two of them are here.

The N-tuple bandit evolutionary algorithm (Lucas, Liu and Perez-Liebana, "The N-tuple bandit
evolutionary algorithm for game agent optimisation", IEEE CEC 2018): each number has `LEVELS`
values. For every knob alone, every pair of knobs and all knobs together, it keeps how often each
combination of values was played and its mean points. The next setting is the neighbour of the
present one with the highest mean upper bound over all these tables. Choices use results `LAG`
settings back, so that games can be played at the same time; a setting in progress counts as played,
without a result.

Simultaneous perturbation stochastic approximation: two settings on opposite sides of the present
one play each other on common seeds, all numbers moved at once, and the present one moves towards
the winner (Spall, "Implementation of the simultaneous perturbation algorithm for stochastic
optimization", 1998, with his exponents; chess programmers tune this way). The result is the mean of
the second half of the way, which then plays the benchmarks, since games against neighbours say
nothing of its strength. With several benchmarks the two settings play these instead of one another.
Steps use results `BEHIND` steps back.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from engines.knobs import KnobError, did_you_mean
from lab.experiments.tuner.course import EVERY, Asking, Hunt, Play, Steps, Tried
from lab.experiments.tuner.optuna_study import installed, study_with
from lab.experiments.tuner.racing import halving, model_then_race
from lab.experiments.tuner.space import Floats, TunedKnob

LEVELS = 8
NEIGHBOURS = 50
EXPLORE = 0.5
UNSEEN = 0.5  # visits added below the root, so that a combination never played has a finite bound
LAG = 16

Genes = NDArray[np.int64]  # the level of each knob [K]


def ntbea(hunt: Hunt) -> Asking[None]:
    """Simultaneous perturbation; see the module."""
    rng = np.random.default_rng(hunt.seed)
    sizes = np.array([_levels(knob) for knob in hunt.space.knobs])
    tables, groups = Tables(sizes), hunt.whole(1)
    genes = np.minimum((hunt.space.shares(hunt.space.usual) * sizes).astype(int), sizes - 1)
    asked = list[Genes]()
    read = 0
    for number in range(hunt.groups // groups):
        tried = yield number - LAG + 1
        for result in tried[read:]:
            tables.score(asked[read], result.total, result.groups)
            read += 1
        if number:
            genes = tables.best(_mutants(genes, sizes, rng))
        asked.append(genes)
        tables.visit(genes, groups)
        first = hunt.begin + number * groups
        yield Play(hunt.space.at(_shares(genes, sizes)), first, groups, "ntbea")
    yield EVERY


class Tables:
    """How often combinations of levels were played, and their points.

    The tables of single knobs and of pairs are one array after the other; that of all knobs holds
    what was played only.
    """

    def __init__(self, sizes: Genes) -> None:
        count = len(sizes)
        pairs = [(k, k) for k in range(count)] + list(combinations(range(count), 2))
        self._first, self._second = np.array(pairs).T
        self._rows = np.where(self._first == self._second, 1, sizes[self._second])
        lengths = sizes[self._first] * self._rows
        self._begins = np.concatenate(([0], np.cumsum(lengths)[:-1]))
        self._visits, self._counts, self._totals = (np.zeros(int(lengths.sum())) for _ in range(3))
        self._all: dict[bytes, Floats] = {}
        self._played = 0

    def visit(self, genes: Genes, groups: int) -> None:
        """A setting is going to be played."""
        self._played += groups
        self._visits[self._places(genes)] += groups
        self._whole(genes)[0] += groups

    def score(self, genes: Genes, total: float, groups: int) -> None:
        """Its result is in."""
        self._counts[self._places(genes)] += groups
        self._totals[self._places(genes)] += total
        self._whole(genes)[1:] += groups, total

    def best(self, candidates: Genes) -> Genes:
        """Of the candidates [M, K] that with the highest mean upper bound over all tables."""
        places = self._places(candidates)
        bounds = self._bound(self._visits[places], self._counts[places], self._totals[places])
        whole = np.array([self._all.get(genes.tobytes(), np.zeros(3)) for genes in candidates])
        out: Genes = candidates[int(np.argmax(bounds.sum(1) + self._bound(*whole.T)))]
        return out

    def _bound(self, visits: Floats, counts: Floats, totals: Floats) -> Floats:
        wide = np.sqrt(math.log(self._played + 1) / (visits + UNSEEN))
        out: Floats = (totals + 0.5) / (counts + 1) + EXPLORE * wide
        return out

    def _places(self, genes: Genes) -> Genes:
        """Where the combinations [M, T] of levels [M, K] are in the tables."""
        first, second = genes[..., self._first], genes[..., self._second]
        alone = self._first == self._second
        out: Genes = self._begins + np.where(alone, first, first * self._rows + second)
        return out

    def _whole(self, genes: Genes) -> Floats:
        return self._all.setdefault(genes.tobytes(), np.zeros(3))


def _levels(knob: TunedKnob) -> int:
    if knob.kind == "values":
        return len(knob.values)
    return min(LEVELS, int(knob.high - knob.low) + 1) if knob.kind == "integer" else LEVELS


def _shares(genes: Genes, sizes: Genes) -> Floats:
    """The levels as shares, the ends of a range among them."""
    out: Floats = genes / np.maximum(sizes - 1, 1)
    return out


def _mutants(genes: Genes, sizes: Genes, rng: np.random.Generator) -> Genes:
    """Neighbours [M, K]: one knob is drawn again, each other with a chance of one in K."""
    count = len(genes)
    moved = rng.random((NEIGHBOURS, count)) < 1 / count
    moved[np.arange(NEIGHBOURS), rng.integers(count, size=NEIGHBOURS)] = True
    return np.where(moved, rng.integers(sizes, size=moved.shape), genes)


GROUPS = 2  # of a step
MEASURED = 0.15  # of all groups are for the result against the benchmarks
REACH, REACH_DECAY = 0.15, 0.101  # distance of the two settings from the present one, in shares
STEP, STEP_DECAY, SETTLING = 0.12, 0.602, 0.1  # of the way, and the steps that count as its start
BEHIND = 6


def spsa(hunt: Hunt) -> Asking[None]:
    """Simultaneous perturbation; see the module."""
    refuse(hunt)
    rng = np.random.default_rng(hunt.seed)
    each = GROUPS if hunt.pool == 1 else hunt.whole(GROUPS)
    sides = 1 if hunt.pool == 1 else 2  # plays of a step
    steps = max(1, int((1 - MEASURED) * hunt.groups) // (each * sides))
    here = hunt.space.shares(hunt.space.usual)
    way, signs = [here], rng.choice([-1.0, 1.0], (steps, here.size))
    for step in range(steps):
        tried = yield sides * (step - BEHIND + 1)
        for done in range(len(way) - 1, len(tried) // sides):
            lead = _lead(tried[sides * done : sides * (done + 1)])
            here = np.clip(here + _step(done, steps) * lead * signs[done], 0, 1)
            way.append(here)
        reach = REACH / (step + 1) ** REACH_DECAY * signs[step]
        plus, minus = (hunt.space.at(np.clip(here + side * reach, 0, 1)) for side in (1, -1))
        first = hunt.begin + step * each
        if sides == 1:
            yield Play(plus, first, each, "steps", rival=minus)
        else:
            yield Play(plus, first, each, "steps")
            yield Play(minus, first, each, "steps")
    result = hunt.space.at(np.mean(way[len(way) // 2 :], axis=0))
    rest = hunt.whole(hunt.groups - each * sides * steps)
    yield Play(result, hunt.begin + each * steps, rest, "result")
    yield EVERY


def _lead(ends: Sequence[Tried]) -> float:
    """How far one end of a step is ahead of the other, from -1 to 1; 0 where games failed."""
    if not all(end.groups for end in ends):
        return 0.0
    return 2 * ends[0].mean - 1 if len(ends) == 1 else ends[0].mean - ends[1].mean


def refuse(hunt: Hunt) -> None:
    """KnobError where a knob is no number: there is nothing between two values of a choice."""
    for knob in hunt.space.knobs:
        if knob.kind == "values":
            raise KnobError(
                f"spsa moves numbers by small steps, and {knob.name} has separate values; leave it "
                "out or take another method."
            )


def _step(step: int, steps: int) -> float:
    """How far a full win moves: Spall's gain sequence, divided by the reach as in his estimate."""
    settling = SETTLING * steps
    return STEP * math.pow((settling + 1) / (settling + 1 + step), STEP_DECAY)


@dataclass(frozen=True)
class TuningMethod:
    """A way to tune: its title, what it is good for, and its steps; `check` says with KnobError
    what it cannot tune.
    """

    title: str
    help: str
    steps: Callable[[Hunt], Steps]
    check: Callable[[Hunt], None] = lambda hunt: None


METHODS = {
    "model": TuningMethod(
        "model, then race",
        "a model of the knobs proposes settings, and the best of them race",
        model_then_race,
    ),
    "race": TuningMethod("race", "random settings race: the better half goes on", halving),
    "spsa": TuningMethod("SPSA", "all numbers move at once, for many smooth knobs", spsa, refuse),
    "ntbea": TuningMethod("NTBEA", "an evolution on a grid of eight values a knob", ntbea),
    "optuna:tpe": TuningMethod(
        "Optuna TPE, then race",
        "Optuna's usual sampler (extra: tune)",
        study_with("tpe"),
        installed("tpe"),
    ),
    "optuna:cma": TuningMethod(
        "Optuna CMA-ES, then race",
        "Optuna's evolution of numbers (extra: tune)",
        study_with("cma"),
        installed("cma"),
    ),
}
USUAL_METHOD = "model"


def method_named(name: str) -> TuningMethod:
    """The method of that name; KnobError with the nearest name if there is none."""
    if name not in METHODS:
        raise KnobError(f"There is no method {name}{did_you_mean(name, METHODS)}")
    return METHODS[name]
