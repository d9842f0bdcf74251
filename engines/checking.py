"""Validation of positions from outside: the part that all games share.

Compiled rules check no bounds, so a record from a file, a pasted text or another version must pass
`Game.check` before the first rule sees it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

Bounds = Mapping[str, tuple[float, float]]  # lowest and highest value of each field, both included
WORD = (0, 2**64 - 1)  # range of a Zobrist key


def out_of_range(state: Any, bounds: Bounds) -> str:
    """The first field of the record with a value outside `bounds`, as a sentence; "" if there is
    none.

    NaN is outside every range. KeyError for a field missing from `bounds`, which is a bug in the
    game.
    """
    for name in state.dtype.names:
        low, high = bounds[name]
        values = np.asarray(state[name])
        within = (values >= low) & (values <= high)
        if not within.all():
            strange = values[~within].flat[0]
            allowed = f"{low:,}" if low == high else f"{low:,} to {high:,}"
            return f"{name} is {strange}, not {allowed}"
    return ""


def only(state: Any, *names: str) -> dict[str, tuple[float, float]]:
    """Bounds that pin these scalar fields to their values in `state`."""
    values = {name: state[name].item() for name in names}
    return {name: (value, value) for name, value in values.items()}


def members(mask: int) -> list[int]:
    """Indices of the set bits, lowest first."""
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]


def combined(*numbers: NDArray[np.uint64]) -> np.uint64:
    """The XOR of all Zobrist numbers in these arrays."""
    key: np.uint64 = np.bitwise_xor.reduce(np.concatenate([each.ravel() for each in numbers]))
    return key
