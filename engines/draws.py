"""Whole numbers drawn without floating point, which costs a playout up to a quarter of its time.

Compiled code (`engines.compiling.draws`) steps the generator in place, in numpy's own memory. That
is SFC64, Chris Doty-Humphrey's small fast counting generator, and no other: a generator of another
kind is refused before compiled code sees it.
"""

from __future__ import annotations

import numpy as np

LOW = 0x7FF  # the bits that a float64 in [0, 1) has no room for


def draw_below(rng: np.random.Generator, n: int) -> int:
    """A number from 0 to `n` - 1, each with the same chance: `int(rng.random() * n)`, rounded
    down exactly, from the same draw. TypeError for a generator other than SFC64.
    """
    refuse_others(rng)
    return (int(rng.bit_generator.random_raw()) & ~LOW) * int(n) >> 64


def refuse_others(rng: np.random.Generator) -> None:
    """TypeError for a generator other than SFC64."""
    if type(rng.bit_generator) is not np.random.SFC64:
        kind = type(rng.bit_generator).__name__
        raise TypeError(f"Rules draw from SFC64 only, not from {kind}: see search.base.generator.")
