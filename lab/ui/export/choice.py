"""What is exported and how: everything that the dialog can be set to, and remembers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

PICTURE, MATCH, GROWTH, LESSON = "picture", "match", "growth", "lesson"
TABLE = "table"
KINDS = (PICTURE, MATCH, GROWTH, LESSON, TABLE)
HTML = ".html"


@dataclass(frozen=True)
class ExportChoice:
    """The state of the dialog. Turns and seats belong to one match, so they are not remembered."""

    kind: str = PICTURE
    view: str = "window"  # its name among the views on show
    picture: str = ".png"  # endings of the files
    film: str = ".gif"
    lesson: str = HTML
    table: str = ".csv"
    scale: int = 1  # pixels of a PNG for each of the screen
    turn_ms: int = 200
    image_ms: int = 120  # of a growing search
    step_ms: int = 1500  # of a lesson
    width: int = 640  # of a film, pixels
    names: bool = True
    paths: bool = True
    values: bool = True
    notes: bool = True  # marks and comments
    frames: int = 60
    spacing: str = "powers"
    tables: str = "turns,decisions,actions"
    least: int = 10  # visits of a node
    # of the match on the board
    first: int = 0
    last: int = 0
    turn: int = 1
    seat: int = 0

    @classmethod
    def read(cls, found: Mapping[str, Any]) -> ExportChoice:
        """The choice as far as it is in `found`; values of another type are skipped."""
        usual = asdict(cls())
        known = {n: v for n, v in found.items() if n in usual and type(v) is type(usual[n])}
        return cls(**(usual | {n: v for n, v in known.items() if n not in _OF_A_MATCH}))

    def kept(self) -> dict[str, Any]:
        """What is remembered."""
        names = (each.name for each in fields(self))
        return {name: getattr(self, name) for name in names if name not in _OF_A_MATCH}

    @property
    def pattern(self) -> str:
        """Files of that ending, as a dialog asks for them."""
        return f"*{self.ending} (*{self.ending})"

    @property
    def ending(self) -> str:
        """The ending of the file's name."""
        films = {MATCH: self.film, GROWTH: self.film, LESSON: self.lesson}
        return ({PICTURE: self.picture, TABLE: self.table} | films)[self.kind]

    @property
    def chosen_tables(self) -> tuple[str, ...]:
        """The tables, in order."""
        return tuple(name for name in self.tables.split(",") if name)


_OF_A_MATCH = frozenset({"first", "last", "turn", "seat"})
