"""A lesson on plans in a maze: the maze and the search's settings at the left, the maze with the
ways of plans, each next to the others where they run together, and the plans of a step in the
centre with a band below, the reasons and the table of the step at the right.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engines.scene import Circle, Line, Scene
from lab.lesson.mazes import MazeQuestion, SmallMaze, maze, middle
from lab.ui.board.painter import paint_scene
from lab.ui.lessons.docks import inset
from lab.ui.lessons.grid import StepGrid
from lab.ui.lessons.guessing import Guesses, GuessingPage, GuessingSetup
from lab.ui.lessons.picture import Shown, StepPicture
from lab.ui.lessons.rounds import RoundSide, RoundSteps
from lab.ui.parts import theme
from lab.ui.parts.band import Band
from lab.ui.parts.guard import guarded
from lab.ui.parts.marks import marks_of

# of the first action: up, right, down, left, stop
BANDS = ("hue1", "hue0", "hue3", "hue2", "ink2")
APART = 0.11  # of a cell, between two ways
USUAL = 46.0  # pixels a cell at which lines have their usual width


@dataclass(frozen=True)
class Way:
    """One plan on the board."""

    plan: tuple[int, ...]
    dead: bool = False
    bold: bool = False
    role: str = ""  # of a Scene; empty: that of its first action


def band(first: int) -> QColor:
    """The colour of a first action."""
    return theme.current().colour(BANDS[first])


def with_ways(small: SmallMaze, ways: Sequence[Way], after: Sequence[int] = ()) -> Scene:
    """The position after some actions, with ways from the start."""
    scene, still = small.game.scene(small.after(after)[-1]), list[Line | Circle]()
    for k, way in enumerate(ways):
        shift = APART * (k - (len(ways) - 1) / 2) * min(1.0, 6 / max(1, len(ways)))
        points = [(x + shift, y + shift) for x, y in map(middle, small.after(way.plan))]
        role = way.role or BANDS[way.plan[0]]
        alpha, width = (0.45 if way.dead else 1.0), 4.0 if way.bold else 2.0
        still.append(Line(tuple(points), role, width, dash=way.dead, alpha=alpha))
        still.append(Circle(*points[-1], 0.13, fill=role, stroke="none", alpha=alpha))
    return replace(scene, still=(*scene.still, *still))


def paint_maze(painter: QPainter, box: QRectF, scene: Scene) -> QRectF:
    """Paints a maze in the middle of a box; returns where it is."""
    look = theme.current()
    cell = min(box.width() / scene.width, box.height() / scene.height)
    zoom = max(0.5, min(1.4, cell / look.scale / USUAL * 1.4))
    return paint_scene(painter, scene, box, look, marks_of((0, 1, 2, 3)), zoom=zoom).frame


class PlanTable(NamedTuple):
    """The plans of a step."""

    title: str
    heads: Sequence[str]
    rows: Sequence[tuple[str, ...]]
    marked: int  # the row on show, -1 for none
    grey: int  # the row from which on plans are dead


class PlanSide(RoundSide):
    """Setters in; `chosen` carries a row of the table."""

    chosen = Signal(int)

    def __init__(
        self,
        counted: str,
        table: str,
        parts: Sequence[str],
        listing: Sequence[str],
        left: Sequence[int],
        stretch: int = 0,
    ) -> None:
        super().__init__(counted, parts, listing)
        self._left, self.table = left, StepGrid(table, stretch)
        self.numbers = Band(table, inset(self.table, 8))
        self.numbers.set_hint("in thousandths of the evaluation")
        self.add_pages(self.steps_page(self.numbers))
        self.table.picked.connect(self.chosen)

    def show_table(self, table: PlanTable) -> None:
        """Shows the numbers of a step; no rows: none."""
        self.numbers.setVisible(bool(table.rows))
        self.numbers.set_title(table.title)
        self.table.show_rows(table.heads, table.rows, self._left)
        self.table.mark(table.marked, table.grey)


HEIGHT = 96  # pixels at 100 %


class MazePicture(QWidget):
    """The maze as the lesson begins."""

    def __init__(self) -> None:
        super().__init__()
        self._maze: SmallMaze | None = None
        self.setAccessibleName("Maze")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._restyled)

    def _restyled(self) -> None:
        self.updateGeometry()
        self.update()

    sizeHint = theme.sized(200, HEIGHT)
    minimumSizeHint = sizeHint

    def set_maze(self, name: str) -> None:
        """Shows a maze."""
        self._maze = maze(name)
        self.update()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._maze is not None:
            with QPainter(self) as painter:
                paint_maze(painter, QRectF(self.rect()), self._maze.picture(()))


class MazePanel(GuessingSetup):
    """The maze and the settings of a search in it."""

    def __init__(self, asked: type[MazeQuestion], tries: str, guesses: str) -> None:
        super().__init__(asked, "Ask me first")
        self.picture, maze_row = MazePicture(), self.rows["maze"]
        maze_row.changed.connect(lambda _knob, name: self.picture.set_maze(name))
        self.picture.set_maze(str(maze_row.value))
        self.block(maze_row, self.picture)
        self.block(*(row for row in self.rows.values() if row is not maze_row))
        self.finish(tries, guesses)


class PlanPicture(StepPicture[Shown], QWidget):
    """A picture of plans; `picked` carries the number of a clicked one."""

    picked = Signal(int)


class PlanPage(GuessingPage):
    """Shows a search for plans step by step. `picked` plans are shown on the board, or are the
    guess.
    """

    panel: MazePanel
    side: PlanSide

    def __init__(
        self,
        panel: MazePanel,
        steps: RoundSteps,
        side: PlanSide,
        picture: PlanPicture[Any],
    ) -> None:
        super().__init__(panel, steps, side, Guesses())
        self.picture, self.view = picture, picture
        self.inner.addWidget(picture, 1)
        self.inner.addWidget(steps)
        side.chosen.connect(self._chosen)
        picture.picked.connect(self._clicked)
        self.wire(self._chosen_by_key)
        self.set_stops(picture, steps, side.table, side.steps)

    # -- what a page gives -------------------------------------------------------------------------

    @abstractmethod
    def shown_of(self, step: Any, asks: bool = False, selected: int | None = None) -> Any:
        """What the picture shows of a step; `selected` is the number of a plan."""

    @abstractmethod
    def table_of(self, shown: Any) -> PlanTable:
        """The numbers of the step."""

    @abstractmethod
    def number_of(self, shown: Any, row: int) -> int | None:
        """The number of the plan in a row of the table; None: it is no plan of the picture."""

    @abstractmethod
    def guess(self, number: int) -> None:
        """The person says that it is this plan."""

    # -- showing -----------------------------------------------------------------------------------

    def titled(self, step: Any) -> str:
        return "Best plan" if step is self.lesson.steps[-1] else super().titled(step)

    def show_picture(self, step: Any, asks: bool) -> None:
        self.show_shown(self.shown_of(step, asks))

    def show_shown(self, shown: Any) -> None:
        """Shows the plans and numbers of a step."""
        step = shown.step
        self.picture.show_step(shown)
        self.side.show_table(self.table_of(shown))
        own = [each for each in shown.lesson.steps if each.round == step.round]
        self.side.show_round(own, step, shown.asks, step.lines)

    def _chosen(self, row: int) -> None:
        """A row of the table."""
        shown = self.picture.shown
        number = self.number_of(shown, row) if shown is not None else None
        if number is not None:
            self._clicked(number)

    def _chosen_by_key(self, k: int) -> None:
        if self.asking:
            self._chosen(k)

    def _clicked(self, number: int) -> None:
        """A plan: a guess, or the one that is on the board."""
        if self.asking:
            self.guess(number)
        elif self.step is not None:
            self.show_shown(self.shown_of(self.step, selected=number))
