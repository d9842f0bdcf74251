"""Reads files from untrusted sources: only ordinary files, limited when unpacked, and JSON no
deeper or longer than a record of a match can be.
"""

from __future__ import annotations

import json
import stat
import zlib
from pathlib import Path
from typing import Any

from lab.files.codec import OddLine

MOST_BYTES = 1 << 26  # of a file, also unpacked: two hundred times a long match
MOST_LINES = 50_000  # of a replay, which may have many branches
MOST_DEPTH = 32  # nesting of lists and objects
_GZIP = b"\x1f\x8b"
_FLUSHED = b"\x00\x00\xff\xff"  # the end of what a packer has put out so far
_PIECE = 1 << 12  # packed bytes; they unpack to four megabytes at most


def contents(path: Path) -> tuple[bytes, bool]:
    """The file's bytes, unpacked if packed, and whether they are complete.

    OddLine if it is not an ordinary file or is too large, OSError if it cannot be read.
    """
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise OddLine("it is a pipe or a device, not a file")
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    return _unpacked(data) if data.startswith(_GZIP) else (bytes(_allowed(data)), True)


def _allowed(data: bytes | bytearray) -> bytes | bytearray:
    if len(data) > MOST_BYTES:
        raise OddLine(f"it holds more than {MOST_BYTES >> 20} megabytes, which no match does")
    return data


def _unpacked(data: bytes) -> tuple[bytes, bool]:
    """The bytes of a gzip file, as far as it can be unpacked, and whether they are complete: also
    where they end as a writer that goes on leaves them.
    """
    unpacker, text = zlib.decompressobj(wbits=31), bytearray()
    try:
        for start in range(0, len(_allowed(data)), _PIECE):
            text += unpacker.decompress(data[start : start + _PIECE])
            _allowed(text)
    except zlib.error:
        return bytes(text), False
    return bytes(text), unpacker.eof or data.endswith(_FLUSHED)


def parsed(text: bytes | str) -> Any:
    """The value of a JSON text; ValueError if it is not JSON, nests too deep, or has invalid
    characters.
    """
    try:
        found = json.loads(text)
    except RecursionError:
        raise OddLine("it nests too deep") from None
    _look(found, MOST_DEPTH)
    return found


def _look(value: Any, depth: int) -> None:
    """Checks a value for things that only a forged file contains."""
    if depth == 0:
        raise OddLine("it nests too deep")
    if isinstance(value, str):
        value.encode()  # half of a surrogate pair cannot be shown
    elif isinstance(value, dict):
        for name, each in value.items():
            name.encode()
            _look(each, depth - 1)
    elif isinstance(value, list):
        for each in value:
            if not isinstance(each, int | float):
                _look(each, depth - 1)
