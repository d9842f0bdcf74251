"""The choices of each kind of export, a form for each."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QWidget,
)

from lab.export.growth import MOST_FRAMES, SPACINGS
from lab.export.schema import TABLES
from lab.ui.export.choice import ExportChoice
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.number_boxes import CountBox
from lab.ui.parts.segments import Choice, Segments

SIZES = (480, 640, 960, 1280)  # widths of a film, pixels
SCALES = (1, 2, 3)
MOST_MS, MOST_LEAST = 5000, 1_000_000
ROWS_OF = {
    "turns": "a row for each agent and turn",
    "decisions": "a row for each search and turn",
    "actions": "a row for each root action of each search",
    "nodes": "a row for each node of each tree: the searches are made again",
    "review": "a row for each move of each review",
    "growth": "how the first search of these turns came to its choice: it is made again",
}


class ExportForm(QWidget):
    """Rows of choices; `changed` after each of the user's."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = QFormLayout(self)
        self.rows.setContentsMargins(0, 0, 0, 0)
        self.rows.setHorizontalSpacing(12)
        self.rows.setVerticalSpacing(8)
        self.rows.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.rows.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        self.format = Combo("Format", self)
        self.format.picked.connect(self._told)

    def _told(self, _value: object = None) -> None:
        self.changed.emit()

    def _row(self, name: str, *parts: QWidget) -> None:
        """A labelled row."""
        label, row = QLabel(name, self), QHBoxLayout()
        row.setSpacing(6)
        for part in parts:
            row.addWidget(part)
        if all(part.sizePolicy().horizontalPolicy() != _EXPANDING for part in parts):
            row.addStretch(1)
        label.setBuddy(parts[0])
        self.rows.addRow(label, row)

    def _number(self, name: str, low: int, high: int, suffix: str = "") -> CountBox:
        box = CountBox(name, low, high, low)
        box.setSuffix(suffix)
        box.valueChanged.connect(self._told)
        return box

    def _box(self, name: str, tip: str = "") -> QCheckBox:
        box = QCheckBox(name, self)
        box.setToolTip(tip)
        box.clicked.connect(self._told)
        return box

    def _segments(self, name: str, choices: Mapping[Hashable, str]) -> Segments:
        found = Segments(name, [Choice(value, text) for value, text in choices.items()])
        found.chosen.connect(self._told)
        return found

    def set_formats(self, entries: Sequence[Entry]) -> None:
        """The formats; those that cannot be written here say why."""
        self.format.set_entries(entries)

    def show_choice(self, choice: ExportChoice) -> None:
        """Shows a choice, without a signal."""
        self.blockSignals(True)
        self._show(choice)
        self.blockSignals(False)

    def _show(self, choice: ExportChoice) -> None:
        """Puts a choice into the rows."""
        raise NotImplementedError

    def taken(self, choice: ExportChoice) -> ExportChoice:
        """The choice with what the rows say."""
        raise NotImplementedError


_EXPANDING = QSizePolicy.Policy.Expanding


def _usable(box: Combo, wanted: str, entries: Sequence[Entry]) -> None:
    """Chooses an entry, or the first that can be, where that one cannot."""
    able = [entry.name for entry in entries if not entry.reason]
    box.choose(wanted if wanted in able else next(iter(able), ""))


class PictureForm(ExportForm):
    """A view, PNG or SVG, and the size."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = Combo("View", self)
        self.scale = self._segments("Size", {scale: f"{scale}x" for scale in SCALES})
        self.size_words = QLabel(self)
        self.size_words.setProperty("look", "note")
        self.view.picked.connect(self._told)
        self._row("View", self.view)
        self._row("Format", self.format)
        self._row("Size", self.scale, self.size_words)
        self._formats: Sequence[Entry] = ()

    def set_formats(self, entries: Sequence[Entry]) -> None:
        super().set_formats(entries)
        self._formats = entries

    def _show(self, choice: ExportChoice) -> None:
        self.view.choose(choice.view if self.view.has(choice.view) else "window")
        _usable(self.format, choice.picture, self._formats)
        self.scale.set_value(choice.scale if choice.scale in SCALES else 1)

    def taken(self, choice: ExportChoice) -> ExportChoice:
        return replace(
            choice,
            view=self.view.name,
            picture=self.format.name,
            scale=int(str(self.scale.value())),
        )


class FilmForm(ExportForm):
    """What both kinds of films share: format, width, and how long an image stays."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.width_box = Combo("Width", self)
        self.width_box.set_entries([Entry(str(size), f"{size} pixels") for size in SIZES])
        self.width_box.picked.connect(self._told)
        self._formats: Sequence[Entry] = ()

    def set_formats(self, entries: Sequence[Entry]) -> None:
        super().set_formats(entries)
        self._formats = entries

    def _show(self, choice: ExportChoice) -> None:
        _usable(self.format, choice.film, self._formats)
        self.width_box.choose(str(choice.width if choice.width in SIZES else SIZES[1]))

    def taken(self, choice: ExportChoice) -> ExportChoice:
        return replace(choice, film=self.format.name, width=int(self.width_box.name))


class MatchForm(FilmForm):
    """The match, or a part of it, and what is drawn with it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.first = self._number("From turn", 0, 0)
        self.last = self._number("To turn", 0, 0)
        self.pace = self._number("Time of a turn", 20, MOST_MS, " ms")
        self.names = self._box("Names")
        self.paths = self._box("Predicted paths", "Where each search expected its own agents to go")
        self.values = self._box("Values", "What each position is worth for each seat")
        self.notes = self._box("Marks and comments", "What was noted about the turns")
        self._row("From", self.first, QLabel("to", self), self.last)
        self._row("A turn takes", self.pace)
        self._row("Format", self.format)
        self._row("Width", self.width_box)
        self._row("With", self.names, self.paths)
        self._row("", self.values, self.notes)

    def set_turns(self, most: int, has_places: bool) -> None:
        """How many turns there are, and whether agents have places, so that names and paths are
        drawn.
        """
        for box in (self.first, self.last):
            box.setMaximum(most)
        for check in (self.names, self.paths):
            check.setEnabled(has_places)

    def _show(self, choice: ExportChoice) -> None:
        super()._show(choice)
        self.first.setValue(choice.first)
        self.last.setValue(choice.last)
        self.pace.setValue(choice.turn_ms)
        for box, on in zip(self._boxes, self._chosen(choice), strict=True):
            box.setChecked(on)

    @property
    def _boxes(self) -> tuple[QCheckBox, ...]:
        return self.names, self.paths, self.values, self.notes

    @staticmethod
    def _chosen(choice: ExportChoice) -> tuple[bool, ...]:
        return choice.names, choice.paths, choice.values, choice.notes

    def taken(self, choice: ExportChoice) -> ExportChoice:
        names, paths, values, notes = (box.isChecked() for box in self._boxes)
        return replace(
            super().taken(choice),
            first=min(self.first.value(), self.last.value()),
            last=self.last.value(),
            turn_ms=self.pace.value(),
            names=names,
            paths=paths,
            values=values,
            notes=notes,
        )


class GrowthForm(FilmForm):
    """Whose search, of which turn, at which moments."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.turn = self._number("Turn", 1, 1)
        self.seat = Combo("Seat", self)
        self.seat.picked.connect(self._told)
        self.frames = self._number("Images", 2, MOST_FRAMES)
        self.spacing = self._segments("Spaced", {name: _SPACED[name] for name in SPACINGS})
        self.pace = self._number("Time of an image", 20, MOST_MS, " ms")
        self._row("Turn", self.turn)
        self._row("Search of", self.seat)
        self._row("Images", self.frames)
        self._row("Spaced", self.spacing)
        self._row("An image takes", self.pace)
        self._row("Format", self.format)
        self._row("Width", self.width_box)

    def set_turns(self, most: int, seats: Sequence[Entry]) -> None:
        """How many turns there are, and who searches."""
        self.turn.setRange(min(1, most), most)
        self.seat.set_entries(seats)

    def _show(self, choice: ExportChoice) -> None:
        super()._show(choice)
        self.turn.setValue(choice.turn)
        self.seat.choose(str(choice.seat))
        self.frames.setValue(choice.frames)
        self.spacing.set_value(choice.spacing if choice.spacing in SPACINGS else SPACINGS[1])
        self.pace.setValue(choice.image_ms)

    def taken(self, choice: ExportChoice) -> ExportChoice:
        return replace(
            super().taken(choice),
            turn=self.turn.value(),
            seat=int(self.seat.name or 0),
            frames=self.frames.value(),
            spacing=str(self.spacing.value()),
            image_ms=self.pace.value(),
        )


_SPACED = {"evenly": "evenly", "powers": "by powers"}


class LessonForm(ExportForm):
    """All steps of a lesson, as a page or as a film."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pace = self._number("Time of a step", 20, MOST_MS, " ms")
        self._row("Format", self.format)
        self._row("A step takes", self.pace)
        self._formats: Sequence[Entry] = ()

    def set_formats(self, entries: Sequence[Entry]) -> None:
        super().set_formats(entries)
        self._formats = entries

    def _show(self, choice: ExportChoice) -> None:
        _usable(self.format, choice.lesson, self._formats)
        self.pace.setValue(choice.step_ms)

    def taken(self, choice: ExportChoice) -> ExportChoice:
        return replace(choice, lesson=self.format.name, step_ms=self.pace.value())


class TableForm(ExportForm):
    """Which tables, of which turns."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.first = self._number("From turn", 1, 1)
        self.last = self._number("To turn", 1, 1)
        self.least = self._number("Visits of a node", 1, MOST_LEAST)
        self.boxes = {name: self._box(name.capitalize(), ROWS_OF[name]) for name in TABLES}
        for number, box in enumerate(self.boxes.values()):
            self._row("Rows" if number == 0 else "", box)
        self._row("From", self.first, QLabel("to", self), self.last)
        self._row("Nodes of", self.least, QLabel("visits or more", self))
        self._row("Format", self.format)
        self._formats: Sequence[Entry] = ()

    def set_turns(self, most: int) -> None:
        """How many turns there are."""
        for box in (self.first, self.last):
            box.setRange(min(1, most), most)

    def set_formats(self, entries: Sequence[Entry]) -> None:
        super().set_formats(entries)
        self._formats = entries

    def _show(self, choice: ExportChoice) -> None:
        _usable(self.format, choice.table, self._formats)
        self.first.setValue(max(1, choice.first))
        self.last.setValue(choice.last)
        self.least.setValue(choice.least)
        for name, box in self.boxes.items():
            box.setChecked(name in choice.chosen_tables)

    def taken(self, choice: ExportChoice) -> ExportChoice:
        return replace(
            choice,
            table=self.format.name,
            first=min(self.first.value(), self.last.value()),
            last=self.last.value(),
            least=self.least.value(),
            tables=",".join(name for name, box in self.boxes.items() if box.isChecked()),
        )
