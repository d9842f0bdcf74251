"""numba's side of `engines.jit.borrowed` and `prefetch`: what compiled code does for them."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.types.containers import BaseTuple
from numba.extending import intrinsic, lower_builtin, overload, type_callable

from engines.jit import borrowed, own_copy, prefetch


@overload(borrowed, strict=False)  # type: ignore[untyped-decorator]  # numba has no types
def _borrowed(values: Any) -> Any:
    return lambda values: _without_owner(values)


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def _without_owner(context: Any, values: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _stripped(context, builder, values, arguments[0])

    return values(values), code


def _stripped(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    if isinstance(kind, types.Array | types.NumPyRandomGeneratorType):
        owned = cgutils.create_struct_proxy(kind)(context, builder, value=value)
        owned.meminfo = cgutils.get_null_value(owned.meminfo.type)
        return owned._getvalue()
    if isinstance(kind, BaseTuple):
        parts = [
            _stripped(context, builder, each, builder.extract_value(value, i))
            for i, each in enumerate(kind)
        ]
        return context.make_tuple(builder, kind, parts)
    return value


@type_callable(own_copy)  # type: ignore[untyped-decorator]  # numba has no types
def _type_of_copy(context: Any) -> Any:
    return lambda kept: kept if isinstance(kept, types.Record | types.NestedArray) else None


@lower_builtin(own_copy, types.Record)  # type: ignore[untyped-decorator]  # numba has no types
def _own_record(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Code in the very function that calls it: its stack holds the copy."""
    return _on_stack(context, builder, arguments[0], signature.return_type.size)


@lower_builtin(own_copy, types.NestedArray)  # type: ignore[untyped-decorator]  # numba has no types
def _own_array(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    kind = signature.return_type
    copy, size = context.make_array(kind)(context, builder, arguments[0]), kind.nitems * kind.size
    source = builder.bitcast(copy.data, ir.ArrayType(ir.IntType(8), size).as_pointer())
    place = _on_stack(context, builder, source, size)
    copy.data = builder.bitcast(place, copy.data.type)
    return copy._getvalue()


def _on_stack(context: Any, builder: Any, source: Any, size: int) -> Any:
    with builder.goto_entry_block():
        place = builder.alloca(source.type.pointee)
    place.align = 16
    cgutils.raw_memcpy(builder, place, source, context.get_constant(types.intp, 1), size)
    return place


@overload(prefetch, strict=False)  # type: ignore[untyped-decorator]  # numba has no types
def _prefetch(values: Any, index: Any) -> Any:
    return lambda values, index: _asked_for(values, np.int64(index))


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def _asked_for(context: Any, values: Any, index: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(values)(context, builder, arguments[0])
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        stride = cgutils.unpack_tuple(builder, array.strides, 1)[0]
        offset = builder.mul(arguments[1], stride)
        place = builder.gep(builder.bitcast(array.data, byte), [offset])
        kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        ask = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        # to read, into the nearest cache, data
        builder.call(ask, [place, number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(values, types.int64), code
