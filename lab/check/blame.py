"""Which part of a game failed, and in which line of its file."""

from __future__ import annotations

import ast
import linecache
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from engines.game import Game, State
from engines.own_files import given
from engines.rules import Rules
from engines.syntax import parsed
from lab.check.law import BrokenLaw, WrongKind

RULES = frozenset(each.name for each in fields(Rules))
PARTS = {
    "the picture": "scene targets cell position aim ahead events",
    "the wording": "label brief spoken explain standing score prompt reason advantage worth "
    "unvalued agent_name seat_mark position_note",
    "the text": "intro view parse send listen heard answer_lines resolve",
    "the check of positions": "bounds contradiction check",
    "the start": "initial bench_position",
}
_PART_OF = {name: part for part, names in PARTS.items() for name in names.split()}
METHODS = tuple(_PART_OF)
LONGEST = 300  # characters of a sentence's end that is the author's, or of a position


@dataclass(frozen=True)
class Flaw:
    """Something wrong in a file: a sentence, and where a match came upon it. Turn -1 and seed -1
    are of no match; `position` are the state's fields.
    """

    file: str
    line: int
    said: str
    seed: int = -1
    turn: int = -1
    position: str = ""
    plays: bool = False  # a match can be played all the same
    grave: bool = False  # no process can go on in which it happens

    @property
    def sentence(self) -> str:
        """With its place and the match."""
        turn = f", turn {self.turn}" if self.turn >= 0 else ""
        of = f" (seed {self.seed}{turn})" if self.seed >= 0 else ""
        return f"{self.file}:{self.line}: {self.said}{of}."


def part_named(name: str) -> str:
    """What people call a rule or a method of a game: "the rule step", "the picture (scene)"."""
    if name in RULES:
        return f"the rule {name}"
    return f"{_PART_OF[name]} ({name})" if name in _PART_OF else name


def part_of(names: Sequence[str]) -> str:
    """What people call the innermost rule or method among functions that called one another."""
    known = [name for name in names if name in RULES or name in _PART_OF]
    found = part_named(known[-1] if known else names[0])
    return "the file" if found == "<module>" else found


def blamed(
    error: BaseException, file: Path, game: Game | None = None, asked: str = ""
) -> tuple[int, str]:
    """The line of the file where an error comes from, and a sentence about it without its full
    stop; `asked` is the rule or method that came back last.
    """
    if isinstance(error, BrokenLaw) and game is not None:
        return line_of(game, error.at, file), error.said
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == str(file)]
    message = f"{type(error).__name__}: {' '.join(str(error).split())[:LONGEST]}".rstrip(".")
    if isinstance(error, Endless):
        message = str(error)
    elif isinstance(error, AttributeError) and isinstance(error.obj, np.void):
        names = ", ".join(error.obj.dtype.names or ())
        message = f"there is no field {error.name} among {names}"[:LONGEST]
    if not frames and game is not None and asked:
        said = f"{part_named(asked)} gives what cannot be used: {message}"
        return line_of(game, asked, file), said
    if not frames:
        return 1, message
    where = part_of([f.name for f in frames])
    fails = "" if isinstance(error, Endless) else "fails: "
    return frames[-1].lineno or 1, f"{where} {fails}{message}"


def is_grave(error: BaseException) -> bool:
    """Whether a process in which this happens could not go on, or has nothing to show."""
    if isinstance(error, WrongKind) and error.at == "scene":
        return True
    return isinstance(error, Endless | MemoryError) or not isinstance(error, Exception)


def stops(error: BaseException, file: Path) -> bool:
    """Whether no match can be played because of it: a rule fails, nothing of the file does and the
    lab cannot use what it was given, or the process could not go on. Of a broken law it depends on
    the law.
    """
    if isinstance(error, BrokenLaw):
        return isinstance(error, WrongKind)
    own = [f.name for f in traceback.extract_tb(error.__traceback__) if f.filename == str(file)]
    return is_grave(error) or not own or bool(RULES & set(own))


class Endless(Exception):
    """A call that took far longer than any should."""


def fails_in(error: BaseException) -> str:
    """A sentence about an error in a file that somebody gave, with its line; "" of other errors."""
    frames = {frame.filename for frame in traceback.extract_tb(error.__traceback__)}
    for path in given():
        if str(path) in frames:
            line, said = blamed(error, path)
            return f"{path.name}:{line}: {said}."
    return ""


def fields_of(state: State) -> str:
    """The position, field by field."""
    words = (f"{name} {' '.join(str(state[name].tolist()).split())}" for name in state.dtype.names)
    text = ", ".join(words)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


# -- lines -----------------------------------------------------------------------------------------


def line_of(game: Game, at: str, file: Path) -> int:
    """The line of the file that says what a rule, a method, a fact or a field is."""
    found = getattr(game.rules, at, None) if at in RULES else vars(type(game)).get(at)
    line = _line_of_function(found, file)
    return line or _line_of_name(file, at) or _line_of_name(file, type(game).__name__) or 1


def _line_of_function(found: Any, file: Path) -> int:
    function = getattr(found, "__wrapped__", found)
    code = getattr(getattr(function, "py_func", function), "__code__", None)
    if code is None or code.co_filename != str(file):
        return 0
    line: int = code.co_firstlineno
    while linecache.getline(str(file), line).lstrip().startswith("@"):
        line += 1
    return line


@cache
def _names(file: Path) -> dict[str, int]:
    """The first line of each name that is set, and of each text."""
    found: dict[str, int] = {}
    for node in ast.walk(parsed("".join(linecache.getlines(str(file))))):
        name: Any = None
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            name = node.name
        elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            name = node.id if isinstance(node, ast.Name) else node.attr
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            name = node.value
        if name is not None:
            found[name] = min(node.lineno, found.get(name, node.lineno))  # type: ignore[attr-defined]
    return found


def _line_of_name(file: Path, name: str) -> int:
    return _names(file).get(name, 0)
