"""The gate for files from outside: only ordinary files, of a limited size also when unpacked, text
that is UTF-8, and JSON no deeper or longer than a record of a match can be.
"""

from __future__ import annotations

import json
import stat
import zlib
from pathlib import Path
from typing import Any

from lab.files.codec import OddLine
from lab.words.printable import whole_text

MOST_BYTES = 1 << 26  # of a file, also unpacked: two hundred times a long match
MOST_TEXT = 1 << 22  # bytes of a text that somebody wrote
MOST_LINES = 50_000  # of a replay, which may have many branches
MOST_DEPTH = 32  # nesting of lists and objects
_GZIP = b"\x1f\x8b"
_FLUSHED = b"\x00\x00\xff\xff"  # the end of what a packer has put out so far
_PIECE = 1 << 12  # packed bytes; they unpack to four megabytes at most


def contents(path: Path) -> tuple[bytes, bool]:
    """The file's bytes, unpacked if packed, and whether they are complete.

    OddLine if it is not an ordinary file or is too large, OSError if it cannot be read.
    """
    with ordinary(path).open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    return _unpacked(data) if data.startswith(_GZIP) else (bytes(_allowed(data)), True)


def ordinary(path: Path) -> Path:
    """The path; OddLine if opening it could wait for ever, OSError if there is nothing."""
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise OddLine("it is a pipe or a device, not a file")
    return path


def text_of(path: Path) -> str:
    """A text that somebody wrote; OddLine if it is none or too large, OSError if it cannot be
    read.
    """
    with ordinary(path).open("rb") as file:
        data = file.read(MOST_TEXT + 1)
    if len(data) > MOST_TEXT:
        raise OddLine(f"it holds more than {MOST_TEXT >> 20} megabytes, which no such text does")
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise OddLine("it is not a text in UTF-8") from None


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
    """The value of a JSON text, with U+FFFD for each half of a surrogate pair; ValueError if it is
    not JSON or nests too deep.
    """
    try:
        found = json.loads(text)
    except RecursionError:
        raise OddLine("it nests too deep") from None
    return _whole(found) if _look(found, MOST_DEPTH) else found


def _look(value: Any, depth: int) -> bool:
    """Whether a text in the value has a half of a pair, as programs that cut text by UTF-16 leave
    them; OddLine where it nests as only a forged file does.
    """
    if depth == 0:
        raise OddLine("it nests too deep")
    if isinstance(value, str):
        return whole_text(value) != value
    if isinstance(value, dict):
        return any([_look(name, depth) | _look(each, depth - 1) for name, each in value.items()])
    if isinstance(value, list):
        return any([_look(each, depth - 1) for each in value if not isinstance(each, int | float)])
    return False


def _whole(value: Any) -> Any:
    """The value with texts that can be shown."""
    if isinstance(value, str):
        return whole_text(value)
    if isinstance(value, dict):
        return {whole_text(name): _whole(each) for name, each in value.items()}
    return list(map(_whole, value)) if isinstance(value, list) else value
