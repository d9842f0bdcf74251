"""Compiled code of `engines.called_value`: the call in a kernel, and what is called."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.core.errors import TypingError
from numba.extending import intrinsic, overload

from engines.called_value import called_value
from engines.compiling.addresses import pointer
from engines.compiling.apart import apart

_WHOLE = ir.IntType(64)
_SIGNATURE = (types.int64,) * 5  # record, weights and how many, values and how many


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def record_at(context: Any, address: Any, kind: Any) -> Any:
    """The record of a dtype at an address."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], context.get_value_type(kind.dtype))

    return kind.dtype(types.int64, kind), code


@numba.njit  # type: ignore[untyped-decorator]  # numba has no types
def numbers_at(address: int, size: int) -> Any:
    """The array of float64 at an address."""
    return numba.carray(pointer(address), (size,), np.float64)


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def _call(context: Any, s: Any, w: Any, out: Any, address: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        passed = [builder.ptrtoint(arguments[0], _WHOLE)]
        for kind, value, less in ((w, arguments[1], 2), (out, arguments[2], 0)):
            made = context.make_array(kind)(context, builder, value)
            passed.append(builder.ptrtoint(made.data, _WHOLE))
            passed.append(builder.sub(made.nitems, _WHOLE(less)))
        kind = ir.FunctionType(_WHOLE, [_WHOLE] * len(_SIGNATURE))
        builder.call(builder.inttoptr(arguments[3], kind.as_pointer()), passed)
        return context.get_dummy_value()

    return types.void(s, w, out, types.int64), code


@overload(called_value, strict=False)  # type: ignore[untyped-decorator]  # numba has no types
def _called_value(s: Any, w: Any, out: Any) -> Any:
    for each in (w, out):
        if not isinstance(each, types.Array) or each.layout != "C" or each.dtype != types.float64:
            raise TypingError("an evaluation takes contiguous arrays of float64")

    def code(s: Any, w: Any, out: Any) -> None:
        if w.size > 2 and w[w.size - 1] == -w[w.size - 2]:
            _call(s, w, out, np.int64(w[w.size - 1]))
        else:
            out[:] = np.nan

    return code


def address_of(unit: Any) -> int:
    """Where a compiled evaluation is in this process."""
    made = unit.dispatcher
    apart(made.compile)(_SIGNATURE)
    found = made.overloads[_SIGNATURE]
    name = found.fndesc.llvm_cfunc_wrapper_name
    return int(found.library.get_pointer_to_function(name))
