"""Compiled code of `engines.addresses`."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba.core import cgutils, types
from numba.extending import intrinsic, overload

from engines.addresses import tables_at


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def _pointer(context: Any, address: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], cgutils.voidptr_t)

    return types.voidptr(types.int64), code


@overload(tables_at, strict=False)  # type: ignore[untyped-decorator]  # numba has no types
def _tables_at(address: Any, size: Any) -> Any:
    return lambda address, size: numba.carray(_pointer(address), (size,), np.int32)
