"""The right dock of the lesson: the reason, whose tree is on show with its numbers, the steps of
the iteration and the code; or resonance: the visits of every agent's root actions with and
without random first visits, side by side, at the iteration on show.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.lesson.smitsimax import (
    PARTS,
    Resonance,
    SharedIteration,
    SharedLesson,
    SharedStep,
    TreeChoice,
)
from lab.lesson.smitsimax.resonance import FAVOURITE_HEADS, LOSES
from lab.lesson.smitsimax.steps import (
    BACKPROPAGATION,
    CHANGE_HEADS,
    EVALUATION,
    LISTING,
    PICK_HEADS,
    RANGE_HEADS,
    ROW_HEADS,
    RULES,
    SELECTION,
    VALUE_HEADS,
)
from lab.match.node_line import NodeLine
from lab.ui.lessons.docks import inset
from lab.ui.lessons.grid import StepGrid
from lab.ui.lessons.lanes import Lane, LaneCell, LanesShown
from lab.ui.lessons.mcts.bars import BoundBars
from lab.ui.lessons.rounds import HIDDEN, RoundSide
from lab.ui.parts import theme
from lab.ui.parts.band import Band
from lab.ui.parts.layout import SlimScroll, column
from lab.ui.parts.marks import marks_of
from lab.ui.parts.messages import label
from lab.ui.parts.painted import put, text_line, text_width
from lab.ui.parts.part import PaintedPart
from lab.ui.parts.segments import Choice, Segments


@dataclass(frozen=True, eq=False)
class SharedShown:
    """A step, or the question what the tree of `agent` chooses next."""

    lesson: SharedLesson
    iteration: SharedIteration
    step: SharedStep
    agent: int
    asks: bool = False  # the person is to guess, so nothing gives the answer away

    @property
    def pick(self) -> TreeChoice | None:
        """What the agent's tree chooses in this step."""
        return self.step.picks[self.agent] if self.step.picks else None

    @property
    def turns(self) -> int:
        """How many turns of the iteration are on the board."""
        return self.step.turn - int(self.asks)

    @property
    def line(self) -> NodeLine:
        """The positions of the iteration, the agent's own line on a band."""
        return replace(self.iteration.line, agent=self.agent)

    @property
    def lanes(self) -> LanesShown:
        """The walks through all trees as far as they are known in this step."""
        turns = [step for step in self.iteration.steps if step.part == SELECTION]
        names = self.lesson.names
        lanes = tuple(
            Lane(name, agent, tuple(self._cell(step, agent) for step in turns))
            for agent, name in enumerate(names)
        )
        heads = tuple(f"Turn {step.turn}" for step in turns)
        column = self.step.turn - 1 if self.step.part == SELECTION else -1
        return LanesShown(lanes, heads, self.agent, column)

    def _cell(self, step: SharedStep, agent: int) -> LaneCell:
        pick, here = step.picks[agent], step is self.step
        asks = here and self.asks
        done = step.turn <= self.step.turn and (not asks or agent == self.agent)
        if self.step.part == BACKPROPAGATION:
            rule = self._learned(step, agent)
        else:
            rule = RULES[pick.how]
            rule += f" {pick.rows[pick.chosen].bound:.2f}" if pick.by_bound else ""
        if asks:
            rule = ""
        return LaneCell(pick.move or "–", rule, pick.rows, pick.chosen, done, asks)

    def _learned(self, step: SharedStep, agent: int) -> str:
        """What the chosen node learns, "4 → 5 visits"."""
        pick = step.picks[agent]
        if pick.chosen < 0:
            return ""
        node = pick.rows[pick.chosen].node
        change = next(each for each in self.step.changes if each.node == node)
        return f"{change.visits[0]} → {change.visits[1]} visits"


ROW, BARS, GAP, WIDEST = 62, 34, 14, 16.0  # pixels at 100 %


class ResonanceBars(PaintedPart):
    """Two columns, one for each search; a row for each agent, a bar for each of its actions."""

    def __init__(self) -> None:
        super().__init__("Visits of the root actions of both searches")
        self.found: Resonance | None = None
        self._iteration, self._agent, self._marks = 0, 0, marks_of((0, 1))

    def set_owner(self, owner: tuple[int, ...]) -> None:
        """The seat of each agent, which decides the hues."""
        self._marks = marks_of(owner)

    def show_iteration(self, found: Resonance | None, iteration: int, agent: int) -> None:
        """The visits after an iteration; the agent's row is marked."""
        self.found, self._iteration, self._agent = found, iteration, agent
        self.renew()

    def lines(self) -> list[str]:
        """The favourites in words."""
        if self.found is None or not self.found.runs[0].agents:
            return []
        out = []
        for run, each in enumerate(self.found.runs):
            for name, move, share, loses in self.found.cells(run, self._iteration):
                out.append(f"{name} {each.words}: {move}, {share} of visits, loses {loses}")
        return out

    def content_height(self) -> float:
        rows = len(self.found.runs[0].agents) if self.found is not None else 0
        return rows * theme.current().px(ROW) + 2 * text_line(theme.TABLE, 3)

    def paint(self, painter: QPainter) -> None:
        found, look = self.found, theme.current()
        if found is None:
            return
        wide, line = (self.width() - look.px(GAP)) / 2, text_line(theme.TABLE, 3)
        for run, each in enumerate(found.runs):
            left = run * (wide + look.px(GAP))
            words = each.words[:1].upper() + each.words[1:]
            put(painter, QRectF(left, 0, wide, line), words, theme.TABLE, bold=True)
            cells = found.cells(run, self._iteration)
            for k, counts in enumerate(each.agents):
                top = line + k * look.px(ROW)
                self._row(painter, QRectF(left, top, wide, look.px(ROW)), counts.agent, cells[k])
                self._bars(painter, QRectF(left, top + line, wide, look.px(BARS)), run, k)
        foot = QRectF(0, self.height() - line, self.width(), line)
        words = "a bar for each action: its share of the visits; darker: the most visited"
        put(painter, foot, words, theme.TABLE, "ink2")

    def _row(self, painter: QPainter, box: QRectF, agent: int, cells: tuple[str, ...]) -> None:
        """The agent's favourite, above its bars."""
        line = QRectF(box.left(), box.top(), box.width(), text_line(theme.TABLE, 3))
        bold = agent == self._agent
        put(painter, line, f"{cells[0]}: {cells[1]}, {cells[2]}", theme.TABLE, bold=bold)

    def _bars(self, painter: QPainter, box: QRectF, run: int, k: int) -> None:
        assert self.found is not None
        look, counts = theme.current(), self.found.runs[run].agents[k]
        visits = counts.visits[self._iteration]
        # both columns have one scale, so that a pile is seen as one
        totals = [each.agents[k].visits[self._iteration] for each in self.found.runs]
        most = max(1, *(int(each.max()) for each in totals))
        wide = min(look.px(WIDEST), box.width() / max(1, visits.size))
        best, colour = counts.favourite(self._iteration), self._marks.colour(look, counts.agent)
        painter.fillRect(
            QRectF(box.left(), box.bottom() - 1, wide * visits.size, 1), look.colour("line2")
        )
        for place, n in enumerate(visits):
            high = (box.height() - 2) * float(n) / most
            bar = QRectF(box.left() + place * wide + 1, box.bottom() - 1 - high, wide - 2, high)
            painter.setOpacity(1.0 if place == best else 0.45)
            painter.fillRect(bar, colour)
        painter.setOpacity(1.0)


STEPS, RESONANCE = "steps", "resonance"
MARGINS = 32  # at the sides of a table, and its scroll bar
SHORT_HEADS = (*PICK_HEADS[:3], PICK_HEADS[5])  # mean and bonus are in the tree's own table


class SharedSide(RoundSide):
    """Setters in; `chose_tree` carries the agent whose tree is to be shown, `answered` the action
    that was clicked.
    """

    chose_tree = Signal(int)
    answered = Signal(int)

    def __init__(self) -> None:
        views = Choice(STEPS, "Steps"), Choice(RESONANCE, "Resonance")
        super().__init__("iteration", PARTS, LISTING, *views)
        self.trees = Segments("Tree of")
        self._shown: SharedShown | None = None
        self.all = StepGrid("All agents", 1)
        self.rows = StepGrid("Actions", 0)
        self.changes = StepGrid("What changes", 0)
        self.bars, self.resonance = BoundBars(), ResonanceBars()
        self.words, self.verdict = label("", ""), label("", "")
        self.favourites = tuple(StepGrid("Favourites", 1) for _ in range(2))
        self.add_pages(self._steps(), SlimScroll(self._resonance_page(), whole=True))
        self.all.picked.connect(self.chose_tree)
        self.rows.picked.connect(self.answered)
        self.trees.chosen.connect(lambda agent: self.chose_tree.emit(int(agent)))

    def _steps(self) -> QWidget:
        own = QWidget()
        column(self.trees, self.rows, self.changes, self.bars, of=own, margins=(8, 0, 12, 0), gap=6)
        self._every, self._own = Band("All agents", inset(self.all, 8)), Band("One tree", own)
        return self.steps_page(self._every, self._own)

    def _resonance_page(self) -> QWidget:
        page = QWidget()
        self.titles = tuple(label("", "strong") for _ in range(2))
        box = column(
            self.words, self.verdict, self.resonance, of=page, margins=(12, 0, 12, 8), gap=8
        )
        for title, grid in zip(self.titles, self.favourites, strict=True):
            grid.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            box.addWidget(title)
            box.addWidget(grid)
        box.addWidget(label(LOSES, "note"))
        box.addStretch(1)
        return page

    # -- setters -----------------------------------------------------------------------------------

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
            self.all.show_rows(SHORT_HEADS, cells, (0, 1, 2))
        elif step.part == EVALUATION:
            self._every.set_title("The values of all agents")
            self.all.show_rows(VALUE_HEADS, [each.cells[:2] for each in step.ranges])
        else:
            self._every.set_title("The values that all agents have seen")
            self.all.show_rows(RANGE_HEADS, [each.cells for each in step.ranges])
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
        self.rows.show_rows(ROW_HEADS, [] if back else cells)
        self.rows.mark(chosen)
        own = [change for change in step.changes if change.agent == shown.agent]
        self.changes.setVisible(back)
        self.changes.show_rows(CHANGE_HEADS, [change.cells for change in own])
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
        room = theme.current().px(self.rows.gap)
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
            grid.show_rows(FAVOURITE_HEADS, found.cells(run, at) if at else (), (0, 1))
            grid.mark(shown.agent if at else -1)
