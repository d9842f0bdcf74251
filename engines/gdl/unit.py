"""The core as one compiled unit: kernels call it, and hold no copies of it. It knows no sizes, so
it is compiled once for all sheets, and a search's kernel is smaller by it.

Arrays are passed by their addresses; kernels have these functions from `engines.gdl.lowering`.
"""

from __future__ import annotations

import importlib
from typing import Any

from engines import jit
from engines.addresses import memory_at, tables_at
from engines.gdl import core
from engines.gdl.layout import SIZE

BEGIN, CHOOSE, ADVANCE, SETTLE, GOALS, OVER = range(6)


@jit.rule
def unit(what: int, t_at: int, t_size: int, w_at: int, a: int, b: int) -> int:
    """Does one of the above with a sheet's tables and a working memory; `a` and `b` are its further
    arguments, arrays by their addresses.
    """
    t = tables_at(t_at, t_size)
    w = memory_at(w_at, t[SIZE])
    if what == ADVANCE:
        return core.advance(t, w)
    if what == SETTLE:
        core.settle_position(t, w)
    elif what == CHOOSE:
        core.choose(t, w, a, b)
    elif what == GOALS:
        core.goals(t, w, memory_at(a, b))
    elif what == BEGIN:
        core.begin(t, w, tables_at(a, b))
    elif what == OVER and core.is_terminal(t, w):
        return 1
    return 0


jit.keep(unit, "gdl.unit", (), __name__)


def link() -> None:
    """Has kernels know the unit; before any of a sheet is compiled or loaded."""
    if not jit.is_disabled():
        importlib.import_module("engines.gdl.lowering").link()


def called(what: int, t: Any, w: Any, a: int = 0, b: int = 0) -> int:
    """A call of the unit from Python."""
    return int(unit(what, t.ctypes.data, t.size, w.ctypes.data, a, b))


def begin(t: Any, w: Any, facts: Any) -> None:
    """As `core.begin`; `facts` [F] are int32."""
    called(BEGIN, t, w, facts.ctypes.data, facts.size)


def choose(t: Any, w: Any, role: int, move: int) -> None:
    """As `core.choose`."""
    called(CHOOSE, t, w, role, move)


def advance(t: Any, w: Any) -> int:
    """As `core.advance`."""
    return called(ADVANCE, t, w)


def settle_position(t: Any, w: Any) -> None:
    """As `core.settle_position`."""
    called(SETTLE, t, w)


def goals(t: Any, w: Any, out: Any) -> None:
    """As `core.goals`; `out` [roles] are int32."""
    called(GOALS, t, w, out.ctypes.data, out.size)


def is_terminal(t: Any, w: Any) -> bool:
    """As `core.is_terminal`, which kernels use."""
    return called(OVER, t, w) == 1
