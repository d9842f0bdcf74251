"""The head of the Trees dock: title, the moment shown, agent tabs, whose search, and graphs or
table.
"""

from __future__ import annotations

import string
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QWidget

from lab.ui.parts import detail, theme
from lab.ui.parts.focus_ring import OwnRing
from lab.ui.parts.glyphs import paint_glyph
from lab.ui.parts.guard import guarded
from lab.ui.parts.layout import column, row
from lab.ui.parts.marks import Marks
from lab.ui.parts.messages import one_line
from lab.ui.parts.painted import clauses_that_fit, text_width
from lab.ui.parts.segments import Choice, Segments, Tabs, segments_width
from lab.words.columns import Column, groups_of

GRAPHS, TABLE, BOTH, MAP, TREE, OWN = "graphs", "table", "both", "map", "tree", "own"
SHORT = "Trees"  # the title where there is room for no more
USUAL = "turn 000"  # what is said of the moment is rarely longer
WHOSE = (
    "Each search also holds a tree for the agents of the other seats: what it expects of "
    "them.\nKey: G"
)
EVERY = {2: "Both", 3: "All three", 4: "All four"}


def title_of(columns: Sequence[Column], common: bool) -> str:
    """What the dock is about: "What each pod would play", "What UCT thinks"."""
    if common:
        return f"What {columns[0].thought.algorithm} thinks"
    kinds = {c.agent.name.rstrip(string.digits + " ").lower() for c in columns}
    kind = kinds.pop() if len(kinds) == 1 else "player"
    return f"What each {kind or 'player'} would play"


@dataclass(frozen=True)
class Heading:
    """What the head says and offers."""

    title: str
    note: str
    live: bool
    frozen: bool
    columns: tuple[Column, ...]  # of all agents
    shown: tuple[Column, ...]  # those on screen
    common: bool  # one tree for all agents
    narrow: bool
    mode: str
    whose: int | None
    searching: tuple[int, ...]  # seats
    seats: int
    group: int
    marks: Marks

    @property
    def has_map(self) -> bool:
        """Whether a search on show keeps a joint-action map."""
        return any(c.thought.snapshot.joint is not None for c in self.columns)

    @property
    def alone(self) -> bool:
        """Whether one of several agents is shown alone."""
        return (
            len({c.number for c in self.shown}) == 1 and len({c.number for c in self.columns}) > 1
        )

    @property
    def asks_whose(self) -> bool:
        """Whether there is more than one search to choose from."""
        return bool(self.columns) and self.seats > 1 and not self.common


class LiveWord(QAbstractButton):
    """One word in the title: live, frozen, or which recorded turn; a click freezes the graphs."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setToolTip("Freeze the graphs\nThe search goes on.\nKey: F")
        self.live, self._ring = False, OwnRing(self)

    def set_words(self, text: str, live: bool, frozen: bool) -> None:
        """What the graphs show: the running search, a frozen moment, or a recorded turn."""
        if (text, live, frozen) != (self.text(), self.live, self.isChecked()):
            self.setText(text)
            self.setAccessibleName(f"Graphs: {text}")
            self.live = live
            self.setChecked(frozen)
            self.updateGeometry()
            beside = self.parentWidget()
            if beside is not None and (line := beside.layout()) is not None:
                line.activate()  # else the word is cut for a moment, and it changes each turn
            self.update()
        plain = not detail.is_full()  # there it only says it
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, plain)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus if plain else Qt.FocusPolicy.StrongFocus)

    def width_of(self, text: str) -> int:
        """The width that shows a text in full."""
        return round(theme.current().px(20) + text_width(text, theme.TABLE))

    def sizeHint(self) -> QSize:
        return QSize(self.width_of(self.text()), theme.current().px(24))

    minimumSizeHint = theme.sized(30, 24)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            middle, left = self.height() / 2, 1.0
            if self.isChecked():
                paint_glyph(
                    painter,
                    QRectF(-1, middle - look.px(6), look.px(12), look.px(12)),
                    "pause",
                    look.colour("ink2"),
                )
                left = look.px(14)
            elif self.live:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(look.colour("ok"))
                painter.drawEllipse(QPointF(look.px(4) + 0.5, middle), look.px(4), look.px(4))
                left = look.px(14)
            painter.setFont(look.font(theme.TABLE))
            painter.setPen(look.colour("ink2"))
            text = clauses_that_fit(self.text(), self.width() - left, theme.TABLE)
            painter.drawText(
                QRectF(left, 0, self.width() - left, self.height()),
                Qt.AlignmentFlag.AlignVCenter,
                text,
            )
            if self._ring.shown:
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))


class TitleRows(QWidget):
    """One row, or two where agents have tabs."""

    whose_picked = Signal(object)
    view_picked = Signal(object)
    tab_picked = Signal(object)  # an agent, -1 for all, ("group", i)
    freeze_picked = Signal(bool)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.heading = one_line("Trees", "title", self)
        self.word = LiveWord(self)
        self._of = one_line("Search of", "note", self)
        self.whose, self.tabs = (Segments(n, parent=self) for n in ("Search of", "Agents"))
        self.view = Tabs("Searches as", parent=self)
        self.word.clicked.connect(self.freeze_picked)
        self.whose.chosen.connect(self.whose_picked)
        self.tabs.chosen.connect(self.tab_picked)
        self.view.chosen.connect(self.view_picked)
        self._first, self._second = QWidget(self), QWidget(self)
        self._rows = (self._row(self._first), self._row(self._second))
        column(self._first, self._second, of=self, gap=0)
        self._fill()
        self._second.hide()
        theme.follow(self._restyled)

    def _row(self, parent: QWidget) -> QHBoxLayout:
        return row(of=parent, margins=0, gap=8)

    def _fill(self) -> None:
        first, second = self._rows
        first.addWidget(self.heading)
        first.addWidget(self.word)
        first.addStretch(1)
        for part in (self._of, self.whose, self.view):
            first.addWidget(part)
        second.addWidget(self.tabs)
        second.addStretch(1)

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.current().px(320), self.sizeHint().height())

    def _restyled(self) -> None:
        self._first.setFixedHeight(theme.current().px(40))
        self._second.setFixedHeight(theme.current().px(34))

    def show_heading(self, h: Heading) -> None:
        """Shows the contents of `h`."""
        self.word.set_words(h.note, h.live and not h.frozen, h.frozen)
        self.word.setVisible(bool(h.columns))
        self._show_view(h)
        self.heading.setText(h.title)
        taken = self.word.sizeHint().width() + theme.current().px(56)
        taken += 0 if self.view.isHidden() else self.view.sizeHint().width()
        if h.shown and self.heading.sizeHint().width() + taken > self.width():
            self.heading.setText(SHORT)
        self._show_tabs(h)
        self._show_whose(h)

    def _show_view(self, h: Heading) -> None:
        choices = [
            Choice(GRAPHS, "Graphs", "Graphs\nKey: V"),
            Choice(TABLE, "Table", "The same numbers as a table\nKey: V"),
        ]
        if len(h.shown) == 1 and not h.common:
            choices.append(Choice(BOTH, "Both", "Graphs and table\nKey: V"))
        if h.has_map:
            choices.append(
                Choice(
                    MAP,
                    "Joint",
                    (
                        "Joint actions\nThe root actions of two agents against each other\nKey: "
                        "V, or J"
                    ),
                )
            )
        self.view.set_choices(choices)
        self.view.set_value(h.mode)
        self.view.setVisible(bool(h.columns) and detail.is_full() and h.mode != TREE)

    def _show_tabs(self, h: Heading) -> None:
        groups = groups_of(h.columns)
        if h.alone:
            self.tabs.set_choices(self._agents(h, groups), h.marks)
            self.tabs.set_value(h.shown[0].number)
        elif len(groups) > 1:
            self.tabs.set_choices(
                [
                    Choice(("group", i), f"{g[0].agent.name} to {g[-1].number + 1}")
                    for i, g in enumerate(groups)
                ],
                h.marks,
            )
            self.tabs.set_value(("group", h.group))

    def _agents(self, h: Heading, groups: tuple[tuple[Column, ...], ...]) -> list[Choice]:
        """A tab for each agent of the shown one's group, and one for all side by side if there
        is room.
        """
        near = {
            c.number: c for g in groups if h.shown[0].number in {c.number for c in g} for c in g
        }
        count = len({c.number for c in h.columns})
        every = (
            []
            if h.narrow
            else [Choice(-1, EVERY.get(count, "All"), "All agents side by side\nKey: 0")]
        )
        names = [c.agent.name for c in near.values()]
        look = theme.current()
        need = sum(text_width(t, theme.TABLE, True) + look.px(34) for t in names) + sum(
            look.px(70) for _ in every
        )
        short = need + (look.px(100) if h.asks_whose else 0) + 32 > self.width()
        texts = [str(n + 1) for n in near] if short else names
        return every + [
            Choice(n, t, f"{name} alone\nKey: {n + 1}", n)
            for n, t, name in zip(near, texts, names, strict=True)
        ]

    def _show_whose(self, h: Heading) -> None:
        """Whose search, in words as long as fit next to the moment; in the second row where even
        the short ones would cut it.
        """
        look = theme.current()
        texts = {
            long: ["own seat" if long else "own"]
            + [f"seat {s + 1}" if long else str(s + 1) for s in h.searching]
            for long in (True, False)
        }
        usual = self.word.width_of(USUAL)  # so that the row stays as the words change
        rest = self.heading.sizeHint().width() + self.view.sizeHint().width() + look.px(56)
        crowded = not h.alone and rest + usual + segments_width(texts[False]) > self.width()
        asks = h.asks_whose and (detail.is_full() or h.whose in h.searching)
        second = asks and (h.alone or crowded)
        word = max(usual, self.word.sizeHint().width())
        left = self.width() - (look.px(24) if second else rest + word)
        long = not h.alone and h.seats <= 2 and segments_width(texts[True]) <= left
        tips = ["The search that actually moves the agent"]
        tips += [f"The search of seat {s + 1}" for s in h.searching]
        self.whose.set_choices(
            [
                Choice(value, text, f"{tip}\n{WHOSE}")
                for value, text, tip in zip((OWN, *h.searching), texts[long], tips, strict=True)
            ]
        )
        self.whose.set_value(h.whose if h.whose in h.searching else OWN)
        self.whose.setVisible(asks)
        tabs = h.alone or len(groups_of(h.columns)) > 1
        self._put_whose(second)
        self.tabs.setVisible(tabs)
        self._second.setVisible(second or tabs)
        left -= segments_width(texts[long])
        left -= self.tabs.sizeHint().width() + look.px(8) if second and tabs else 0
        self._of.setVisible(asks and self._of.sizeHint().width() + look.px(16) <= left)

    def _put_whose(self, second: bool) -> None:
        row = self._rows[second]
        if row.indexOf(self.whose) < 0:
            at = row.count() if second else row.count() - 1
            row.insertWidget(at, self._of)
            row.insertWidget(at + 1, self.whose)
