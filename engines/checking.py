"""Whether a position from outside can be one of a game's: the part that every game shares.

Compiled rules check no bounds, so a record from a file, a pasted text or another version must pass
`Game.check` before the first rule sees it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

Bounds = Mapping[str, tuple[float, float]]  # lowest and highest value of each field, both included


def out_of_range(state: Any, bounds: Bounds) -> str:
    """The first field of the record with a value outside `bounds`, in a sentence; "" if none is.

    Not a number is outside every range. A field that `bounds` does not name is an error of the
    game: KeyError.
    """
    for name in state.dtype.names:
        low, high = bounds[name]
        values = np.asarray(state[name])
        within = (values >= low) & (values <= high)
        if not within.all():
            strange = values[~within].flat[0]
            return f"{name} is {strange}, not {low:,} to {high:,}"
    return ""
