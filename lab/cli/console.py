"""Encodings of the standard streams.

A file or a pipe always gets UTF-8: an hour of matches must not end in an error about a minus sign,
and a program that reads us should get the same text on every system. (Windows gives redirected
output the encoding of the region, a Unix without UTF-8 that of the locale.) A terminal keeps its
encoding; characters that it lacks are written in plain ASCII.
"""

from __future__ import annotations

import codecs
import io
import sys

PLAIN = "smitsilab.plain"  # name of our error handler for characters that an encoding lacks
_SIGNS = {
    "−": "-",
    "–": "-",
    "…": "...",
    "·": "*",
    "×": "x",
    "±": "+-",
    "°": " deg",
    "≤": "<=",
    "≥": ">=",
    "→": "->",
    "∞": "inf",
    "²": "2",
    "√": "sqrt",
    "━": "=",
    "“": '"',
    "”": '"',
    "’": "'",
    "α": "alpha",
    "β": "beta",
    "♠": "s",
    "♥": "h",
    "♦": "d",
    "♣": "c",
}


def speak() -> None:
    """Sets standard output and standard error up; anything but a Python text stream is left as it
    is.
    """
    codecs.register_error(PLAIN, _plain)
    for stream in (sys.stdout, sys.stderr):
        if not isinstance(stream, io.TextIOWrapper):
            continue
        if stream.isatty():
            stream.reconfigure(errors=PLAIN)
        else:
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def hear() -> None:
    """Reads standard input as UTF-8; an invalid byte becomes a replacement character."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")


def _plain(error: UnicodeError) -> tuple[str, int]:
    """The characters that could not be encoded, in ASCII or as their code points."""
    assert isinstance(error, UnicodeEncodeError)
    signs = error.object[error.start : error.end]
    return "".join(_SIGNS.get(s) or _numbered(s) for s in signs), error.end


def _numbered(sign: str) -> str:
    return sign.encode("ascii", "backslashreplace").decode()
