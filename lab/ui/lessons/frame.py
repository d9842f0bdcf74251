"""The frame of every lesson: Set-up at the left, a line that says where the lesson is above the
picture, the reasons at the right.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise
from typing import ClassVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QAbstractButton, QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from lab.ui.lessons.choice import TITLES
from lab.ui.lessons.docks import LessonReasons, LessonSetup
from lab.ui.lessons.transport import Steps
from lab.ui.parts import theme
from lab.ui.parts.band import Band
from lab.ui.parts.spoken import announce
from lab.ui.setup.dock import TITLE_LINE
from lab.ui.shell.status import Elided
from lab.ui.shell.workspaces import WorkspacePage

# widths from the smallest to a wide window, pixels at 100 %
PANEL = (232, 232, 232, 256, 280)
STEPS_AT = (960, 1200, 1281, 1900)  # widths of the window from which on the next ones are taken
SHORT = 1100  # the width of the window below which words are shortened


class LessonFrame(WorkspacePage):
    """A page puts its picture into `inner`, bands below it into `centre`, buttons into the line of
    the title.
    """

    side_widths: ClassVar[tuple[int, ...]] = (300, 340, 396, 424, 460)
    panel: LessonSetup
    side: LessonReasons
    steps: Steps

    def __init__(self, panel: LessonSetup, steps: Steps, side: LessonReasons) -> None:
        super().__init__()
        self.setAccessibleName(TITLES[panel.asked.lesson])
        self.panel, self.steps, self.side = panel, steps, side
        self.title, self.brief = QLabel(), Elided("What happens")
        self._top, self._lines = QWidget(), (QFrame(), QFrame())
        self._head, self.inner, self.centre = QHBoxLayout(self._top), QVBoxLayout(), QVBoxLayout()
        self._buttons: dict[QAbstractButton, tuple[str, str]] = {}
        self._lectures, self._away = False, list[QWidget]()
        self._hides, self._told, self._brief = False, set[int](), ""
        self._part = ""
        side.why.asked.connect(self.uncover)
        self._lay_out_frame()
        theme.changed.connect(self._restyled)
        self._restyled()

    def _lay_out_frame(self) -> None:
        row, middle = QHBoxLayout(self), QWidget()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        middle.setLayout(self.centre)
        for part in (self.panel, self._lines[0], middle, self._lines[1], self.side):
            row.addWidget(part, 1 if part is middle else 0)
        self.centre.setContentsMargins(0, 0, 0, 0)
        self.centre.setSpacing(0)
        self._head.setContentsMargins(12, 6, 12, 0)
        self._head.setSpacing(10)
        self.title.setProperty("look", "title")
        self._head.addWidget(self.title)
        self._head.addWidget(self.brief, 1)
        self.inner.setContentsMargins(12, 0, 12, 8)
        self.inner.setSpacing(4)
        self.centre.addWidget(self._top)
        self.centre.addLayout(self.inner, 1)

    # -- for the pages -----------------------------------------------------------------------------

    def add_button(self, button: QAbstractButton, words: str, short: str) -> None:
        """Puts a button into the line of the title; a narrow window shows its short words."""
        self._buttons[button] = (words, short)
        self._head.addWidget(button)
        self._fit()

    def add_band(self, title: str, part: QWidget, hint: str = "") -> Band:
        """Adds a band below the picture."""
        below = QWidget()
        around = QVBoxLayout(below)
        around.setContentsMargins(12, 0, 12, 8)
        around.addWidget(part)
        band = Band(title, below)
        band.set_hint(hint)
        self.centre.addWidget(band)
        return band

    def bind(self, more: Mapping[str, Callable[[], None]] | None = None) -> None:
        """Sets the keys of the steps, and a page's own: sequences with blanks between them. A text
        box being edited keeps its keys.
        """
        steps = self.steps
        does: dict[str, Callable[[], None]] = {"Left": steps.one_back, "Right": steps.one_on}
        does |= {"C": steps.to_cut, "Home": steps.to_first, "End": steps.to_last} | dict(more or {})
        does["Right"] = partial(self._tell_or_step, does["Right"])
        does |= {"PgUp": does["Left"], "PgDown": does["Right"]}  # those of a presenter
        does["Space"] = partial(self._play_or_step, does["Right"])
        for keys, what in does.items():
            shortcut = QShortcut(self)
            shortcut.setKeys([QKeySequence(each) for each in keys.split()])
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(what)

    def _play_or_step(self, step: Callable[[], None]) -> None:
        """Plays or pauses; in a lecture goes one step on."""
        (step if self._lectures else self.steps.toggle)()

    def _tell_or_step(self, step: Callable[[], None]) -> None:
        """Shows what is hidden; then goes one step on."""
        if self.side.why.is_covered:
            self.uncover()
        else:
            step()

    # -- words -------------------------------------------------------------------------------------

    def forget(self) -> None:
        """Another lesson: nothing of it was told."""
        self._told.clear()

    def tell(self, brief: str, head: str, why: str, part: str = "", asks: bool = False) -> None:
        """Says what the step on show, of some `part` of a round, is about, or `asks` for it; a
        lecture that hides the answers says it only when it is asked for.
        """
        step, self._part = self.steps.step, part
        self._brief = f"{part}: {brief}" if part else brief
        covered = self._hides and not asks and step not in self._told
        self._told |= set() if covered or asks else {step}
        self.side.why.say(head, why)
        self._cover(covered)

    def uncover(self) -> None:
        """Says what was hidden."""
        self._told.add(self.steps.step)
        self._cover(False)

    def _cover(self, on: bool) -> None:
        why = self.side.why
        why.cover(on)
        self.brief.set_text(self._part if on else self._brief)
        where = ", ".join(filter(None, (self.title.text(), self._part)))
        announce(self.steps, f"{where}. {why.head.text()} {why.text.text()}")

    def set_hiding(self, on: bool) -> None:
        """Whether the words of a step are hidden until they are asked for."""
        if on == self._hides:
            return
        self._hides = on
        self._told = {self.steps.step}  # what is on show stays
        if not on and self.side.why.is_covered:
            self.uncover()

    def set_lecture(self, on: bool, hides: bool = False) -> None:
        """The picture, the reason below it, and the steps; or everything as it was."""
        self.set_hiding(on and hides)
        if on == self._lectures:
            return
        self._lectures = on
        if on:
            bands = self.findChildren(Band, options=Qt.FindChildOption.FindChildrenRecursively)
            below = [band for band in bands if not self.side.isAncestorOf(band)]
            parts = [self.panel, self.side, *self._lines, *below]
            self._away = [part for part in parts if not part.isHidden()]
            self.inner.insertWidget(self.inner.indexOf(self.steps), self.side.why)
        else:
            self.side.take_back()
        self.side.why.show()  # another parent hides it for a moment
        for part in self._away:
            part.setVisible(not on)
        self._fit()

    def set_stops(self, *parts: QWidget) -> None:
        """Tab goes through these in turn; in place of the steps, through their buttons."""
        stops: list[QWidget] = []
        for part in parts:
            direct = Qt.FindChildOption.FindDirectChildrenOnly
            is_steps = part is self.steps
            stops += part.findChildren(QWidget, options=direct) if is_steps else [part]
        for before, after in pairwise(stops):
            QWidget.setTabOrder(before, after)

    # -- looks -------------------------------------------------------------------------------------

    def _restyled(self, _theme: object = None) -> None:
        look = theme.current()
        self._top.setFixedHeight(look.px(TITLE_LINE))
        self.brief.setFont(look.font(theme.TABLE))
        for line in self._lines:
            line.setFixedWidth(1)
            line.setStyleSheet(f"background: {look.colour('line2').name()};")
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        look = theme.current()
        at_100 = self.width() / look.scale
        size = sum(at_100 >= width for width in STEPS_AT)
        self.panel.setFixedWidth(look.px(PANEL[size]))
        self.side.setFixedWidth(look.px(self.side_widths[size]))
        for button, (words, short) in self._buttons.items():
            button.setText(words if at_100 >= SHORT else short)
