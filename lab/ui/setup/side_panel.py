"""The left of a page on which games are played for evidence: its set-up in blocks that scroll, the
boxes that say where games are played, and a foot with the buttons, which stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

from PySide6.QtCore import QSignalBlocker, QSize, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engines.knobs import KnobError
from lab.batch.computer import cores
from lab.batch.workplace import Workplace
from lab.match.budget import ITERATIONS, NODES, TIME, Budget
from lab.ui.parts import detail, theme
from lab.ui.parts.band import Band
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.glyphs import icon
from lab.ui.parts.layout import SlimScroll, column, hairline, row
from lab.ui.parts.messages import label, one_line
from lab.ui.parts.number_boxes import CountBox, NumberBox
from lab.ui.setup.dock import NARROWEST, RING, TITLE_LINE, WIDTH


class RunButton(QPushButton):
    """The black button of such a page: Run, and Pause while games are played."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("look", "primary")
        self._glyph = "play"
        theme.follow(self._redress)
        self.set_running(False)

    def set_running(self, running: bool, idle: str = "Run") -> None:
        """Whether games are played; `idle` is said if not."""
        self.setText("Pause" if running else idle)
        self.setAccessibleName(self.text())
        self._glyph = "pause" if running else "play"
        self._redress()

    def _redress(self) -> None:
        look = theme.current()
        self.setMinimumHeight(look.px(32))
        self.setIconSize(QSize(look.px(14), look.px(14)))
        self.setIcon(icon(self._glyph, "on_accent"))


class SidePanel(QWidget):
    """A subclass makes its parts and calls `_stand` with them. `problem` and the button `start`,
    which begins games or pauses them, belong into the foot; `copy_asked` asks for the set-up as a
    command line, `what` in the button's words.
    """

    copy_asked = Signal()
    start_asked = Signal()
    pause_asked = Signal()

    def __init__(self, title: str, what: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(title)
        self._title, self._top, self._page = title, QWidget(), QWidget()
        self._scroll = SlimScroll(self._page, whole=True)
        self.copy_button, self.problem = QToolButton(), label("", "note", self)
        words = f"Copy the {what} as a command line"
        self.copy_button.setProperty("look", "flat")
        self.copy_button.setIcon(icon("copy", "ink2"))
        self.copy_button.setAccessibleName(words)
        self.copy_button.setToolTip(words)
        self.copy_button.clicked.connect(lambda: self.copy_asked.emit())
        self.problem.setAccessibleName("What is wrong")
        self.start, self._running = RunButton(), False
        self.start.clicked.connect(self.start_or_pause)

    def _stand(self, blocks: Iterable[QWidget], *foot: QWidget) -> None:
        """Puts everything in its place, with lines between blocks and before the foot; bands have
        theirs. Without a `foot` the last block ends the panel.
        """
        whole, page = QVBoxLayout(self), QVBoxLayout(self._page)
        for layout in (whole, page):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(0)
        title = one_line(self._title, "title")
        row((title, 1), self.copy_button, of=self._top, margins=(12, 6, 6, 0))
        whole.addWidget(self._top)
        for k, each in enumerate(blocks):
            if k and not isinstance(each, Band):
                page.addWidget(hairline())
            page.addWidget(each)
        page.addStretch(1)
        whole.addWidget(self._scroll, 1)
        self.foot = QWidget()
        inside = column(of=self.foot, gap=0)
        for part in foot:
            inside.addWidget(hairline())
            inside.addWidget(part)
        whole.addWidget(self.foot)
        theme.changed.connect(self._redress)
        detail.changed.connect(self._fit_top)
        self._redress()
        self._fit_top()
        self.set_problem("")

    def _fit_top(self) -> None:
        """The title names the page, and the foot of the window copies: neither is for Simple."""
        self._top.setVisible(detail.is_full())

    def _redress(self) -> None:
        look = theme.current()
        self.copy_button.setIconSize(QSize(look.px(14), look.px(14)))
        self._top.setFixedHeight(look.px(TITLE_LINE) - RING)
        self.problem.setStyleSheet(f"color: {look.colour('error').name()};")

    def minimumSizeHint(self) -> QSize:
        least = super().minimumSizeHint()
        return least.expandedTo(QSize(theme.current().px(NARROWEST), 0))

    def sizeHint(self) -> QSize:
        return QSize(theme.current().px(WIDTH), 400)

    def start_or_pause(self) -> None:
        """What the button does."""
        if self.start.isEnabled():
            (self.pause_asked if self._running else self.start_asked).emit()

    def set_running(self, running: bool) -> None:
        """Whether games are played."""
        self._running = running
        self.start.set_running(running)

    def set_problem(self, sentence: str) -> None:
        """What is wrong; "" for nothing."""
        self.problem.setText(sentence)
        self.problem.setVisible(bool(sentence))


def block(*parts: QWidget | QLayout, tight: bool = False) -> QWidget:
    """Parts below one another, with the margins of a panel."""
    out = QWidget()
    box = column(of=out, margins=10 - tight, gap=8 - tight)
    for part in parts:
        if isinstance(part, QWidget):
            box.addWidget(part)
        else:
            box.addLayout(part)
    return out


def side_by_side(*parts: QWidget) -> QHBoxLayout:
    """Buttons in a row, at its left."""
    return row(*parts, 1, gap=8)


HERE, CLUSTER = "here", "cluster"
PLACES = (Entry(HERE, "this computer"), Entry(CLUSTER, "a cluster …"))
EXAMPLE = "tcp://host:8786"


Row = tuple[QWidget | str, QWidget | QLayout]  # a name and its boxes


UNITS = ((ITERATIONS, "iterations"), (TIME, "ms of CPU"), (NODES, "nodes"))  # of budgets


def show_budget(text: str, amount: NumberBox, unit: Combo) -> None:
    """Fills the boxes of a budget; one that is wrong stays as it was typed."""
    with suppress(KnobError):
        budget = Budget.parse(text)
        with QSignalBlocker(amount):
            amount.setValue(budget.amount)
        unit.choose(budget.kind)


class HandsBox(QWidget):
    """`changed` says that something was edited; setters are silent. Rows `above` belong to the
    owner and share the columns.
    """

    changed = Signal()

    def __init__(self, above: Sequence[Row] = ()) -> None:
        super().__init__()
        most, self._offered = max(1, cores()), True
        self.place, self.line = Combo("Play on"), QLineEdit()
        self.count = CountBox("Processes", 1, most, most, 48)
        self.place.set_entries(PLACES)
        self.place.choose(HERE)
        self.line.setAccessibleName("Address of the cluster")
        self.line.setPlaceholderText(EXAMPLE)
        self.line.setTextMargins(5, 0, 2, 0)
        self._lay_out(most, above)
        self.place.picked.connect(self._edited)
        self.line.editingFinished.connect(self._edited)
        self.count.valueChanged.connect(self._edited)
        self._show()

    def _lay_out(self, most: int, above: Sequence[Row]) -> None:
        grid, many = QGridLayout(self), QHBoxLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(8)
        self._many = QWidget()
        self._many.setLayout(many)
        many.setContentsMargins(0, 0, 0, 0)
        many.addWidget(self.count)
        many.addWidget(QLabel(f"of {most}"))
        many.addStretch(1)
        self._word = QLabel("Processes")
        for k, (name, boxes) in enumerate(above):
            grid.addWidget(QLabel(name) if isinstance(name, str) else name, k, 0)
            if isinstance(boxes, QLayout):
                grid.addLayout(boxes, k, 1)
            else:
                grid.addWidget(boxes, k, 1)
        first = len(above)
        self._on = QLabel("Play on")
        grid.addWidget(self._on, first, 0)
        grid.addWidget(self.place, first, 1)
        grid.addWidget(self.line, first + 1, 0, 1, 2)
        grid.addWidget(self._word, first + 2, 0)
        grid.addWidget(self._many, first + 2, 1)
        grid.setColumnStretch(1, 1)

    @property
    def workplace(self) -> Workplace:
        """What is in the boxes; a cluster without an address is none yet."""
        elsewhere = self.place.name == CLUSTER
        return Workplace(self.count.value(), self.line.text().strip() if elsewhere else "")

    @property
    def hint(self) -> str:
        """The place in a few words."""
        place = self.workplace
        return place.address or f"{place.processes} process{'es' * (place.processes > 1)}"

    def set_workplace(self, shown: Workplace) -> None:
        """Fills the boxes."""
        with QSignalBlocker(self.count):
            self.count.setValue(shown.processes)
        if shown.address:
            self.line.setText(shown.address)
            self.place.choose(CLUSTER)
        elif self.workplace.address:
            self.place.choose(HERE)
        self._show()

    def set_offered(self, offered: bool) -> None:
        """Whether there is a choice; rows above stay."""
        self._offered = offered
        self._show()

    def _show(self) -> None:
        here, offered = self.place.name == HERE, self._offered
        self.line.setVisible(offered and not here)
        self._on.setVisible(offered)
        self.place.setVisible(offered)
        self._word.setVisible(offered and here)
        self._many.setVisible(offered and here)

    def _edited(self, _value: object = None) -> None:
        self._show()
        self.changed.emit()
