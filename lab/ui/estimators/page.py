"""The workspace of estimators: the quantity at the left, in the middle the samples with the result
in words below them, at the right the narrowing interval.
"""

from __future__ import annotations

import math
from functools import partial

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from engines.knobs import HasFields, Knob, KnobError, Value, knobs, replace
from lab.experiments.sampling import EstimatorThread
from lab.ui.estimators.funnel import Funnel, describe, estimate, interval, lesson, progress
from lab.ui.estimators.picture import Picture
from lab.ui.parts import theme
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.guard import guarded
from lab.ui.parts.knob_list import KnobList
from lab.ui.parts.layout import SlimScroll, fix_width, hairline
from lab.ui.parts.messages import label, one_line
from lab.ui.parts.segments import KeyButton
from lab.ui.parts.slider import ParamSlider
from lab.ui.shell.workspaces import WorkspacePage
from search.estimators import estimators

TICK_MS, LEAVE_S, PANEL = 33, 2.0, 256
BESIDE = 480  # as wide, a picture and a chart are side by side
MOST = 100  # shares of the height for the picture against one for empty room
FASTEST = 10_000_000.0
SPEED = Knob(
    "speed",
    "number",
    1000.0,
    "Speed",
    (
        "How many samples are drawn per second. Low: watch each point fall. High: watch the "
        "interval shrink."
    ),
    low=1.0,
    high=FASTEST,
    log=True,
    unit="a second",
    top="as fast as it goes",
)


class EstimatorsPage(WorkspacePage):
    """Holds the thread that samples; it pauses while the page is hidden and ends with the
    window.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Estimators")
        self.sampler: EstimatorThread | None = None
        self.params: HasFields | None = None
        self._pace, self._seed = SPEED.default, 1
        self._running = False
        self.kind = Combo("Estimator", self)
        self.about = label("", "note", self)
        self.knobs, self.speed = KnobList(self), ParamSlider(SPEED, self)
        tip = "Draws samples at the chosen speed, or pauses."
        self.play = KeyButton("Start", "play", "", tip, self)
        self.play.other = "Pause"
        self.one = KeyButton("1", "step", "", "One sample.", self)
        self.hundred = KeyButton("100", "step", "", "A hundred samples.", self)
        self.anew = KeyButton(
            "Start again", "", "", "Discards all samples and draws new ones.", self
        )
        self.texts: dict[str, QLineEdit] = {}
        self._names: list[QLabel] = []
        self.picture, self.funnel = Picture(self), Funnel(self)
        self.result, self.sure, self.done, self.learnt, self.failed = (
            label("", look, self) for look in ("clock", "", "note", "note", "strong")
        )
        self._lay_out()
        self._wire()
        self.timer = QTimer(self)
        self.timer.timeout.connect(self.tick)
        kinds = sorted(estimators().values(), key=lambda each: each.title)
        self.kind.set_entries([Entry(each.name, each.title) for each in kinds])
        if kinds:
            self.choose(kinds[0].name)

    # -- building ----------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        panel, right, row = QWidget(), QHBoxLayout(), QHBoxLayout(self)
        self._panel = SlimScroll(panel, self, whole=True)
        heading = one_line("Estimators", "title", self)
        self._left, self._inputs, buttons = QVBoxLayout(panel), QVBoxLayout(), QHBoxLayout()
        self._inputs.setSpacing(4)
        for button in (self.play, self.one, self.hundred):
            buttons.addWidget(button)
        buttons.addStretch(1)
        self.play.setProperty("look", "primary")
        for part in (heading, self.kind, self.about):
            self._left.addWidget(part)
        self._left.addLayout(self._inputs)
        self._left.addWidget(self.knobs)
        self._left.addWidget(self.speed)
        self._left.addLayout(buttons)
        self._left.addWidget(self.anew)
        self._left.addWidget(self.failed)
        self._left.addStretch(1)
        self._found = QVBoxLayout()
        self._found.addWidget(self.picture, MOST)  # as much as it can use, words right below it
        for words in (self.result, self.sure, self.done, self.learnt):
            self._found.addWidget(words)
            words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._found.addStretch(1)
        right.addLayout(self._found, 4)
        right.addWidget(self.funnel, 5)
        self._right = right
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._panel)
        row.addWidget(hairline(upright=True))
        row.addLayout(right, 1)
        theme.follow(self._restyled)

    def _restyled(self) -> None:
        look = theme.current()
        self._left.setContentsMargins(look.px(12), look.px(10), look.px(12), look.px(12))
        self._left.setSpacing(look.px(10))
        self._right.setContentsMargins(look.px(16), look.px(16), look.px(12), look.px(16))
        self._right.setSpacing(look.px(12))
        self._found.setSpacing(look.px(4))
        self._arrange()

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._arrange()  # the panel may need more room than it did
        return super().event(event)

    def _arrange(self) -> None:
        """The panel as wide as it needs; the chart below the picture without room beside it."""
        fix_width(self._panel, PANEL)
        beside = self.width() - self._panel.width() > theme.current().px(BESIDE)
        ways = QHBoxLayout.Direction
        self._right.setDirection(ways.LeftToRight if beside else ways.TopToBottom)

    def _wire(self) -> None:
        self.kind.picked.connect(self.choose)
        self.play.clicked.connect(self._toggle)
        self.one.clicked.connect(partial(self.step, 1))
        self.hundred.clicked.connect(partial(self.step, 100))
        self.anew.clicked.connect(self._again)
        self.speed.changed.connect(self._set_speed)
        self.knobs.changed.connect(self._set_knob)

    # -- what the user does ------------------------------------------------------------------------

    def choose(self, name: str) -> None:
        """Shows another estimator, paused."""
        kind = estimators()[name]
        self.kind.choose(name)
        self.about.setText(
            "\n\n".join(" ".join(part.split()) for part in (kind.__doc__ or "").split("\n\n"))
        )
        self.params = kind.Params()
        self.knobs.set_knobs(knobs(kind.Params), {})
        for part in (*self.texts.values(), *self._names):
            part.hide()
            part.deleteLater()
        self.texts, self._names = {}, []
        for each in kind.inputs:
            edit = QLineEdit(each.default, self)
            edit.setAccessibleName(each.title)
            edit.setPlaceholderText(each.example)
            edit.setToolTip(f"{each.title}\n{each.help}")
            edit.editingFinished.connect(self._again)
            self._names.append(label(each.title, "note", self))
            self._names[-1].setBuddy(edit)
            self._inputs.addWidget(self._names[-1])
            self._inputs.addWidget(edit)
            self.texts[each.name] = edit
        self._running = False
        self._restart()

    def _restart(self) -> None:
        """Starts again in the thread, with the settings on the page."""
        kind, params, seed = estimators()[self.kind.name], self.params, self._seed
        texts = {name: edit.text() for name, edit in self.texts.items()}
        if self.sampler is not None:
            self.sampler.restart(partial(kind, params, seed, texts))
            self.sampler.run_on(self._running)
        self._show_buttons()

    def _again(self) -> None:
        self._seed += 1
        self._restart()

    def _toggle(self) -> None:
        self._running = not self._running
        self._thread().run_on(self._running)
        self._show_buttons()

    def step(self, n: int, _checked: bool = False) -> None:
        """Exactly `n` more samples, then a pause."""
        self._running = False
        self._thread().step(n)
        self._show_buttons()

    def _set_speed(self, _name: str, value: Value) -> None:
        self._pace = float(value)
        if self.sampler is not None:
            self.sampler.set_pace(self._per_s)

    @property
    def _per_s(self) -> float:
        pace = float(self._pace)
        return math.inf if pace >= FASTEST else pace

    def _set_knob(self, name: str, value: Value) -> None:
        if self.params is None:
            return
        try:
            self.params = replace(self.params, name, value)
        except KnobError as error:
            self.failed.setText(str(error))
            return
        if self.sampler is not None:
            self.sampler.set_params(self.params)

    # -- the thread --------------------------------------------------------------------------------

    def _thread(self) -> EstimatorThread:
        """The thread that samples, started if there is none."""
        if self.sampler is None:
            texts = {name: edit.text() for name, edit in self.texts.items()}
            self.sampler = EstimatorThread(
                partial(estimators()[self.kind.name], self.params, self._seed, texts), self._per_s
            )
            self.sampler.start()
        return self.sampler

    def end(self) -> None:
        self.timer.stop()
        if self.sampler is not None:
            self.sampler.stop()
            self.sampler.join(LEAVE_S)
            self.sampler = None

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._thread().run_on(self._running)
        self.timer.start(TICK_MS)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.timer.stop()
        if self.sampler is not None:
            self.sampler.run_on(False)

    # -- showing -----------------------------------------------------------------------------------

    def tick(self) -> None:
        """Shows the newest estimates."""
        sampler = self.sampler
        if sampler is None:
            return
        found = sampler.snapshot
        if found is not None:
            if self._running and found.n >= found.goal:
                self._running = False
            self.picture.set_snapshot(found)
            self.picture.setVisible(found.scene is not None)
            self.funnel.set_snapshot(found)
            self.result.setText("\n".join(estimate(q) for q in found.quantities))
            several = len(found.quantities) > 1
            intervals = (
                f"{q.name}: {interval(q)}" if several else interval(q) for q in found.quantities
            )
            self.sure.setText("\n".join(intervals) if found.n else "No samples yet.")
            self.done.setText(progress(found, sampler.per_s, self._running))
            self.learnt.setText(lesson(found))
            self.funnel.setAccessibleDescription(describe(found))
        self.failed.setText(sampler.failure)
        self._running = self._running and not sampler.failure
        self._show_buttons()

    def _show_buttons(self) -> None:
        self.play.set_face(*(("Pause", "pause") if self._running else ("Start", "play")))
        for button in (self.one, self.hundred):
            button.setEnabled(not self._running)

    def state_words(self) -> str:
        found = self.sampler.snapshot if self.sampler is not None else None
        return (
            f"{progress(found, self.sampler.per_s, self._running)}"
            if found is not None and self.sampler is not None
            else ""
        )

    def command_line(self) -> str:
        samples = getattr(self.params, "samples", None)
        texts = "".join(
            f" --{name} {edit.text()!r}" for name, edit in self.texts.items() if edit.text()
        )
        return (
            "smitsilab estimate "
            f"{self.kind.name}{f' --samples {samples}' if samples else ''}{texts} --seed "
            f"{self._seed}"
        )
