"""The right dock of the lesson: the reason, then steps, open nodes, code and numbers; or all
nodes as a table; or the graph of growth.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from engines.textbook.tree import LEAF
from lab.lesson import CUT, LATER, Lesson
from lab.lesson.growth import LeafGrowth
from lab.lesson.words import ordinal, title
from lab.ui.lessons.alphabeta.growth_plot import GrowthPlot
from lab.ui.lessons.docks import LessonReasons, inset
from lab.ui.lessons.grid import StepGrid
from lab.ui.lessons.parts import Code, Facts
from lab.ui.parts.band import Band
from lab.ui.parts.layout import SlimScroll
from lab.ui.parts.messages import label
from lab.ui.parts.segments import Choice, Segments
from lab.words.numerals import figures
from search.depth_first.frames import NULL

STEPS, TABLE, GROWTH = "steps", "table", "growth"


class LessonSide(LessonReasons):
    """Setters in; `picked` carries a step that the user goes to; `growth_asked` reports that the
    graph is wanted.
    """

    picked = Signal(int)
    growth_asked = Signal()

    def __init__(self) -> None:
        views = (Choice(STEPS, "Steps"), Choice(TABLE, "Table"), Choice(GROWTH, "Growth"))
        segments = Segments("View", views)
        super().__init__(segments)
        self.views = segments
        self.steps = StepGrid("Steps", 1)
        self.open = StepGrid("Open nodes", -1)
        self.nodes = StepGrid("All nodes", 0)
        self.code, self.facts, self.plot = Code(), Facts(), GrowthPlot()
        self.again, self.lesson_of_growth = QPushButton("Measure again"), label("", "note")
        self._lesson: Lesson | None = None
        self._stack = QStackedWidget()
        for page in (self._steps_page(), inset(self.nodes, 8), self._growth_page()):
            self._stack.addWidget(page)
        self.column.addWidget(self._stack, 1)
        self.steps.picked.connect(self.picked)
        self.views.chosen.connect(self._viewed)
        self.again.clicked.connect(self._measured)

    def _steps_page(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 4)
        column.setSpacing(4)
        parts = (
            ("Steps", self.steps, 8),
            ("Open nodes, root first", self.open, 8),
            ("In code", self.code, 12),
            ("Numbers", self.facts, 12),
        )
        for name, part, left in parts:
            band = Band(name, inset(part, left))
            limit = QSizePolicy.Policy.Maximum if part is self.steps else QSizePolicy.Policy.Fixed
            for each in (band, part):  # the list of steps shrinks, down to a few rows
                each.setSizePolicy(QSizePolicy.Policy.Expanding, limit)
            column.addWidget(band)
        column.addStretch(1)
        return SlimScroll(page, whole=True)

    def _growth_page(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(12, 4, 12, 12)
        column.setSpacing(8)
        text = "Uniform trees, searched to the end: how many leaves each search looks at."
        column.addWidget(
            label(
                f"{text} With the best branch first, alpha-beta needs only about the square root.",
                "note",
            )
        )
        column.addWidget(self.plot, 1)
        column.addWidget(self.lesson_of_growth)
        self.again.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        column.addWidget(self.again)
        return page

    # -- setters -----------------------------------------------------------------------------------

    def set_view(self, view: str) -> None:
        """Sets the view: steps, table or growth."""
        self.views.set_value(view)
        self._viewed(view)

    def _viewed(self, view: object) -> None:
        self._stack.setCurrentIndex((STEPS, TABLE, GROWTH).index(str(view)))
        if view == GROWTH and self.plot.growth is None:
            self.growth_asked.emit()

    def _measured(self) -> None:
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
        """Shows a sentence instead of a lesson."""
        self._lesson = None
        self.why.say(head, text)
        for grid in (self.steps, self.open, self.nodes):
            grid.set_rows((), ())
        self.code.set_code((), "")
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
            self.steps.set_rows(("", "Step", *(("α", "β") if window else ())), rows, (1,))
        self.steps.mark(k, k + 1)
        bounds = ("α", "β") if window else ()
        self.open.set_rows(
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
        self.open.mark(next((i for i, o in enumerate(step.open) if o.node == step.node), -1))
        self.code.set_code(lesson.code, step.line)
        self._show_nodes(lesson, k)
        leaves = len(lesson.tree.leaves)
        ended = k == len(lesson.steps) - 1 and not lesson.missing
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
        self.nodes.set_rows(
            ("Node", "Status", *(("α", "β") if lesson.window else ()), "Value"), rows, (0,)
        )
        self.nodes.mark(walked.index(step.node))
