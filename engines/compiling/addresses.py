"""Compiled code of `engines.addresses`: arrays whose places are known to count from the beginning,
and some of which never change. numba would look at each place whether it counts from the end.
"""

from __future__ import annotations

import operator
from typing import Any

import numba
import numpy as np
from numba.core import cgutils, types
from numba.core.datamodel import models, registry
from numba.extending import intrinsic, lower_builtin, overload

from engines.addresses import memory_at, tables_at

INTEGER: Any = types.int32


class Counted(types.Array):
    """An array of int32 at an address; one that is read only stays as it is."""

    def __init__(self, readonly: bool) -> None:
        name = f"counted({'constant' if readonly else 'changing'})"
        super().__init__(INTEGER, 1, "C", readonly=readonly, name=name)


registry.register_default(Counted)(models.ArrayModel)


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def pointer(context: Any, address: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], cgutils.voidptr_t)

    return types.voidptr(types.int64), code


def _counted(readonly: bool) -> Any:
    @intrinsic  # type: ignore[untyped-decorator]  # numba has no types
    def taken(context: Any, array: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return args[0]  # both are the same structure

        return Counted(readonly)(array), code

    def at(address: Any, size: Any) -> Any:
        return lambda address, size: taken(numba.carray(pointer(address), (size,), np.int32))

    return at


overload(tables_at, strict=False)(_counted(True))
overload(memory_at, strict=False)(_counted(False))


def _place(context: Any, builder: Any, kind: Any, array: Any, index: Any, given: Any) -> Any:
    made = context.make_array(kind)(context, builder, array)
    index = context.cast(builder, index, given, types.intp)
    if context.enable_boundscheck:
        cgutils.do_boundscheck(context, builder, index, made.nitems, 0)
    return builder.gep(made.data, [index])


@lower_builtin(operator.getitem, Counted, types.Integer)  # type: ignore[untyped-decorator]  # numba has no types
def _get(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    kind, given = signature.args
    found = builder.load(_place(context, builder, kind, args[0], args[1], given))
    if not kind.mutable:
        found.set_metadata("invariant.load", builder.module.add_metadata([]))
    return found


@lower_builtin(operator.setitem, Counted, types.Integer, types.Integer)  # type: ignore[untyped-decorator]  # numba has no types
def _set(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    kind, given, value = signature.args
    place = _place(context, builder, kind, args[0], args[1], given)
    builder.store(context.cast(builder, args[2], value, INTEGER), place)
