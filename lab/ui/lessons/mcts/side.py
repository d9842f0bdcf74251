"""The right dock of the lesson: the reason, the numbers of the step, the steps of the iteration and
the code; or all nodes as a table.
"""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from lab.lesson.mcts import PARTS
from lab.lesson.mcts.steps import BACKPROPAGATION, CHANGE_HEADS, HEADS, LISTING, plain, points_of
from lab.ui.lessons.docks import inset
from lab.ui.lessons.grid import StepGrid
from lab.ui.lessons.mcts.bars import BoundBars
from lab.ui.lessons.mcts.drawing import WalkShown
from lab.ui.lessons.round_side import HIDDEN, RoundSide
from lab.ui.parts.band import Band
from lab.ui.parts.segments import Choice, Segments

STEPS, TABLE = "steps", "table"
TIGHT = 12  # pixels at 100 % around the texts of a column


class WalkSide(RoundSide):
    """Setters in: the numbers of a step, or all nodes."""

    def __init__(self) -> None:
        views = Segments("View", (Choice(STEPS, "Steps"), Choice(TABLE, "Table")))
        super().__init__("iteration", PARTS, LISTING, views)
        self.views = views
        self.moves = StepGrid("Bounds", 0, room=TIGHT)
        self.changes = StepGrid("What changes", 0, room=TIGHT)
        self.bars, self.nodes, self._stack = BoundBars(), StepGrid("Nodes", 0), QStackedWidget()
        for page in (self._steps(), inset(self.nodes, 8)):
            self._stack.addWidget(page)
        self.column.addWidget(self._stack, 1)
        self.views.chosen.connect(self.set_view)
        self.views.set_value(STEPS)

    def _steps(self) -> QWidget:
        numbers = QWidget()
        inner = QVBoxLayout(numbers)
        inner.setContentsMargins(8, 0, 12, 0)
        inner.setSpacing(6)
        for part in (self.moves, self.changes, self.bars):
            inner.addWidget(part)
        self._numbers = Band("Bounds", numbers)
        return self.steps_page(self._numbers)

    # -- setters -----------------------------------------------------------------------------------

    def set_view(self, view: object) -> None:
        """Sets the view: steps or table."""
        self.views.set_value(str(view))
        self._stack.setCurrentIndex((STEPS, TABLE).index(str(view)))

    def say(self, head: str, text: str = "") -> None:
        super().say(head, text)
        self.bars.set_rows(())

    def show_step(self, shown: WalkShown) -> None:
        """Shows a step."""
        self._show_numbers(shown)
        self.show_round(shown.iteration.steps, shown.step, shown.asks, shown.step.lines)
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
