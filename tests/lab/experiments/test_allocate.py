"""How matches are shared out: numbers by hand from the formula of Chen, Lin, Yücesan and Chick
(2000).
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from lab.experiments.sweep.question import ALIKE, shares


def test_shares_follow_the_formula() -> None:
    """By hand: w1 = (0.1 / 0.1)², w2 = (0.3 / 0.3)², w3 = (0.2 / 0.4)², and of the best
    0.2 sqrt((1 / 0.1)² + (1 / 0.3)² + (0.25 / 0.2)²) = 2.12296.
    """
    found = shares(np.array([0.7, 0.6, 0.4, 0.3]), np.array([0.2, 0.1, 0.3, 0.2]))
    assert found.tolist() == pytest.approx([2.12296, 1.0, 1.0, 0.25], rel=1e-5)


def test_the_best_is_where_its_mean_is_not_where_it_stands() -> None:
    """The same points in another order have the same shares; twice the spread asks for four times
    the matches.
    """
    order = [2, 0, 3, 1]
    mean, spread = np.array([0.7, 0.6, 0.4, 0.3]), np.array([0.2, 0.1, 0.3, 0.2])
    plain = shares(mean, spread)
    assert shares(mean[order], spread[order]).tolist() == pytest.approx(plain[order].tolist())
    wider = shares(mean, spread * [1, 1, 2, 1])
    assert math.isclose(wider[2], 4 * plain[2]) and math.isclose(wider[1], plain[1])


def test_points_that_are_alike_count_as_a_hundredth_apart() -> None:
    found = shares(np.array([0.5, 0.5, 0.5 - ALIKE / 2]), np.array([0.1, 0.2, 0.3]))
    assert found[1:].tolist() == pytest.approx([(0.2 / ALIKE) ** 2, (0.3 / ALIKE) ** 2])
