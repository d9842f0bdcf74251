"""The centre: title line, board, score or clocks, transport, the panel for thinking on, and the
timeline.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QToolButton, QWidget

from lab.ui.board.board import BoardView
from lab.ui.board.clocks import Clocks
from lab.ui.board.file_note import FileNote
from lab.ui.board.legend import MessageRow, PathLegend, PathName
from lab.ui.board.node_board import NodeBoard
from lab.ui.board.score import ScoreLine
from lab.ui.parts import detail, theme
from lab.ui.parts.band import BandTitle
from lab.ui.parts.glyphs import icon
from lab.ui.parts.headline import Headline
from lab.ui.parts.layout import SlimScroll, column, hairline, row
from lab.ui.parts.messages import Preparing
from lab.ui.timeline.branches import BranchBand
from lab.ui.timeline.comment import CommentBox
from lab.ui.timeline.figures import FiguresStrip
from lab.ui.timeline.timeline import Timeline
from lab.ui.timeline.transport import Transport
from lab.ui.trees.node_panel import NodePanel
from lab.ui.trees.think import ThinkPanel

TITLE = 40  # pixels at 100 %
LEAST_TIMELINE, LEAST_BOARD = 138, 160
BRANCHES = 0.16  # of the height, at most; further rows are scrolled to
BOARD = 0.4  # of the height: beyond it, the timeline's events come first
LEAST, NARROW = 480, 360  # pixels wide at least, and while trees are looked into
ROOMY = 560  # least width at which the second half of the title line is shown


class Centre(QWidget):
    """Puts the parts of the centre in order; the board keeps its own ratio, the timeline takes the
    rest.
    """

    setup_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Match")
        self.setMinimumWidth(LEAST)
        self._frame = QWidget(self)
        self.board, self.score, self.clocks = BoardView(self._frame), ScoreLine(self), Clocks(self)
        self.messages, self.file_note = MessageRow(self), FileNote(self)
        self.preparing, self.transport = Preparing(self), Transport(self)
        self.think = ThinkPanel(self)
        self.node_board, self.node = NodeBoard(self._frame), NodePanel()
        self.node_scroll = SlimScroll(self.node, self)
        self._explores = False
        self.timeline = Timeline(self)
        self.figures = FiguresStrip(self)
        self.events = BandTitle("Events", self)
        self.events.setChecked(False)
        self.branches, self.comment = BranchBand(self), CommentBox(self)
        self.timeline.turns_shown.connect(self.figures.show_turns)
        self.figures.turns_shown.connect(self.timeline.show_turns)
        self.headline, self._has_title = Headline(self), QWidget(self)
        self._person = self._several = False
        self.setup_button, self.way_back = QToolButton(self), QPushButton(self)
        self._has_figures = self._has_branches = self._has_comment = self._lectures = False
        self._ratio = 9 / 16
        self._lay_out()
        self._dress()
        self.messages.hide()
        unused = (self.clocks, self.preparing, self.file_note, self.think, self.figures)
        for part in (*unused, self.branches, self.comment, self.node_board, self.node_scroll):
            part.hide()
        theme.follow(self._restyled)

    # -- building ----------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        title = (self.setup_button, (self.headline, 1), self.way_back)
        row(*title, of=self._has_title, margins=0, gap=8)
        row(self.board, self.node_board, of=self._frame, margins=0)
        self.legend = PathLegend(self)
        row(self.legend, of=self.score, margins=0)
        self.legend.hide()
        self._line = hairline()
        whole = (
            self._has_title,
            self.clocks,
            self._frame,
            self.score,
            self.preparing,
            self.file_note,
            self.messages,
            self.transport,
            self._line,
        )
        column(
            *whole,
            self.think,
            (self.node_scroll, 1),
            (self.timeline, 1),
            self.events,
            self.figures,
            self.branches,
            self.comment,
            of=self,
            gap=0,
        )

    def _dress(self) -> None:
        self.setup_button.setProperty("look", "flat")
        self.setup_button.setIcon(icon("menu", "ink2"))
        self.setup_button.setAccessibleName("Set-up")
        self.setup_button.setToolTip("Set-up\nGame, players and their settings.\nKey: F9")
        self.setup_button.clicked.connect(self.setup_asked)
        self.events.clicked.connect(self._unfold_events)
        detail.changed.connect(self._show_parts)
        self.setup_button.hide()
        self.way_back.setToolTip("Back to the list of the game that is watched here.")
        self.way_back.hide()

    def _restyled(self) -> None:
        look = theme.current()
        self.setup_button.setIconSize(QSize(look.px(16), look.px(16)))
        self.arrange()

    # -- setters -----------------------------------------------------------------------------------

    def set_title(self, title: str, caption: str = "", counter: str = "") -> None:
        """The headline, a line of support, and a counter at the right end."""
        self.headline.set_words(title, caption, counter)

    def offer_setup(self, on: bool) -> None:
        """Whether a button in the title line brings Set-up back."""
        on = on and (detail.is_full() or not self._explores)
        if self.setup_button.isHidden() == on:
            self.setup_button.setVisible(on)

    def set_kind(self, person: bool, seats: int = 2) -> None:
        """Whether a person plays: clocks and messages instead of the score. The headline has room
        for the standing of two seats.
        """
        self._person, self._several = person, seats > 2
        self.clocks.setVisible(person)
        self.messages.setVisible(person)
        self._show_parts()

    def set_legend(self, names: Sequence[PathName], owner: Sequence[int]) -> None:
        """What the paths of one agent mean, in place of the score; empty for the score."""
        self.legend.setVisible(bool(names))
        self.score.set_covered(bool(names))
        self.legend.set_paths(names, owner)

    def _unfold_events(self, on: bool) -> None:
        self.timeline.unfold_lanes(on)
        self.show_events()
        self.arrange()

    def show_events(self) -> None:
        """What the closed fold says of the events."""
        words = self.timeline.events_words if not self.events.isChecked() else ""
        if words != self.events.hint:
            self.events.hint = words
            self.events.update()

    def set_ratio(self, ratio: float) -> None:
        """The board's height for a width of 1."""
        if ratio != self._ratio:
            self._ratio = ratio
            self.arrange()

    def show_part(self, part: QWidget, on: bool) -> None:
        """Shows or hides the preparation or the panel for thinking on; the board makes room."""
        if part.isHidden() == on:
            part.setVisible(on)
            self.timeline.set_lanes_visible(self.think.isHidden())
            self.arrange()

    def show_figures(self, on: bool) -> None:
        """Shows or hides the strip with the figures of programs; the board makes room."""
        if self._has_figures != on:
            self._has_figures = on
            self._show_parts()

    def show_branches(self, on: bool) -> None:
        """Shows or hides the band Branches; the board makes room."""
        if self._has_branches != on:
            self._has_branches = on
            self._show_parts()

    def show_comment(self, on: bool) -> None:
        """Shows or hides the comment of the turn; the board makes room."""
        if self._has_comment != on:
            self._has_comment = on
            self._show_parts()

    def set_exploring(self, on: bool) -> None:
        """Whether trees are looked into: the card of a node in place of timeline and score."""
        if on != self._explores:
            self._explores = on
            self.setMinimumWidth(NARROW if on else LEAST)
            self.node_scroll.setVisible(on)
            self.think.set_brief(on)
            self.transport.set_brief(on)
            self.show_node_board(False)
            self._show_parts()

    def set_lecture(self, on: bool) -> None:
        """Whether only the board is shown, or the card of a node with it."""
        self._lectures = on
        for part in (self._has_title, self.transport, self._line):
            part.setVisible(not on)
        self._show_parts()

    def _show_parts(self) -> None:
        """Shows the parts that there is room for."""
        room = not self._explores and not self._lectures
        self.timeline.setVisible(room)
        self.figures.setVisible(room and self._has_figures)
        full = detail.is_full() or self._several
        self.score.setVisible(room and not self._person and full)
        self.events.setVisible(room and not detail.is_full() and bool(self.timeline.cast.events))
        self.branches.setVisible(room and self._has_branches)
        self.comment.setVisible(self._has_comment and not self._lectures)
        self.arrange()

    def show_node_board(self, on: bool) -> None:
        """The position ahead in place of the match's."""
        if self.node_board.isHidden() == on:
            self.board.setVisible(not on)
            self.node_board.setVisible(on)

    # -- room --------------------------------------------------------------------------------------

    def arrange(self) -> None:
        """Gives the board the height of its ratio, as long as the timeline keeps its own."""
        look, height = theme.current(), self.height()
        fixed = [
            self._has_title,
            self.clocks,
            self.score,
            self.preparing,
            self.file_note,
            self.messages,
            self.transport,
            self.think,
            self.figures,
            self.events,
            self.comment,
        ]
        used = sum(
            max(part.sizeHint().height(), part.minimumHeight())
            for part in fixed
            if not part.isHidden()
        )
        timeline = 0 if self._lectures else look.px(LEAST_TIMELINE)
        below = round(0.42 * height) if self._explores else timeline
        room = height - used - below - 1
        if not self.branches.isHidden():
            most = room - LEAST_BOARD
            self.branches.set_room(min(BRANCHES * height, most), most)
            room -= self.branches.sizeHint().height()
            lanes = self.timeline.height_with_lanes() - below
            if self.timeline.has_lanes and room - max(0, lanes) >= BOARD * height:
                room -= max(0, lanes)
        wanted = round((self.width() - 24) * self._ratio)
        whole = self._lectures and not self._explores  # nothing else takes the room
        self._frame.setFixedHeight(max(LEAST_BOARD, room if whole else min(wanted, room)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.arrange()

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self.arrange()
        return done

    def sizeHint(self) -> QSize:
        return QSize(620, 800)

    def minimumSizeHint(self) -> QSize:
        return QSize(NARROW if self._explores else LEAST, 500)
