"""What a file of somebody's own is, read without running any of it: its code, what of that kernels
depend on, and the numbers of its evaluation.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from engines.lifting import LiftedNumber, call_value, lift
from engines.reaching import bound_in, reached
from engines.syntax import parsed

SHEET = ".kif"  # of games in GDL
WORDS = ".toml"  # of the file beside one that gives it words
MOST_TEXTS = 16
_texts: dict[str, str] = {}  # what kernels reach of code, for some of the latest, by its digest


@dataclass(frozen=True)
class Version:
    """What a file was when it was loaded. `numbers` are those of its evaluation that are weights,
    behind those of its own.
    """

    path: Path
    source: str
    digest: str  # of its code
    kernels: str  # of the part of it that kernels depend on
    rest: str = ""  # of that without its evaluation; "" where kernels cannot call that apart
    code: str = ""  # of all of it but the numbers that are weights
    around: str = ""  # of all of it but its evaluation; "" likewise
    names: frozenset[str] = frozenset()  # of what that rest consists of
    value: str = ""  # of the function that is its evaluation; "" likewise
    numbers: tuple[LiftedNumber, ...] = ()


def version_in(path: Path) -> Version:
    """A file of Python as it is now, without loading it; what reading and parsing it raise."""
    return read(path).version


@dataclass(frozen=True)
class FileRead:
    """A file that was read: what it is, its code, what of that kernels reach, and the class of the
    game whose numbers are weights; with `called` its evaluation is called by its address.
    """

    version: Version
    tree: ast.Module
    reached: str
    lifted: str


def read(path: Path, called: bool = False) -> FileRead:
    """Reads a file of Python; what reading and parsing it raise."""
    return _both(path.resolve(), path.read_bytes())[called]


@lru_cache(4)
def _both(place: Path, source: bytes) -> tuple[FileRead, FileRead]:
    """A file as it stands there, and with its evaluation called."""

    def tree_of(calls: bool) -> tuple[ast.Module, str]:
        tree = parsed(source, str(place))
        return tree, call_value(tree) if calls else ""

    tree = tree_of(False)[0]
    digest = _digest(ast.dump(tree))
    lifted, numbers = lift(tree)
    code = _digest(ast.dump(tree))
    apart, value = tree_of(True)
    around = _digest(ast.dump(apart)) if value else ""
    whole = _reached(code, lambda: _lifted(tree_of(False)[0]))
    rest = _reached(around, lambda: tree_of(True)[0]) if value else ""

    def made(reached: str, tree: ast.Module) -> FileRead:
        version = Version(
            place,
            source.decode(errors="replace"),
            digest,
            _digest(reached),
            _digest(rest) if rest else "",
            code,
            around,
            bound_in(rest),
            value,
            tuple(numbers),
        )
        return FileRead(version, tree, reached, lifted)

    return made(whole, tree), made(rest, apart)


def _lifted(tree: ast.Module) -> ast.Module:
    lift(tree)
    return tree


def _reached(code: str, made: Callable[[], ast.Module]) -> str:
    """What kernels reach of the code of this digest, which takes long to find: its tree is changed
    by that.
    """
    found = _texts.get(code)
    if found is None:
        found = reached(made())
        for old in [*_texts][: max(0, len(_texts) + 1 - MOST_TEXTS)]:  # other threads do it too
            _texts.pop(old, None)
        _texts[code] = found
    return found


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()[:16]


def code_digest(code: Path | bytes) -> str:
    """What a file's code is known by: comments and layout do not count, but in a sheet; "" where it
    is no code.
    """
    data = code if isinstance(code, bytes) else code.read_bytes()
    if isinstance(code, Path) and code.suffix == SHEET:
        return hashlib.sha256(data).hexdigest()[:16]
    try:
        return _digest(ast.dump(parsed(data)))
    except (SyntaxError, ValueError, RecursionError):
        return ""
