"""Reads and writes that threads cannot interrupt, compiled and in plain Python."""

from __future__ import annotations

import re
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from typing import Any

import numpy as np

from engines.atomics import added, loaded, reserved, stored, swapped
from engines.jit import rule


def test_compiled_atomics_are_instructions_of_the_processor() -> None:
    def reading(values: Any) -> None:
        values[0] = loaded(values, 1)

    real, whole = np.zeros(2), np.array([0, 7], np.int32)
    cases = (
        (lambda values: added(values, 0, 1.0), real, "atomicrmw fadd|cmpxchg", [1, 0]),
        (lambda values: added(values, 0, 1), whole, "atomicrmw add", [1, 7]),
        (lambda values: swapped(values, 0, 1, 2), whole, "cmpxchg", [2, 7]),
        (lambda values: stored(values, 0, 5), whole, "store atomic .* release", [5, 7]),
        (reading, whole, "load atomic .* acquire", [7, 7]),
    )
    for function, values, instruction, expected in cases:
        compiled: Any = rule(function)
        compiled(values)
        assert values.tolist() == expected
        assert re.search(instruction, "".join(compiled.inspect_llvm().values())), instruction


def test_atomics_lose_nothing_in_plain_python() -> None:
    whole, real = np.zeros(3, np.int64), np.zeros(2)

    def work(_: int) -> list[int]:
        taken = []
        for _ in range(300):
            added(whole, 0, 1)
            added(real, 1, 0.5)
            taken.append(reserved(whole, 1, 3, 2000))
            while not swapped(whole, 2, 0, 1):
                pass
            whole[2] = 0
        return taken

    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            taken = sorted(chain.from_iterable(pool.map(work, range(4))))
    finally:
        sys.setswitchinterval(usual)
    assert whole.tolist() == [1200, 1998, 0] and real.tolist() == [0.0, 600.0]
    assert taken == [-1] * (1200 - 666) + list(range(0, 1998, 3))
