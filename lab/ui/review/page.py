"""The review of a match: the position, what is said of the move and its comment at the left; how
each seat played, the value over the match, its branches and the moves at the right.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from engines.scene import Scene
from lab.ui.parts import theme
from lab.ui.parts.band import Band
from lab.ui.parts.choices import Choices
from lab.ui.parts.headline import Headline, HeadRow
from lab.ui.parts.layout import SlimScroll, Splitter, column, row
from lab.ui.parts.messages import one_line
from lab.ui.parts.segments import Choice, GlyphButton, KeyButton, Segments
from lab.ui.parts.spoken import announce, describe
from lab.ui.review.board import ReviewBoard, ShownMove
from lab.ui.review.graph import ReviewGraph
from lab.ui.review.limits import AgainSheet, LimitsSheet, Summaries
from lab.ui.review.table import ReviewTable
from lab.ui.review.view import ReviewView
from lab.ui.shell.workspaces import WorkspacePage
from lab.ui.timeline.branches import BranchBand
from lab.ui.timeline.comment import CommentBox
from lab.words import numerals


class Verdict(QFrame):
    """A headline and the numbers behind it."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("look", "message")
        self.setAccessibleName("What the review says")
        self.head, self.body = one_line("", "strong", self), QLabel(self)
        box = column(of=self, margins=(12, 8, 12, 10), gap=3)
        for part in (self.head, self.body):
            part.setWordWrap(True)
            part.setTextFormat(Qt.TextFormat.PlainText)
            part.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.MinimumExpanding)
            box.addWidget(part)

    def say(self, head: str, body: str = "") -> None:
        """Shows the words; screen readers are given them as they change."""
        if (head, body) == (self.head.text(), self.body.text()):
            return
        self.head.setText(head)
        self.body.setText(body)
        self.body.setVisible(bool(body))
        self.setVisible(bool(head))
        describe(self, f"{head} {body}".strip())
        announce(self, head)


GRAPH, MOVES, BOTH = "graph", "moves", "both"
SHOWN = (
    Choice(GRAPH, "Graph", "The value over the match"),
    Choice(MOVES, "Moves", "All moves as a table"),
    Choice(BOTH, "Both", "Graph and moves"),
)
ALL = -1  # in place of a seat
LEFT_WIDTH, SQUARE_WIDTH, LEAST_RIGHT = 520, 448, 640  # pixels at 100 %
LEAST_LEFT = 376
MOST_BOARD = 0.52  # of the page's height
STOP, GO_ON = "Stop", "Go on"


class ReviewPage(WorkspacePage):
    """Setters are silent; `stepped` carries how many turns to go, `wanted` the name of what a
    button or key asks for, `left` that the match is wanted back.
    """

    stepped = Signal(int)
    wanted = Signal(str)
    left = Signal()
    ended = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Review")
        self._state, self._line, self._ratio = "", "", 1.0
        self._answer = self._how = ""
        self._build_left()
        self._build_right()
        self._splitter = Splitter(Qt.Orientation.Horizontal, self)
        self._splitter.setHandleWidth(1)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.addWidget(SlimScroll(self._left, self, whole=True))
        self._splitter.addWidget(self._right)
        self._splitter.setStretchFactor(1, 1)
        column((self._splitter, 1), of=self)
        theme.follow(self._restyled)

    # -- building ----------------------------------------------------------------------------------

    def _build_left(self) -> None:
        self._left = QWidget()
        self.title, self.caption = one_line("", "title"), one_line("", "note")
        self.best = QCheckBox("Best move")
        self.best.setChecked(True)
        self.board, self.verdict, self.comment = ReviewBoard(), Verdict(), CommentBox()
        self.best.toggled.connect(self.board.set_best)
        self.caption.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        column(
            row(self.title, (self.caption, 1), self.best, margins=8, gap=8),
            row(self.board, margins=0, gap=8),
            self._transport(),
            row(self.verdict, margins=4, gap=8),
            self._actions(),
            self.comment,
            1,
            of=self._left,
            gap=0,
        )

    def _transport(self) -> QHBoxLayout:
        """The buttons below the board."""
        self.last = KeyButton("Last mistake", key="[")
        self.next = KeyButton("Next mistake", key="]")
        self.next.setProperty("look", "primary")
        self.count = one_line("", "note")
        glyphs = (
            ("first", "First turn", "Home"),
            ("back", "One turn back", "Left"),
            ("step", "One turn forward", "Right"),
            ("last", "Latest turn", "End"),
        )
        self.glyphs = {name: GlyphButton(name, words, key) for name, words, key in glyphs}
        buttons = {**self.glyphs, "last mistake": self.last, "next mistake": self.next}
        for name, button in buttons.items():
            button.clicked.connect(lambda _on=False, name=name: self.wanted.emit(name))
        first, back, on, end = self.glyphs.values()
        return row(first, back, self.last, self.next, on, end, 1, self.count, margins=8, gap=3)

    def _actions(self) -> QHBoxLayout:
        """The buttons below the words."""
        self.show_line = KeyButton("Show line", key="↓")
        self.show_line.setToolTip("Add what the review would have played as a branch")
        self.try_move = QPushButton("Try it myself")
        self.try_move.setToolTip("Hide what is best, find a move, and have it judged")
        self.play_on = QPushButton("Play on from here")
        self.play_on.setToolTip(
            "Play on from before this move, as a branch of the match\nUndo brings the line back."
        )
        buttons = (("line", self.show_line), ("try", self.try_move), ("play", self.play_on))
        for name, button in buttons:
            button.clicked.connect(lambda _on=False, name=name: self.wanted.emit(name))
        return row(self.show_line, self.try_move, self.play_on, 1, margins=8, gap=8)

    def _build_right(self) -> None:
        self._right = QWidget()
        self.headline = Headline()
        self.again = QPushButton("Search again ...")
        self.again.clicked.connect(lambda: self.wanted.emit("again"))
        self.marks = QPushButton("Marks ...")
        self.marks.setToolTip("From how many points lost on a move is marked")
        self.seats = Segments("Moves of")
        self.shown = Segments("Show", SHOWN)
        self.shown.set_value(BOTH)
        self.shown.chosen.connect(self._arrange)
        self.sheet, self.limits = AgainSheet(), LimitsSheet()
        self.marks.clicked.connect(lambda: self.limits.setVisible(not self.limits.isVisible()))
        self.summaries, self.graph, self.table = Summaries(), ReviewGraph(), ReviewTable()
        self.branches = BranchBand()
        self._graph_band = Band("Value of the match", self.graph)
        self._graph_band.set_hint(
            "line: after the move as played    bars: lost    dashed: branches"
        )
        self._moves_band = Band("Moves", self.table)
        chosen = Choices(self.seats, self.marks, self.again, self.shown, gap=8)
        self.choices = (chosen, Choices(self.best))
        column(
            HeadRow(self.headline, chosen, gap=8),
            self.sheet,
            self.limits,
            self._running(),
            self.summaries,
            (self._graph_band, 3),
            self.branches,
            (self._moves_band, 4),
            of=self._right,
            gap=0,
        )

    def _running(self) -> QHBoxLayout:
        """How far the review has come."""
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName("Progress of the review")
        self.note = one_line("", "note")
        self.stop = QPushButton(STOP)
        self.stop.clicked.connect(lambda: self.wanted.emit("stop"))
        self.note.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        return row((self.progress, 1), (self.note, 1), self.stop, margins=2, gap=8)

    # -- setters -----------------------------------------------------------------------------------

    def set_position(self, title: str, caption: str, scene: Scene, owner: Sequence[int]) -> None:
        """The position on show."""
        self.title.setText(title)
        self.caption.setText(caption)
        self.board.set_owner(owner)
        self.board.set_scene(scene, smooth=False)
        self._ratio = scene.height / scene.width
        self._place()

    def set_view(self, view: ReviewView | None, move: ShownMove) -> None:
        """The review, and the move that led to the position."""
        for part in (self.summaries, self.graph, self.table):
            part.set_view(view)
        self.board.set_move(move)
        self._answer = view.worst_words if view is not None else ""
        self._say()
        if view is None:
            return
        self._graph_band.set_title(self.graph.title())
        order = "by turn" if view.by_turn else "by points lost"
        self._moves_band.set_hint(f"sorted {order}; click goes there")
        self._count(view)

    def _count(self, view: ReviewView) -> None:
        """Which of the mistakes is on the board."""
        mistakes = view.mistakes
        place = (
            [row.key for row in mistakes].index(view.selected.key) + 1
            if (view.selected is not None and view.selected in mistakes)
            else 0
        )
        count = len(mistakes)
        self.count.setText(f"{place or numerals.NOTHING} of {count}")
        for button in (self.last, self.next):
            button.setEnabled(bool(count) and not view.hides)

    def set_seats(self, seats: int, only: int) -> None:
        """How many seats there are, and whose moves are shown: ALL or one's."""
        choices = [
            Choice(seat, f"Seat {seat + 1}", f"Only the moves of seat {seat + 1}")
            for seat in range(seats)
        ]
        self.seats.set_choices((Choice(ALL, "All", "The moves of every seat"), *choices))
        self.seats.set_value(only)
        self.seats.setVisible(seats > 1)

    def name_line(self, letter: str) -> None:
        """What the branch with the better line will be called."""
        self.show_line.set_face(f"Show line {letter}", "")

    def set_running(self, running: bool, done: int, total: int, note: str) -> None:
        """How far the search has come; it can go on where it was stopped."""
        missing = running or done < total
        for part in (self.progress, self.note, self.stop):
            part.setVisible(missing)
        self.progress.setRange(0, max(1, total))
        self.progress.setValue(done)
        self.note.setText(note)
        self.stop.setText(STOP if running else GO_ON)
        self.again.setEnabled(not running)

    def set_state(self, how: str, state: str, line: str) -> None:
        """How it is reviewed, what is going on for the status bar, and the command line of it."""
        self._how, self._state, self._line = how, state, line
        self._say()

    def _say(self) -> None:
        self.headline.set_words(self._answer or "Review", self._how)

    def state_words(self) -> str:
        return self._state

    def command_line(self) -> str:
        return self._line

    def end(self) -> None:
        self.ended.emit()

    # -- keys --------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        name = {
            "[": "last mistake",
            "]": "next mistake",
        }.get(event.text()) or {
            Qt.Key.Key_Home: "first",
            Qt.Key.Key_End: "last",
            Qt.Key.Key_Down: "line",
        }.get(Qt.Key(event.key()), "")
        if event.matches(QKeySequence.StandardKey.Undo):
            self.wanted.emit("undo")
        elif step:
            self.stepped.emit(step)
        elif name:
            self.wanted.emit(name)
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    # -- room --------------------------------------------------------------------------------------

    def _restyled(self) -> None:
        self.progress.setFixedHeight(theme.current().px(8))
        self._place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _arrange(self, _value: object = None) -> None:
        """Shows what was chosen."""
        shown = self.shown.value()
        self._graph_band.setVisible(shown != MOVES)
        self._moves_band.setVisible(shown != GRAPH)

    def _place(self) -> None:
        """The board keeps its shape."""
        look = theme.current()
        wanted = look.px(SQUARE_WIDTH if self._ratio > 0.8 else LEFT_WIDTH)
        left = max(look.px(LEAST_LEFT), min(wanted, self.width() - look.px(LEAST_RIGHT)))
        narrow = left < look.px(SQUARE_WIDTH)
        for button in (self.last, self.next, self.show_line):
            button.set_compact(narrow, False)
        for name in ("first", "last"):
            self.glyphs[name].setVisible(not narrow)
        self._splitter.setSizes([left, max(1, self.width() - left)])
        width = left - 24
        high = max(160, round(min(width * self._ratio, MOST_BOARD * self.height())))
        self.board.setFixedHeight(high)
        self._arrange()
