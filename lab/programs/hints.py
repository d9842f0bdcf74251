"""What went wrong with a program, in one sentence: what somebody meant who forgot `cmd:` or a colon
in a seat, and which of a crashed program's last lines names the cause.

Few programs name it in their last line. Java, C#, Go and Node print afterwards where they were,
Node its version, Rust a note on how to see more; C++ and Rust break the sentence in two, and a
message of Python may have several lines.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Container, Sequence
from pathlib import Path

from lab.programs.spec import PROGRAM

_WHERE = re.compile(r"\s|\}$|Node\.js v|\(Use `node|note: |stack backtrace:")
_WHAT = re.compile(r"\s+what\(\):\s+(.*)")
_THROWN = re.compile(r"terminate called after throwing an instance of '(.*)'")
_RUST = re.compile(r"thread .* panicked at .*:$")
_GO = re.compile(r"(panic|fatal error): ")
_PYTHON = "Traceback (most recent call last):"


def cause(text: str) -> str:
    """The line that names the cause, "" if there is no text; without a known pattern, the last
    one.
    """
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    if not lines:
        return ""
    found = _after_traceback(lines) or _go_panic(lines)
    if found:
        return found
    at = len(lines) - 1
    while at > 0 and _WHERE.match(lines[at]) and not _WHAT.match(lines[at]):
        at -= 1
    return _joined(lines, at).strip() if not _is_only_where(lines, at) else lines[-1].strip()


def _after_traceback(lines: Sequence[str]) -> str:
    """Python's exception, whose message may have more lines."""
    if _PYTHON not in lines:
        return ""
    begin = len(lines) - lines[::-1].index(_PYTHON)
    return next((line for line in lines[begin:] if not line.startswith(" ")), "")


def _go_panic(lines: Sequence[str]) -> str:
    """Go's, which is followed by what each goroutine was doing."""
    panics = [line for line in lines if _GO.match(line)]
    return panics[-1] if panics and any(line.startswith("goroutine ") for line in lines) else ""


def _is_only_where(lines: Sequence[str], at: int) -> bool:
    return at == 0 and _WHERE.match(lines[0]) is not None


def _joined(lines: Sequence[str], at: int) -> str:
    """The sentence that ends in this line, which may begin in the one before."""
    before = lines[at - 1] if at else ""
    what, thrown = _WHAT.match(lines[at]), _THROWN.match(before)
    if what is not None:
        return f"{thrown[1]}: {what[1]}" if thrown is not None else what[1]
    if _RUST.match(before):
        return f"{before} {lines[at]}"
    return lines[at]


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
