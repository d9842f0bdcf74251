"""One agent's map of settings: what it would play in each cell, its share of the visits, and how
firm the choice is in words.

And who misjudges whom, over the match: in how many turns an agent played what another seat's search
expected.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QWidget

from lab.experiments.sweep.grid import GridAxis
from lab.maps.question import AgentAnswer
from lab.maps.run import Key
from lab.maps.settings import SettingsAnswers, SettingsCount, stand_in
from lab.ui.maps.cell_chart import CellChart, ChartCell, ChartCells
from lab.ui.maps.part import MARGIN, put_shape
from lab.ui.parts import theme
from lab.ui.parts.chart.data import ChartData, DataCell
from lab.ui.parts.guard import guarded
from lab.ui.parts.layout import column
from lab.ui.parts.marks import Marks, marks_of
from lab.ui.parts.painted import put, text_line, text_width
from lab.ui.parts.part import PaintedPart
from lab.ui.parts.spoken import describe
from lab.words import numerals
from lab.words.brief import brief

FAINT, STRONG = 0.08, 0.7  # how much of the hue a cell has at a share of 0 and of 1
NO_BREAK = "\u00a0"
LISTED = 6  # actions named in the legend
UNKNOWN = 0.45  # of the tint of a cell that a neighbour stands in for


@dataclass(frozen=True, eq=False)
class AgentMapView:
    """Whose map it is, and the answers; `foreign` says whose search speaks of another's agent."""

    agent: int
    name: str
    answers: SettingsAnswers
    mark: int
    owner: tuple[int, ...]
    foreign: str = ""


class AgentHead(QWidget):
    """The agent's shape and name, and its most frequent action."""

    def __init__(self) -> None:
        super().__init__()
        self._view: AgentMapView | None = None
        self._count: SettingsCount | None = None
        self._marks: Marks = marks_of((0, 1))

    def set_view(self, view: AgentMapView, count: SettingsCount) -> None:
        """Another agent, or other counts."""
        self._view, self._count, self._marks = view, count, marks_of(view.owner)
        self.setFixedHeight(round(text_line(theme.TABLE, 7)))
        self.update()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._view is None or self._count is None:
            return
        look, view = theme.current(), self._view
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            put_shape(painter, self._marks, view.agent, look.px(6), self.height() / 2)
            name = QRectF(look.px(18), 0, self.width(), self.height())
            put(painter, name, view.name, theme.BODY, bold=True)
            left = look.px(30) + text_width(view.name, theme.BODY, True)
            box = QRectF(left, 0, self.width() - left, self.height())
            words = _most(self._count)
            put(
                painter,
                box,
                words,
                theme.TABLE,
                "ink2",
                right=text_width(words, theme.TABLE) < box.width(),
            )


class AgentMap(QWidget):
    """`set_view` shows newer answers."""

    def __init__(self) -> None:
        super().__init__()
        self.head, self.chart = AgentHead(), CellChart("What the choice hangs on")
        self.words, self.legend = QLabel(), QLabel()
        for label in (self.words, self.legend):
            label.setProperty("look", "caption")
            label.setWordWrap(True)
        box = column(of=self, gap=2)
        for part in (self.head, self.chart, self.words, self.legend):
            box.addWidget(part, 1 if part is self.chart else 0)
        self._view: AgentMapView | None = None
        self.chart.set_data(self.data)

    def set_view(self, view: AgentMapView) -> None:
        """Shows newer answers."""
        self._view = view
        count = view.answers.count(view.agent, view.mark)
        self.head.set_view(view, count)
        grid = view.answers.grid
        self.chart.set_cells(
            ChartCells(
                grid.columns.words,
                grid.rows.words,
                _cells(view, count),
                grid.own,
                (_title(grid.columns), _title(grid.rows)),
            )
        )
        self.words.setText(f"{count.sentence}.{view.foreign}")
        self.legend.setText(_legend(count))
        self.chart.setAccessibleName(f"{view.name}: what the choice hangs on")
        describe(self.chart, count.sentence)

    def data(self) -> ChartData | None:
        """A row for each cell that is known."""
        view = self._view
        if view is None:
            return None
        grid = view.answers.grid
        rows: list[tuple[DataCell, ...]] = []
        for key, answer in sorted(view.answers.known.items()):
            each = answer.of(view.agent)
            if each is not None:
                values = [str(value) for value in grid.values(key).values()]
                rows.append((*values, each.words[view.mark], each.shares[view.mark]))
        heads = (grid.columns.title, grid.rows.title, "action", "share, 0 to 1")
        return ChartData(f"settings {view.name}", heads, tuple(rows))


def _cells(view: AgentMapView, count: SettingsCount) -> dict[Key, ChartCell]:
    """Every cell that is known, or that a known neighbour stands in for."""
    answers, letters, found = view.answers, count.letters, {}
    grid, marks, look = answers.grid, marks_of(view.owner), theme.current()
    hue, ground = marks.colour(look, view.agent), look.colour("field")
    for key in grid.keys:
        place = key if key in answers.known else stand_in(key, answers.known, grid.own)
        each = answers.known[place].of(view.agent) if place is not None else None
        if each is None:
            continue
        word, share = each.words[view.mark], each.shares[view.mark]
        known = key == place
        strength = (FAINT + (STRONG - FAINT) * share) * (1.0 if known else UNKNOWN)
        words = _words(view, key, each) if known else ""
        found[key] = ChartCell(
            word, mixed(hue, ground, strength), letters.get(word, ""), words, not known
        )
    return found


def _words(view: AgentMapView, key: Key, each: AgentAnswer) -> str:
    """The read-out of a cell."""
    grid = view.answers.grid
    values = zip((grid.columns, grid.rows), key, strict=True)
    setting = ", ".join(f"{axis.title} {axis.words[place]}" for axis, place in values)
    share = numerals.percent(each.shares[view.mark])
    own = " (the own setting)" if key == grid.own else ""
    return f"{setting}{own}\n{each.words[view.mark]}, {share} of the visits"


def _most(count: SettingsCount) -> str:
    if not count.total:
        return ""
    return f"{count.words[0]} in {count.counts[0]} of {count.total}"


def _legend(count: SettingsCount) -> str:
    """The signs of the most frequent actions."""
    letters = count.letters
    signs = {word: "" if brief(word) == sign else f"{sign} " for word, sign in letters.items()}
    listed = [
        f"{signs[word]}{word} ({number})"
        for word, number in zip(count.words[:LISTED], count.counts, strict=False)
    ]
    more = len(count.words) - LISTED
    shown = [*listed, f"and {more} more"] if more > 0 else listed
    return "    ".join(each.replace(" ", NO_BREAK) for each in shown)


def _title(axis: GridAxis) -> str:
    title = axis.title[0].lower() + axis.title[1:]
    return f"{title}, {axis.unit}" if axis.unit else title


def mixed(hue: QColor, ground: QColor, share: float) -> QColor:
    """The hue laid over a ground."""
    grounds, hues = ((c.red(), c.green(), c.blue()) for c in (ground, hue))
    return QColor(*(round(a + (b - a) * share) for a, b in zip(grounds, hues, strict=True)))


NUMBER = 44  # width, pixels at 100 %


@dataclass(frozen=True)
class ForeseenShare:
    """The share of turns in which an agent's action was the one that `viewer` expected."""

    agent: int
    name: str
    viewer: int
    share: float


class ForeseenBars(PaintedPart):
    """A bar for each agent, two in a row."""

    def __init__(self) -> None:
        super().__init__("Who misjudges whom, over the match")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._shares: tuple[ForeseenShare, ...] = ()
        self._marks = marks_of((0, 1))

    def set_shares(self, shares: tuple[ForeseenShare, ...], marks: Marks) -> None:
        """Shows newer shares."""
        if (shares, marks) != (self._shares, self._marks):
            self._shares, self._marks = shares, marks
            self.renew()

    def content_height(self) -> float:
        rows = max(1, -(-len(self._shares) // 2))
        return rows * text_line(theme.TABLE, 8) + theme.current().px(6)

    def lines(self) -> list[str]:
        return [
            f"Seat {s.viewer + 1} expected what {s.name} played in "
            f"{numerals.percent(s.share)} of the turns."
            for s in self._shares
        ]

    def paint(self, painter: QPainter) -> None:
        look, line = theme.current(), text_line(theme.TABLE, 8)
        left, half = look.px(MARGIN), (self.width() - 2 * look.px(MARGIN)) / 2
        if not self._shares:
            box = QRectF(left, 0, 2 * half, line)
            put(painter, box, "No turn has been played with two searches yet.", role="ink2")
        names = [f"{each.name} by seat {each.viewer + 1}" for each in self._shares]
        wide = look.px(30) + max(map(text_width, names), default=0.0)
        for number, each in enumerate(self._shares):
            x, y = left + (number % 2) * half, number // 2 * line
            put_shape(painter, self._marks, each.agent, x + look.px(6), y + line / 2)
            put(painter, QRectF(x + look.px(18), y, wide, line), names[number])
            track = QRectF(
                x + wide,
                y + line / 2 - look.px(4),
                half - wide - look.px(NUMBER),
                look.px(8),
            )
            painter.fillRect(track, look.colour("track"))
            track.setWidth(track.width() * each.share)
            painter.fillRect(track, self._marks.colour(look, each.agent))
            box = QRectF(x + half - look.px(NUMBER + 8), y, look.px(NUMBER), line)
            put(painter, box, numerals.percent(each.share), right=True)
