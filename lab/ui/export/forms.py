"""The form of each kind of export: rows of the choices that belong to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFormLayout, QHBoxLayout, QLabel, QSizePolicy, QWidget

from engines.knobs import Knob, knobs
from lab.export.schema import TABLES
from lab.ui.export.choice import GROWTH, LESSON, MATCH, PICTURE, TABLE, ExportChoice
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.number_boxes import CountBox
from lab.ui.parts.segments import Choice, Segments

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

    def __init__(self, kind: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind, self.parts, self.boxes = kind, dict[str, Part](), dict[str, QCheckBox]()
        self.words = QLabel(self)  # what there is to say of a picture's size
        self.words.setProperty("look", "note")
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
        label, row = QLabel(name, self), QHBoxLayout()
        row.setSpacing(6)
        for part in parts:
            row.addWidget(part)
        growing = QSizePolicy.Policy.Expanding
        if all(part.sizePolicy().horizontalPolicy() != growing for part in parts):
            row.addStretch(1)
        label.setBuddy(parts[0])
        self.rows.addRow(label, row)

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
        self.blockSignals(True)
        for name, part in self.parts.items():
            _show(part, getattr(choice, name))
        for name, box in self.boxes.items():
            box.setChecked(name in choice.chosen_tables)
        self.blockSignals(False)

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
