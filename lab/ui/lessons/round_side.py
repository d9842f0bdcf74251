"""The right dock of a lesson in rounds: the reason, what a lesson adds, the steps of the round and
the code.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from lab.lesson.code import CodeLine
from lab.lesson.steps import RoundStep
from lab.ui.lessons.docks import LessonReasons, inset
from lab.ui.lessons.grid import StepGrid
from lab.ui.lessons.parts import Code
from lab.ui.parts.band import Band
from lab.ui.parts.layout import SlimScroll
from lab.ui.parts.segments import Segments

HIDDEN = "?"  # in place of a number that would give the answer away


class RoundSide(LessonReasons):
    """Setters in; `picked` carries the place of a step in its round."""

    picked = Signal(int)

    def __init__(
        self,
        counted: str,
        parts: Sequence[str],
        listing: Sequence[str],
        views: Segments | None = None,
    ) -> None:
        super().__init__(views)
        self._counted, self._parts = counted.lower(), parts
        self._listing = tuple(CodeLine(str(k), text) for k, text in enumerate(listing))
        self.steps, self.code = StepGrid("Steps", 1), Code()
        self.steps.horizontalHeader().hide()
        self.steps.picked.connect(self.picked)

    def steps_page(self, *bands: Band) -> QWidget:
        """A page with these bands, the steps of the round and the code."""
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 4)
        column.setSpacing(4)
        steps = Band(f"Steps of this {self._counted}", inset(self.steps, 8))
        for band in (*bands, steps, Band("In code", inset(self.code, 12))):
            column.addWidget(band)
            for each in (band, *band.findChildren(StepGrid)):
                each.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        column.addStretch(1)
        return SlimScroll(page, whole=True)

    def say(self, head: str, text: str = "") -> None:
        super().say(head, text)
        for grid in self.findChildren(StepGrid):
            grid.set_rows((), ())
        self.code.set_code(())

    def show_round(
        self, steps: Sequence[RoundStep], step: RoundStep, asks: bool, lines: Sequence[int]
    ) -> None:
        """Shows the steps of a round, the one on show marked, and its lines of the code; while it
        `asks`, its words and those of later ones are hidden.
        """
        here = next(k for k, each in enumerate(steps) if each is step)
        known = here if asks else len(steps)
        rows = [(str(each.part + 1), self._line(each, k < known)) for k, each in enumerate(steps)]
        self.steps.set_rows(("", "Step"), rows, (0, 1))
        self.steps.mark(here, here + 1)
        self.code.set_code(self._listing, *map(str, lines))

    def _line(self, step: RoundStep, known: bool) -> str:
        return ": ".join(filter(None, (self._parts[step.part], step.brief if known else "")))
