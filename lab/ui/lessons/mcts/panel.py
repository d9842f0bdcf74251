"""The left dock of the lesson: the position, the search's numbers, what to try, and guessing."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from lab.lesson.match_start import MatchStart
from lab.lesson.mcts import TreeLesson, TreeQuestion
from lab.match.seat import SearchSeat
from lab.ui.lessons.mcts.boards import SmallBoards
from lab.ui.lessons.position import C_ACTS, PositionSetup
from lab.ui.parts import theme
from lab.ui.parts.guard import guarded
from lab.ui.parts.messages import label

BOARD = 92  # pixels at 100 %
TRY = (
    "Set c to 0.1 and go to the end: the search stays with its first favourite. At 10 it hardly "
    "prefers anything. The seed stays, so only c makes the difference."
)
GUESS = "Click the child that the search will choose, or press its number."


class PositionPicture(QWidget):
    """The lesson's position, as the board shows it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lesson: TreeLesson | None = None
        self._boards = SmallBoards()
        self.setAccessibleName("Position")
        theme.changed.connect(self._restyled)
        self._restyled()

    def _restyled(self, _theme: object = None) -> None:
        self._boards.forget()
        self.setFixedSize(self.sizeHint())
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme.current().px(BOARD), theme.current().px(BOARD))

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
