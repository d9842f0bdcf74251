"""The right dock of the lesson: the reason, the numbers of the step, the steps of the iteration and
the code; or all nodes as a table.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from lab.lesson.code import CodeLine
from lab.lesson.mcts import PARTS, TreeStep
from lab.lesson.mcts.listing import BACKPROPAGATION, LISTING
from lab.lesson.mcts.steps import CHANGE_HEADS, HEADS, plain, points_of
from lab.ui.lessons.docks import LessonReasons, inset
from lab.ui.lessons.grid import StepGrid
from lab.ui.lessons.mcts.bars import BoundBars
from lab.ui.lessons.mcts.drawing import WalkShown
from lab.ui.lessons.parts import Code
from lab.ui.parts.band import Band
from lab.ui.parts.scroll import SlimScroll
from lab.ui.parts.segments import Choice, Segments

STEPS, TABLE = "steps", "table"
CODE = tuple(CodeLine(str(k), text) for k, text in enumerate(LISTING))
HIDDEN = "?"
TIGHT = 12  # pixels at 100 % around the texts of a column


class WalkSide(LessonReasons):
    """Setters in; `picked` carries the place of a step in its iteration."""

    picked = Signal(int)

    def __init__(self) -> None:
        views = Segments("View", (Choice(STEPS, "Steps"), Choice(TABLE, "Table")))
        super().__init__(views)
        self.views = views
        self.moves = StepGrid("Bounds", 0, room=TIGHT)
        self.changes = StepGrid("What changes", 0, room=TIGHT)
        self.bars, self.steps, self.nodes = BoundBars(), StepGrid("Steps", 1), StepGrid("Nodes", 0)
        self.steps.horizontalHeader().hide()
        self.code, self._stack = Code(), QStackedWidget()
        for page in (SlimScroll(self._steps_page(), whole=True), inset(self.nodes, 8)):
            self._stack.addWidget(page)
        self.column.addWidget(self._stack, 1)
        self.steps.picked.connect(self.picked)
        self.views.chosen.connect(self.set_view)
        self.views.set_value(STEPS)

    def _steps_page(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 4)
        column.setSpacing(4)
        numbers = QWidget()
        inner = QVBoxLayout(numbers)
        inner.setContentsMargins(8, 0, 12, 0)
        inner.setSpacing(6)
        for part in (self.moves, self.changes, self.bars):
            inner.addWidget(part)
        self._numbers = Band("Bounds", numbers)
        bands = (
            self._numbers,
            Band("Steps of this iteration", inset(self.steps, 8)),
            Band("In code", inset(self.code, 12)),
        )
        grids = self.moves, self.changes, self.steps
        for each in (*bands, *grids):
            each.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        for band in bands:
            column.addWidget(band)
        column.addStretch(1)
        return page

    # -- setters -----------------------------------------------------------------------------------

    def set_view(self, view: object) -> None:
        """Sets the view: steps or table."""
        self.views.set_value(str(view))
        self._stack.setCurrentIndex((STEPS, TABLE).index(str(view)))

    def say(self, head: str, text: str = "") -> None:
        """Shows a sentence instead of a lesson."""
        self.why.say(head, text)
        for grid in (self.moves, self.changes, self.steps, self.nodes):
            grid.set_rows((), ())
        self.bars.set_rows(())
        self.code.set_code(())

    def show_step(self, shown: WalkShown) -> None:
        """Shows a step."""
        step = shown.step
        self._show_numbers(shown)
        steps = shown.iteration.steps
        later = steps.index(step) if shown.asks else len(steps)
        words = [each.brief if k < later else "" for k, each in enumerate(steps)]
        rows = [
            (str(each.part + 1), _line(each, text)) for each, text in zip(steps, words, strict=True)
        ]
        self.steps.set_rows(("", "Step"), rows, (0, 1))
        self.steps.mark(steps.index(step), steps.index(step) + 1)
        self.code.set_code(CODE, *(str(line) for line in step.lines))
        self._show_nodes(shown)

    def _show_numbers(self, shown: WalkShown) -> None:
        step, back = shown.step, shown.step.part == BACKPROPAGATION
        rows = step.rows or shown.iteration.steps[0].rows
        chosen = -1 if shown.asks or not step.rows else step.chosen
        who = shown.lesson.nodes[shown.lesson.nodes[rows[0].node].parent].mover if rows else ""
        self._numbers.set_title("What changes" if back else f"Bounds of {who}'s moves")
        self._numbers.set_hint("before → after" if back else "mean + c·√(ln N / visits)")
        self._numbers.setVisible(bool(rows or back))
        cells = [row.cells for row in rows]
        if shown.asks:
            cells = [(*each[:3], HIDDEN, HIDDEN) for each in cells]
        self.moves.setVisible(not back)
        self.changes.setVisible(back)
        self.moves.set_rows(HEADS, [] if back else cells)
        self.moves.mark(chosen)
        self.changes.set_rows(CHANGE_HEADS, [change.cells for change in step.changes], (0, 1))
        if back:
            chosen = next((k for k, row in enumerate(rows) if row.node in step.walked), -1)
        tried = all(row.visits for row in rows)
        self.bars.set_rows(rows if tried else (), chosen, shown.asks)
        self.bars.setVisible(bool(rows) and tried)

    def _show_nodes(self, shown: WalkShown) -> None:
        """Shows all nodes with visits, parents first."""
        rows, marked = list[tuple[str, ...]](), -1
        waiting = [(0, 0)]
        while waiting:
            node, depth = waiting.pop()
            visits = shown.visits(node)
            if not visits:
                continue
            marked = len(rows) if node == shown.walked[-1] else marked
            rows.append(_node(shown, node, depth))
            first, count = int(shown.tree.first_child[node]), int(shown.tree.child_count[node])
            below = range(first, first + (count if first else 0))
            waiting += [(child, depth + 1) for child in reversed(below)]
        self.nodes.set_rows(("Node", "Chosen by", "Visits", "Points", "Mean"), rows, (0, 1))
        self.nodes.mark(marked)


def _node(shown: WalkShown, node: int, depth: int) -> tuple[str, ...]:
    each, visits = shown.lesson.nodes[node], shown.visits(node)
    if each.parent < 0:
        return "Root", "", str(visits), "", ""
    points = points_of(shown.tree, node, shown.lesson.counting)
    who = shown.lesson.nodes[each.parent].mover
    return f"{'  ' * depth}{each.move}", who, str(visits), plain(points), f"{points / visits:.3f}"


def _line(step: TreeStep, brief: str) -> str:
    return f"{PARTS[step.part]}{f': {brief}' if brief else ''}"
