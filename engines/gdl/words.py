"""What a file beside a sheet says about how it looks: a title and a line about the game, names of
roles and relations, short texts and colours of pieces. Nothing that is played depends on it.

`NAME.toml` is read beside `NAME.kif`; whatever is wrong with it is one sentence, and the sheet then
looks as it does without.
"""

from __future__ import annotations

import dataclasses
import difflib
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engines.gdl.reading import Note
from engines.knobs import Knob, KnobError, Value, choice, text
from engines.versions import WORDS

LARGEST = 1 << 16  # bytes
MOST_ENTRIES = 500  # of a table
LONGEST, SHORT = 200, 4  # characters of a text, and of one in a cell
COLOURS = {
    "seat1": "that of the first role",
    "seat2": "that of the second role, and so on",
    **{f"seat{k}": f"that of role {k}" for k in range(3, 9)},
    "dark": "as text",
    "grey": "as small text",
    "pale": "as the track of a bar",
    "yellow": "as a mark",
}
# what boards are made of, and by how many cells each row is to the right of the one below
LEANS = {"squares": 0.0, "hexagons": 0.5, "hexagons left": -0.5}
GRIDS = {
    "squares": "rows above one another",
    "hexagons": "each row half a cell to the right of the one below",
    "hexagons left": "each row half a cell to the left of the one below",
}
_SCENE = {"dark": "ink", "grey": "wall", "pale": "track", "yellow": "mark_edge"}


def _each(of: Any, longest: int = LONGEST) -> Any:
    """A table whose values are all such knobs."""
    facts = {"each": of.metadata["knob"], "longest": longest}
    return dataclasses.field(default_factory=dict, metadata=facts)


@dataclass(frozen=True)
class SheetWords:
    """All that such a file may say. Keys of tables are words of the sheet."""

    title: str = text("", "Title", "what the game is called")
    about: str = text("", "About", "one line about it, where it has no page of rules")
    grid: str = choice("squares", GRIDS, "Grid", "what boards are made of")
    roles: Mapping[str, str] = _each(text("", "Roles", "what a role is called"))
    pieces: Mapping[str, str] = _each(text("", "Pieces", "what stands in a cell for it"), SHORT)
    colours: Mapping[str, str] = _each(choice("dark", COLOURS, "Colours", "a piece's colour"))
    facts: Mapping[str, str] = _each(
        text("", "Facts", "what a relation is called beside the board; empty hides it")
    )

    @property
    def lean(self) -> float:
        """By how many cells each row of a board is to the right of the one below."""
        return LEANS[self.grid]

    def role(self, name: str) -> str:
        """What a role is called."""
        return self.roles.get(name, name)

    def colour(self, piece: str, roles: int) -> str:
        """The colour of a piece in a scene of so many roles; "" without one of its own."""
        said = self.colours.get(piece, "")
        if not said.startswith("seat"):
            return _SCENE.get(said, "")
        seat = int(said.removeprefix("seat")) - 1
        return f"seat{seat}" if seat < roles else ""


NO_WORDS = SheetWords()


class OddWords(KnobError):
    """What is wrong with such a file, as a phrase, and the key that it is about; "" without one."""

    def __init__(self, said: str, key: str = "") -> None:
        super().__init__(said)
        self.key = key


def words_beside(sheet: Path, rules: str) -> tuple[SheetWords, Note | None]:
    """What the file beside a sheet with these `rules` says; and where it cannot be used, the line
    and why.
    """
    file, said = sheet.with_suffix(WORDS), ""
    try:
        if not file.is_file():  # nor is a pipe one
            return NO_WORDS, None
        with file.open("rb") as opened:
            data = opened.read(LARGEST + 1)
        if len(data) > LARGEST:
            return NO_WORDS, (1, f"it is larger than {LARGEST >> 10} KB")
        said = data.decode("utf-8-sig")
        return words_of(said, rules), None
    except OSError as error:
        return NO_WORDS, (1, f"it cannot be read: {error.strerror}")
    except UnicodeDecodeError:
        return NO_WORDS, (1, "it is not a text in UTF-8")
    except OddWords as error:
        return NO_WORDS, (_line_of(error.key, said), str(error))


def _line_of(key: str, said: str) -> int:
    """Where a key is, as far as that is plain; else the first line."""
    name = re.escape(key.partition(".")[2] or key)
    place = rf"""^\s*(\[\s*|[\w-]+\.)?["']?{name}["']?\s*[=\]]"""
    found = re.search(place, said, re.M) if key else None
    return 1 + said.count("\n", 0, found.end()) if found else 1


def words_of(said: str, rules: str) -> SheetWords:
    """What a text says about a sheet with these `rules`; OddWords if it cannot be used."""
    try:
        found = tomllib.loads(said.replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError as error:
        raise OddWords(f"it is not TOML: {error}") from None
    except (ValueError, RecursionError):
        raise OddWords("it has a number or a list that no words have") from None
    fields = {each.name: each.metadata for each in dataclasses.fields(SheetWords)}
    used = set(re.findall(r"[^\s()]+", re.sub(r";.*", "", rules).lower()))
    made: dict[str, Any] = {}
    for key, value in found.items():
        if key not in fields:
            raise OddWords(f"there is no key {key}{_near(key, fields)}", key)
        facts = fields[key]
        if "knob" in facts:
            made[key] = _checked(Knob(key, **facts["knob"]), value, LONGEST)
        elif isinstance(value, dict) and len(value) <= MOST_ENTRIES:
            made[key] = {
                _known(key, name, used): _checked(
                    Knob(f"{key}.{name}", **facts["each"]), each, facts["longest"]
                )
                for name, each in value.items()
            }
        else:
            raise OddWords(f"{key} should be a table of at most {MOST_ENTRIES} lines", key)
    return SheetWords(**made)


def _known(key: str, name: str, used: set[str]) -> str:
    """The name as the sheet's terms have it; OddWords where the sheet has no such word."""
    words = name.lower().split()
    strange = next((word for word in words if word not in used), None)
    if strange is None and words:
        return " ".join(words)
    advice = _near(strange or "", used)
    raise OddWords(f"{key}.{name} is no word of the sheet{advice}", f"{key}.{name}")


def _near(name: str, known: Iterable[str]) -> str:
    """The end of a phrase about an unknown name: what was meant, perhaps."""
    close = difflib.get_close_matches(name, list(known), 1, 0.5)
    return f"; perhaps {close[0]} is meant" if close else ""


def _checked(knob: Knob, value: Any, longest: int) -> Value:
    said = ""
    if not isinstance(value, str):
        said = f"{knob.name} should be a text"
    elif len(value) > longest:
        said = f"{knob.name} is longer than {longest} characters"
    elif not value.isprintable():
        said = f"{knob.name} has characters that cannot be shown"
    try:
        if not said:
            return knob.check(value)
    except KnobError as error:
        said = str(error).removesuffix(".")
    raise OddWords(said, knob.name)
