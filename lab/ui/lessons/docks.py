"""The docks of every lesson: the choice of a lesson and its Set-up at the left; the reasons at the
right, first the yellow box: what happened, and why.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QPlainTextEdit,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from engines.knobs import Knob, Value, knobs, shown
from lab.lesson.asked import LessonQuestion
from lab.ui.lessons.grid import StepGrid
from lab.ui.lessons.parts import Code
from lab.ui.parts import detail, theme
from lab.ui.parts.band import Band, Fold
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.knob_row import Row, grey, knob_row
from lab.ui.parts.layout import SlimScroll, column, hairline, row
from lab.ui.parts.messages import label, one_line
from lab.ui.parts.segments import Choice, Tabs
from lab.ui.setup.dock import TITLE_LINE

ALPHABETA, MCTS, SMITSIMAX, DECOUPLED = "alphabeta", "mcts", "smitsimax", "decoupled"
BEAM, GENETIC, NETWORK = "beam", "genetic", "network"
TITLES = {
    ALPHABETA: "Alpha-beta and its family",
    MCTS: "Monte Carlo tree search",
    SMITSIMAX: "Smitsimax in one iteration",
    DECOUPLED: "Decoupled selection",
    BEAM: "Beam search",
    GENETIC: "Genetic algorithm",
    NETWORK: "What a network sees",
}


class LessonChoice(QWidget):
    """Shows the name of its own lesson; `picked` carries another one that the user wants."""

    picked = Signal(str)

    def __init__(self, own: str) -> None:
        super().__init__()
        self.own = own
        name, self.combo = one_line("Lesson", "note"), Combo("Lesson")
        name.setBuddy(self.combo)
        self.combo.set_entries([Entry(each, title) for each, title in TITLES.items()])
        self.combo.choose(own)
        self.combo.picked.connect(self._picked)
        column(name, self.combo, of=self, gap=4)

    def _picked(self, lesson: str) -> None:
        self.combo.choose(self.own)  # each lesson has its own page, with a choice like this one
        if lesson != self.own:
            self.picked.emit(lesson)


CODE = "In code"
COVER = "What happens here, and why?", "Space or Page Down shows the answer."


class WhyBox(QFrame):
    """The yellow box: the rule with its numbers, and why. While it is covered it asks for them;
    `asked` reports a click on the cover.
    """

    asked = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.is_covered, self._words = False, ("", "")
        self.setProperty("look", "message")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.head, self.text = label("", "strong", self), label("", "", self)
        box = column(of=self, margins=10, gap=2)
        for part in (self.head, self.text):
            part.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            box.addWidget(part)

    def say(self, head: str, text: str) -> None:
        """Sets the words."""
        self._words = head, text
        self._show()

    def cover(self, on: bool) -> None:
        """Hides the words behind a question, or shows them."""
        self.is_covered = on
        self._show()

    def _show(self) -> None:
        head, text = COVER if self.is_covered else self._words
        self.head.setText(head)
        self.text.setText(text)
        self.text.setVisible(bool(text))
        self.setAccessibleName(f"Why: {head} {text}")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.is_covered:
            self.asked.emit()
        else:
            super().mousePressEvent(event)


# what a row offers of what may be asked
IN_SIGHT = 2  # blocks of Set-up in Simple
OFFERED = {"seed": (0, 100), "c": (0.01, 10.0)}


class TitledDock(QWidget):
    """A dock with a title line, and room below it."""

    def __init__(self, title: str, right: int, extra: QWidget | None = None) -> None:
        super().__init__()
        self._top, heading = QWidget(), one_line(title, "title")
        self.column = QVBoxLayout(self)
        box = row((heading, 1), of=self._top, margins=(12, 6, right, 0))
        if extra is not None:
            box.addWidget(extra)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(0)
        self.column.addWidget(self._top)
        theme.follow(self._retitled)

    def _retitled(self) -> None:
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
        self.changed.connect(self._grey)
        self._grey()
        self.choice, page = LessonChoice(asked.lesson), QWidget()
        self._blocks = column(gap=0)
        self._more, self._count = QWidget(), 0
        self._rest = column(of=self._more, gap=0)
        self.fold = Fold(self._more)
        self.fold.set_captions("All settings", "Fewer settings")
        folded = row(self.fold, margins=4)
        column(self._blocks, folded, self._more, 1, of=page, gap=0)
        detail.changed.connect(self._change_detail)
        self._change_detail()
        self.column.addWidget(SlimScroll(page, whole=True), 1)
        self.block(self.choice)

    def block(self, *parts: QWidget) -> QVBoxLayout:
        """A new block with these parts."""
        box = column(*parts, margins=(12, 6, 12, 10), gap=6)
        blocks = self._blocks if self._count < IN_SIGHT else self._rest
        if self._count:
            blocks.addWidget(hairline())
        blocks.addLayout(box)
        self._count += 1
        self._change_detail()
        return box

    def _change_detail(self) -> None:
        """Simple folds all but which lesson it is, and about what."""
        full = detail.is_full()
        self.fold.setVisible(not full and self._count > IN_SIGHT)
        self.fold.open(full)

    def _row(self, knob: Knob) -> Row:
        low, high = OFFERED.get(knob.name, (knob.low, knob.high))
        row = knob_row(replace(knob, low=low, high=high))
        row.changed.connect(self.report)
        return row

    def report(self, *_what: object) -> None:
        """Something was set: reports it, whatever the signal carries."""
        self.changed.emit()

    def _grey(self) -> None:
        known = {name: row.value for name, row in self.rows.items()}
        grey(self.rows, known, knobs(self.asked))

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
    """The right dock: why, and what it rests on, as one page or as `views` of them."""

    def __init__(self, *views: Choice) -> None:
        self.views, self.code, self._stack = Tabs("View", views), Code(), QStackedWidget()
        super().__init__("Why", right=12, extra=self.views if views else None)
        self.setAccessibleName("Why")
        self.why = WhyBox(self)
        self._around = column(self.why, margins=(12, 0, 12, 10))
        self.column.addLayout(self._around)
        self.column.addWidget(self._stack, 1)
        self._names = [view.value for view in views]
        self.views.chosen.connect(self.set_view)

    def add_pages(self, *pages: QWidget) -> None:
        """Adds the page of each view; the first is shown."""
        for page in pages:
            self._stack.addWidget(page)
        if self._names:
            self.views.set_value(self._names[0])

    def set_view(self, view: object) -> None:
        """Shows a view."""
        self.views.set_value(str(view))
        self._stack.setCurrentIndex(self._names.index(view))

    def in_code(self) -> Band:
        """The band of the code."""
        return Band(CODE, inset(self.code, 12))

    def banded(self, *parts: QWidget) -> QWidget:
        """A page of bands below one another."""
        page = QWidget()
        box = column(of=page, margins=(0, 0, 0, 4), gap=4)
        bands = [part for part in parts if isinstance(part, Band)]
        for band in bands[1:]:
            if band.title.text() != CODE:
                band.follow_detail()
        for part in parts:
            box.addWidget(part)
            for each in (part, *part.findChildren(StepGrid)) if isinstance(part, Band) else ():
                each.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        box.addStretch(1)
        return SlimScroll(page, whole=True)

    def say(self, head: str, text: str = "") -> None:
        """Says why there is no lesson, and shows none."""
        self.why.say(head, text)
        for grid in self.findChildren(StepGrid):
            grid.show_rows((), ())
        self.code.set_code(())

    def take_back(self) -> None:
        """The box with the reason is here again, after it was elsewhere."""
        self._around.addWidget(self.why)

    def sizeHint(self) -> QSize:
        return QSize(theme.current().px(420), 640)


class GrowingText(QPlainTextEdit):
    """A text in the fixed font, as high as its lines within limits."""

    def __init__(self, name: str, least: int, most: int) -> None:
        super().__init__()
        self._least, self._most = least, most
        self.setAccessibleName(name)
        self.setTabChangesFocus(True)
        self.textChanged.connect(self.fit)
        theme.follow(self._restyled)

    def _restyled(self) -> None:
        look = theme.current()
        self.setFont(look.fixed_font(theme.TABLE))
        edge, field = look.colour("edge").name(), look.colour("field").name()
        self.setStyleSheet(
            f"QPlainTextEdit {{ border: 1px solid {edge}; border-radius: 4px; background: "
            f"{field}; padding: 3px; }}"
        )
        self.fit()

    def fit(self) -> None:
        """Takes the height of its lines."""
        lines = max(self._least, min(self._most, round(self.document().size().height())))
        around = 2 * round(self.document().documentMargin()) + 10
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + around)


def named(text: str, part: QWidget) -> QLabel:
    """A part's name, to be put above it."""
    out = one_line(text, "note")
    out.setBuddy(part)
    return out


def inset(part: QWidget, left: int) -> QWidget:
    """A part with margins at its sides, pixels."""
    out = QWidget()
    column(part, of=out, margins=(left, 0, left, 0))
    return out
