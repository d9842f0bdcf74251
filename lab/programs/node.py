"""CodinGame's JavaScript in node: a program that calls readline() gets the contest's globals."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from resources import path

_NODE = re.compile(r"node(js)?(\.exe)?", re.IGNORECASE)
_SCRIPTS = (".js", ".cjs", ".mjs")
_CALLS = re.compile(rb"(?<![.\w])readline\s*\(")
_MOST_READ = 1 << 20  # bytes of a script; a contest takes a tenth of that


def with_globals(words: Sequence[str]) -> list[str]:
    """The command's words; for a script of node that calls readline(), with the file that defines
    it, print, putstr and printErr. A script that has its own is not affected.
    """
    if not words or _NODE.fullmatch(Path(words[0]).name) is None:
        return list(words)
    script = next((Path(word) for word in words[1:] if Path(word).suffix in _SCRIPTS), None)
    if script is None or not _calls_readline(script):
        return list(words)
    return [words[0], "--require", str(path("codingame.cjs")), *words[1:]]


def _calls_readline(script: Path) -> bool:
    try:
        with script.open("rb") as file:
            return _CALLS.search(file.read(_MOST_READ)) is not None
    except OSError:
        return False
