"""Tables that compiled rules reach by an address in the state, so that one kernel serves all sheets
of a size. An address is set in this process alone, by `SheetGame`; none is taken from outside.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np


def tables_at(address: int, size: int) -> Any:
    """The array of int32 at an address. Compiled code has it from `engines.compiling.addresses`."""
    kind = ctypes.c_int32 * int(size)
    return np.ctypeslib.as_array(kind.from_address(int(address)))
