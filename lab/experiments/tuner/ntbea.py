"""The N-tuple bandit evolutionary algorithm (Lucas, Liu and Perez-Liebana, "The N-tuple bandit
evolutionary algorithm for game agent optimisation", IEEE CEC 2018).

Each number has `LEVELS` values. For every knob alone, every pair of knobs and all knobs together,
it keeps how often each combination of values was played and its mean points. The next setting is
the neighbour of the present one with the highest mean upper bound over all these tables. Choices
use results `LAG` settings back, so that games can be played at the same time; a setting in progress
counts as played, without a result.
"""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from lab.experiments.tuner.course import Play
from lab.experiments.tuner.hunt import EVERY, Asking, Hunt
from lab.experiments.tuner.space import Floats, TunedKnob

LEVELS = 8
NEIGHBOURS = 50
EXPLORE = 0.5
UNSEEN = 0.5  # visits added below the root, so that a combination never played has a finite bound
LAG = 16

Genes = NDArray[np.int64]  # the level of each knob [K]


def ntbea(hunt: Hunt) -> Asking[None]:
    """See the module."""
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
