"""Fewer compiled copies of a function: its arguments are taken by kind, not by every detail.

numba compiles a function once more for each number that a caller writes out, for each width of
integer and for each length of an array within a record. LLVM inlines and simplifies what is short
in either case, so the copies cost time and gain nothing: up to a third of all compiling.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from numba.core import types as numba_types
from numba.core.imputils import lower_cast

types: Any = numba_types  # numba's stubs lack half of them


def take_arguments_by_kind(made: Any) -> None:
    """Has compiled code that calls the dispatcher `made` pass wide arguments."""
    usual = made.get_call_template

    def template(args: Iterable[Any], kws: Mapping[str, Any]) -> Any:
        return usual(tuple(map(_wide, args)), {name: _wide(kws[name]) for name in kws})

    made.get_call_template = template


def _wide(kind: Any) -> Any:
    """A number for a literal, 64 bits for a narrower signed integer, any length for an array
    within a record.
    """
    plain = types.unliteral(kind)
    if isinstance(plain, types.Integer) and plain.signed:
        return types.int64
    if isinstance(plain, types.NestedArray):
        return types.Array(plain.dtype, plain.ndim, "C")
    return plain


@lower_cast(types.NestedArray, types.Array)  # type: ignore[untyped-decorator]  # numba has no types
def _any_length(_context: Any, _builder: Any, _source: Any, _target: Any, value: Any) -> Any:
    return value  # both are the same structure
