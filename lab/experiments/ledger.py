"""Files of results for other programs and stores: JSON lines, of which the first has the `format`,
the `version` and what was played. Readers skip keys that they do not know, and a last line that was
cut off.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from lab.batch.errors import BatchError
from lab.files.codec import OddLine
from lab.files.placing import Place
from lab.files.source import ordinary, parsed

Line = Mapping[str, Any]
# KeyError, TypeError or ValueError where the line does not belong to this file
Take = Callable[[Line], None]


def read_lines(path: Path, head: Line, begin: Callable[[Line], Take]) -> None:
    """Passes the first line to `begin`, the others to the function that it returns. `head` has the
    file's `format`, and the newest `version` that can be read. BatchError if it is another file, or
    damaged.
    """
    take: Take | None = None
    try:
        with ordinary(path).open("rb") as file:
            for line in file:
                if line.endswith(b"\n"):  # else it was cut off
                    take = _taken(line, path, head, begin, take)
    except OddLine as error:
        raise BatchError(f"{path} cannot be read: {error}.") from None
    if take is None:
        raise foreign(path, head)


def _taken(
    line: bytes, path: Path, head: Line, begin: Callable[[Line], Take], take: Take | None
) -> Take:
    """Takes a line; returns the function for the next one."""
    try:
        found = parsed(line)
        if take is not None:
            take(found)
            return take
        if found["format"] != head["format"]:
            raise ValueError("another format")
        if found["version"] > head["version"]:
            raise BatchError(f"{path} was written by a newer Smitsilab.")
        return begin(found)
    except BatchError:
        raise
    except (ValueError, KeyError, TypeError):
        if take is None:
            raise foreign(path, head) from None
        raise BatchError(f"{path} has a damaged line in its middle; name another file.") from None


def write_lines(path: Path, lines: Iterable[Line]) -> None:
    """Writes a file, which is whole or not there at all; one of that name is replaced."""
    encoded = (json.dumps(line, ensure_ascii=False, allow_nan=False) + "\n" for line in lines)
    with Place(path, replaces=True) as place:
        place.draft.write_text("".join(encoded), encoding="utf-8")


def foreign(path: Path, head: Line) -> BatchError:
    """The error for a file of another kind, which is left as it is."""
    kind = head["format"].removeprefix("smitsilab-")
    return BatchError(f"{path} does not begin like the results of a {kind}; name another file.")
