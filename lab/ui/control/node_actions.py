"""What a person does with a node of a tree besides looking at it: search some root moves alone,
play on from it, search from it, comment on it.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from lab.live.limit import Limit, Lists
from lab.ui.control.moment import Moment
from lab.ui.control.transport import TransportControl
from lab.ui.shell.window import Window
from lab.ui.trees.title import TREE

MARK_FIRST = "Mark root moves in the view Tree (X, or Ctrl and a click), or select one."


class NodeActionsControl(QObject):
    """Answers the buttons, menus and keys of the trees' nodes."""

    told = Signal(str)

    def __init__(
        self,
        window: Window,
        moment: Moment,
        transport: TransportControl,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._moment, self._transport, self._actions = moment, transport, window.actions_
        self._dock = window.trees
        self._picking = window.trees.pages.tree.picking
        self._picking.limit_asked.connect(self._limit)

    @property
    def explores(self) -> bool:
        """Whether the view Tree is on show."""
        return self._dock.view_mode() == TREE

    # -- root moves alone --------------------------------------------------------------------------

    @property
    def is_limited(self) -> bool:
        """Whether a search on show keeps to some root moves."""
        return self.explores and self._picking.is_limited

    def show(self) -> None:
        """Which commands make sense now."""
        self._actions.enable("all_moves", self.is_limited)

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
