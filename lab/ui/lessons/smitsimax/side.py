"""The right dock of the lesson: the reason, whose tree is on show with its numbers, the steps of
the iteration and the code; or both searches of the comparison.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from lab.lesson.smitsimax import PARTS
from lab.lesson.smitsimax.resonance import FAVOURITE_HEADS, LOSES
from lab.lesson.smitsimax.steps import (
    BACKPROPAGATION,
    CHANGE_HEADS,
    EVALUATION,
    LISTING,
    PICK_HEADS,
    RANGE_HEADS,
    ROW_HEADS,
    SELECTION,
    VALUE_HEADS,
)
from lab.ui.lessons.docks import inset
from lab.ui.lessons.grid import StepGrid
from lab.ui.lessons.mcts.bars import BoundBars
from lab.ui.lessons.round_side import HIDDEN, RoundSide
from lab.ui.lessons.smitsimax.resonance_view import ResonanceBars
from lab.ui.lessons.smitsimax.shown import SharedShown
from lab.ui.parts import theme
from lab.ui.parts.band import Band
from lab.ui.parts.layout import SlimScroll
from lab.ui.parts.marks import marks_of
from lab.ui.parts.messages import label
from lab.ui.parts.painted import text_width
from lab.ui.parts.segments import Choice, Segments

STEPS, RESONANCE = "steps", "resonance"
TIGHT = 10  # pixels at 100 % around the texts of a column
MARGINS = 32  # at the sides of a table, and its scroll bar
SHORT_HEADS = (*PICK_HEADS[:3], PICK_HEADS[5])  # mean and bonus are in the tree's own table


class SharedSide(RoundSide):
    """Setters in; `chose_tree` carries the agent whose tree is to be shown, `answered` the action
    that was clicked.
    """

    chose_tree = Signal(int)
    answered = Signal(int)

    def __init__(self) -> None:
        views = Segments("View", (Choice(STEPS, "Steps"), Choice(RESONANCE, "Resonance")))
        super().__init__("iteration", PARTS, LISTING, views)
        self.views, self.trees = views, Segments("Tree of")
        self._shown: SharedShown | None = None
        self.all = StepGrid("All agents", 1, room=TIGHT)
        self.rows = StepGrid("Actions", 0, room=TIGHT)
        self.changes = StepGrid("What changes", 0, room=TIGHT)
        self.bars, self._stack = BoundBars(), QStackedWidget()
        self.words, self.verdict, self.resonance = label("", ""), label("", ""), ResonanceBars()
        self.favourites = tuple(StepGrid("Favourites", 1, room=TIGHT) for _ in range(2))
        for page in (self._steps(), SlimScroll(self._resonance_page(), whole=True)):
            self._stack.addWidget(page)
        self.column.addWidget(self._stack, 1)
        self.all.picked.connect(self.chose_tree)
        self.rows.picked.connect(self.answered)
        self.trees.chosen.connect(lambda agent: self.chose_tree.emit(int(agent)))
        self.views.chosen.connect(self.set_view)
        self.views.set_value(STEPS)

    def _steps(self) -> QWidget:
        own = QWidget()
        inner = QVBoxLayout(own)
        inner.setContentsMargins(8, 0, 12, 0)
        inner.setSpacing(6)
        for part in (self.trees, self.rows, self.changes, self.bars):
            inner.addWidget(part)
        self._every, self._own = Band("All agents", inset(self.all, 8)), Band("One tree", own)
        return self.steps_page(self._every, self._own)

    def _resonance_page(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(12, 0, 12, 8)
        column.setSpacing(8)
        self.titles = tuple(label("", "strong") for _ in range(2))
        column.addWidget(self.words)
        column.addWidget(self.verdict)
        column.addWidget(self.resonance)
        for title, grid in zip(self.titles, self.favourites, strict=True):
            grid.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            column.addWidget(title)
            column.addWidget(grid)
        column.addWidget(label(LOSES, "note"))
        column.addStretch(1)
        return page

    # -- setters -----------------------------------------------------------------------------------

    def set_view(self, view: object) -> None:
        """Sets the view: steps or resonance."""
        self.views.set_value(str(view))
        self._stack.setCurrentIndex((STEPS, RESONANCE).index(str(view)))

    def set_agents(self, names: tuple[str, ...], owner: tuple[int, ...]) -> None:
        """The agents whose trees there are."""
        marks = marks_of(owner)
        self.trees.set_choices(
            [
                Choice(agent, name, f"Shows the tree of {name}.", agent)
                for agent, name in enumerate(names)
            ],
            marks,
        )
        self.trees.setVisible(len(names) > 1)
        self.resonance.set_owner(owner)

    def say(self, head: str, text: str = "") -> None:
        self._shown = None
        super().say(head, text)
        self.bars.set_rows(())
        self.resonance.show_iteration(None, 0, 0)
        for words in (self.words, self.verdict, *self.titles):
            words.setText("")

    def show_step(self, shown: SharedShown) -> None:
        """Shows a step."""
        self._shown = shown
        self.trees.set_value(shown.agent)
        self._show_all(shown)
        self._show_tree(shown)
        lines = () if shown.asks else shown.step.lines  # they would give the rule away
        self.show_round(shown.iteration.steps, shown.step, shown.asks, lines)
        self._show_resonance(shown)

    def _show_all(self, shown: SharedShown) -> None:
        """What all agents chose, or their values."""
        step = shown.step
        self._every.setVisible(bool(step.picks or step.ranges))
        if step.picks:
            cells = [(*pick.cells[:3], pick.cells[5]) for pick in step.picks]
            if shown.asks:
                cells = [(each[0], HIDDEN, HIDDEN, HIDDEN) for each in cells]
            self._every.set_title(f"All agents in turn {step.turn}")
            self.all.set_rows(SHORT_HEADS, cells, (0, 1, 2))
        elif step.part == EVALUATION:
            self._every.set_title("The values of all agents")
            self.all.set_rows(VALUE_HEADS, [each.cells[:2] for each in step.ranges])
        else:
            self._every.set_title("The values that all agents have seen")
            self.all.set_rows(RANGE_HEADS, [each.cells for each in step.ranges])
        self.all.mark(shown.agent)

    def _show_tree(self, shown: SharedShown) -> None:
        """The table and the bars of one agent's tree."""
        step, pick, name = shown.step, shown.pick, shown.lesson.names[shown.agent]
        back = step.part == BACKPROPAGATION
        rows = step.roots[shown.agent] if back else pick.rows if pick else ()
        chosen = pick.chosen if pick and not shown.asks else -1
        self._own.setVisible(step.part == SELECTION or back)
        self._own.set_title(f"What changes in {name}'s tree" if back else f"{name}'s tree")
        self._own.set_hint("game's units" if back else "mean + c·√(ln N / visits)")
        cells = self._fitting([row.cells for row in rows])
        if shown.asks:
            cells = [
                (f"{k}  {each[0]}", *each[1:3], HIDDEN, HIDDEN) for k, each in enumerate(cells, 1)
            ]
        self.rows.setVisible(not back and bool(rows))
        self.rows.set_rows(ROW_HEADS, [] if back else cells)
        self.rows.mark(chosen)
        own = [change for change in step.changes if change.agent == shown.agent]
        self.changes.setVisible(back)
        self.changes.set_rows(CHANGE_HEADS, [change.cells for change in own])
        if back:
            entered = {change.node for change in own}
            chosen = next((k for k, row in enumerate(rows) if row.node in entered), -1)
        tried = bool(rows) and all(row.visits for row in rows)
        self.bars.set_rows(rows if tried else (), chosen, shown.asks)
        self.bars.setVisible(tried)

    def _fitting(self, cells: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
        """The rows; the bonus without its formula where the dock is too narrow for both it and the
        actions.
        """
        if not cells:
            return cells
        room = theme.current().px(TIGHT)
        columns = zip(ROW_HEADS, *cells, strict=True)
        widths = [max(text_width(text, theme.TABLE, True) + room for text in c) for c in columns]
        if sum(widths) <= self.width() - theme.current().px(MARGINS):
            return cells
        return [(*each[:3], each[3].rpartition("= ")[2], each[4]) for each in cells]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._shown is not None:
            self._show_tree(self._shown)

    def _show_resonance(self, shown: SharedShown) -> None:
        found = shown.lesson.resonance
        learned = shown.step.part == BACKPROPAGATION
        at = shown.iteration.number - (0 if learned else 1)
        self.words.setText(found.words(at) if at else "")
        self.words.setVisible(at > 0)
        self.verdict.setText(found.verdict)
        self.resonance.show_iteration(found, at, shown.agent)
        for run, (title, grid) in enumerate(zip(self.titles, self.favourites, strict=True)):
            words = found.runs[run].words
            title.setText(words[:1].upper() + words[1:])
            grid.set_rows(FAVOURITE_HEADS, found.cells(run, at) if at else (), (0, 1))
            grid.mark(shown.agent if at else -1)
