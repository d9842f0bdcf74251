"""Whole numbers from a generator: the same compiled and in plain Python, from the same draws as
floats, and from no other generator than the lab's.
"""

from __future__ import annotations

import ctypes
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.draws import draw_below
from engines.jit import is_disabled, rule
from search.base import generator

SIZES = (1, 2, 7, 81, 2048, 10**9, 2**48, 2**63 - 1)


@rule
def many(rng: Any, n: int, out: Any) -> float:
    for i in range(out.size):
        out[i] = draw_below(rng, n)
    return float(rng.random())


@pytest.mark.parametrize("n", SIZES)
def test_compiled_and_plain_draw_the_same(n: int) -> None:
    compiled, plain, out = generator(n, 1), generator(n, 1), np.zeros(500, np.int64)
    after = many(compiled, n, out)
    assert out.tolist() == [draw_below(plain, n) for _ in range(out.size)]
    assert after == plain.random()
    assert out.min() >= 0 and out.max() < n


@given(st.integers(0, 2**32), st.integers(1, 5000))
def test_a_draw_is_the_whole_part_of_a_float_from_the_same_word(seed: int, n: int) -> None:
    floats = generator(seed).random(30)
    rng = generator(seed)
    # exact: 53 bits times n, as Python integers
    expected = [int(x * 2**53) * n >> 53 for x in floats.tolist()]
    assert [draw_below(rng, n) for _ in expected] == expected


def test_every_number_is_drawn_equally_often() -> None:
    rng = generator(5)
    counts = np.bincount([draw_below(rng, 6) for _ in range(6000)], minlength=6)
    assert float((((counts - 1000) ** 2) / 1000).sum()) < 20.5  # chi-squared, 5 degrees, p = 0.001


def test_another_generator_is_refused() -> None:
    other, before = np.random.default_rng(1), np.random.default_rng(1)
    with pytest.raises(TypeError, match="not from PCG64"):
        draw_below(other, 3)
    with pytest.raises(TypeError, match="not from PCG64"):
        many(other, 3, np.zeros(4, np.int64))
    assert other.random() == before.random()


@rule
def kinds(rng: Any, out: Any) -> None:
    out[0], out[1] = rng.random(), rng.standard_normal()
    out[2] = rng.random(None, np.float32)


@pytest.mark.skipif(is_disabled(), reason="nothing is compiled")
def test_a_call_asks_python_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Signals are handled where Python runs: numba's own way crashes if a handler raises there."""
    compiled, plain, out = generator(7), generator(7), np.zeros(3)
    kinds(generator(1), out)  # is compiled
    asked: list[object] = []
    monkeypatch.setattr(ctypes, "cast", lambda *args: asked.append(args))
    kinds(compiled, out)
    monkeypatch.undo()
    assert asked == []
    floats = plain.random(), plain.standard_normal(), plain.random(dtype=np.float32)
    assert out.tolist() == list(floats)
    held = sys.getrefcount(compiled), sys.getrefcount(compiled.bit_generator)
    for _ in range(100):
        kinds(compiled, out)
    assert held == (sys.getrefcount(compiled), sys.getrefcount(compiled.bit_generator))
