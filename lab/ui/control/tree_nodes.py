"""Looking into trees: the board follows the selected node, its card says its numbers, and the knobs
of its search are at hand.

What a person does with a node of a tree besides looking at it: search some root moves alone,
play on from it, search from it beside the match, comment on it.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from engines.knobs import Value
from lab.live.limit import Limit, Lists
from lab.match.node_line import NodeLine, Others
from lab.match.seat import SearchSeat
from lab.ui.control.branches import BranchesControl
from lab.ui.control.changes import walked
from lab.ui.control.moment import AheadShown, Joints, Moment
from lab.ui.control.setup import SetupControl
from lab.ui.control.transport import TransportControl
from lab.ui.parts.marks import marks_of
from lab.ui.shell.window import Window
from lab.ui.trees.explorer import Chosen
from lab.ui.trees.node_panel import ACTIONS
from lab.ui.trees.node_words import line_words, node_words, open_nodes
from lab.ui.trees.title import TREE
from lab.words.asked import values_of
from lab.words.idle import facts
from search.forms import Form

PLAY, SEARCH, COMMENT = ACTIONS
MARK_FIRST = "Mark root moves in the view Tree (X, or Ctrl and a click), or select one."


class ExploringControl(QObject):
    """Updates board, player and card to the selected node."""

    told = Signal(str)

    def __init__(
        self, window: Window, moment: Moment, setup: SetupControl, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._window, self._moment, self._setup = window, moment, setup
        self._page, self._panel = window.trees.pages.tree, window.centre.node
        self._step: int | None = None  # turns ahead on the board, None: as many as the node
        self._turn = -1  # of the position whose trees were on show last
        self._missing = 0  # actions of the selected path that the tree lacks
        self._knobs: tuple[object, ...] = ()
        self._page.picked.connect(self._picked)
        self._page.played.connect(self._panel.toggle_play)
        self._panel.stepped.connect(self._go)
        self._panel.others_chosen.connect(self._choose_others)
        self._panel.knob_changed.connect(self._turn_knob)

    def set_game(self) -> None:
        """Another game or match."""
        self._page.clear_selection()
        self._step, self._turn, self._missing, self._knobs = None, -1, 0, ()

    def clear_selection(self) -> None:
        """No node is selected."""
        self._page.clear_selection()

    def find(self) -> None:
        """The field that finds an action in the trees, which come on show for it."""
        dock = self._window.trees
        if dock.view_mode() != TREE:
            dock.set_view(TREE)
            dock.view_changed.emit(dock.view_mode())
            self.show()
        if dock.view_mode() == TREE:
            self._page.finder.begin()

    # -- every tick --------------------------------------------------------------------------------

    def show(self) -> None:
        """Everything that depends on the trees on show."""
        on = self._explores()
        self._window.set_exploring(on)
        if not on:
            return
        self._follow()
        chosen = self._page.chosen
        self._say_missing(chosen)
        self._show_card(chosen)
        self._show_line(chosen)
        self._show_knobs(chosen)

    def _explores(self) -> bool:
        """Whether the view Tree is chosen and there is a tree; between two searches it stays."""
        dock = self._window.trees
        if dock.contents.mode != TREE:
            return False
        return dock.view_mode() == TREE or (self._window.explores and not dock.contents.columns)

    def _follow(self) -> None:
        """After a turn of the match the selected node is a turn nearer, if it was played."""
        found = self._moment.searches.turn
        if found == self._turn:
            return
        frames, before = self._moment.frames, self._turn
        self._turn = found
        played = not self._moment.searches.ahead
        if played and found == before + 1 and found < len(frames) and frames[found].joint:
            joint = frames[found].joint
            chose = [a for a, label in enumerate(frames[found].labels) if label]
            self._page.turn_on(chose, joint)
        elif before >= 0:
            self._page.clear_selection()

    def _say_missing(self, chosen: Chosen | None) -> None:
        missing = chosen.missing if chosen is not None else 0
        if chosen is not None and missing > self._missing:
            known = len(chosen.tree.part.path(chosen.row))
            self.told.emit(
                f"The tree was started again and has {known} of the {known + missing} actions to "
                "the selected node so far."
            )
        self._missing = missing

    def _show_card(self, chosen: Chosen | None) -> None:
        game = self._moment.game
        kinds = tuple(game.seat_mark(seat) for seat in range(game.seats))
        words = node_words(chosen.tree, chosen.row, game.turn_word) if chosen else None
        marks = marks_of(game.owner)
        self._panel.set_words(words, marks, kinds)
        tree = chosen.tree if chosen is not None else self._page.first_tree
        self._panel.open.set_nodes(open_nodes(tree, game.turn_word), marks, kinds)
        self._panel.set_without_nodes(self._page.first_tree is None and self._keeps_none())

    def _keeps_none(self) -> bool:
        """Whether the searches on show are none that grow trees."""
        forms = {thought.form for thought in self._moment.thoughts() if thought is not None}
        return bool(forms) and Form.TREE not in forms

    def _show_line(self, chosen: Chosen | None) -> None:
        """The board of the node, unless the trees are of another position than the match's."""
        centre, line = self._window.centre, chosen.tree.ahead if chosen else None
        beside = self._moment.ahead
        here = self._moment.turn if beside is None else beside.turns
        if chosen is None or line is None or chosen.tree.turn != here:
            self._show_root(beside)
            return
        step = line.at if self._step is None else min(self._step, len(line.joints))
        common = chosen.tree.part.common
        caption = line_words(chosen.tree, line, step, self._moment.game.turn_word)
        self._panel.set_line(
            caption, step, len(line.joints), self._moment.game.turn_word, choice=not common
        )
        self._panel.others.set_value(self._page.others)
        centre.node_board.set_owner(self._moment.game.owner)
        centre.node_board.set_line(line, step, self._shares(chosen, line, step))
        centre.show_node_board(True)

    def _show_root(self, beside: AheadShown | None) -> None:
        """The match's board, or the position that is searched beside the match."""
        centre = self._window.centre
        if beside is not None:
            word = self._moment.game.turn_word
            caption = f"Solid: {word} {beside.turns}, which is searched beside the match."
            self._panel.set_line(caption, 0, 0)
            centre.node_board.set_owner(self._moment.game.owner)
            centre.node_board.set_line(beside.line, beside.line.at, {})
        else:
            self._panel.set_line("", 0, 0)
        centre.show_node_board(beside is not None)

    @staticmethod
    def _shares(chosen: Chosen, line: NodeLine, step: int) -> dict[int, float]:
        """The shares of visits of the node's actions, while the board shows the node."""
        if step != line.at or chosen.missing or not line.targets:
            return {}
        part = chosen.tree.part
        below = part.children(chosen.row)
        return {int(part.action[row]): chosen.tree.share(int(row)) for row in below}

    def _show_knobs(self, chosen: Chosen | None) -> None:
        """The main knobs of the search whose tree is selected, else of the first."""
        tree = chosen.tree if chosen is not None else self._page.first_tree
        spec = self._setup.setup.seats[tree.seat] if tree is not None else None
        if not isinstance(spec, SearchSeat) or spec.kind is None or tree is None:
            return
        game = self._setup.game
        key = (tree.seat, spec.name, spec.params)
        if key != self._knobs:
            self._knobs = key
            title, values = f"Seat {tree.seat + 1}, {spec.title}", values_of(spec.settings(game)[0])
            self._panel.set_knobs(title, spec.kind.knobs(game), values | facts(game))

    # -- what the user did -------------------------------------------------------------------------

    def _picked(self, selected: bool) -> None:
        self._step, self._missing = None, 0
        moment, status = self._moment, self._moment.status
        if selected and status.playing and not status.holding and not moment.people:
            moment.session.pause()  # the next turn would take the node away
        self.show()

    def _go(self, step: int) -> None:
        self._step = step
        self.show()

    def _choose_others(self, others: object) -> None:
        if isinstance(others, Others):
            self._page.set_others(others)

    def _turn_knob(self, name: str, value: Value) -> None:
        if not self._knobs:  # the controls of a match that has just gone
            return
        seat, player = int(str(self._knobs[0])), self._knobs[1]
        spec = self._setup.setup.seats[seat]
        if isinstance(spec, SearchSeat) and spec.name == player:  # else they are another player's
            self._setup.turn_knob(seat, name, value)
            self._setup.show_seat(seat)


class NodeActionsControl(QObject):
    """Answers the buttons, menus and keys of the trees' nodes."""

    told = Signal(str)

    def __init__(
        self,
        window: Window,
        moment: Moment,
        transport: TransportControl,
        branches: BranchesControl,
        parent: QObject,
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
        self._page.clear_selection()

    def leave_ahead(self) -> None:
        """The searches of the match's own position are on show again."""
        if self._moment.ahead is not None:
            self._moment.ahead = None
            self._moment.session.search_ahead(0, ())
            self._page.clear_selection()

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
