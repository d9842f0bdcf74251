"""Selection and agents: clicks on rows, paths and agents become one pair (agent, action), shown
everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from lab.match.records import Thought
from lab.ui.board.board import BoardView
from lab.ui.board.overlay import Path
from lab.ui.control.board import BoardControl
from lab.ui.control.moment import Moment
from lab.ui.control.person import PersonControl
from lab.ui.parts.selection import Selection, code_of
from lab.ui.trees.dock import TreesDock

MODES = ("graphs", "table", "both", "map", "tree")


class SelectingControl(QObject):
    """Handles what a person points at; `changed` asks for the views to be updated."""

    changed = Signal()

    def __init__(
        self,
        dock: TreesDock,
        view: BoardView,
        moment: Moment,
        selection: Selection,
        board: BoardControl,
        person: PersonControl,
    ) -> None:
        super().__init__(dock)
        self._dock = dock
        self._moment = moment
        self._selection = selection
        self._board = board
        self._person = person
        self.thoughts: Sequence[Thought | None] = ()  # those on the screen
        self._focus: int | None = None
        selection.changed.connect(self._selected)
        selection.hover_changed.connect(self.changed)
        dock.selected.connect(self._row_clicked)
        dock.clear_selection.connect(selection.clear_selection)
        dock.hovered.connect(self._row_hovered)
        dock.watched.connect(moment.session.watch)
        dock.explored.connect(moment.session.explore)
        dock.agent_chosen.connect(self.show_agent)
        view.agent_clicked.connect(self._agent_clicked)
        view.path_clicked.connect(lambda path: self._row_clicked(path.agent, path.action))
        view.path_hovered.connect(self._path_hovered)

    def _row_clicked(self, agent: int, index: int) -> None:
        code = code_of(self.thoughts, agent, index)
        if code is not None and self._selection.pair != (agent, code):
            self._selection.choose(agent, code)

    def _row_hovered(self, agent: int, index: int) -> None:
        code = code_of(self.thoughts, agent, index) if agent >= 0 else None
        self._selection.preview(None if code is None else (agent, code))

    def _path_hovered(self, path: Path | None) -> None:
        if path is None:
            self._selection.preview(None)
        else:
            self._row_hovered(path.agent, path.action)

    def _agent_clicked(self, agent: int) -> None:
        if agent in self._moment.status.to_move:
            self._person.choose_agent(agent)
        else:
            self.show_agent(-1 if self._board.alone == agent else agent)

    def _selected(self) -> None:
        self._refocus()
        self.changed.emit()

    def _refocus(self) -> None:
        """Asks the session for the branches of one agent: the selected one, else the one shown
        alone.
        """
        pair, alone = self._selection.pair, self._board.alone
        focus = pair[0] if pair else alone if alone >= 0 else None
        if focus != self._focus:
            self._focus = focus
            self._moment.session.set_focus(focus)

    def show_agent(self, agent: int) -> None:
        """One agent's tree alone, -1 for all side by side."""
        if agent >= self._moment.game.agents:
            return
        if agent in self._moment.status.to_move and self._moment.game.dial is not None:
            self._person.choose_agent(agent)
        self._board.alone = agent
        self._dock.set_agent(agent)
        if self._selection.pair is not None and agent not in (-1, self._selection.pair[0]):
            self._selection.clear_selection()
        self._refocus()
        self.changed.emit()

    def show_all(self) -> None:
        """All agents side by side."""
        self.show_agent(-1)

    def up(self) -> None:
        """The action above."""
        self._dock.step_selection(-1)

    def down(self) -> None:
        """The action below."""
        self._dock.step_selection(1)

    def next_whose(self) -> None:
        """Cycles through own seat, seat 1, seat 2."""
        order: list[object] = ["own", *range(self._moment.game.seats)]
        now = self._dock.whose()
        self._dock.set_whose(order[(order.index(now) + 1) % len(order)])

    def next_mode(self) -> None:
        """Cycles through graphs, table, both (if one agent is alone), joint actions (if they are
        counted) and trees.
        """
        at = MODES.index(self._dock.view_mode())
        for following in (*MODES[at + 1 :], *MODES[:at]):
            self._dock.set_view(following)
            if self._dock.view_mode() == following:
                break
        self._dock.view_changed.emit(self._dock.view_mode())

    def toggle_map(self) -> None:
        """The joint actions of two agents, or the graphs again."""
        self._dock.set_view("graphs" if self._dock.view_mode() == "map" else "map")
        self._dock.view_changed.emit(self._dock.view_mode())

    def toggle_tree(self) -> None:
        """The trees themselves, or the graphs again."""
        self._dock.set_view("graphs" if self._dock.view_mode() == "tree" else "tree")
        self._dock.view_changed.emit(self._dock.view_mode())

    def toggle_freeze(self) -> None:
        """Stops the graphs, not the search."""
        self._dock.set_frozen(not self._dock.is_frozen())
