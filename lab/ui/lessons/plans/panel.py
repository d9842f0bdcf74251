"""The left dock of a lesson in a maze."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.lesson.mazes import MazeQuestion, SmallMaze, maze
from lab.ui.lessons.guessing import GuessingSetup
from lab.ui.lessons.plans.ways import paint_maze
from lab.ui.parts import theme
from lab.ui.parts.guard import guarded

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
