"""What a person does with a node of a tree besides looking at it: search some root moves alone,
play on from it, search from it beside the match, comment on it.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from lab.live.limit import Limit, Lists
from lab.match.node_line import NodeLine
from lab.ui.control.branches import BranchesControl
from lab.ui.control.changes import walked
from lab.ui.control.moment import AheadShown, Joints, Moment
from lab.ui.control.transport import TransportControl
from lab.ui.shell.window import Window
from lab.ui.trees.node_panel import ACTIONS
from lab.ui.trees.title import TREE

PLAY, SEARCH, COMMENT = ACTIONS
MARK_FIRST = "Mark root moves in the view Tree (X, or Ctrl and a click), or select one."


class NodeActionsControl(QObject):
    """Answers the buttons, menus and keys of the trees' nodes."""

    told = Signal(str)

    def __init__(
        self,
        window: Window,
        moment: Moment,
        transport: TransportControl,
        branches: BranchesControl,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._moment, self._transport, self._actions = moment, transport, window.actions_
        self._branches, self._dock, self._panel = branches, window.trees, window.centre.node
        self._page = window.trees.pages.tree
        self._picking = self._page.picking
        self._comments = False  # a comment is to be written once the branch is on the board
        self._picking.limit_asked.connect(self._limit)
        self._panel.asked.connect(self._do)

    @property
    def explores(self) -> bool:
        """Whether the view Tree is on show."""
        return self._dock.view_mode() == TREE

    # -- from a node on ----------------------------------------------------------------------------

    def _refusal(self) -> str:
        """Why nothing can be done from the selected node, "" where it can."""
        chosen = self._page.chosen
        if chosen is None or not chosen.row:
            return "Select a node first."
        line = chosen.tree.ahead
        if chosen.tree.turn != (
            self._moment.ahead.turns if self._moment.ahead else self._moment.turn
        ):
            return "These trees are of another position than the board's."
        if line is None or chosen.missing:
            return "The tree has not grown to this node yet."
        if not line.reached or not line.at:
            return (
                "The line ends before this node: not every agent has chosen there, or one of the "
                "actions is not legal by then."
            )
        return ""

    def comment(self) -> None:
        """The comment of the selected node, as a branch; of the turn on show without one."""
        if self.explores and not self._refusal():
            self._do(COMMENT)
        else:
            self._branches.comment()

    def _do(self, name: str) -> None:
        """Plays the way to the selected node as a branch, or searches from there."""
        chosen = self._page.chosen
        line = chosen.tree.ahead if chosen is not None else None
        if chosen is None or line is None or self._refusal():
            return
        turn = self._moment.turn
        joints = (
            *(self._moment.ahead.joints if self._moment.ahead else ()),
            *line.joints[: line.at],
        )
        if name == SEARCH:
            self._search(turn, joints, line)
            return
        self.leave_ahead()
        self._transport.leave_past()
        walked(self._branches.changes, self._moment, "branch")
        self._moment.session.add_branch(turn, joints)
        self._comments = name == COMMENT
        if name == PLAY:
            self._moment.session.play()
        word, last = self._moment.game.turn_word, turn + len(joints)
        turns = f"{word} {last}" if len(joints) == 1 else f"{word}s {turn + 1} to {last}"
        self.told.emit(f"{turns[0].upper()}{turns[1:]}: played as a branch; Undo brings back.")

    # -- beside the match --------------------------------------------------------------------------

    def _search(self, turn: int, joints: Joints, line: NodeLine) -> None:
        frame = self._moment.frame
        self._moment.ahead = AheadShown(frame, turn + len(joints), joints, line)
        self._moment.session.search_ahead(turn, joints)
        self._page.let_go()

    def leave_ahead(self) -> None:
        """The searches of the match's own position are on show again."""
        if self._moment.ahead is not None:
            self._moment.ahead = None
            self._moment.session.search_ahead(0, ())
            self._page.let_go()

    def follow(self) -> None:
        """Another position on the board, or another view, ends it."""
        if self._moment.ahead is not None and (
            self._moment.frame is not self._moment.ahead.frame or not self.explores
        ):
            self.leave_ahead()

    # -- root moves alone --------------------------------------------------------------------------

    @property
    def is_limited(self) -> bool:
        """Whether a search on show keeps to some root moves."""
        return self.explores and self._picking.is_limited

    def show(self) -> None:
        """Which commands and buttons make sense now."""
        self.follow()
        self._actions.enable("all_moves", self.is_limited)
        if self.explores:
            self._panel.set_refusal(self._refusal())
        if self._comments and self._moment.up_to_date:
            self._comments = False
            self._branches.write()

    def only(self) -> None:
        """Searches the marked root moves alone."""
        if self.explores and self._picking.can_ask:
            self._picking.ask()
        else:
            self.told.emit(MARK_FIRST)

    def all_moves(self) -> None:
        """Searches all root moves again."""
        self._picking.ask_all()

    def _limit(self, seat: int, lists: Lists) -> None:
        """Holds the position on show, if it is not held, and limits one search of it."""
        session = self._moment.session
        if seat < 0:
            session.limit(None)
            return
        if not self._moment.status.holding:
            self._transport.think_on(True)
        elif not self._moment.running_on:
            self._transport.toggle_run()
        session.limit(Limit(seat, lists))
