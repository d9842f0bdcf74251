"""The lesson of Monte Carlo tree search: the position and the search's numbers at the left, the
tree with its steps in the centre; at the right the reason, the numbers of the step, the steps of
the iteration and the code, or all nodes as a table.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QStackedWidget, QWidget

from lab.lesson.match_start import MatchStart
from lab.lesson.mcts import PARTS, TreeLesson, TreeQuestion, TreeStep
from lab.lesson.mcts.steps import BACKPROPAGATION, CHANGE_HEADS, HEADS, LISTING, plain, points_of
from lab.match.seat import SearchSeat
from lab.ui.lessons.docks import inset
from lab.ui.lessons.grid import StepGrid
from lab.ui.lessons.guessing import BoundGuesses, GuessingPage, iteration_steps
from lab.ui.lessons.mcts.bars import BoundBars, RootBars
from lab.ui.lessons.mcts.drawing import WalkShown
from lab.ui.lessons.mcts.walk_view import MatchWalk, WalkView
from lab.ui.lessons.parts import PlainPage, SmallBoards
from lab.ui.lessons.position import C_ACTS, PositionSetup
from lab.ui.lessons.rounds import HIDDEN, RoundSide
from lab.ui.parts import theme
from lab.ui.parts.band import Band
from lab.ui.parts.guard import guarded
from lab.ui.parts.layout import column
from lab.ui.parts.messages import label
from lab.ui.parts.painted import put, text_line, text_width
from lab.ui.parts.segments import Choice

SAMPLE, GAP, APART = 25, 6, 18  # pixels at 100 %: a sample, to its words, to the next
READ = "3 of 5: three points of the side that chose it, in five visits"
WORDS = ("this iteration", "untried", READ)


class WalkLegend(PlainPage):
    """One line; words that do not fit are shortened."""

    def __init__(self) -> None:
        super().__init__("Legend")
        self.told(WORDS)

    def content_height(self) -> float:
        return text_line(theme.TABLE, 3)

    def paint(self, painter: QPainter) -> None:
        look, x = theme.current(), 0.0
        for k, words in enumerate(WORDS):
            if k < 2:
                self._sample(painter, k, x)
                x += look.px(SAMPLE + GAP)
            room = min(text_width(words, theme.TABLE) + 1, self.width() - x)
            put(painter, QRectF(x, 0, room, self.height()), words, theme.TABLE, "ink2")
            x += room + look.px(APART)

    def _sample(self, painter: QPainter, k: int, x: float) -> None:
        look, y = theme.current(), round(self.height() / 2) + 0.5
        ends = QPointF(x, y), QPointF(x + look.px(SAMPLE), y)
        pens = [QPen(look.colour("mark"), 9 * look.scale), QPen(look.colour("ink"), 2 * look.scale)]
        if k:
            pens = [QPen(look.colour("ink3"), look.scale)]
            pens[0].setDashPattern([3, 3])
        for pen in pens:
            painter.setPen(pen)
            painter.drawLine(*ends)


STEPS, TABLE = "steps", "table"


class WalkSide(RoundSide):
    """Setters in: the numbers of a step, or all nodes."""

    def __init__(self) -> None:
        views = Choice(STEPS, "Steps"), Choice(TABLE, "Table")
        super().__init__("iteration", PARTS, LISTING, *views)
        self.moves = StepGrid("Bounds", 0)
        self.changes = StepGrid("What changes", 0)
        self.bars, self.nodes = BoundBars(), StepGrid("Nodes", 0)
        self.add_pages(self._steps(), inset(self.nodes, 8))

    def _steps(self) -> QWidget:
        numbers = QWidget()
        column(self.moves, self.changes, self.bars, of=numbers, margins=(8, 0, 12, 0), gap=6)
        self._numbers = Band("Bounds", numbers)
        return self.steps_page(self._numbers)

    # -- setters -----------------------------------------------------------------------------------

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
        self.moves.show_rows(HEADS, [] if back else cells)
        self.moves.mark(chosen)
        self.changes.show_rows(CHANGE_HEADS, [change.cells for change in step.changes], (0, 1))
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
        self.nodes.show_rows(("Node", "Chosen by", "Visits", "Points", "Mean"), rows, (0, 1))
        self.nodes.mark(marked)


def _node(shown: WalkShown, node: int, depth: int) -> tuple[str, ...]:
    each, visits = shown.lesson.nodes[node], shown.visits(node)
    if each.parent < 0:
        return "Root", "", str(visits), "", ""
    points = points_of(shown.tree, node, shown.lesson.counting)
    who = shown.lesson.nodes[each.parent].mover
    return f"{'  ' * depth}{each.move}", who, str(visits), plain(points), f"{points / visits:.3f}"


BOARD = 92  # pixels at 100 %
TRY = (
    "Set c to 0.1 and go to the end: the search stays with its first favourite. At 10 it hardly "
    "prefers anything. The seed stays, so only c makes the difference."
)
GUESS = "Click the child that the search will choose, or press its number."


class PositionPicture(QWidget):
    """The lesson's position, as the board shows it."""

    def __init__(self) -> None:
        super().__init__()
        self._lesson: TreeLesson | None = None
        self._boards = SmallBoards()
        self.setAccessibleName("Position")
        theme.follow(self._restyled)

    def _restyled(self) -> None:
        self._boards.forget()
        self.setFixedSize(self.sizeHint())
        self.update()

    sizeHint = theme.sized(BOARD, BOARD)

    def set_lesson(self, lesson: TreeLesson) -> None:
        """Shows a lesson's position, unless it is a tree."""
        self._lesson = lesson
        self._boards.begin(lesson.position)
        self.setVisible(not lesson.position.is_tree)
        self.update()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._lesson is not None:
            with QPainter(self) as painter:
                box = QRectF(self.rect()).adjusted(2, 2, -2, -2)
                self._boards.paint(painter, "root", self._lesson.nodes[0].picture, box)


class WalkPanel(PositionSetup):
    """The position and the numbers of the search."""

    def __init__(self) -> None:
        super().__init__(TreeQuestion, "One of my own")
        self.picture, self.facts, row = PositionPicture(), label("", "note"), QWidget()
        around = QHBoxLayout(row)
        around.setContentsMargins(0, 0, 0, 0)
        around.addWidget(self.picture)
        around.addWidget(self.facts, 1)
        self.lay_out(row, tries=TRY, guesses=GUESS)

    def take(self, start: MatchStart, search: SearchSeat) -> None:
        self.picture.hide()
        self.facts.setText("")
        super().take(start, search)

    def show_lesson(self, lesson: TreeLesson) -> None:
        """Shows what the text turned out to be."""
        root, moves = lesson.nodes[0], sum(node.parent == 0 for node in lesson.nodes.values())
        count = f"{moves} move{'' if moves == 1 else 's'}"
        self.facts.setText(f"{root.mover} to move,\n{count}\n{C_ACTS}")
        self.picture.set_lesson(lesson)
        self.picture.setVisible(lesson.is_small and not lesson.position.is_tree)
        self.wrong.hide()


QUESTION = "Which move does {} choose?"
ASKS = "Its bound, mean plus bonus, has to be the highest. Click the move or press its number."


class MctsLesson(GuessingPage):
    """Shows the iterations of one search step by step."""

    parts = PARTS
    panel: WalkPanel
    side: WalkSide
    lesson: TreeLesson | None
    view: WalkView | MatchWalk
    guesses: BoundGuesses

    def __init__(self) -> None:
        panel, side = WalkPanel(), WalkSide()
        steps = iteration_steps(PARTS)
        super().__init__(panel, steps, side, BoundGuesses())
        self.tree, self.visits, self.legend = WalkView(), RootBars(), WalkLegend()
        self.walk, self._picture = MatchWalk(), QStackedWidget()
        self.bounds, self.boards = QCheckBox(), QCheckBox()
        self.view = self.tree
        self._lay_out()
        self._wire()
        self.begin()

    def _lay_out(self) -> None:
        words = (("Show bounds", "Bounds"), ("Mini boards", "Boards"))
        for box, (long, short) in zip((self.bounds, self.boards), words, strict=True):
            box.setChecked(True)
            self.add_button(box, long, short)
        self._picture.addWidget(self.tree)
        self._picture.addWidget(self.walk)
        self.inner.addWidget(self._picture, 1)
        self.inner.addWidget(self.legend)
        self.inner.addWidget(self.steps)
        self.band = self.add_band("Visits of the moves so far", self.visits, "with their means")

    def _wire(self) -> None:
        self.tree.picked.connect(self._guess)
        self.walk.picked.connect(self._guess)
        self.bounds.toggled.connect(self.tree.set_bounds)
        self.boards.toggled.connect(self.tree.set_boards)
        self.wire(self._guess_number)
        self.set_stops(self.tree, self.steps, self.side.steps)

    def fail(self, why: str) -> None:
        self.view = self.tree
        self._picture.setCurrentWidget(self.tree)
        self.tree.show_words("No steps: see Set-up.")
        self.panel.show_fault(why)

    # -- showing -----------------------------------------------------------------------------------

    def begin_lesson(self, lesson: TreeLesson) -> None:
        super().begin_lesson(lesson)
        self.panel.show_lesson(lesson)
        self._choose_picture(lesson)

    def _choose_picture(self, lesson: TreeLesson) -> None:
        """A tree of small boards, or one board with the walk below it."""
        small = lesson.is_small
        self.boards.setEnabled(small and not lesson.position.is_tree)
        for part in (self.bounds, self.boards, self.legend):
            part.setVisible(small)
        if not small:
            self.walk.begin(lesson)
        self.view = self.tree if small else self.walk
        had_keys = self.tree.hasFocus()
        self._picture.setCurrentWidget(self.view)
        if had_keys and not small:
            self.walk.setFocus()

    def show_picture(self, step: TreeStep, asks: bool) -> None:
        assert self.lesson is not None
        iteration = self.lesson.iterations[step.round - 1]
        shown = WalkShown(self.lesson, iteration, step, asks)
        self.view.show_step(shown)
        self.side.show_step(shown)
        self.visits.set_rows(self.lesson.root_rows(iteration, step.part == BACKPROPAGATION))

    def show_nothing(self) -> None:
        super().show_nothing()
        self.visits.set_rows(())

    # -- guessing ----------------------------------------------------------------------------------

    def asked_words(self, step: TreeStep) -> tuple[str, str]:
        assert self.lesson is not None
        return QUESTION.format(self.lesson.nodes[step.walked[-2]].mover), ASKS

    def _guess(self, node: int) -> None:
        """The person clicked a node."""
        if self.asking and self.guesses.answer(self.key, self.step, node):
            self.judge()

    def _guess_number(self, k: int) -> None:
        if self.asking and k < len(self.step.rows):
            self._guess(self.step.rows[k].node)
