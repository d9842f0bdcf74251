"""Compiled rules and kernels, kept on disk under a key of our own.

numba's `cache=True` never hits for kernels made by a closure factory and goes stale when an
imported file changes (numba issue 6264). Here the key is made of everything a kernel depends on:
the configured game, the algorithm and its variant, and a digest of every source file that either
imports from this project or its own plug-in. Each key has its own files, so processes that compile
at the same time cannot mix them up.
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import importlib
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, cast

from engines.cache_folder import cache_folder, complain
from engines.compiling.uncollected import uncollected
from engines.syntax import parsed

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

_OPTIONS = {"nogil": True, "error_model": "numpy"}
# loaded with numba, and part of every key: the disk cache, how arguments are taken, and numba's
# side of `borrowed`, `prefetch`, `draw_below`, `add_rows` and the atomics
_COMPILING = tuple(
    f"engines.compiling.{name}"
    for name in ("kernel_cache", "lowering", "arguments", "draws", "adding", "atomics", "widening")
)
_kernels: dict[tuple[str, str], Any] = {}
_making = threading.RLock()  # one dispatcher for each function
_plain = ContextVar("plain", default=False)  # also of threads that work for this one
_STARTED, _OWN = time.time(), os.urandom(16)
_LANGUAGE = ("numba", "llvmlite", "numpy", "math", "os", "sys")
_REACHED = "__reached__"  # of a module from a file of somebody's own: what kernels depend on


class Compiled:
    """A function that is compiled when it is first called, or named in one that is compiled.

    Until then nothing of numba is loaded, which takes longer than all games and searches together.
    Everything else is asked of numba's dispatcher.
    """

    def __init__(self, function: Callable[..., Any], **options: Any) -> None:
        self.py_func, self.targetoptions = function, options | _OPTIONS
        self.__doc__, self.__name__ = function.__doc__, function.__name__
        self._kept: tuple[str, tuple[object, ...], tuple[str, ...]] | None = None
        self._made: Any = None
        self._call: Callable[..., Any] = self._first_call
        # machine code by the classes of its arguments; see `settled`
        self._known: dict[tuple[type, ...], Callable[..., Any]] = {}
        self._settled = False

    def __call__(self, *args: Any) -> Any:
        return self._call(*args)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # what Python asks of any object
            raise AttributeError(name)
        return getattr(self.dispatcher, name)

    @property
    def _numba_type_(self) -> Any:
        """Its type where compiled code names it."""
        from numba.core import types

        return types.Dispatcher(self.dispatcher)

    @property
    def dispatcher(self) -> Any:
        """What numba makes of the function."""
        with _making:
            if self._made is None:
                made = _numba().njit(**self.targetoptions)(self.py_func)
                _use_disk(made, self._kept)
                _adapt(made)
                self._made = made
                self._call = self._call_known if self._settled else made
        return self._made

    def hold(self) -> None:
        """Keeps Python's lock during calls, unless it is compiled already; see `quick`."""
        self.targetoptions["nogil"] = False

    def settle(self) -> None:
        """Has numba asked once about arguments of the same classes; see `settled`."""
        with _making:
            self._settled = True
            if self._made is not None:
                self._call = self._call_known

    def keep(self, name: str, key: tuple[object, ...], modules: tuple[str, ...]) -> None:
        """Has what is compiled from now on kept on disk; the digest is made at the first use."""
        with _making:
            kept = (name, key, modules)
            if self._made is not None and kept != self._kept:
                _use_disk(self._made, kept)
            self._kept = kept

    def _first_call(self, *args: Any) -> Any:
        if _plain.get():
            return self.py_func(*args)
        return self.dispatcher(*args)

    def _call_known(self, *args: Any) -> Any:
        known = self._known.get(tuple(map(type, args)))
        return self._call_new(args) if known is None else known(*args)

    def _call_new(self, args: tuple[Any, ...]) -> Any:
        """A call with classes that were not there before, which are known from now on."""
        result = self._made(*args)
        kinds = tuple(map(self._made.typeof_pyval, args))
        self._known[tuple(map(type, args))] = self._made.overloads[kinds].entry_point
        return result


def _numba() -> Any:
    """numba, with the code that it needs for functions of ours."""
    if _COMPILING[-1] not in sys.modules:
        with uncollected():
            for name in _COMPILING:
                importlib.import_module(name)
    return importlib.import_module("numba")


def is_disabled() -> bool:
    """Whether rules and kernels run as plain Python."""
    config = getattr(sys.modules.get("numba"), "config", None)
    if config is not None:  # else numba is not loaded, or is being loaded in another thread
        return bool(config.DISABLE_JIT)
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def stay_plain(on: bool) -> None:
    """Has this thread call rules that nothing has compiled yet as plain Python: the same results,
    slowly, where compiling them would take longer than all that is to be played.
    """
    _plain.set(on)


@contextlib.contextmanager
def plain() -> Iterator[None]:
    """`stay_plain` for a while."""
    before = _plain.set(True)
    try:
        yield
    finally:
        _plain.reset(before)


def rule(function: F) -> F:
    """A jitted rule of a game or helper of a search: nogil, no allocation, IEEE arithmetic (never
    fastmath).
    """
    return function if is_disabled() else cast("F", Compiled(function))


def inlined(function: F) -> F:
    """Like `rule`, for short functions to be inlined into every caller."""
    return function if is_disabled() else cast("F", Compiled(function, inline="always"))


def inlined_late(function: F) -> F:
    """Like `inlined`, but typed once for all its callers and inlined in machine code alone. For
    short functions of tuples of many numbers: to type each number again in every caller took half
    of all compiling in Tron. Elsewhere `inlined` makes kernels faster, by up to a fifth.
    """
    return function if is_disabled() else cast("F", Compiled(function, forceinline=True))


def quick(function: F) -> F:
    """Like `rule`, for functions of microseconds that Python calls: they keep Python's lock. To
    take it back after each call means to wait whenever another thread has it, which took a search
    in the window longer than its iterations.
    """
    made = rule(function)
    hold(made)
    return made


def hold(compiled: Any) -> None:
    """Makes a jitted function `quick`, if it has not been called yet."""
    if isinstance(compiled, Compiled):
        compiled.hold()


def settled(function: F) -> F:
    """A jitted function whose machine code is found by the classes of its arguments. numba asks for
    their types at every call, and spells out each field's name of every tuple, which takes
    microseconds. Only for callers whose arrays never change their kind, also those in tuples: code
    made for one layout would misread another.
    """
    if isinstance(function, Compiled):
        function.settle()
    return function


def borrowed(values: T) -> T:
    """The same array, or tuple of values with arrays among them, as compiled code sees it without
    an owner. Every place that names an array otherwise counts references, atomically, and calls in
    a hot loop are such places. A kernel's caller owns its arrays while it runs, so a kernel may
    borrow its arguments, but must not return them.
    """
    return values


def own_copy(record: T) -> T:
    """A copy of a record that belongs to the function it is made in. Compiled code keeps its fields
    in registers where it can, while what is written to a record of an array has to be stored.
    """
    return cast("T", cast("Any", record).copy())


def prefetch(values: Any, index: int) -> None:
    """Asks the processor for `values[index]`, of a one-dimensional array, which is needed soon."""


def kernel(build: Callable[[], F], name: str, key: tuple[object, ...], *modules: str) -> F:
    """What `build` makes, a closure over jitted rules, compiled and kept on disk under `key` and
    the sources of `modules` (dotted names).

    Within a process the same key gives the same compiled function, so a hundred matches share one
    copy of the machine code; it is built once, since building takes as long as a short search.
    """
    known = (name, digest(key, *modules))
    if known not in _kernels:
        _kernels[known] = rule(build())
        keep(_kernels[known], name, key, *modules)
    return _kernels[known]


def keep(compiled: Any, name: str, key: tuple[object, ...], *modules: str) -> None:
    """Adds the project's disk cache to a jitted function; does nothing if jitting is disabled."""
    if isinstance(compiled, Compiled):
        compiled.keep(name, key, modules)


def _use_disk(made: Any, kept: tuple[str, tuple[object, ...], tuple[str, ...]] | None) -> None:
    if not hasattr(made, "py_func"):
        return
    if kept is None:  # it is going to be compiled
        from engines.compiling.arguments import take_arguments_quickly

        take_arguments_quickly()
        return
    from engines.compiling.kernel_cache import KeyedCache

    name, key, modules = kept
    try:
        made._cache = KeyedCache(made.py_func, name, digest(key, *modules))
    except (OSError, RuntimeError) as error:
        # no folder to write to: each process compiles the kernel for itself
        complain(cache_folder(), error)


def _adapt(made: Any) -> None:
    """Ctrl-C does not end its compiling in the middle, and all its callers share one copy."""
    if hasattr(made, "py_func"):
        from engines.compiling.apart import apart
        from engines.compiling.widening import take_arguments_by_kind

        made._compile_for_args = apart(made._compile_for_args)
        take_arguments_by_kind(made)


def digest(key: tuple[object, ...], *modules: str) -> str:
    """A hex digest of `key`, the compiler flags, the names of `modules` and the sources they
    import, directly or indirectly.

    The names are included because machine code refers to modules by name: the same file loaded
    under another name needs its own kernels.
    """
    config = _numba().config
    return _digest(repr(key), modules, repr((config.BOUNDSCHECK, config.OPT)))


@cache
def _digest(key: str, modules: tuple[str, ...], flags: str) -> str:
    """The digest, made once: each search of a match asks for those of its kernels."""
    from engines.compiling.kernel_cache import VERSION

    parts = [key, repr(modules), repr(VERSION), flags, *_source_digests(modules)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def sources(*modules: str) -> set[str]:
    """The files of `modules`, of every module they import from their own top-level packages or from
    engines and search, and of what compiles them; of a file of somebody's own also those that it
    imports and nobody has installed.
    """
    tops = {"engines", "search"} | {name.partition(".")[0] for name in modules}
    found: set[str] = set()
    _numba()
    todo = [sys.modules[name] for name in (*modules, *_COMPILING)]
    while todo:
        module = todo.pop()
        path = getattr(module, "__file__", None)
        if path is None or path in found:
            continue
        found.add(path)
        for each in _imported(module, path):
            top = each.__name__.partition(".")[0]
            if hasattr(module, _REACHED) and not _is_installed(each):
                tops.add(top)
            todo += [each] if top in tops else []
    return found


def _is_installed(module: ModuleType) -> bool:
    """Whether a module comes with Python or a package."""
    parts = Path(getattr(module, "__file__", None) or "site-packages").parts
    top = module.__name__.partition(".")[0]
    return top in sys.stdlib_module_names or bool({"site-packages", "dist-packages"} & {*parts})


def _imported(module: ModuleType, path: str) -> Iterator[ModuleType]:
    package = module.__name__ if hasattr(module, "__path__") else module.__name__.rpartition(".")[0]
    own = getattr(module, _REACHED, None)
    for base, names in _import_names(path, package) if own is None else _names_in(own, package):
        home, found = sys.modules.get(base), [sys.modules.get(f"{base}.{n}") for n in names]
        yield from filter(None, found)
        # a package that is named only for its modules adds nothing to them
        inside = [getattr(home, n, None) for n in names]
        if home is not None and not (names and all(found) and inside == found):
            yield home


@cache
def _import_names(path: str, package: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return _names_in(Path(path).read_text(encoding="utf-8"), package)


def _names_in(text: str, package: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The modules that a text imports, or from which it imports names, which may be modules too.
    Imports inside functions are ignored: they are not compiled.
    """
    found: list[tuple[str, tuple[str, ...]]] = []
    for node in _statements(parsed(text).body):
        if isinstance(node, ast.Import):
            found += [(alias.name, ()) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found.append((_absolute(node, package), tuple(alias.name for alias in node.names)))
    return tuple(each for each in found if each[0].partition(".")[0] not in _LANGUAGE)


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
    """Digests of the source files of `modules`, read once, when the first kernel needs them; of a
    file of somebody's own, of what its kernels depend on (`engines.reaching`).
    """
    loaded = [sys.modules[name] for name in modules]
    own = {m.__file__: getattr(m, _REACHED) for m in loaded if hasattr(m, _REACHED)}
    digests = {path: hashlib.sha256(text.encode()).hexdigest() for path, text in own.items()}
    paths = sources(*modules)
    return tuple(sorted(digests.get(path) or _source_digest(path) for path in paths))


def _source_digest(path: str) -> str:
    """The digest of a source file. One that was changed since this process started may not be what
    the process has loaded, so its kernels are for this process alone.
    """
    file = Path(path)
    is_new = _STARTED < file.stat().st_mtime <= time.time()
    return hashlib.sha256(file.read_bytes() + (_OWN if is_new else b"")).hexdigest()
