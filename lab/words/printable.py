"""What a terminal may be shown of a text that came from a file or a program.

A control character in it could move the cursor, rename the window or hide what follows; half of a
surrogate pair could not be written at all.
"""

from __future__ import annotations

import re
from unicodedata import category

# controls, formats (which turn the writing direction), halves of pairs, unknown, line ends
_UNSEEN = ("Cc", "Cf", "Cs", "Cn", "Co", "Zl", "Zp")


LONGEST_NAME = 80


def whole_text(text: str) -> str:
    """The text with U+FFFD for each half of a surrogate pair."""
    if text.isascii() or not any("\ud800" <= sign <= "\udfff" for sign in text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def no_name(text: str) -> str:
    """Why a text cannot name anything, as a clause; "" if it can: a line of visible characters."""
    if not text.strip():
        return "it is empty"
    if text != text.strip():
        return "it has spaces around it"
    if not text.isprintable():
        return "it has characters that cannot be seen"
    if len(text) > LONGEST_NAME:
        return f"it is longer than {LONGEST_NAME} characters"
    return ""


def file_name(text: str) -> str:
    """The text as a file of any system may be named."""
    return re.sub(r'[\\/:*?"<>|]+', "-", text).strip(" .-") or "report"


def named(text: str) -> str:
    """A name from a file as it may be shown: one line, not too long."""
    return printable(" ".join(text.split()))[:LONGEST_NAME]


def printable(text: str) -> str:
    """The text with everything but line ends that is no visible character as a visible escape."""
    return text if text.isprintable() else "".join(map(_visible, text))


def markdown(text: str) -> str:
    """The text as Markdown shows it, on one line. An underline within a word marks nothing."""
    marks = r"([\\|*`<\[\]]|(?<!\w)_|_(?!\w))"
    return re.sub(marks, r"\\\1", " ".join(printable(text).split()))


def printable_json(text: str) -> str:
    """The same for a text of JSON: the escapes are JSON's."""
    return "".join(_in_json(sign) if category(sign) in _UNSEEN else sign for sign in text)


def _visible(sign: str) -> str:
    if sign == "\n" or category(sign) not in _UNSEEN:
        return sign
    return sign.encode("unicode_escape").decode()


def _in_json(sign: str) -> str:
    units = sign.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[k : k + 2].hex()}" for k in range(0, len(units), 2))
