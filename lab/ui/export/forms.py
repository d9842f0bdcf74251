"""What is exported and how, all that the dialog can be set to and remembers; and the form of each
kind of export, rows of the choices that belong to it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFormLayout, QLabel, QSizePolicy, QWidget

from engines.knobs import Knob, KnobError, choice, integer, knobs, switch, text
from lab.export.job import EVENLY, MOST_FRAMES, POWERS
from lab.export.schema import TABLES
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.layout import row
from lab.ui.parts.messages import one_line
from lab.ui.parts.number_boxes import CountBox
from lab.ui.parts.segments import Choice, Segments
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
    paths: bool = switch(True, "Expected paths", "Where each search expected its own agents to go")
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


Part = CountBox | QCheckBox | Segments | Combo

KNOBS = {knob.name: knob for knob in knobs(ExportChoice)}
SIZES = (480, 640, 960, 1280)  # widths of a film, pixels
SEGMENTS: Mapping[str, Mapping[Any, str]] = {
    "scale": {scale: f"{scale}x" for scale in (1, 2, 3)},
    "spacing": KNOBS["spacing"].choices,
}
COMBOS = ("view", "picture", "film", "lesson", "table", "width", "seat")
TURNS = ("From", "first", "to", "last")
FILM = (("Format", "film"), ("Width", "width"))
ROWS_OF = {
    "turns": "a row for each agent and turn",
    "decisions": "a row for each search and turn",
    "actions": "a row for each root action of each search",
    "nodes": "a row for each node of each tree: the searches are made again",
    "review": "a row for each move of each review",
    "growth": "how the first search of these turns came to its choice: it is made again",
}
ROWS: Mapping[str, Sequence[Sequence[str]]] = {  # a title, then fields, tables and words
    PICTURE: (("View", "view"), ("Format", "picture"), ("Size", "scale", "")),
    MATCH: (
        TURNS,
        ("A turn takes", "turn_ms"),
        *FILM,
        ("With", "names", "paths"),
        ("", "values", "notes"),
    ),
    GROWTH: (
        ("Turn", "turn"),
        ("Search of", "seat"),
        ("Images", "frames"),
        ("Spaced", "spacing"),
        ("An image takes", "image_ms"),
        *FILM,
    ),
    LESSON: (("Format", "lesson"), ("A step takes", "step_ms")),
    TABLE: (
        *(("" if k else "Rows", f"rows of {name}") for k, name in enumerate(TABLES)),
        TURNS,
        ("Nodes of", "least", "visits or more"),
        ("Format", "table"),
    ),
}


class ExportForm(QWidget):
    """Rows of choices; `changed` after each of the user's. `parts` are the controls by the names of
    their fields, `boxes` those of the tables.
    """

    changed = Signal()

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.kind, self.parts, self.boxes = kind, dict[str, Part](), dict[str, QCheckBox]()
        self.words = one_line("", "note", self)  # what there is to say of a picture's size
        self.rows = QFormLayout(self)
        self.rows.setContentsMargins(0, 0, 0, 0)
        self.rows.setHorizontalSpacing(12)
        self.rows.setVerticalSpacing(8)
        self.rows.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.rows.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        for title, *names in ROWS[kind]:
            self._row(title, [self._part(name) for name in names])
        if "width" in self.parts:
            self.set_entries("width", [Entry(str(size), f"{size} pixels") for size in SIZES])

    def _row(self, name: str, parts: Sequence[QWidget]) -> None:
        """A labelled row."""
        label = QLabel(name, self)
        box = row(*parts, gap=6)
        growing = QSizePolicy.Policy.Expanding
        if all(part.sizePolicy().horizontalPolicy() != growing for part in parts):
            box.addStretch(1)
        label.setBuddy(parts[0])
        self.rows.addRow(label, box)

    def _part(self, name: str) -> QWidget:
        """The control of a field or of a table, or words between two of them."""
        table = name.removeprefix("rows of ")
        if table != name:
            box = self.boxes[table] = _switch(table.capitalize(), ROWS_OF[table])
            box.clicked.connect(self._told)
            return box
        if name not in KNOBS:
            return QLabel(name, self) if name else self.words
        part = self.parts[name] = _made(KNOBS[name])
        match part:
            case CountBox():
                part.valueChanged.connect(self._told)
            case QCheckBox():
                part.clicked.connect(self._told)
            case Segments():
                part.chosen.connect(self._told)
            case Combo():
                part.picked.connect(self._told)
        return part

    def _told(self, _value: object = None) -> None:
        self.changed.emit()

    # -- setters -----------------------------------------------------------------------------------

    def set_entries(self, name: str, entries: Sequence[Entry]) -> None:
        """What there is to choose for a field; what cannot be chosen here says why."""
        part = self.parts[name]
        assert isinstance(part, Combo)
        part.set_entries(entries)

    def set_turns(self, most: int) -> None:
        """How many turns there are; a film begins with the position before the first."""
        least = 0 if self.kind == MATCH else min(1, most)
        for name in ("first", "last", "turn"):
            if isinstance(part := self.parts.get(name), CountBox):
                part.setRange(least, most)

    def show_choice(self, choice: ExportChoice) -> None:
        """Shows a choice, without a signal."""
        with QSignalBlocker(self):
            for name, part in self.parts.items():
                _show(part, getattr(choice, name))
            for name, box in self.boxes.items():
                box.setChecked(name in choice.chosen_tables)

    def taken(self, choice: ExportChoice) -> ExportChoice:
        """The choice with what the rows say."""
        found = dict[str, Any]()
        for name, part in self.parts.items():
            kind = type(getattr(choice, name))
            found[name] = kind(_value(part) or kind())  # a list may be empty
        if "first" in found:
            found["first"] = min(found["first"], found["last"])
        if self.boxes:
            found["tables"] = ",".join(n for n, box in self.boxes.items() if box.isChecked())
        return replace(choice, **found)


# -- controls --------------------------------------------------------------------------------------


def _made(knob: Knob) -> Part:
    """The control of a field."""
    if knob.name in COMBOS:
        return Combo(knob.title)
    if knob.name in SEGMENTS:
        words = SEGMENTS[knob.name]
        return Segments(knob.title, [Choice(value, text) for value, text in words.items()])
    if knob.kind == "switch":
        return _switch(knob.title, knob.help)
    box = CountBox(knob.title, int(knob.low), int(knob.high), int(knob.low))
    box.setSuffix(f" {knob.unit}" if knob.unit else "")
    return box


def _switch(title: str, tip: str) -> QCheckBox:
    box = QCheckBox(title)
    box.setToolTip(tip)
    return box


def _show(part: Part, value: Any) -> None:
    match part:
        case CountBox():
            part.setValue(value)
        case QCheckBox():
            part.setChecked(value)
        case Segments():
            part.set_value(value)
        case Combo():
            part.choose_usable(str(value))


def _value(part: Part) -> Any:
    match part:
        case CountBox():
            return part.value()
        case QCheckBox():
            return part.isChecked()
        case Segments():
            return part.value()
        case Combo():
            return part.name
