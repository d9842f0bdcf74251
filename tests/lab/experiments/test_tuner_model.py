"""The model of the tuner against the formulas in plain numpy."""

from __future__ import annotations

import numpy as np
import pytest

from lab.experiments.tuner.course import BELIEF, PAIR, Book, Sums, noise
from lab.experiments.tuner.gaussian import (
    LEVEL,
    OWN,
    GaussianData,
    Model,
    Smoothness,
    factor,
    fitted,
    forward,
)
from lab.experiments.tuner.space import Floats

WIDTHS = (1, 2)
SHAPE = Smoothness((0.4, 0.7), 0.03)


def evidence(count: int = 9) -> GaussianData:
    rng = np.random.default_rng(3)
    features = rng.random((count, 3))
    return GaussianData(features, 0.3 + 0.4 * rng.random(count), 0.01 + 0.05 * rng.random(count))


def kernel(a: Floats, b: Floats) -> Floats:
    lengths = np.array([0.4, 0.7, 0.7])
    found = np.empty((len(a), len(b)))
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            r = np.sqrt(3) * np.linalg.norm((x - y) / lengths)
            found[i, j] = LEVEL + 0.03 * (1 + r) * np.exp(-r)
    return found


def test_predictions_are_those_of_the_textbook() -> None:
    data, points = evidence(), np.random.default_rng(4).random((5, 3))
    inverse = np.linalg.inv(kernel(data.features, data.features) + np.diag(OWN + data.noise))
    across = kernel(points, data.features)
    means, deviations = Model(data, SHAPE, WIDTHS).predict(points)
    assert means == pytest.approx(0.5 + across @ inverse @ (data.means - 0.5))
    variance = np.diag(kernel(points, points) - across @ inverse @ across.T)
    assert deviations**2 == pytest.approx(variance)


def test_a_played_setting_keeps_what_is_its_own() -> None:
    """The covariance of f + e with the means has the own variance on its diagonal."""
    data = evidence()
    plain = kernel(data.features, data.features)
    own = plain + OWN * np.eye(9)
    inverse = np.linalg.inv(own + np.diag(data.noise))
    model = Model(data, SHAPE, WIDTHS)
    means, deviations = model.played
    assert means == pytest.approx(0.5 + own @ inverse @ (data.means - 0.5))
    spread = own - own @ inverse @ own
    assert deviations**2 == pytest.approx(np.diag(spread))
    lead, apart = model.lead(2, 5)
    assert lead == pytest.approx(means[2] - means[5])
    assert apart**2 == pytest.approx(spread[2, 2] + spread[5, 5] - 2 * spread[2, 5])


def test_without_games_nothing_is_known() -> None:
    model = Model(GaussianData(np.zeros((0, 3)), np.zeros(0), np.zeros(0)), SHAPE, WIDTHS)
    means, deviations = model.predict(np.zeros((2, 3)))
    assert means.tolist() == [0.5, 0.5] and deviations**2 == pytest.approx([LEVEL + 0.03] * 2)
    assert model.played[0].size == 0


def test_knobs_without_effect_get_long_lengths() -> None:
    """Of three knobs the second alone has one."""
    features = np.random.default_rng(5).random((80, 3))
    means = 0.5 + 0.25 * np.sin(5 * features[:, 1])
    data = GaussianData(features, means, np.full(80, 0.002))
    shape = fitted(data, (1, 1, 1), Smoothness.first(3))
    first, second, third = shape.lengths
    assert second < 1 < min(first, third) and min(first, third) > 3 * second


@pytest.mark.parametrize("size", [1, 2, 17])
def test_the_factor_and_its_solutions(size: int) -> None:
    rng = np.random.default_rng(size)
    root = rng.random((size, size)) + np.eye(size)
    matrix, sides = root.T @ root, rng.random((size, 3))
    upper, found = matrix.copy(), sides.copy()
    factor(upper)
    forward(upper, found)
    expected = np.linalg.cholesky(matrix)
    assert np.triu(upper) == pytest.approx(expected.T)
    assert found == pytest.approx(np.linalg.solve(expected, sides))


def test_the_noise_of_a_group_is_pooled_over_settings() -> None:
    """Groups 1, 0, 1 and 1/2, 1/2 around their own means: 2/3 and 0, and the prior."""
    book: Book = {(1.0,): Sums(3, 2.0, 2.0), (2.0,): Sums(2, 1.0, 0.5)}
    assert noise(book) == pytest.approx((2 / 3 + BELIEF * PAIR) / (3 + BELIEF))
