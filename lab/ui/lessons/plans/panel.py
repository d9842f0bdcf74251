"""The left dock of a lesson in a maze: the maze, the numbers of the search, trying and guessing."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QSizePolicy, QWidget

from lab.lesson.mazes import MAZES, SmallMaze, maze
from lab.ui.lessons.docks import LessonSetup, named
from lab.ui.lessons.plans.ways import paint_maze
from lab.ui.parts import theme
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.guard import guarded
from lab.ui.parts.messages import label

HEIGHT = 96  # pixels at 100 %


class MazePicture(QWidget):
    """The maze as the lesson begins."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._maze: SmallMaze | None = None
        self.setAccessibleName("Maze")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._restyled)

    def _restyled(self, _theme: object = None) -> None:
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme.current().px(200), theme.current().px(HEIGHT))

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


class MazePanel(LessonSetup):
    """The maze and whatever `knobs` a lesson adds; `guessing` reports whether the person wants to
    guess.
    """

    guessing = Signal(bool)

    def __init__(self, lesson: str, usual: str) -> None:
        super().__init__(lesson)
        self.mazes, self.picture = Combo("Maze"), MazePicture()
        self.mazes.set_entries([Entry(name, title) for name, title in MAZES.items()])
        self.mazes.choose(usual)
        self.mazes.picked.connect(self._picked)
        self.guess, self.score = QCheckBox("Ask me first"), label("", "strong")
        self.guess.toggled.connect(self.guessing)
        self.score.hide()
        self.picture.set_maze(usual)
        self.block(named("Maze", self.mazes), self.mazes, self.picture)

    def finish(self, knobs: Sequence[QWidget], tries: str, guess: str) -> None:
        """Adds the numbers of the search, what to try, and how guesses are made."""
        self.block(*knobs)
        texts = label("Try it", "strong"), label(tries, "note"), label("Guess first", "strong")
        self.block(*texts, self.guess, label(guess, "note"), self.score)

    def _picked(self, name: str) -> None:
        self.picture.set_maze(name)
        self.changed.emit()

    def show_score(self, right: int, asked: int) -> None:
        """How many guesses were right; nothing while there was none."""
        self.score.setVisible(asked > 0)
        self.score.setText(f"{right} of {asked} right")
