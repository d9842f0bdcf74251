"""The page of a network that learns: at the left what is learned and into which file, how much, in
boxes that follow from the options of the question, and the button that starts it; in the middle
what the generations are worth, at the right where the network errs most.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QLineEdit, QMenu, QPushButton, QWidget

from lab.learning.question import LearnQuestion
from lab.learning.training import Misjudged
from lab.ui.network import says
from lab.ui.network.charts import (
    CALIBRATION,
    LOSS,
    STRENGTH,
    CalibrationChart,
    LossCourse,
    StrengthCourse,
)
from lab.ui.network.says import LearnView
from lab.ui.parts import detail
from lab.ui.parts.band import Band
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.fields import Field
from lab.ui.parts.layout import column
from lab.ui.parts.number_boxes import NumberBox
from lab.ui.parts.segments import Choice
from lab.ui.parts.table import FieldTable
from lab.ui.parts.tips import plain
from lab.ui.setup.side_panel import SidePanel, block, side_by_side
from lab.ui.shell.status import ProgressFoot
from lab.ui.shell.three_parts import FoldingSide, PartWidths, TabbedCentre, ThreePartPage
from lab.words.asked import Option, options
from lab.words.numerals import capitalised, several, signed

START_TIP = "Learns, or pauses; the generation that is being made is then begun again\nKey: Space"
COMPLETE_TIP = "All generations are there: ask for more of them"
OPEN_TIP = "Shows what was learned before, here or by the command line"


class OptionBoxes(QWidget):
    """A box for each whole number of a question, with its help; `changed` reports any edit."""

    changed = Signal()

    def __init__(self, asked: Sequence[Option]) -> None:
        super().__init__()
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(8)
        self.boxes: dict[str, NumberBox] = {}
        for k, each in enumerate(each for each in asked if each.kind == "whole"):
            name = QLabel(each.title or capitalised(each.name))
            box = NumberBox(name.text(), 84, lambda: True)
            box.setDecimals(0)
            box.setRange(each.low, each.high)
            box.setValue(each.default)
            for part in (name, box):
                part.setToolTip(plain(f"{name.text()}\n{capitalised(each.words)}"))
            name.setBuddy(box)
            box.valueChanged.connect(lambda _value: self.changed.emit())
            self.boxes[each.name] = box
            grid.addWidget(name, k, 0)
            grid.addWidget(box, k, 1)
        grid.setColumnStretch(0, 1)

    @property
    def values(self) -> dict[str, int]:
        """What is in the boxes."""
        return {name: round(box.value()) for name, box in self.boxes.items()}

    def show_values(self, question: object) -> None:
        """Fills the boxes, without a signal."""
        for name, box in self.boxes.items():
            with QSignalBlocker(box):
                box.setValue(getattr(question, name))


class LearnPanel(SidePanel):
    """Shows a question and gives it back as it was edited: `changed` carries it. `opened` carries
    the file of a run, "" to choose one.
    """

    changed = Signal(object)
    opened = Signal(str)

    def __init__(self, question: LearnQuestion) -> None:
        super().__init__("Network", "question")
        self.question, self._runs = question, tuple[str, ...]()
        self._complete = False
        self.game, self.out = Combo("Game"), QLineEdit()
        self.numbers, self.open = OptionBoxes(options(LearnQuestion)), QPushButton("Open …")
        known = {each.name: each for each in options(LearnQuestion)}
        self.out.setAccessibleName("File of the network")
        self.out.setToolTip(plain(f"File\n{capitalised(known['out'].help)}"))
        self.out.setTextMargins(5, 0, 2, 0)
        self.open.setToolTip(OPEN_TIP)
        self.settings = Band("Settings", block(self.numbers, tight=True), "settings")
        self.settings.follow_detail()
        file = QLabel("File")
        file.setBuddy(self.out)
        self._what = block(self.game, file, self.out, tight=True)
        blocks = (self._what, block(self.start, self.problem, tight=True), self.settings)
        self._stand(blocks, block(side_by_side(self.open), tight=True))
        self.game.picked.connect(self._edited)
        self.out.editingFinished.connect(self._edited)
        self.numbers.changed.connect(self._edited)
        self.open.clicked.connect(self._offer)
        detail.changed.connect(self._fit_detail)
        self.show_question(question, (), ())

    def show_question(
        self, question: LearnQuestion, games: Sequence[Entry], runs: Sequence[str]
    ) -> None:
        """Fills every box; `runs` are the files of what was learned before."""
        self.question, self._runs = question, tuple(runs)
        if not any(entry.name == question.game for entry in games):
            games = (*games, Entry(question.game, question.game))
        self.game.set_entries(games)
        self.game.choose(question.game)
        self.out.setText(question.out)
        self.out.setCursorPosition(len(question.out))
        self.numbers.show_values(question)
        self.settings.set_hint(several(question.generations, "generation"))
        self._fit_detail()

    def set_state(self, running: bool, complete: bool) -> None:
        """Whether it learns, or all is learned. What is learned is fixed while it learns."""
        self.set_running(running)
        self._complete = complete
        self.start.setEnabled(running or not complete)
        self.start.setToolTip(COMPLETE_TIP if complete and not running else START_TIP)
        for part in (self._what, self.settings.body, self.open):
            part.setEnabled(not running)

    def _fit_detail(self) -> None:
        """In Simple nothing is offered that is not there."""
        self.foot.setVisible(detail.is_full() or bool(self._runs))

    def _edited(self, _value: object = None) -> None:
        found = replace(
            self.question,
            game=self.game.name,
            out=self.out.text().strip(),
            **self.numbers.values,
        )
        if found != self.question:
            self.question = found
            self.settings.set_hint(several(found.generations, "generation"))
            self.changed.emit(found)

    def _offer(self) -> None:
        menu = QMenu(self)
        for run in self._runs:
            menu.addAction(run, partial(self.opened.emit, run))
        menu.addSeparator()
        menu.addAction("A file …", partial(self.opened.emit, ""))
        menu.popup(self.open.mapToGlobal(self.open.rect().bottomLeft()))


COURSE, CALIBRATED, ERRORS = "course", "calibration", "errors"
CHOICES = (
    Choice(COURSE, "Course", "Loss and strength, generation by generation"),
    Choice(CALIBRATED, CALIBRATION, "What the network says against what became of it"),
)
TAB = Choice(ERRORS, "Errors", "Where the network errs most")
LOSS_HINT = "of the results of matches held out, each generation its own"
STRENGTH_HINT = "% of the points against the one before, with 95 % interval"


class LearnCentre(TabbedCentre):
    """`generation_picked` carries the number of a generation that was clicked."""

    generation_picked = Signal(int)

    def __init__(self) -> None:
        super().__init__(CHOICES, TAB)
        self.view: LearnView | None = None
        self.loss, self.strength, self.calibration = (
            LossCourse(),
            StrengthCourse(),
            CalibrationChart(),
        )
        self.bands = Band(LOSS, self.loss, "loss"), Band(STRENGTH, self.strength, "strength")
        for band, hint in zip(self.bands, (LOSS_HINT, STRENGTH_HINT), strict=True):
            band.set_hint(hint)
        self.calibrated = Band(CALIBRATION, self.calibration, "calibration")
        self._courses, self._shares = QWidget(), QWidget()
        column(*((band, 1) for band in self.bands), of=self._courses, gap=6)
        column((self.calibrated, 1), of=self._shares, gap=6)
        self.foot = ProgressFoot("Progress of the learning", 120)
        self._stand((self._courses, self._shares), below=(self.foot,))
        self.empty.set_words("No generation is made yet.", says.BEGIN)
        for chart in (self.loss, self.strength):
            chart.picked.connect(lambda at: self.generation_picked.emit(round(at)))
        self._show()

    @property
    def choices(self) -> tuple[Choice, ...]:
        return super().choices if self.view is not None and self.view.generations else ()

    @property
    def shown(self) -> str:
        return super().shown if self.choices else COURSE

    def set_view(self, view: LearnView) -> None:
        """Shows a newer moment."""
        known = bool(self.choices)
        self.view = view
        self.headline.set_words(*says.headline(view))
        for chart in (self.loss, self.strength, self.calibration):
            chart.set_view(view)
        self.calibrated.set_hint(says.calibrated(view.shown) if view.shown else "")
        self.foot.setVisible(view.running or bool(view.generations))
        self.foot.set_share(view.done, 1.0)
        self.foot.words.set_text(says.progress(view))
        if known != bool(self.choices):
            self.views_changed.emit()
        self._show()

    def _show(self) -> None:
        parts = {COURSE: self._courses, CALIBRATED: self._shares, ERRORS: self.tab}
        some = self.view is not None and self.view.generations
        self.stack.setCurrentWidget(parts[self.shown] if some else self.empty)


class ErrorsTable(FieldTable[Misjudged]):
    """The positions that the network misjudged most, one of each match."""

    at_once = True

    def fields(self) -> Sequence[Field[Misjudged]]:
        return (
            Field("Value", lambda each: signed(each.value), right=True, bold=True),
            Field("The match was", lambda each: says.result(each.result), rest=True),
            Field("Match", lambda each: f"{each.match + 1:,}", right=True, role="ink2"),
        )

    def words(self, row: Misjudged) -> str:
        return says.misjudged(row)

    def key(self, row: Misjudged) -> object:
        return row.match, row.value


class ErrorsSide(FoldingSide):
    """Where the network errs most; `opened` carries a position."""

    opened = Signal(object)

    def __init__(self) -> None:
        super().__init__("Where it errs most", "a click opens the position")
        self.table = ErrorsTable("Where it errs most")
        self.table.opened.connect(self.opened)
        self.column.addLayout(column((self.table, 1), margins=(12, 0, 12, 0)), 1)

    def set_view(self, view: LearnView) -> None:
        """The errors of the generation on show."""
        self.table.set_rows(view.shown.fit.worst if view.shown is not None else ())

    def fit(self, _event: object = None) -> None:
        """There is nothing to fold."""


class NetworkPage(ThreePartPage):
    """The whole of the page; it knows records, not files. `opened` carries a misjudged position,
    `generation_picked` the number of a generation.
    """

    opened = Signal(object)
    generation_picked = Signal(int)

    widths = PartWidths((240, 256, 280), 0.24, (300, 420))
    keys = (Qt.Key.Key_Space,)

    def __init__(self, question: LearnQuestion) -> None:
        self.panel, self.centre, self.side = LearnPanel(question), LearnCentre(), ErrorsSide()
        super().__init__("Network", self.panel, self.centre, self.side)
        self.side.opened.connect(self.opened)
        self.centre.generation_picked.connect(self.generation_picked)
        self._dress()
        self.set_view(LearnView(question))

    def take_focus(self) -> None:
        """The keys go to the button that starts it."""
        self.panel.start.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_view(self, view: LearnView) -> None:
        """Shows a newer moment in every part."""
        self.centre.set_view(view)
        self.side.set_view(view)
        self.panel.set_state(view.running, view.complete)
        self.set_state(says.state(view), view.question.command())
        self._set_alone(not view.generations)

    def _obey(self, key: Qt.Key) -> None:
        self.panel.start_or_pause()
