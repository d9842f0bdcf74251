"""What standard output and standard error can show.

A file or a pipe always gets UTF-8: what was played for an hour must not end in an error about a
minus sign, and a program that reads us should read the same text on every system. (Windows gives
redirected output the encoding of the region, a Unix without UTF-8 that of the locale.) A terminal
keeps the encoding that it shows; signs that it lacks are written in plain ASCII.
"""

from __future__ import annotations

import codecs
import io
import sys

PLAIN = "smitsilab.plain"  # the name of our way with signs that an encoding lacks
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
    """Sets standard output and standard error up; what is no text stream of Python's is left as it
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
    """Reads standard input as UTF-8; a byte that is none becomes a sign that says so."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")


def _plain(error: UnicodeError) -> tuple[str, int]:
    """The signs that could not be written, as the terminal can: in ASCII, or as their number."""
    assert isinstance(error, UnicodeEncodeError)
    signs = error.object[error.start : error.end]
    return "".join(_SIGNS.get(s) or _numbered(s) for s in signs), error.end


def _numbered(sign: str) -> str:
    return sign.encode("ascii", "backslashreplace").decode()
