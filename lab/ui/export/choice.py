"""What is exported and how: everything that the dialog can be set to, and remembers."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from engines.knobs import KnobError, choice, integer, knobs, switch, text
from lab.export.growth import EVENLY, MOST_FRAMES, POWERS
from lab.words.asked import values_of

PICTURE, MATCH, GROWTH, LESSON = "picture", "match", "growth", "lesson"
TABLE = "table"
KINDS = {PICTURE: "Picture", MATCH: "Match", GROWTH: "Search", LESSON: "Lesson", TABLE: "Table"}
HTML = ".html"
MOST_MS, MOST_TURNS, MOST_LEAST = 5000, 10**9, 1_000_000
USUAL_TABLES = "turns,decisions,actions"


@dataclass(frozen=True)
class ExportChoice:
    """The state of the dialog. Turns and seats belong to one match, so they are not remembered."""

    kind: str = choice(PICTURE, KINDS, "What", "What is exported.")
    view: str = text("window", "View", "Its name among the views on show.")
    picture: str = text(".png", "Format", "The ending of the file.")
    film: str = text(".gif", "Format", "The ending of the file.")
    lesson: str = text(HTML, "Format", "The ending of the file.")
    table: str = text(".csv", "Format", "The ending of the file.")
    scale: int = integer(1, 1, 3, "Size", "Pixels of a PNG for each of the screen.")
    turn_ms: int = integer(200, 20, MOST_MS, "Time of a turn", "In a film.", unit="ms")
    image_ms: int = integer(120, 20, MOST_MS, "Time of an image", "Of a growing search.", unit="ms")
    step_ms: int = integer(1500, 20, MOST_MS, "Time of a step", "Of a lesson.", unit="ms")
    width: int = integer(640, 480, 1280, "Width", "Of a film.", unit="pixels")
    names: bool = switch(True, "Names", "")
    paths: bool = switch(True, "Predicted paths", "Where each search expected its own agents to go")
    values: bool = switch(True, "Values", "What each position is worth for each seat")
    notes: bool = switch(True, "Marks and comments", "What was noted about the turns")
    frames: int = integer(60, 2, MOST_FRAMES, "Images", "Moments of a growing search.")
    spacing: str = choice(
        POWERS, {EVENLY: "evenly", POWERS: "by powers"}, "Spaced", "The moments of a search."
    )
    tables: str = text(USUAL_TABLES, "Rows", "The tables, in order.")
    least: int = integer(10, 1, MOST_LEAST, "Visits of a node", "Of a node that is written.")
    # of the match on the board
    first: int = integer(0, 0, MOST_TURNS, "From turn", "The first turn.")
    last: int = integer(0, 0, MOST_TURNS, "To turn", "The last turn.")
    turn: int = integer(1, 0, MOST_TURNS, "Turn", "Of the search that grows.")
    seat: int = integer(0, 0, MOST_TURNS, "Seat", "Of the search that grows.")

    @classmethod
    def read(cls, found: Mapping[str, Any]) -> ExportChoice:
        """The choice as far as it is in `found`; values that do not fit are skipped."""
        kept = dict[str, Any]()
        for knob in knobs(cls):
            value: Any = found.get(knob.name)
            if knob.name in _OF_A_MATCH or type(value) is not type(knob.default):
                continue
            with suppress(KnobError):
                kept[knob.name] = knob.check(value)
        return cls(**kept)

    def kept(self) -> dict[str, Any]:
        """What is remembered."""
        return {name: v for name, v in values_of(self).items() if name not in _OF_A_MATCH}

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
