"""How the choices of the whole match formed: for each agent a map of turns and iterations, what
less time would have changed, and a chart of how far the agents share one joint line.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from lab.maps.decisions import MatchDecisions, enough, late, together, value_of_time
from lab.ui.maps.agent_map import mixed
from lab.ui.maps.cell_chart import CellChart, ChartCell, ChartCells
from lab.ui.maps.part import NoteLine
from lab.ui.parts import theme
from lab.ui.parts.chart.axis import BOTTOM, LEFT, ChartAxis, ChartTick
from lab.ui.parts.chart.chart import Chart, Reading
from lab.ui.parts.chart.data import ChartData, DataCell
from lab.ui.parts.chart.series import DASHED, SOLID, ChartCurve, ChartPoints
from lab.ui.parts.layout import column, row
from lab.ui.parts.marks import marks_of
from lab.ui.parts.messages import Empty, one_line
from lab.ui.parts.painted import put_centred, text_line
from lab.ui.parts.segments import Choice, Segments
from lab.ui.parts.spoken import describe
from lab.words import numerals

HEIGHT, LEFT_ROOM = 150, 44  # pixels at 100 %


@dataclass(frozen=True)
class ShareCurve:
    """A line of (x, share), and what it is called in the read-out."""

    name: str
    points: tuple[tuple[float, float], ...]
    dashed: bool = False


class ShareChart(Chart):
    """`x_word` writes an x in the read-out; `log` makes the axis logarithmic."""

    def __init__(self, name: str, x_title: str, x_word: Callable[[float], str], log: bool) -> None:
        self._curves: tuple[ShareCurve, ...] = ()
        self._title, self._word, self._log = x_title, x_word, log
        super().__init__(name, None, zooms="x")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.set_axis(LEFT, ChartAxis(LEFT), _levels)
        self.set_axis(BOTTOM, ChartAxis(BOTTOM), self._values, False)
        self.layer("around", self._paint_title)
        self.set_reader(self._read)
        self.set_data(self._data)
        self._measure()

    def set_shares(self, curves: Sequence[ShareCurve], title: str) -> None:
        """Shows other curves."""
        self._curves, self._title = tuple(curves), title
        xs = [self._x(x) for curve in curves for x, _ in curve.points]
        if xs:
            highest = max(share for curve in curves for _, share in curve.points)
            top = min(1.0, numerals.nice_ceiling(1.05 * highest))
            self.set_range((min(xs), max(max(xs), min(xs) + 1e-6)), (0.0, top))
        self._draw()

    def _x(self, x: float) -> float:
        return math.log10(max(1.0, x)) if self._log else x

    def _draw(self) -> None:
        look = theme.current()
        curves, points = [], []
        for curve in self._curves:
            x = np.array([self._x(x) for x, _ in curve.points])
            y = np.array([share for _, share in curve.points])
            colour = look.colour("ink2" if curve.dashed else "ink")
            style = DASHED if curve.dashed else SOLID
            curves.append(ChartCurve(x, y, colour, 1.6 * look.scale, style=style))
            if not curve.dashed:
                points.append(ChartPoints(x, y, colour, "o", 4 * look.scale))
        self.set_curves(curves)
        self.set_points(points)
        self.arrange()

    def _restyled(self) -> None:
        super()._restyled()
        self._measure()
        self._draw()

    def _measure(self) -> None:
        look = theme.current()
        self.set_margins(
            look.px(LEFT_ROOM), look.px(6), look.px(8), round(2 * text_line(theme.TABLE, 4))
        )

    def _values(self, low: float, high: float, pixels: float) -> Sequence[ChartTick]:
        if self._log:
            powers = range(math.floor(low), math.ceil(high) + 1)
            counts = [part * 10**power for power in powers for part in (1, 2, 5)]
            return [(math.log10(n), numerals.count(n)) for n in counts]
        step = max(1.0, numerals.nice_step(high - low, 8))
        first = math.ceil(low / step)
        return [(k * step, f"{k * step:.0f}") for k in range(first, math.floor(high / step) + 1)]

    def _paint_title(self, painter: QPainter) -> None:
        line = text_line(theme.TABLE, 4)
        box = QRectF(self.frame.left(), self.frame.bottom() + line, self.frame.width(), line)
        put_centred(painter, box, self._title, theme.TABLE, "ink2")

    def _read(self, spot: QPointF) -> Reading | None:
        at = self.value_at(spot)[0]
        said, spots = [], []
        for curve in self._curves:
            if curve.points:
                x, share = min(curve.points, key=lambda point: abs(self._x(point[0]) - at))
                said.append(f"{curve.name}, {self._word(x)}: {numerals.percent(share, 1)}")
                spots.append((self._x(x), share))
        return Reading("\n".join(said), spots[0][0], tuple(spots)) if said else None

    def _data(self) -> ChartData | None:
        rows = tuple((c.name, x, share) for c in self._curves for x, share in c.points)
        heads = ("curve", self._title, "share, 0 to 1")
        return ChartData(self.accessibleName(), heads, rows) if rows else None

    sizeHint = theme.sized(320, HEIGHT)
    minimumSizeHint = theme.sized(200, 90)


def _levels(low: float, high: float, _pixels: float) -> list[ChartTick]:
    """The ends and the middle of the axis of shares."""
    return [(0.0, "0"), (high / 2, f"{50 * high:.3g}"), (high, f"{100 * high:.3g} %")]


EARLY = 3  # marks before the last: a tenth of its iterations
MOST_CHARTS = 2  # agents with a map
FINAL, EARLIER = 0.5, (0.75, 0.4)  # of the hue; of the other colour, for favourites in turn
LEGEND = (
    "Each column is one turn, searched again from the beginning. Agent's colour: the action that "
    "the search plays in the end was its favourite by then; amber, hatched: another one was."
)


@dataclass(frozen=True, eq=False)
class MatchForecasts:
    """The decisions, the agents' names, and words of the game and the search."""

    found: MatchDecisions
    names: tuple[str, ...]  # of all agents
    owner: tuple[int, ...]
    word: str
    iteration: str


class MatchPanel(QWidget):
    """Setters are silent; `asked` wants the searches again, or their end, `most_chosen` carries
    the iterations of each search, `seat_chosen` whose turns are searched, `turn_picked` a turn.
    """

    asked = Signal()
    most_chosen = Signal(int)
    seat_chosen = Signal(int)
    turn_picked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.title, self.note = one_line("How the choices formed", "title"), NoteLine()
        self.again = QPushButton("Again")
        self.seats, self.most = Segments("Whose turns"), Segments("Iterations of each search")
        self.legend, self.value, self.line_words = QLabel(LEGEND), QLabel(), QLabel()
        for label in (self.legend, self.value, self.line_words):
            label.setProperty("look", "caption")
            label.setWordWrap(True)
        self.empty = Empty()
        self.heads = tuple(QLabel() for _ in range(MOST_CHARTS))
        self.charts = tuple(CellChart("Decision over time") for _ in range(MOST_CHARTS))
        self.time = ShareChart("Value of time", "", lambda n: f"after {numerals.count(n)}", True)
        self.line = ShareChart("Joint-line agreement", "", lambda n: f"{n:.0f}", False)
        self._view: MatchForecasts | None = None
        self._build()
        self.again.clicked.connect(self.asked)
        self.most.chosen.connect(lambda n: self.most_chosen.emit(int(str(n))))
        self.seats.chosen.connect(lambda seat: self.seat_chosen.emit(int(str(seat))))
        for number, chart in enumerate(self.charts):
            chart.picked.connect(self._picked)
            chart.set_data(partial(self._data, number))

    def _build(self) -> None:
        box = column(
            row(self.title, self.note, 1, self.seats, self.most, self.again, margins=8, gap=10),
            row(self.legend, margins=0, gap=10),
            self.empty,
            of=self,
            margins=(0, 0, 0, 8),
            gap=2,
        )
        for head, chart in zip(self.heads, self.charts, strict=True):
            head.setProperty("look", "band")
            box.addLayout(row(head, 1, margins=2, gap=10))
            box.addLayout(row(chart, margins=0, gap=10), 3)
        self._curves = QWidget()
        pair = row(of=self._curves, margins=0, gap=16)
        titles = "Value of time", "Joint-line agreement"
        parts = ((self.time, self.value), (self.line, self.line_words))
        for title, (curve, words) in zip(titles, parts, strict=True):
            half, name = QVBoxLayout(), one_line(title, "band")
            for part in (name, words, curve):
                half.addWidget(part, 1 if part is curve else 0)
            pair.addLayout(half, 1)
        box.addWidget(self._curves, 2)

    # -- setters -----------------------------------------------------------------------------------

    def set_choices(
        self, seats: Sequence[int], seat: int, amounts: Sequence[int], most: int
    ) -> None:
        """Whose turns may be searched, and how much."""
        self.seats.set_choices([Choice(s, f"Seat {s + 1}") for s in seats])
        self.seats.set_value(seat)
        self.seats.setVisible(len(seats) > 1)
        self.most.set_choices([Choice(n, numerals.count(n), f"{n:,} each") for n in amounts])
        self.most.set_value(most)

    def show_words(self, why: str) -> None:
        """Says why there is nothing to show."""
        self.empty.set_words(why)
        self._show_parts(0)

    def _show_parts(self, agents: int) -> None:
        self.empty.setVisible(not agents)
        self._curves.setVisible(agents > 0)
        for number, (head, chart) in enumerate(zip(self.heads, self.charts, strict=True)):
            head.setVisible(number < agents)
            chart.setVisible(number < agents)

    def set_state(self, words: str, running: bool) -> None:
        """What is going on."""
        self.note.setText(words)
        self.again.setText("Stop" if running else "Again")

    def set_view(self, view: MatchForecasts) -> None:
        """Shows what has been answered by now."""
        self._view, found = view, view.found
        agents = found.agents[:MOST_CHARTS]
        self._show_parts(len(agents))
        for agent, head, chart in zip(agents, self.heads, self.charts, strict=False):
            head.setText(f"Decision over time, {view.names[agent]}")
            chart.set_cells(_cells(view, agent))
            chart.setAccessibleName(head.text())
        self._show_time(view)
        self._show_line(view)

    def _show_time(self, view: MatchForecasts) -> None:
        found = view.found
        said = (
            value_of_time(found, view.word, view.iteration),
            enough(found, view.word, view.iteration),
            late(found, view.word),
        )
        self.value.setText(" ".join(filter(None, said)))
        points = tuple((float(n), found.same(m)) for m, n in enumerate(found.marks))
        name = f"{view.word}s with the last action"
        self.time.set_shares(
            [ShareCurve(name, points)] if found.answered else [],
            f"{view.iteration}s, log scale; share of {view.word}s with the last action by then",
        )
        describe(self.time, self.value.text())

    def _show_line(self, view: MatchForecasts) -> None:
        found, last = view.found, len(view.found.marks) - 1
        words = together(found, view.word)
        none = f"Only searches with a tree for each agent count this: {view.iteration}s in which "
        none += "every agent plays its best root action."
        self.line_words.setText(words or none)
        self.line.setVisible(bool(words))
        early = max(0, last - EARLY)
        names = [f"by {numerals.count(found.marks[mark])}" for mark in (last, early)]
        curves = [
            ShareCurve(name, _floats(found, mark), mark != last)
            for name, mark in zip(names, (last, early), strict=True)
        ]
        title = f"{view.word}; share of {view.iteration}s that play every agent's best root action"
        self.line.set_shares(curves if words else [], f"{title}; dashed: {names[1]}")
        describe(self.line, self.line_words.text())

    # -- what the user did -------------------------------------------------------------------------

    def _picked(self, column: int, _row: int) -> None:
        if self._view is not None:
            self.turn_picked.emit(self._view.found.turns[column])

    def _data(self, number: int) -> ChartData | None:
        view = self._view
        if view is None or number >= len(view.found.agents):
            return None
        found, agent = view.found, view.found.agents[number]
        rows: list[tuple[DataCell, ...]] = []
        for place in found.answered:
            words, shares = found.favourites(place, agent), found.shares(place, agent)
            for mark, word in enumerate(words or ()):
                rows.append((found.turns[place], found.marks[mark], word, shares[mark]))
        heads = (view.word, f"{view.iteration}s", "favourite", "share, 0 to 1")
        return ChartData(f"decision over time {view.names[agent]}", heads, tuple(rows))


def _floats(found: MatchDecisions, mark: int) -> tuple[tuple[float, float], ...]:
    return tuple((float(turn), share) for turn, share in found.on_line(mark))


def _cells(view: MatchForecasts, agent: int) -> ChartCells:
    """Turns across, marks up, tinted by the favourite at that moment."""
    found, cells, look = view.found, {}, theme.current()
    hue = marks_of(view.owner).colour(look, agent)
    for place in range(len(found.turns)):
        words, shares = found.favourites(place, agent) or (), found.shares(place, agent)
        for mark, word in enumerate(words):
            said = (
                f"{view.word} {found.turns[place]}, after {found.marks[mark]:,} {view.iteration}s\n"
                f"{word}, {numerals.percent(shares[mark])}"
            )
            tint, other = _tint(words, mark, hue), word != words[-1]
            cells[place, mark] = ChartCell(word, tint, words=said, hatched=other)
    across = [str(turn) for turn in found.turns]
    up = [numerals.count(mark) for mark in found.marks]
    return ChartCells(across, up, cells, None, (view.word, f"{view.iteration}s"), True)


def _tint(words: tuple[str, ...], mark: int, hue: QColor) -> QColor:
    """The agent's hue for the last favourite, shades of amber for others."""
    look = theme.current()
    if words[mark] == words[-1]:
        return mixed(hue, look.colour("field"), FINAL)
    others = list(dict.fromkeys(word for word in words if word != words[-1]))
    share = EARLIER[others.index(words[mark]) % len(EARLIER)]
    return mixed(look.colour("heat_low"), look.colour("field"), share)
