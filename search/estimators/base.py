"""The Estimator interface: a quantity estimated from random samples, with an interval that shrinks
as they come in.

An estimator is no game: nobody moves. Like a search it knows no clock; the caller owns time and
calls `advance` with as many samples as fit, and the same seed gives the same numbers however the
samples are split into calls. Shapes: [Q] quantities, [H] points of the history, [P] points for the
picture.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from engines.knobs import RESTART, HasFields, KnobError, did_you_mean, integer, knobs
from engines.scene import Scene
from search.base import Floats, Ints, generator

Z = 1.959963984540054  # 95 % of a normal distribution is within this many standard deviations
MARKS_A_DECADE = 24  # points of the history per decade of samples
FIRST_MARK = 10


@dataclass(frozen=True)
class Input:
    """A text that an estimator reads before it begins, such as cards; with `many`, the command line
    takes several, one by one.
    """

    name: str
    title: str
    help: str
    default: str = ""
    many: bool = False
    example: str = ""  # of what may be written where nothing is


@dataclass(frozen=True)
class SampleHistory:
    """The course of an estimate and its 95 % interval, at sample counts spaced evenly on a log
    scale.
    """

    n: Ints  # [H] samples
    value: Floats  # [H]
    low: Floats  # [H]
    high: Floats  # [H]


@dataclass(frozen=True)
class EstimatedNumber:
    """One estimated number; NaN before the first sample. `exact` is its true value where that is
    known.
    """

    name: str
    value: float
    error: float  # standard error
    low: float  # of the 95 % interval
    high: float
    exact: float | None
    history: SampleHistory


@dataclass(frozen=True)
class SamplePoints:
    """The last samples as points in the world of the picture, oldest first; `group` chooses one of
    `names`, colours by `roles`.
    """

    x: Floats  # [P]
    y: Floats  # [P]
    group: Ints  # [P]
    names: tuple[str, ...]
    roles: tuple[str, ...]


@dataclass(frozen=True)
class EstimateSnapshot:
    """What an estimator knows at one moment; safe to pass to another thread. `generation` grows at
    each restart.
    """

    generation: int
    n: int  # samples
    goal: int  # samples after which it is done
    quantities: tuple[EstimatedNumber, ...]
    scene: Scene | None = None  # the picture
    points: SamplePoints | None = None  # drawn over the picture
    exhausted: bool = False  # every case has been counted: the values are exact

    @property
    def estimate(self) -> float:
        """The first quantity's value."""
        return self.quantities[0].value

    @property
    def error(self) -> float:
        """Its standard error."""
        return self.quantities[0].error

    @property
    def interval(self) -> tuple[float, float]:
        """Its 95 % interval."""
        return self.quantities[0].low, self.quantities[0].high

    @property
    def exact(self) -> float | None:
        """Its true value where that is known."""
        return self.quantities[0].exact


@dataclass(frozen=True)
class Samples:
    """The knob that every estimator has."""

    samples: int = integer(
        1_000_000,
        100,
        1_000_000_000,
        "Samples",
        "How many samples are drawn. Four times as many halve the interval.",
        log=True,
        main=True,
    )


class Estimator(ABC):
    """Base of all estimators. Subclasses give `name`, `title`, a docstring that the lab shows,
    `quantities`, and draw in `_run`.

    A sample is one number per quantity, from `low` to `high`; `_run` adds samples and their squares
    to `_sums` and `_squares` [Q].
    """

    name: ClassVar[str]
    title: ClassVar[str]
    Params: ClassVar[type[HasFields]] = Samples
    inputs: ClassVar[tuple[Input, ...]] = ()
    low: ClassVar[float] = 0.0
    high: ClassVar[float] = 1.0
    quantities: tuple[str, ...]

    def __init__(
        self, params: HasFields | None = None, seed: int = 0, texts: Mapping[str, str] | None = None
    ) -> None:
        self.params: Any = params if params is not None else self.Params()
        self.seed = seed
        self.generation = 0
        for name in texts or {}:
            if name not in (known := [each.name for each in self.inputs]):
                raise KnobError(f"{self.title} does not read {name}{did_you_mean(name, known)}")
        self.texts = {each.name: each.default for each in self.inputs} | dict(texts or {})
        self._read()
        self.restart()

    def restart(self) -> None:
        """Forgets all samples."""
        self.generation += 1
        self.rng = generator(self.seed)
        self.n = 0
        self._sums, self._squares = np.zeros(len(self.quantities)), np.zeros(len(self.quantities))
        self._history: list[tuple[int, list[tuple[float, float, float]]]] = []

    def update(self, params: HasFields) -> None:
        """Applies changed parameters; restarts where the old samples no longer apply."""
        again = any(
            k.effect == RESTART and getattr(params, k.name) != getattr(self.params, k.name)
            for k in knobs(params)
        )
        self.params = params
        if again:
            self._read()
            self.restart()

    def advance(self, n: int) -> bool:
        """Draws up to `n` samples; True once the knob's number is reached."""
        left = min(n, self.goal - self.n)
        while left > 0:
            count = min(left, next_mark(self.n) - self.n)
            self._run(count)
            self.n += count
            left -= count
            if next_mark(self.n - 1) == self.n:
                self._history.append(
                    (self.n, [self._interval(q) for q in range(len(self.quantities))])
                )
        return self.n >= self.goal

    def snapshot(self) -> EstimateSnapshot:
        """The estimates as they are now, copied."""
        found = tuple(self._quantity(q, name) for q, name in enumerate(self.quantities))
        return EstimateSnapshot(
            self.generation,
            self.n,
            self.goal,
            found,
            self._scene(),
            self._points(),
            self._exhausted(),
        )

    @property
    def goal(self) -> int:
        """Samples after which it is done."""
        return int(self.params.samples)

    # -- what a subclass fills in ------------------------------------------------------------------

    def _read(self) -> None:  # noqa: B027 - an estimator without texts reads nothing
        """Reads `self.texts` and `self.params`; KnobError where they are invalid."""

    @abstractmethod
    def _run(self, n: int) -> None:
        """Draws `n` samples: adds them to `_sums` and their squares to `_squares`."""

    def _exact(self, q: int) -> float | None:
        """The true value of the quantity numbered `q`, where it is known."""
        return None

    def _exhausted(self) -> bool:
        """Whether every possible case has been counted once."""
        return False

    def _scene(self) -> Scene | None:
        """The picture."""
        return None

    def _points(self) -> SamplePoints | None:
        """The last samples, to be drawn over the picture."""
        return None

    # -- estimates ---------------------------------------------------------------------------------

    def _interval(self, q: int) -> tuple[float, float, float]:
        value = float(self._sums[q]) / self.n
        if self._exhausted():
            return value, value, value
        return value, *interval(
            self.n, float(self._sums[q]), float(self._squares[q]), self.low, self.high
        )

    def _quantity(self, q: int, name: str) -> EstimatedNumber:
        value, low, high = self._interval(q) if self.n else (math.nan, self.low, self.high)
        steps = [(n, *each[q]) for n, each in self._history]
        if self.n and (not steps or steps[-1][0] != self.n):
            steps.append((self.n, value, low, high))
        table = np.array(steps, np.float64).reshape(-1, 4)
        history = SampleHistory(table[:, 0].astype(np.int64), table[:, 1], table[:, 2], table[:, 3])
        return EstimatedNumber(name, value, self._error(q), low, high, self._exact(q), history)

    def _error(self, q: int) -> float:
        if self._exhausted():
            return 0.0
        if self.n < 2:
            return math.nan
        mean = self._sums[q] / self.n
        return math.sqrt(max(0.0, float(self._squares[q]) / self.n - mean * mean) / (self.n - 1))


def next_mark(n: int) -> int:
    """The first number of samples above `n` at which the history is kept."""
    if n < FIRST_MARK:
        return FIRST_MARK
    step = math.floor(MARKS_A_DECADE * math.log10(n / FIRST_MARK) - 1e-9)
    while (mark := round(FIRST_MARK * 10 ** (step / MARKS_A_DECADE))) <= n:
        step += 1
    return mark


def interval(n: int, total: float, squares: float, low: float, high: float) -> tuple[float, float]:
    """The 95 % interval of the mean of `n` independent samples in [low, high], from their sum and
    the sum of their squares.

    Agresti and Coull, "Approximate is better than exact for interval estimation of binomial
    proportions" (The American Statistician 52, 1998), with the samples' own variance in place of p
    (1 - p): z^2/2 samples are added at either end, then the plain interval is taken. So it has a
    width even where all samples are equal.
    """
    added = Z * Z / 2
    count = n + 2 * added
    centre = (total + added * (low + high)) / count
    spread = (
        squares
        - 2 * centre * total
        + n * centre * centre
        + added * ((centre - low) ** 2 + (high - centre) ** 2)
    )
    half = Z * math.sqrt(max(0.0, spread)) / count
    return max(low, centre - half), min(high, centre + half)
