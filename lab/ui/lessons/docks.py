"""The docks of every lesson: Set-up at the left, the reasons at the right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engines.knobs import Knob, Value, knobs, shown
from lab.lesson.asked import LessonQuestion
from lab.ui.lessons.choice import LessonChoice
from lab.ui.lessons.why import Why
from lab.ui.parts import theme
from lab.ui.parts.knob_list import Row, knob_row
from lab.ui.parts.layout import SlimScroll
from lab.ui.parts.segments import Segments
from lab.ui.setup.dock import TITLE_LINE, hairline

# what a row offers of what may be asked
OFFERED = {"seed": (0, 100), "c": (0.01, 10.0)}


class TitledDock(QWidget):
    """A dock with a title line, and room below it."""

    def __init__(self, title: str, right: int, extra: QWidget | None = None) -> None:
        super().__init__()
        self._top, heading = QWidget(), QLabel(title)
        heading.setProperty("look", "title")
        row, self.column = QHBoxLayout(self._top), QVBoxLayout(self)
        row.setContentsMargins(12, 6, right, 0)
        row.addWidget(heading, 1)
        if extra is not None:
            row.addWidget(extra)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(0)
        self.column.addWidget(self._top)
        theme.changed.connect(self._retitled)
        self._retitled()

    def _retitled(self, _theme: object = None) -> None:
        self._top.setFixedHeight(theme.current().px(TITLE_LINE))


class LessonSetup(TitledDock):
    """The left dock: the choice of a lesson, and blocks with a line between them, in which `rows`
    set the knobs of its question. `changed` reports that the lesson to ask for is another one.
    """

    changed = Signal()
    problem = ""  # why it describes no lesson yet

    def __init__(self, asked: type[LessonQuestion], own: Iterable[str] = ()) -> None:
        """`own` names the knobs that a lesson shows in its own way."""
        super().__init__("Set-up", right=6)
        self.setAccessibleName("Set-up of the lesson")
        self.asked = asked
        self.rows = {
            knob.name: self._row(knob) for knob in knobs(asked) if knob.name not in set(own)
        }
        self.choice, page = LessonChoice(asked.lesson), QWidget()
        around, self._blocks = QVBoxLayout(page), QVBoxLayout()
        for column in (around, self._blocks):
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(0)
        around.addLayout(self._blocks)
        around.addStretch(1)
        self.column.addWidget(SlimScroll(page, whole=True), 1)
        self.block(self.choice)

    def block(self, *parts: QWidget) -> QVBoxLayout:
        """A new block with these parts."""
        box = QVBoxLayout()
        box.setContentsMargins(12, 6, 12, 10)
        box.setSpacing(6)
        for part in parts:
            box.addWidget(part)
        if self._blocks.count():
            self._blocks.addWidget(hairline())
        self._blocks.addLayout(box)
        return box

    def _row(self, knob: Knob) -> Row:
        low, high = OFFERED.get(knob.name, (knob.low, knob.high))
        row = knob_row(replace(knob, low=low, high=high))
        row.changed.connect(self.report)
        return row

    def report(self, *_what: object) -> None:
        """Something was set: reports it, whatever the signal carries."""
        self.changed.emit()

    @property
    def values(self) -> dict[str, Any]:
        """What the rows say, with as many digits as a command line has."""
        return {
            name: float(shown(row.value)) if isinstance(row.value, float) else row.value
            for name, row in self.rows.items()
        }

    @property
    def question(self) -> Any:
        """The lesson to ask for."""
        return self.asked(**self.values)

    def set(self, **values: Value) -> None:
        """Sets some knobs, as if the user had."""
        for name, value in values.items():
            self.rows[name].set_value(value)
        self.report()


class LessonReasons(TitledDock):
    """The right dock: why, and what it rests on."""

    def __init__(self, views: Segments | None = None) -> None:
        super().__init__("Why", right=12, extra=views)
        self.setAccessibleName("Why")
        self.why, self._around = Why(self), QVBoxLayout()
        self._around.setContentsMargins(12, 0, 12, 10)
        self._around.addWidget(self.why)
        self.column.addLayout(self._around)

    def say(self, head: str, text: str = "") -> None:
        """Says why there is no lesson, and shows none."""
        self.why.say(head, text)

    def take_back(self) -> None:
        """The box with the reason is here again, after it was elsewhere."""
        self._around.addWidget(self.why)

    def sizeHint(self) -> QSize:
        return QSize(theme.current().px(420), 640)


def named(text: str, part: QWidget) -> QLabel:
    """A part's name, to be put above it."""
    out = QLabel(text)
    out.setProperty("look", "note")
    out.setBuddy(part)
    return out


def inset(part: QWidget, left: int) -> QWidget:
    """A part with margins at its sides, pixels."""
    out = QWidget()
    row = QVBoxLayout(out)
    row.setContentsMargins(left, 0, left, 0)
    row.addWidget(part)
    return out
