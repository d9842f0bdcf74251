"""The right dock of the lesson: the reason, then steps, open nodes, code and numbers; or all nodes
as a table; or the graph of growth: leaves against depth on a log scale, measured points over the
lines b^d and b^(d/2). It does not zoom: a handful of depths fills the field.
"""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPolygonF
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from engines.textbook.tree import LEAF
from lab.lesson import CUT, LATER, Lesson
from lab.lesson.growth import LeafGrowth
from lab.lesson.words import ordinal, title
from lab.ui.lessons.docks import LessonReasons, inset
from lab.ui.lessons.grid import StepGrid
from lab.ui.lessons.parts import Facts
from lab.ui.parts import theme
from lab.ui.parts.band import Band
from lab.ui.parts.chart.axis import BOTTOM, LEFT, ChartAxis, ChartTick
from lab.ui.parts.chart.chart import Chart, Reading
from lab.ui.parts.chart.data import ChartData
from lab.ui.parts.chart.series import DASHED, ChartCurve, ChartPoints
from lab.ui.parts.layout import column
from lab.ui.parts.messages import label
from lab.ui.parts.painted import put, text_line, text_width
from lab.ui.parts.segments import Choice
from lab.words import numerals
from lab.words.numerals import figures
from search.depth_first.frames import NULL

SHOWN = (
    ("Minimax", "minimax"),
    ("Alpha-beta, best last", "worst"),
    ("Alpha-beta, random order", "random"),
    ("Alpha-beta, best first", "best"),
)
ROLES = ("ink", "hue2", "hue0", "hue1")
SYMBOLS = ("o", "d", "t1", "s")  # so that colour is not the only sign
SIZE = 7.4  # of a symbol, pixels at 100 %
SIZES = (SIZE, 1.35 * SIZE, 1.15 * SIZE, SIZE)  # pyqtgraph's diamond is narrow


class GrowthPlot(Chart):
    """The chart of one measurement, with its legend below."""

    def __init__(self) -> None:
        self.growth: LeafGrowth | None = None
        self._words = ""
        super().__init__("Leaves against depth")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.set_axis(LEFT, ChartAxis(LEFT), self._decades)
        self.set_axis(BOTTOM, ChartAxis(BOTTOM), self._depths, grid=False)
        self.layer("around", self._paint_words)
        self.layer("over", self._paint_names)
        self.set_reader(self._read)
        self.set_data(self.data)

    def _restyled(self) -> None:
        super()._restyled()
        self._draw()

    def set_growth(self, growth: LeafGrowth | None, words_for_none: str) -> None:
        """Sets the measurement, or says why there is none yet."""
        if (growth, words_for_none) != (self.growth, self._words):
            self.growth, self._words = growth, words_for_none
            self.setAccessibleDescription(
                "\n".join(said(growth)) if growth is not None else words_for_none
            )
            self._draw()

    sizeHint = theme.sized(380, 360)
    minimumSizeHint = theme.sized(240, 240)

    def field(self) -> QRect:
        look = theme.current()
        below = 2 * text_line(theme.TABLE, 5) + len(SHOWN) * text_line(theme.TABLE, 4)
        wide, high = self.width() - look.px(46 + 44), self.height() - look.px(8) - below
        return QRect(look.px(46), look.px(8), max(20, wide), max(20, round(high)))

    def data(self) -> ChartData | None:
        """The leaves at each depth."""
        growth = self.growth
        if growth is None:
            return None
        columns = [getattr(growth, name) for _, name in SHOWN]
        return ChartData(
            "leaves against depth",
            (
                "depth (plies)",
                "b^d (leaves)",
                "b^(d/2) (leaves)",
                *(f"{title} (leaves)" for title, _ in SHOWN),
            ),
            tuple(zip(growth.depth, growth.plain, growth.root, *columns, strict=True)),
        )

    # -- axes and series ---------------------------------------------------------------------------

    def _decades(self, low: float, high: float, pixels: float) -> list[ChartTick]:
        decades = range(math.ceil(high) + 1) if self.growth is not None else ()
        return [(float(k), numerals.count(10**k)) for k in decades]

    def _depths(self, low: float, high: float, pixels: float) -> list[ChartTick]:
        return [] if self.growth is None else [(float(d), str(d)) for d in self.growth.depth]

    def _draw(self) -> None:
        growth, look = self.growth, theme.current()
        if growth is None:
            self.set_curves(())
            self.set_points(())
            self.arrange()
            return
        last, decades = growth.depth[-1], math.ceil(math.log10(growth.plain[-1]))
        self.set_range((0.5, last + 0.5), (0.0, float(decades)))
        x = np.array(growth.depth, float)
        theory = [
            ChartCurve(x, np.log10(values), look.colour("edge"), style=DASHED)
            for values in (growth.plain, growth.root)
        ]
        measured = [np.log10(getattr(growth, name)) for _, name in SHOWN]
        hues = [look.colour(role) for role in ROLES]
        lines = [ChartCurve(x, y, hue, 1.2) for y, hue in zip(measured, hues, strict=True)]
        self.set_curves([*theory, *lines])
        self.set_points(
            [
                ChartPoints(x, y, hue, symbol, size * look.scale)
                for y, hue, symbol, size in zip(measured, hues, SYMBOLS, SIZES, strict=True)
            ]
        )
        self.arrange()

    # -- words -------------------------------------------------------------------------------------

    def _read(self, spot: QPointF) -> Reading | None:
        growth = self.growth
        if growth is None:
            return None
        k = min(max(round(self.value_at(spot)[0]), growth.depth[0]), growth.depth[-1]) - 1
        counts = [(title, getattr(growth, name)[k]) for title, name in SHOWN]
        depth = float(growth.depth[k])
        return Reading(
            "\n".join(
                [
                    f"{growth.depth[k]} plies, b^d {growth.plain[k]:,.0f}",
                    *(f"{title} {leaves:,.0f}" for title, leaves in counts),
                ]
            ),
            depth,
            tuple((depth, math.log10(leaves)) for _, leaves in counts),
        )

    def _paint_names(self, painter: QPainter) -> None:
        """Why there is nothing to see."""
        if self.growth is None:
            look = theme.current()
            room = QRectF(self.field()).adjusted(look.px(12), 0, -look.px(12), 0)
            put(painter, room, self._words, theme.TABLE, "ink2")

    def _paint_words(self, painter: QPainter) -> None:
        if self.growth is None:
            return
        look, field, line = theme.current(), QRectF(self.field()), text_line(theme.TABLE, 5)
        title = f"depth in plies, {self.growth.branches} branches; leaves on a log scale"
        wide = text_width(title, theme.TABLE)
        left = max(0.0, field.center().x() - wide / 2)
        put(
            painter, QRectF(left, field.bottom() + line, wide + 2, line), title, theme.TABLE, "ink2"
        )
        for values, name in ((self.growth.plain, "b^d"), (self.growth.root, "b^(d/2)")):
            y = self.at(0.0, math.log10(values[-1])).y()
            box = QRectF(field.right() + 3, y - look.px(8), look.px(42), look.px(16))
            put(painter, box, name, theme.TABLE, "ink2")
        self._paint_legend(painter, field.bottom() + 2 * line)

    def _paint_legend(self, painter: QPainter, top: float) -> None:
        """The curves' names, and their leaves at the last depth."""
        growth, look = self.growth, theme.current()
        if growth is None:
            return
        high, last = text_line(theme.TABLE, 4), growth.depth[-1]
        for k, (word, name) in enumerate(SHOWN):
            leaves = f"{getattr(growth, name)[-1]:,.0f} at {last}"
            line = QRectF(look.px(12), top + k * high, self.width() - look.px(24), high)
            paint_symbol(painter, QPointF(line.left() + look.px(5), line.center().y()), k)
            room = line.adjusted(look.px(18), 0, -text_width(leaves) - look.px(8), 0)
            put(painter, room, word, theme.TABLE)
            put(painter, line, leaves, theme.TABLE, "ink2", right=True)


def said(growth: LeafGrowth) -> list[str]:
    """The measurement in words."""
    d = growth.depth[-1]
    return [
        f"{title}: {numerals.count(getattr(growth, name)[-1])} leaves at {d} plies"
        for title, name in SHOWN
    ]


def paint_symbol(painter: QPainter, at: QPointF, k: int) -> None:
    """The symbol of the k-th curve: circle, diamond, triangle or square."""
    look = theme.current()
    r = SIZE / 2 * look.scale
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(look.colour(ROLES[k]))
    corners = (
        (),
        ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)),
        ((0, -1.2), (1.15, 0.9), (-1.15, 0.9)),
        ((-1, -1), (1, -1), (1, 1), (-1, 1)),
    )[k]
    if corners:
        painter.drawPolygon(QPolygonF([at + QPointF(x * r, y * r) for x, y in corners]))
    else:
        painter.drawEllipse(at, r, r)


STEPS, TABLE, GROWTH = "steps", "table", "growth"


class LessonSide(LessonReasons):
    """Setters in; `picked` carries a step that the user goes to; `growth_asked` reports that the
    graph is wanted.
    """

    picked = Signal(int)
    growth_asked = Signal()

    def __init__(self) -> None:
        views = Choice(STEPS, "Steps"), Choice(TABLE, "Table"), Choice(GROWTH, "Growth")
        super().__init__(*views)
        self.steps = StepGrid("Steps", 1)
        self.open = StepGrid("Open nodes", -1)
        self.nodes = StepGrid("All nodes", 0)
        self.facts, self.plot = Facts(), GrowthPlot()
        self.again, self.lesson_of_growth = QPushButton("Measure again"), label("", "note")
        self._lesson: Lesson | None = None
        listed = Band("Steps", inset(self.steps, 8))
        waiting = Band("Open nodes, root first", inset(self.open, 8))
        numbers = Band("Numbers", inset(self.facts, 12))
        self._waiting, self._numbers = waiting, numbers
        steps = self.banded(listed, waiting, self.in_code(), numbers)
        for each in (listed, self.steps):  # the list of steps shrinks, down to a few rows
            each.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.add_pages(steps, inset(self.nodes, 8), self._growth_page())
        self.steps.picked.connect(self.picked)
        self.again.clicked.connect(self.growth_asked)

    def _growth_page(self) -> QWidget:
        page = QWidget()
        text = "Uniform trees, searched to the end: how many leaves each search looks at."
        self.again.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        column(
            label(
                f"{text} With the best branch first, alpha-beta needs only about the square root.",
                "note",
            ),
            (self.plot, 1),
            self.lesson_of_growth,
            self.again,
            of=page,
            margins=(12, 4, 12, 12),
            gap=8,
        )
        return page

    # -- setters -----------------------------------------------------------------------------------

    def set_view(self, view: object) -> None:
        super().set_view(view)
        if view == GROWTH and self.plot.growth is None:
            self.growth_asked.emit()

    def set_growth(self, growth: LeafGrowth | None, words: str) -> None:
        """Sets the measurement, or says what it waits for."""
        self.plot.set_growth(growth, words)
        self.again.setEnabled(growth is not None)
        if growth is not None:
            d, b = growth.depth[-1], growth.branches
            root = growth.best[-1] ** (1 / d)
            text = f"With the best branch first, {d} plies take {growth.best[-1]:,.0f} leaves"
            text += f", as if there were {root:.2f} branches instead of {b}."
            self.lesson_of_growth.setText(text)

    def say(self, head: str, text: str = "") -> None:
        self._lesson = None
        super().say(head, text)
        self.facts.set_rows([])

    def show_step(self, lesson: Lesson, k: int) -> None:
        """Shows step `k`, from 0."""
        step, window = lesson.steps[k], lesson.window
        if lesson is not self._lesson:
            self._lesson = lesson
            rows = [
                (
                    str(i),
                    s.title,
                    *((s.here.alpha_text, s.here.beta_text) if window else ()),
                )
                for i, s in enumerate(lesson.steps, 1)
            ]
            self.steps.show_rows(("", "Step", *(("α", "β") if window else ())), rows, (1,))
        self.steps.mark(k, k + 1)
        bounds = ("α", "β") if window else ()
        self.open.show_rows(
            ("Node", "Kind", *bounds, "Value so far"),
            [
                (
                    o.name,
                    o.kind,
                    *((o.view.alpha_text, o.view.beta_text) if window else ()),
                    o.view.text or "–",
                )
                for o in step.open
            ],
            (0, 1),
        )
        self._waiting.set_hint(f"{len(step.open)} open")
        self.open.mark(next((i for i, o in enumerate(step.open) if o.node == step.node), -1))
        self.code.set_code(lesson.code, step.line)
        self._show_nodes(lesson, k)
        leaves = len(lesson.tree.leaves)
        ended = k == len(lesson.steps) - 1 and not lesson.missing
        self._numbers.set_hint(f"{step.looked} of {leaves} leaves")
        words = "Value of the root" if ended else f"Best for {lesson.tree.words[0]} so far"
        best = (words, step.best)
        asks = lesson.question.windows == NULL
        again = [("Looked at again", str(step.again))] if asks else []
        self.facts.set_rows(
            [
                ("Leaves looked at", f"{step.looked} of {leaves}"),
                *again,
                ("Leaves cut so far", str(step.cut)),
                best,
            ]
        )

    def _show_nodes(self, lesson: Lesson, k: int) -> None:
        """Shows all nodes of the tree."""
        step, tree, rows = lesson.steps[k], lesson.tree, []
        walked = list(tree.walk())
        for n in walked:
            view, leaf = step.nodes[n], tree.kind[n] == LEAF
            name = "  " * (len(tree.path(n)) - 1) + (
                f"leaf {tree.words[n]}".strip() if leaf else title(tree, n)
            )
            given = figures(float(tree.payoff[n, 0])) if leaf and not tree.vectors else view.text
            bounds = (
                ("", "")
                if leaf or (view.status in (LATER, CUT) and not view.text)
                else (view.alpha_text, view.beta_text)
            )
            rows.append(
                (
                    name,
                    f"{ordinal(view.order)}" if view.order else view.status,
                    *(bounds if lesson.window else ()),
                    given,
                )
            )
        self.nodes.show_rows(
            ("Node", "Status", *(("α", "β") if lesson.window else ()), "Value"), rows, (0,)
        )
        self.nodes.mark(walked.index(step.node))
