"""What kernels of sheets are made of: calls of `engines.gdl.unit`, and copies of positions without
the part of their working memory that a sheet leaves unused.

Kernels name the unit by a symbol, since addresses differ from process to process.
"""

from __future__ import annotations

import operator
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic, lower_builtin, overload
from numba.np import arrayobj

import engines.compiling.addresses  # kernels read tables at an address
import engines.compiling.lowering  # noqa: F401 - some of it is replaced below
from engines.compiling.apart import apart
from engines.gdl import unit
from engines.jit import own_copy

SYMBOL = "smitsilab_gdl_unit"
_WHOLE = ir.IntType(64)
_SIGNATURE = (types.int64,) * 6


def link() -> None:
    """Makes the unit, and its symbol known; before any kernel of a sheet is compiled or loaded."""
    if llvm.address_of_symbol(SYMBOL):
        return
    made: Any = unit.unit
    apart(made.compile)(_SIGNATURE)
    found = made.overloads[_SIGNATURE]
    name = found.fndesc.llvm_cfunc_wrapper_name
    llvm.add_symbol(SYMBOL, found.library.get_pointer_to_function(name))


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def _called(context: Any, what: Any, t: Any, w: Any, a: Any, b: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        what, tables, memory, a, b = arguments
        made = context.make_array(t)(context, builder, tables)
        passed = [what, builder.ptrtoint(made.data, _WHOLE), made.nitems]
        made = context.make_array(w)(context, builder, memory)
        passed.append(builder.ptrtoint(made.data, _WHOLE))
        kind = ir.FunctionType(_WHOLE, [_WHOLE] * len(_SIGNATURE))
        function = cgutils.get_or_insert_function(builder.module, kind, SYMBOL)
        return builder.call(function, [*passed, a, b])

    return types.int64(types.int64, t, w, types.int64, types.int64), code


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def _address(context: Any, array: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = context.make_array(array)(context, builder, arguments[0])
        return builder.ptrtoint(made.data, _WHOLE)

    return types.int64(array), code


@overload(unit.choose, strict=False)  # type: ignore[untyped-decorator]  # numba has no types
def _choose(t: Any, w: Any, role: Any, move: Any) -> Any:
    def code(t: Any, w: Any, role: Any, move: Any) -> Any:
        _called(unit.CHOOSE, t, w, role, move)

    return code


@overload(unit.advance, strict=False)  # type: ignore[untyped-decorator]  # numba has no types
def _advance(t: Any, w: Any) -> Any:
    return lambda t, w: _called(unit.ADVANCE, t, w, 0, 0)


@overload(unit.settle_position, strict=False)  # type: ignore[untyped-decorator]  # no types
def _settle_position(t: Any, w: Any) -> Any:
    def code(t: Any, w: Any) -> Any:
        _called(unit.SETTLE, t, w, 0, 0)

    return code


@overload(unit.goals, strict=False)  # type: ignore[untyped-decorator]  # numba has no types
def _goals(t: Any, w: Any, out: Any) -> Any:
    def code(t: Any, w: Any, out: Any) -> Any:
        _called(unit.GOALS, t, w, _address(out), out.size)

    return code


# -- copies ----------------------------------------------------------------------------------------


def _copy(context: Any, builder: Any, kind: Any, target: Any, source: Any) -> None:
    """Copies as many bytes of a sheet's record as it says in `used_`; all if it says 0."""
    byte, size = ir.IntType(8).as_pointer(), _WHOLE(kind.size)
    target, source = builder.bitcast(target, byte), builder.bitcast(source, byte)
    if _is_sheets(kind):
        place = builder.gep(source, [_WHOLE(kind.offset("used_"))])
        used = builder.load(builder.bitcast(place, _WHOLE.as_pointer()))
        size = builder.select(builder.icmp_signed("==", used, _WHOLE(0)), size, used)
    cgutils.raw_memcpy(builder, target, source, size, 1)


def _is_sheets(kind: Any) -> bool:
    return isinstance(kind, types.Record) and "used_" in kind.fields


@lower_builtin(operator.setitem, types.Array, types.Integer, types.Record)  # type: ignore[untyped-decorator]  # numba has no types
def _set_record(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    array, index, kind = signature.args
    if not _is_sheets(kind) or array.dtype != kind:
        return arrayobj.setitem_array(context, builder, signature, arguments)
    made = context.make_array(array)(context, builder, arguments[0])
    indices = arrayobj.normalize_indices(context, builder, (index,), (arguments[1],))
    checks = context.enable_boundscheck
    place, *_ = arrayobj.basic_indexing(context, builder, array, made, *indices, boundscheck=checks)
    _copy(context, builder, kind, place, arguments[2])


@lower_builtin(own_copy, types.Record)  # type: ignore[untyped-decorator]  # numba has no types
def _own_record(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """As that of all games, for which this stands in."""
    kind, source = signature.return_type, arguments[0]
    with builder.goto_entry_block():
        place = builder.alloca(source.type.pointee)
    place.align = 16
    _copy(context, builder, kind, place, source)
    return place
