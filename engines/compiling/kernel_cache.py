"""The disk cache of kernels: our own key, symbols unique to each kernel, and checked files.

numba names each compiled function after counters of its process, and LLVM resolves a name to the
first symbol that has it. Kernels compiled in different processes would therefore call each other's
helpers once one process loads both. Two measures prevent that. Function numbers start at a random
63-bit number in every process, so names do not repeat. A stored object exports nothing but its two
entry points and its environments, whose names carry its key's digest.

What the folder holds is run, so the folder and each file have to be the user's or the system's
(`engines.cache_folder`). Each file begins with a SHA-256 of its name and content. One that is
damaged, somebody else's, or cannot be read or written costs a compilation and one sentence on
standard error; it never stops the program.
"""

from __future__ import annotations

import hashlib
import itertools
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba
from numba.core import bytecode, caching
from numba.core.environment import Environment
from numba.core.runtime import rtsys
from numba.cpython import hashing  # noqa: F401 - names to LLVM what dictionaries in kernels need

from engines.cache_folder import cache_folder, complain, distrusted, strange
from engines.compiling.arguments import take_arguments_quickly
from engines.compiling.callees import compile_callees_lightly, compile_quietly
from engines.compiling.loaded import KIND, load_functions_quickly

FORMAT = 3  # of the stored objects; kernels in other formats are left alone
_DIGEST = hashlib.sha256().digest_size
_ENVIRONMENT = "_ZN08NumbaEnv"  # prefix of environment names


class Damaged(Exception):
    """A file's content does not match its digest, or is not ours."""


def _digest(path: str, data: bytes) -> bytes:
    """The digest of a file's name and content, so that swapped files are detected too."""
    return hashlib.sha256(Path(path).name.encode() + b"\0" + data).digest()


class CheckedFiles(caching.IndexDataCacheFile):  # type: ignore[misc]
    """An index and its data files, each behind a digest; unreadable files count as missing."""

    def _load_index(self) -> dict[Any, str]:
        found = self._read(self._index_path)
        match found:
            case (self._stamp, dict(names)) if all(
                isinstance(name, str) for name in names.values()
            ):
                return names
        return {}

    def _save_index(self, overloads: dict[Any, str]) -> None:
        self._write(self._index_path, (self._stamp, overloads))

    def _load_data(self, name: str) -> Any:
        return self._read(self._data_path(name))

    def _save_data(self, name: str, data: Any) -> None:
        self._write(self._data_path(name), data)

    @property
    def _stamp(self) -> tuple[Any, ...]:
        return self._version, self._source_stamp

    def _read(self, path: str) -> Any:
        try:
            with open(path, "rb") as file:
                if said := strange(os.fstat(file.fileno())):
                    raise Damaged(f"it {said}")
                content = file.read()
            if _digest(path, content[_DIGEST:]) != content[:_DIGEST]:
                raise Damaged("it is damaged")
            return pickle.loads(content[_DIGEST:])
        except FileNotFoundError:
            return None
        except Exception as error:
            complain(path, error)
            return None

    def _write(self, path: str, content: Any) -> None:
        data = self._dump(content)
        with self._open_for_write(path) as file:
            file.write(_digest(path, data) + data)


class KeyedCache(caching.FunctionCache):  # type: ignore[misc]
    """numba's function cache with our key; `loads` counts kernels taken from disk in this process,
    `saves` those written.
    """

    loads = 0
    saves = 0

    def __init__(self, py_func: Callable[..., Any], name: str, key: str) -> None:
        super().__init__(py_func)
        folder = cache_folder()
        folder.mkdir(parents=True, exist_ok=True)
        if said := distrusted(folder):
            raise PermissionError(said)
        self._key = key
        self._made: dict[Any, Any] = {}  # what was stored just now, by its key
        self._cache_path = str(folder)
        self._cache_file = CheckedFiles(str(folder), f"{name}-{key[:20]}", key)

    def _index_key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
        return sig, codegen.magic_tuple(), self._key

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """As numba's, but without first registering all that numba knows how to compile, which
        takes longer than loading the kernels of a match. What is loaded needs none of it, and a
        compilation registers it itself.
        """
        rtsys.initialize(target_context)  # kernels call numba's runtime for their arrays
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        if (made := self._made.pop(sig, None)) is not None:
            return self._impl.rebuild(target_context, made)
        try:
            data = super()._load_overload(sig, target_context)
        except Exception as error:  # anything a half-written pickle or another version's may raise
            complain(self._cache_file._index_path, error)
            data = None
        KeyedCache.loads += data is not None
        if data is None:
            take_arguments_quickly()
        return data

    def _save_overload(self, sig: Any, data: Any) -> None:
        if not self._impl.check_cachable(data):
            return
        made = self._made[sig] = private(data, self._impl.reduce(data), self._key)
        try:
            self._cache_file.save(self._index_key(sig, data.codegen), made)
            KeyedCache.saves += 1
        except OSError as error:
            complain(self._cache_path, error)
        data.library.forget()
        data.type_annotation.__dict__.clear()  # numba's own form of the source


def private(result: Any, reduced: tuple[Any, ...], key: str) -> tuple[Any, ...]:
    """The stored form of a compiled function, whose object shares no symbol with another.

    Its functions become internal except for the two wrappers that numba looks up by name.
    Environments, which it also looks up by name, get the key's digest and the function's number as
    a suffix, also in the bitcode that other functions inline; the function's own keeps its unique
    number.
    """
    (name, *_), fndesc, own, *rest, environments = reduced
    library, owner = result.library, f"{key[:20]}.{fndesc.uid}"
    linkable, whole = library._get_module_for_linking(), library._final_module
    entries = {fndesc.llvm_cpython_wrapper_name, fndesc.llvm_cfunc_wrapper_name}
    for function in whole.functions:
        if not function.is_declaration and function.name not in entries:
            function.linkage = llvm.Linkage.internal
    for module in (whole, linkable):
        for variable in module.global_variables:
            if variable.name.startswith(_ENVIRONMENT) and variable.name != fndesc.env_name:
                variable.name = _named(variable.name, owner)
    code = library._codegen._tm.emit_object(whole)
    renamed = tuple(
        each if each.env_name == fndesc.env_name else _copied(each, owner) for each in environments
    )
    data = code, frozenset(entries), linkable.as_bitcode()
    return (name, KIND, data), fndesc, own, *rest, renamed


def _named(environment: str, owner: str) -> str:
    return f"{environment.partition('.of.')[0]}.of.{owner}"


def _copied(environment: Environment, owner: str) -> Environment:
    """The same environment, renamed as in the object of `owner`."""
    copy = Environment(environment.globals)
    copy.consts[:] = environment.consts
    copy.env_name = _named(environment.env_name, owner)
    return copy


def number_functions_apart() -> None:
    """Starts the numbering of compiled functions at a point that no other process uses."""
    start = int.from_bytes(os.urandom(8), "little") >> 1
    bytecode.FunctionIdentity._unique_ids = itertools.count(start)


load_functions_quickly()
compile_callees_lightly()
compile_quietly()
number_functions_apart()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=number_functions_apart)

VERSION = (FORMAT, numba.__version__)  # part of every key
