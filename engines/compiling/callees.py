"""Functions that only compiled functions call, which are most, get no machine code of their own and
no entry for Python: whoever calls them has their code inside. That saves up to a fifth of all
compiling. One that Python calls too is compiled once more, whole. They are optimized where they are
inside, once in all.

Nor does numba do what nobody here reads or needs: an event at each call of LLVM, colours of
messages that the choice of an overload drops, all options of a function spelled out to compare
them, a numpy operation looked for in each sum of two numbers.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from operator import attrgetter
from typing import Any

from llvmlite.binding import ffi
from numba.core import base, codegen, cpu, errors, types
from numba.core import dispatcher as numba_dispatcher
from numba.core.compiler_lock import global_compiler_lock
from numba.core.targetconfig import TargetConfig
from numba.core.typing.npydecl import NumpyRulesArrayOperator

dispatcher: Any = numba_dispatcher  # numba's stubs lack half of it
# of functions without an entry, by name; held, since code that has one inside knows its address
_environments: dict[str, Any] = {}
# `callee`: what this thread compiles is called by compiled code alone; `addressed` is the function
# for which that needs an address; `kept`: it goes to the disk, and is used as it is there
_here = threading.local()


class Absent:
    """In place of the entry of a function without one; numba finds the function by it."""


class LinkedLibrary(codegen.JITCodeLibrary):  # type: ignore[misc]
    """numba's, whose machine code is made when somebody asks where a function is. Until then it can
    be linked into others.
    """

    is_stored = False  # it comes from disk
    _is_linked = True  # there is machine code, or there is nothing to make it of
    _is_rough = False  # it is optimized where it is inside others
    _finalized: bool
    _final_module: Any
    _codegen: Any

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()  # with one of them, a kernel cannot be kept
        self._is_linked, self._finalized = False, True

    def _optimize_final_module(self) -> None:
        self._is_rough = _is("callee")
        if not self._is_rough:
            super()._optimize_final_module()

    def optimize(self) -> None:
        """Makes it ready to be linked."""
        self._ensure_finalized()

    def get_pointer_to_function(self, name: str) -> int:
        """As numba's: the address of a function, 0 if there is none of this name."""
        self._ensure_finalized()
        if not self._is_linked:
            self._is_linked = True
            if self._is_rough:
                super()._optimize_final_module()
            super()._finalize_final_module()
            for each in self._final_module.global_variables:
                # of the functions inside, which had no place of their own for it
                found = _environments.get(each.name)
                if found is not None:
                    self._codegen.set_env(each.name, found)
        return int(super().get_pointer_to_function(name))


@contextmanager
def _as(what: str, on: bool) -> Iterator[None]:
    before = _is(what)
    setattr(_here, what, on)
    try:
        yield
    finally:
        setattr(_here, what, before)


def _is(what: str) -> bool:
    return getattr(_here, what, False)


def compile_addressed(made: Any, signature: Any) -> None:
    """Compiles a dispatcher's function for compiled code that calls it by its address: Python never
    does.
    """
    _here.addressed = made.py_func
    try:
        with _as("callee", True):
            made.compile(signature)
    finally:
        _here.addressed = None


def compile_callees_lightly() -> None:
    """Has numba compile so from now on."""
    made = dispatcher.Dispatcher
    _around(dispatcher._FunctionCompiler, "_customize_flags", _flags)
    _around(cpu.CPUContext, "get_executable", _entry)
    _around(made, "add_overload", _added)
    _around(made, "compile", _whole)
    # one that is kept on disk is kept whole
    _around(made, "get_call_template", _within(lambda it: it.stats.cache_path is None))
    _around(made, "_compile_for_args", _within(lambda it: False))


def _around(kind: Any, name: str, instead: Callable[..., Any]) -> None:
    """Has `instead` called in place of a method, with that one first."""
    usual = getattr(kind, name)
    setattr(kind, name, lambda *args, **named: instead(usual, *args, **named))


def _flags(usual: Callable[..., Any], compiler: Any, flags: Any) -> Any:
    flags = usual(compiler, flags)
    if _is("callee"):
        flags.no_cpython_wrapper = True
        flags.no_cfunc_wrapper = compiler.py_func is not getattr(_here, "addressed", None)
    return flags


def _entry(usual: Callable[..., Any], target: Any, library: Any, function: Any, own: Any) -> Any:
    if library.is_stored or not (_is("callee") or _is("kept")):
        return usual(target, library, function, own)
    library.optimize()
    if _is("callee"):
        _environments[function.env_name] = own
    return Absent()


def _added(usual: Callable[..., None], made: Any, result: Any) -> None:
    if isinstance(result.entry_point, Absent):
        made.overloads[tuple(result.signature.args)] = result
    else:
        usual(made, result)


def _whole(usual: Callable[..., Any], made: Any, signature: Any) -> Any:
    """Compiles a function, once more where it has no entry and Python asks for one. One that is
    kept on disk is taken from there, as it is kept.
    """
    with global_compiler_lock:
        with _as("kept", made.stats.cache_path is not None):
            found = usual(made, signature)
        if isinstance(found, Absent) and not _is("callee"):
            for kinds, result in list(made.overloads.items()):
                if result.entry_point is found:
                    del made.overloads[kinds]
            with _as("kept", False):
                found = usual(made, signature)
        return found


def _within(on: Callable[[Any], bool]) -> Callable[..., Any]:
    """What a dispatcher does as compiling for compiled code alone, or not."""

    def run(usual: Callable[..., Any], made: Any, *args: Any, **named: Any) -> Any:
        with _as("callee", on(made)):
            return usual(made, *args, **named)

    return run


# -- at every step ---------------------------------------------------------------------------------


_said = attrgetter("_values")  # what options were set to


@cache
def _defaults(kind: type[Any]) -> tuple[tuple[str, Any], ...]:
    return tuple((name, option.default) for name, option in kind.options.items())


def _values(options: Any) -> dict[str, Any]:
    said, kind = _said(options), options.__class__
    return {name: said.get(name, usual) for name, usual in _defaults(kind)}


def _equal(options: Any, other: Any) -> Any:
    if not isinstance(other, TargetConfig):
        return NotImplemented
    return _said(options) == _said(other) or _values(options) == _values(other)


def _of_arrays(usual: Callable[..., Any], rules: Any, args: Any, kws: Any) -> Any:
    some = any(isinstance(each, types.ArrayCompatible) for each in args)
    return usual(rules, args, kws) if some else None


def compile_quietly() -> None:
    """Has numba leave out what nobody needs from now on."""
    options: Any = TargetConfig
    options.values, options.__eq__ = _values, _equal
    _around(NumpyRulesArrayOperator, "generic", _of_arrays)
    asked = vars(base)
    asked["_has_loc"] = cache(asked["_has_loc"])  # of the same few hundred functions all the time
    attrgetter("_lock._cblist")(ffi.lib).clear()
    coloured = getattr(errors, "HighlightColorScheme", None)  # where colorama is installed
    if coloured is not None:
        _around(coloured, "_markup", lambda usual, scheme, said, *colour: said)
