"""What a transposition table's entry says of a position that is met again."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from search.depth_first.bounds import answer

ask: Any = getattr(answer, "py_func", answer)


def asked(low: float, high: float, sign: float = 1.0, **entry: int) -> tuple[float, Any, Any]:
    """The answer of an entry between `low` and `high` in the window (0, 10) of a frame that has
    three plies left; the frame and the statistics after it.
    """
    s = SimpleNamespace(hits=0, horizon=0)
    e = SimpleNamespace(**{"low": low, "high": high, "left": 3, "whole": 0} | entry)
    g = SimpleNamespace(alpha=0.0, beta=10.0, left=3, sign=sign)
    return ask(s, e, g, 1), g, s


@pytest.mark.parametrize(
    ("low", "high", "known"),
    [(4, 4, 4), (10, 99, 10), (12, 99, 12), (-99, 0, 0), (-99, -3, -3), (20, 20, 20)],
)
def test_an_entry_that_decides_the_window_is_the_answer(
    low: float, high: float, known: float
) -> None:
    assert asked(low, high)[0] == known and asked(low, high, sign=-1.0)[0] == -known
    assert asked(low, high)[2].hits == asked(low, high)[2].horizon == 1


@pytest.mark.parametrize(
    ("low", "high", "window"),
    [
        (-99, 10, (0, 10)),
        (-99, 5, (0, 5)),
        (2, 99, (2, 10)),
        (2, 5, (2, 5)),
        (0, 99, (0, 10)),
    ],
)
def test_a_bound_inside_the_window_only_narrows_it(
    low: float, high: float, window: tuple[float, float]
) -> None:
    known, frame, counted = asked(low, high)
    assert np.isnan(known) and (frame.alpha, frame.beta) == window and counted.hits == 0


def test_an_entry_that_was_searched_less_deep_says_nothing() -> None:
    known, frame, _ = asked(4, 4, left=2)
    assert np.isnan(known) and (frame.alpha, frame.beta) == (0, 10)
    assert asked(4, 4, left=2, whole=1)[0] == 4 and asked(4, 4, left=2, whole=1)[2].horizon == 0
    assert np.isnan(asked(4, 4, left=4)[0])
