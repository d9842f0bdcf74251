"""What somebody meant who forgot `cmd:` or a colon in a seat, as one sentence."""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Container
from pathlib import Path

from lab.programs.spec import PROGRAM

_SEAT = re.compile(r"(\w+)[\s:;,=?]+(.*\S)")
_BETWEEN = re.compile(r"[\s;,]+")
_PREFIX = re.compile(rf"{PROGRAM}\b[\s:;,=]*(.*\S)", re.IGNORECASE)


def meant(seat: str, algorithms: Container[str]) -> str:
    """The sentence for a seat that is neither an algorithm nor a program; "" if there is none."""
    prefixed = _PREFIX.fullmatch(seat)
    if prefixed is not None:
        return f'{seat} is not a seat; a program is written "{PROGRAM}:{prefixed[1]}".'
    found = _SEAT.fullmatch(seat)
    if found is not None and found[1] in algorithms:
        rest = ",".join(_BETWEEN.split(found[2]))
        return (
            f"{seat} is not a seat; parameters follow a colon, with commas between them: "
            f"{found[1]}:{rest}."
        )
    if _is_program(seat):
        return f'{seat} is not an algorithm; if it is a program, write "{PROGRAM}:{seat}".'
    return ""


def _is_program(seat: str) -> bool:
    """A path, a file's name, or a command with arguments."""
    try:
        word, *others = shlex.split(seat)
    except ValueError:
        return False
    if others and shutil.which(word) is not None:
        return True
    return bool({"/", "\\"} & set(word)) or bool(Path(word).suffix) or os.path.isfile(word)
