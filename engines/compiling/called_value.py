"""Compiled code of `engines.called_value`: the call in a kernel, and what is called."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import from_dtype
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.extending import intrinsic, overload

from engines.called_value import called_value
from engines.compiling.apart import apart
from engines.compiling.callees import compile_addressed
from engines.records import record_of

_NUMBERS = types.Array(types.float64, 1, "C")


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def _call(context: Any, s: Any, w: Any, out: Any, address: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        weights = context.make_array(w)(context, builder, arguments[1])
        weights.nitems = builder.sub(weights.nitems, weights.nitems.type(2))
        weights.shape = cgutils.pack_array(builder, [weights.nitems])
        passed = arguments[0], weights._getvalue(), arguments[2]
        kind = ir.FunctionType(context.get_value_type(types.none), [each.type for each in passed])
        builder.call(builder.inttoptr(arguments[3], kind.as_pointer()), passed)
        return context.get_dummy_value()

    return types.void(s, w, out, types.int64), code


@overload(called_value, strict=False)  # type: ignore[untyped-decorator]  # numba has no types
def _called_value(s: Any, w: Any, out: Any) -> Any:
    for each in (w, out):
        kind = isinstance(each, types.Array) and (each.dtype, each.ndim, each.layout)
        if kind != (_NUMBERS.dtype, 1, "C"):
            raise TypingError("an evaluation takes contiguous arrays of float64")

    def code(s: Any, w: Any, out: Any) -> None:
        if w.size > 2 and w[w.size - 1] == -w[w.size - 2]:
            _call(s, w, out, np.int64(w[w.size - 1]))
        else:
            out[:] = np.nan

    return code


def have_compiled(value: Any, dtype: np.dtype[Any]) -> Any:
    """An evaluation of states of this dtype, compiled, as numba has it, and on disk if that can be.
    TypeError where it gives something back, for which its callers have no room.
    """
    made, kinds = value.dispatcher, (from_dtype(record_of(dtype)), _NUMBERS, _NUMBERS)
    apart(compile_addressed)(made, kinds)
    found = made.overloads[kinds]
    if found.signature.return_type != types.none:
        raise TypeError(f"value gives back {found.signature.return_type}")
    return found


def address_of(value: Any, dtype: np.dtype[Any]) -> int:
    """Where that is in this process."""
    found = have_compiled(value, dtype)
    name = found.fndesc.llvm_cfunc_wrapper_name
    address = int(found.library.get_pointer_to_function(name))
    if not address:  # it has just been put on disk, and nowhere else
        value.dispatcher.overloads.clear()
        address = int(have_compiled(value, dtype).library.get_pointer_to_function(name))
    return address
