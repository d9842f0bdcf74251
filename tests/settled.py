"""Whether callers of settled functions keep their promise: arguments of the same classes have the
same types, down to the layout of arrays in tuples. Checked in every test that calls one.
"""

from __future__ import annotations

from typing import Any

from engines.jit import Compiled


def check_settled() -> None:
    """Has numba asked for the types at every call."""
    usual = Compiled._call_known

    def checked(self: Compiled, *args: Any) -> Any:
        known = self._known.get(tuple(map(type, args)))
        if known is not None:
            kinds = tuple(map(self._made.typeof_pyval, args))
            assert kinds in self._made.overloads, f"{self.__name__} was settled on others: {kinds}"
            assert self._made.overloads[kinds].entry_point is known, self.__name__
        return usual(self, *args)

    Compiled._call_known = checked  # type: ignore[method-assign]
