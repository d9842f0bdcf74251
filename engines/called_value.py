"""An evaluation that is compiled apart and called by its address: a game of a file whose kernels
know all its rules but `value`, so that they stay when somebody edits that one.

The address is the last of the weights, behind its negative: weights of anybody else, which have
none, give NaN and are never called. It is set in this process alone, by `Called`.

Shapes: [A] agents, [W] weights.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

# At an address is the rule as C would call it, with a record and two arrays as numba has them.
# Kernels are kept under the text of this file, so whoever changes that changes it too.
PLAIN: dict[int, Callable[..., Any]] = {}  # the same rules as Python, by their addresses


def called_value(s: Any, w: Any, out: Any) -> None:
    """The evaluation whose address is in the weights. Compiled code has it from
    `engines.compiling.called_value`.
    """
    rule = PLAIN.get(int(w[-1])) if len(w) > 2 and w[-1] == -w[-2] else None
    if rule is None:
        out[:] = np.nan
    else:
        rule(s, w[:-2], out)
