"""A model of what knobs do to the score: Gaussian process regression in plain numpy (Rasmussen and
Williams, "Gaussian processes for machine learning", 2006, chapters 2 and 5).

A setting x has the mean points f(x) + e(x). f is smooth, with the covariance

    c + v (1 + r) exp(-r),  r^2 = 3 sum over knobs of d_k^2 / l_k^2     (Matérn 3/2)

of two settings at distance d_k in the features of knob k; e is what a setting has of its own, so
that games of one setting are believed more than the smooth curve once there are many. A group of
games adds noise. The lengths l_k and v are those of the highest marginal likelihood, with a weak
prior, found by trying longer and shorter ones in turn. A long l_k means a knob without effect.

N settings, M other settings, K knobs, F features.

The linear algebra is compiled, in one thread and in a fixed order: the BLAS of numpy splits
matrices of more than about a hundred rows over threads. On processors that play games these wait
for one another: a factor of 180 rows took 470 ms in place of 2. The last digits may also depend on
the number of threads, and with them a proposal; here they do not.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import numpy as np

from engines.jit import keep, rule
from lab.experiments.tuner.space import Floats


@rule
def factor(matrix: Floats) -> None:
    """Turns the upper half of a positive definite matrix [N, N] into U of U^T U, row by row
    (Cholesky); the lower half is not read.
    """
    size = matrix.shape[0]
    for k in range(size):
        root = math.sqrt(matrix[k, k])
        for i in range(k, size):
            matrix[k, i] /= root
        for j in range(k + 1, size):
            share = matrix[k, j]
            for i in range(j, size):
                matrix[j, i] -= share * matrix[k, i]


@rule
def forward(upper: Floats, sides: Floats) -> None:
    """Turns right-hand sides B [N, M] into X of U^T X = B."""
    size, count = sides.shape
    for k in range(size):
        for i in range(count):
            sides[k, i] /= upper[k, k]
        for j in range(k + 1, size):
            share = upper[k, j]
            for i in range(count):
                sides[j, i] -= share * sides[k, i]


keep(factor, "tuner.factor", ("tuner", "factor"), __name__)
keep(forward, "tuner.forward", ("tuner", "forward"), __name__)


def load_meanwhile() -> None:
    """Compiles or loads them in a thread, so that nobody waits for that when they are needed."""

    def load() -> None:
        one = np.eye(2)
        factor(one)
        forward(one, np.eye(2))

    threading.Thread(target=load, name="algebra").start()


LEVEL = 0.2**2  # c: how far the middle of all settings may be from 1/2
OWN = 0.11 / 20  # variance of e: a curve through many settings counts as 20 pairs of games
FIRST_LENGTH, SHORTEST, LONGEST = 1.0, 0.1, 20.0
FIRST_RISE, LOWEST, HIGHEST = 0.02, 0.01, 0.2  # v
FACTORS = (3.0, 1.7)  # by which the search tries longer and shorter lengths, coarse and fine
USUAL_LENGTH, LENGTH_SPREAD = 1.0, 1.2  # of the prior of log length
USUAL_RISE, RISE_SPREAD = 0.02, 1.5


@dataclass(frozen=True)
class GaussianData:
    """What is known: the features [N, F] of settings, their mean points [N] and the variance [N]
    of these means by chance.
    """

    features: Floats
    means: Floats
    noise: Floats


@dataclass(frozen=True)
class Smoothness:
    """The lengths [K] of the model and the variance `rise` of its smooth part."""

    lengths: tuple[float, ...]
    rise: float = FIRST_RISE

    @classmethod
    def first(cls, knobs: int) -> Smoothness:
        """Before anything is known."""
        return cls((FIRST_LENGTH,) * knobs)

    def scaled(self, features: Floats, widths: Sequence[int]) -> Floats:
        """The features in units of their lengths."""
        out: Floats = features / np.repeat(np.array(self.lengths), widths)
        return out


def covariance(a: Floats, b: Floats, rise: float) -> Floats:
    """Of the smooth part, between scaled features [N, F] and [M, F]."""
    square = np.zeros((len(a), len(b)))
    for one, other in zip(a.T, b.T, strict=True):
        square += (one[:, None] - other[None, :]) ** 2
    return _matern(square, rise)


def _matern(square: Floats, rise: float) -> Floats:
    r = np.sqrt(3 * square)
    out: Floats = LEVEL + rise * (1 + r) * np.exp(-r)
    return out


def _lower_sides(upper: Floats, sides: Floats) -> Floats:
    """X [N, M] of U^T X = B, for the Cholesky factor U [N, N]."""
    out = np.array(sides, order="C")
    forward(upper, out)
    return out


@dataclass(frozen=True)
class Model:
    """The process given data and its smoothness."""

    data: GaussianData
    shape: Smoothness
    widths: tuple[int, ...]

    @cached_property
    def _scaled(self) -> Floats:
        return self.shape.scaled(self.data.features, self.widths)

    @cached_property
    def _between(self) -> Floats:
        """The covariance [N, N] of f + e at the settings of the data."""
        k = covariance(self._scaled, self._scaled, self.shape.rise)
        k[np.diag_indices_from(k)] += OWN
        return k

    @cached_property
    def _root(self) -> Floats:
        """The Cholesky factor [N, N] of the covariance of the means."""
        k = self._between + np.diag(self.data.noise)
        factor(k)
        return k

    @cached_property
    def _half(self) -> Floats:
        return _lower_sides(self._root, (self.data.means - 0.5)[:, None])

    def predict(self, features: Floats) -> tuple[Floats, Floats]:
        """Mean and standard deviation [M] of f."""
        first = LEVEL + self.shape.rise
        if not self.data.means.size:
            return np.full(len(features), 0.5), np.full(len(features), math.sqrt(first))
        k = covariance(self._scaled, self.shape.scaled(features, self.widths), self.shape.rise)
        half = _lower_sides(self._root, k)
        variance = first - (half * half).sum(0)
        return 0.5 + (half * self._half).sum(0), np.sqrt(np.maximum(variance, 1e-12))

    @cached_property
    def played(self) -> tuple[Floats, Floats]:
        """Mean and standard deviation [N] of f + e at the settings of the data: model and games
        together.
        """
        half = self._played_half
        variance = np.diag(self._between) - (half * half).sum(0)
        return 0.5 + (half * self._half).sum(0), np.sqrt(np.maximum(variance, 1e-12))

    def lead(self, one: int, other: int) -> tuple[float, float]:
        """How far a setting of the data is ahead of another, and the standard deviation of that."""
        means, deviations = self.played
        half = self._played_half
        common = self._between[one, other] - float((half[:, one] * half[:, other]).sum())
        variance = deviations[one] ** 2 + deviations[other] ** 2 - 2 * common
        return float(means[one] - means[other]), math.sqrt(max(float(variance), 0.0))

    @cached_property
    def _played_half(self) -> Floats:
        return _lower_sides(self._root, self._between)


def fitted(
    data: GaussianData, widths: tuple[int, ...], shape: Smoothness, sweeps: int = 2
) -> Smoothness:
    """The shape of the highest posterior, searched from `shape` one number at a time."""
    if data.means.size < 2:
        return shape
    begins = np.cumsum((0, *widths))
    squares = np.stack([_squares(data.features[:, a:b]) for a, b in pairwise(begins)])
    best, height = shape, _height(data, squares, shape)
    for step in FACTORS:
        for knob in range(-1, len(widths)):
            for times in (step, 1 / step):
                trial = _moved(best, knob, times)
                trial_height = _height(data, squares, trial)
                if trial_height > height:
                    best, height = trial, trial_height
    return best


def _squares(features: Floats) -> Floats:
    apart = features[:, None, :] - features[None, :, :]
    out: Floats = (apart * apart).sum(2)
    return out


def _moved(shape: Smoothness, knob: int, times: float) -> Smoothness:
    if knob < 0:
        return replace(shape, rise=min(max(shape.rise * times, LOWEST), HIGHEST))
    lengths = list(shape.lengths)
    lengths[knob] = min(max(lengths[knob] * times, SHORTEST), LONGEST)
    return replace(shape, lengths=tuple(lengths))


def _height(data: GaussianData, squares: Floats, shape: Smoothness) -> float:
    """The logarithm of the posterior density of a shape, up to a constant."""
    lengths = np.array(shape.lengths)
    k = _matern((squares / lengths[:, None, None] ** 2).sum(0), shape.rise)
    k[np.diag_indices_from(k)] += OWN + data.noise
    factor(k)
    half = _lower_sides(k, (data.means - 0.5)[:, None])
    prior = (np.log(lengths / USUAL_LENGTH) ** 2).sum() / LENGTH_SPREAD**2
    prior += math.log(shape.rise / USUAL_RISE) ** 2 / RISE_SPREAD**2
    return float(-0.5 * (half * half).sum() - np.log(np.diag(k)).sum() - 0.5 * prior)
