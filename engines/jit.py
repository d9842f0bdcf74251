"""Compiled rules and kernels, kept on disk under a key of our own.

numba's `cache=True` never hits for kernels made by a closure factory and goes stale when an
imported file changes (numba issue 6264). Here the key is made of everything a kernel depends on:
the configured game, the algorithm and its variant, and a digest of every source file that either
imports from this project or its own plug-in. Each key has its own files, so processes that compile
at the same time cannot mix them up.
"""

from __future__ import annotations

import ast
import hashlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.types.containers import BaseTuple
from numba.extending import intrinsic, overload

from engines.kernel_cache import VERSION, KeyedCache, cache_folder, complain

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

_OPTIONS = {"nogil": True, "error_model": "numpy"}
_kernels: dict[tuple[str, str], Any] = {}
_STARTED, _OWN = time.time(), os.urandom(16)
_LANGUAGE = ("numba", "llvmlite", "numpy", "math", "os", "sys")


def rule(function: F) -> F:
    """A jitted rule of a game or helper of a search: nogil, no allocation, IEEE arithmetic (never
    fastmath).
    """
    return numba.njit(**_OPTIONS)(function)


def inlined(function: F) -> F:
    """Like `rule`, for short functions to be inlined into every caller."""
    return numba.njit(inline="always", **_OPTIONS)(function)


def borrowed(values: T) -> T:
    """The same array, or tuple of values with arrays among them, as compiled code sees it without
    an owner. Every place that names an array otherwise counts references, atomically, and calls in
    a hot loop are such places. A kernel's caller owns its arrays while it runs, so a kernel may
    borrow its arguments, but must not return them.
    """
    return values


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


def prefetch(values: Any, index: int) -> None:
    """Asks the processor for `values[index]`, of a one-dimensional array, which is needed soon."""


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


def kernel(build: Callable[[], F], name: str, key: tuple[object, ...], *modules: str) -> F:
    """What `build` makes, a closure over jitted rules, compiled and kept on disk under `key` and
    the sources of `modules` (dotted names).

    Within a process the same key gives the same compiled function, so a hundred matches share one
    copy of the machine code; it is built once, since building takes as long as a short search.
    """
    known = (name, digest(key, *modules))
    if known not in _kernels:
        _kernels[known] = numba.njit(**_OPTIONS)(build())
        keep(_kernels[known], name, key, *modules)
    return _kernels[known]


def keep(compiled: Any, name: str, key: tuple[object, ...], *modules: str) -> None:
    """Adds the project's disk cache to an already jitted function; does nothing if jitting is
    disabled.
    """
    if not hasattr(compiled, "py_func"):
        return
    try:
        compiled._cache = KeyedCache(compiled.py_func, name, digest(key, *modules))
    except (OSError, RuntimeError) as error:
        # no folder to write to: each process compiles the kernel for itself
        complain(cache_folder(), error)


def digest(key: tuple[object, ...], *modules: str) -> str:
    """A hex digest of `key`, the compiler flags, the names of `modules` and the sources they
    import, directly or indirectly.

    The names are included because machine code refers to modules by name: the same file loaded
    under another name needs its own kernels.
    """
    parts = [
        repr(key),
        repr(modules),
        repr(VERSION),
        repr((numba.config.BOUNDSCHECK, numba.config.OPT)),
    ]
    parts += _source_digests(modules)
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def sources(*modules: str) -> set[str]:
    """The files of `modules` and of every module they import from their own top-level packages or
    from engines and search.
    """
    tops = {"engines", "search"} | {name.partition(".")[0] for name in modules}
    found: set[str] = set()
    todo = [sys.modules[name] for name in modules]
    while todo:
        module = todo.pop()
        path = getattr(module, "__file__", None)
        if path is None or path in found:
            continue
        found.add(path)
        todo += [m for m in _imported(module, path) if m.__name__.partition(".")[0] in tops]
    return found


def _imported(module: ModuleType, path: str) -> Iterator[ModuleType]:
    package = module.__name__ if hasattr(module, "__path__") else module.__name__.rpartition(".")[0]
    for name in _import_names(path, package):
        if name in sys.modules:
            yield sys.modules[name]


@cache
def _import_names(path: str, package: str) -> tuple[str, ...]:
    """Dotted names that the module imports, each a module or a name inside one. Imports inside
    functions are ignored: they are not compiled.
    """
    names: list[str] = []
    for node in _statements(ast.parse(Path(path).read_text(encoding="utf-8")).body):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = _absolute(node, package)
            names.append(base)
            names += [f"{base}.{alias.name}" for alias in node.names]
    return tuple(n for n in names if n.partition(".")[0] not in _LANGUAGE)


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a module, including those inside conditionals."""
    for node in body:
        yield node
        if isinstance(node, ast.If | ast.Try | ast.With):
            for block in ("body", "orelse", "finalbody"):
                yield from _statements(getattr(node, block, []))
            for handler in getattr(node, "handlers", []):
                yield from _statements(handler.body)


def _absolute(node: ast.ImportFrom, package: str) -> str:
    if not node.level:
        return node.module or ""
    parts = package.split(".")
    base = ".".join(parts[: len(parts) - node.level + 1])
    return f"{base}.{node.module}" if node.module else base


@cache
def _source_digests(modules: tuple[str, ...]) -> tuple[str, ...]:
    """Digests of the source files of `modules`, read once, when the first kernel needs them."""
    return tuple(sorted(map(_source_digest, sources(*modules))))


def _source_digest(path: str) -> str:
    """The digest of a source file. One that was changed since this process started may not be what
    the process has loaded, so its kernels are for this process alone.
    """
    file = Path(path)
    is_new = _STARTED < file.stat().st_mtime <= time.time()
    return hashlib.sha256(file.read_bytes() + (_OWN if is_new else b"")).hexdigest()
