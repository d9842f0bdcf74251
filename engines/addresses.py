"""Tables that compiled rules reach by an address in the state, so that one kernel serves all sheets
of a size. An address is set in this process alone, by `SheetGame`; none is taken from outside.

Compiled code has both from `engines.compiling.addresses`; places in them are counted from the
beginning, never from the end.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np


def memory_at(address: int, size: int) -> Any:
    """The array of int32 at an address."""
    kind = ctypes.c_int32 * int(size)
    return np.ctypeslib.as_array(kind.from_address(int(address)))


def tables_at(address: int, size: int) -> Any:
    """The same of one that nobody changes."""
    return memory_at(address, size)
