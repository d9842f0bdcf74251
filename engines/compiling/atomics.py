"""Compiled code of `engines.atomics`: an instruction of LLVM each, since numba has none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic, overload

from engines.atomics import added, loaded, stored, swapped


@overload(added, strict=False)  # type: ignore[untyped-decorator]  # numba has no types
def _added(values: Any, index: Any, more: Any) -> Any:
    return lambda values, index, more: _add(values, index, more)


@overload(swapped, strict=False)  # type: ignore[untyped-decorator]  # numba has no types
def _swapped(values: Any, index: Any, old: Any, new: Any) -> Any:
    return lambda values, index, old, new: _swap(values, index, old, new)


@overload(loaded, strict=False)  # type: ignore[untyped-decorator]  # numba has no types
def _loaded(values: Any, index: Any) -> Any:
    return lambda values, index: _load(values, index)


@overload(stored, strict=False)  # type: ignore[untyped-decorator]  # numba has no types
def _stored(values: Any, index: Any, new: Any) -> Any:
    return lambda values, index, new: _store(values, index, new)


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def _add(context: Any, values: Any, index: Any, more: Any) -> Any:
    def code(builder: Any, place: Any, more: Any) -> Any:
        kind = "fadd" if isinstance(values.dtype, types.Float) else "add"
        return builder.atomic_rmw(kind, place, more, "monotonic")

    return _at_place(values, index, (more,), values.dtype, code)


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def _swap(context: Any, values: Any, index: Any, old: Any, new: Any) -> Any:
    def code(builder: Any, place: Any, old: Any, new: Any) -> Any:
        return builder.extract_value(builder.cmpxchg(place, old, new, "acq_rel", "acquire"), 1)

    return _at_place(values, index, (old, new), types.boolean, code)


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def _load(context: Any, values: Any, index: Any) -> Any:
    def code(builder: Any, place: Any) -> Any:
        return builder.load_atomic(place, "acquire", values.dtype.bitwidth // 8)

    return _at_place(values, index, (), values.dtype, code)


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def _store(context: Any, values: Any, index: Any, new: Any) -> Any:
    def code(builder: Any, place: Any, new: Any) -> Any:
        builder.store_atomic(new, place, "release", values.dtype.bitwidth // 8)
        return ir.Constant(ir.IntType(8).as_pointer(), None)

    return _at_place(values, index, (new,), types.void, code)


def _at_place(
    values: Any, index: Any, given: tuple[Any, ...], result: Any, code: Callable[..., Any]
) -> Any:
    """The signature and the code of an intrinsic that works on one element: `code` gets its address
    and what was `given`, as elements.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(values)(context, builder, arguments[0])
        at = context.cast(builder, arguments[1], index, types.intp)
        stride = cgutils.unpack_tuple(builder, array.strides, 1)[0]
        byte = ir.IntType(8).as_pointer()
        address = builder.gep(builder.bitcast(array.data, byte), [builder.mul(at, stride)])
        place = builder.bitcast(address, context.get_value_type(values.dtype).as_pointer())
        rest = [
            context.cast(builder, argument, kind, values.dtype)
            for argument, kind in zip(arguments[2:], given, strict=True)
        ]
        return code(builder, place, *rest)

    return result(values, index, *given), generate
