"""What lessons in rounds of several steps share: single steps, whole rounds, ten of them, the parts
of one; and at the right the reason, what a lesson adds, the steps of the round and the code.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from lab.lesson.code import CodeLine
from lab.lesson.steps import RoundStep
from lab.ui.lessons.docks import LessonReasons, inset
from lab.ui.lessons.grid import StepGrid
from lab.ui.lessons.transport import Jump, Steps
from lab.ui.parts.band import Band
from lab.ui.parts.segments import Choice, KeyButton, Segments, segments_width

HIDDEN = "?"  # in place of a number that would give the answer away


class RoundSide(LessonReasons):
    """Setters in; `picked` carries the place of a step in its round."""

    picked = Signal(int)

    def __init__(
        self, counted: str, parts: Sequence[str], listing: Sequence[str], *views: Choice
    ) -> None:
        super().__init__(*views)
        self._counted, self._parts = counted.lower(), parts
        self._listing = tuple(CodeLine(str(k), text) for k, text in enumerate(listing))
        self.steps = StepGrid("Steps", 1)
        self.steps.horizontalHeader().hide()
        self.steps.picked.connect(self.picked)

    def steps_page(self, *bands: Band) -> QWidget:
        """A page with these bands, the steps of the round and the code."""
        steps = Band(f"Steps of this {self._counted}", inset(self.steps, 8))
        return self.banded(*bands, steps, self.in_code())

    def show_round(
        self, steps: Sequence[RoundStep], step: RoundStep, asks: bool, lines: Sequence[int]
    ) -> None:
        """Shows the steps of a round, the one on show marked, and its lines of the code; while it
        `asks`, its words and those of later ones are hidden.
        """
        here = next(k for k, each in enumerate(steps) if each is step)
        known = here if asks else len(steps)
        rows = [(str(each.part + 1), self._line(each, k < known)) for k, each in enumerate(steps)]
        self.steps.show_rows(("", "Step"), rows, (0, 1))
        self.steps.mark(here, here + 1)
        self.code.set_code(self._listing, *map(str, lines))

    def _line(self, step: RoundStep, known: bool) -> str:
        return ": ".join(filter(None, (self._parts[step.part], step.brief if known else "")))


class RoundSteps(Steps):
    """The steps of all rounds, each of some part; the slider counts rounds. `whole` is the button
    to a round's end.
    """

    def __init__(self, counted: str, names: Sequence[str], jump: Jump) -> None:
        super().__init__(jump, counted)
        what = counted.lower()
        whole = Jump(
            f"Whole {what}",
            counted,
            f"To the end of this {what}, or of the next one; Shift and the key: ten of them.",
        )
        self.whole = KeyButton(whole.title, "", ".", whole.tip, self)
        self.whole.clicked.connect(self.one_round)
        self.add_move(self.whole, whole.title, whole.brief)
        self._names = tuple(names)
        self.parts = Segments(f"Part of the {counted.lower()}", parent=self)
        self.parts.chosen.connect(self._to_part)
        self._name_parts()
        self._column.insertWidget(1, self.parts)
        self._numbers = list[tuple[int, int]]()  # round and part of each step

    def _name_parts(self) -> None:
        """Names the parts, by their numbers alone where there is no room for more."""
        words = [f"{k} {name}" for k, name in enumerate(self._names, 1)]
        roomy = max(map(segments_width, ([each] for each in words))) * len(words) <= self.width()
        self.parts.set_choices(
            [
                Choice(k, word if roomy else word.split()[0], self._names[k])
                for k, word in enumerate(words)
            ]
        )
        for part in (self.parts, *self.parts.findChildren(QToolButton)):
            part.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._name_parts()

    def set_rounds(self, steps: Sequence[RoundStep], jumps: list[int]) -> None:
        """Starts another lesson at its first step, or none; the jump's button goes to `jumps`."""
        self._numbers = [(step.round, step.part) for step in steps]
        self.set_lesson(len(steps), jumps, [step.round - 1 for step in steps])

    def set_jumps(self, jumps: list[int]) -> None:
        """The jump's button goes to other steps."""
        self._cuts = jumps
        self._show()

    @property
    def round(self) -> int:
        """The round of the step, from 1; 0 without a lesson."""
        return self._numbers[self.step][0] if self._numbers else 0

    @property
    def _first(self) -> int:
        """The first step of the round."""
        return next((k for k, each in enumerate(self._numbers) if each[0] == self.round), 0)

    @property
    def words(self) -> str:
        """Where the step is: "Layer 3, step 2 of 5"."""
        count = sum(number == self.round for number, _ in self._numbers)
        at = self.step - self._first + 1
        return f"{self.counted} {self.round}, step {at} of {count}"

    def to_row(self, row: int) -> None:
        """Goes to a step of the round, from 0."""
        self.go(self._first + row)

    def to_round(self, number: int) -> None:
        """Goes to the first step of a round, from 1."""
        self.go([each for each, _ in self._numbers].index(number))

    def _show(self) -> None:
        super()._show()
        if hasattr(self, "_numbers"):
            self.parts.set_value(self._numbers[self.step][1] if self._numbers else None)
            self.whole.setEnabled(self.step < self.count - 1)
            self.parts.setEnabled(self.count > 0)

    def _to_part(self, part: object) -> None:
        """The first step of a part of the round, else the next one of another round."""
        found = [k for k, each in enumerate(self._numbers) if each == (self.round, part)]
        found += [k for k in range(self.step, self.count) if self._numbers[k][1] == part]
        self.go(next(iter(found), self.step))
        self._show()

    def one_round(self, _checked: bool = False) -> None:
        """To the end of the round."""
        self.rounds(1)

    def ten_rounds(self, _checked: bool = False) -> None:
        """The same ten times."""
        self.rounds(10)

    def rounds(self, n: int) -> None:
        """To the end of the n-th round from here; one that is not at its end counts."""
        numbers = [number for number, _ in self._numbers]
        ends = [k for k in range(len(numbers)) if numbers[k : k + 2] != [numbers[k]] * 2]
        later = [k for k in ends if k > self.step]
        if later:
            self.go(later[min(n, len(later)) - 1])
