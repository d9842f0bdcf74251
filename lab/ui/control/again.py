"""Trees of past turns: short searches are repeated unasked while the view Tree shows their turn,
longer ones on request. So are trees of settings that have been turned since.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from lab.live.again import KEEPS, seconds
from lab.live.crew import AGAIN
from lab.ui.control.moment import Moment
from lab.ui.shell.window import Window
from lab.ui.trees.again_row import BACK, THINK
from lab.ui.trees.title import TREE
from lab.words import numerals

UNASKED_S = 0.3  # CPU seconds of the recorded search up to which it is repeated at once


class AgainControl(QObject):
    """Asks for repetitions, and says what comes of them; `leave` ends the searches of a position
    beside the match.
    """

    def __init__(
        self,
        window: Window,
        moment: Moment,
        leave: Callable[[], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._leave = leave
        self._moment, self._dock = moment, window.trees
        self._row = window.trees.pages.tree.again
        self._asked: int | None = None  # the turn whose searches are repeated
        self._row.asked.connect(self._ask)

    def show(self) -> None:
        """Follows the turn on show."""
        beside = self._moment.ahead
        if beside is not None:
            word = f"{self._moment.game.turn_word.capitalize()} {beside.turns}"
            self._row.set_words(f"{word} is searched beside the match.", True, BACK)
            return
        if self._thinks_again:
            of = f"These trees are of {self._moment.outdated}."
            self._row.set_words(of, True, THINK)
            return
        searches, turn = self._moment.searches, self._moment.searches.turn
        looks_back = self._moment.cursor is not None or bool(self._moment.head.outcome)
        on = self._dock.view_mode() == TREE and searches.recorded and looks_back
        cost = self._cost_s(turn) if on else None
        if self._asked is not None and (cost is None or self._asked != turn):
            self._moment.session.search_again(None)
            self._asked = None
        if cost is None:
            self._row.set_words("", waits=False)
            return
        if self._asked is None and cost <= UNASKED_S:
            self._ask()
        self._row.set_words(self._words(cost), waits=self._asked is None)

    @property
    def _thinks_again(self) -> bool:
        """Whether a knob was turned after the search in a person's time had come to its end."""
        return self._moment.is_idle and bool(self._moment.outdated)

    def _ask(self) -> None:
        if self._moment.ahead is not None:
            self._leave()
            return
        if self._thinks_again:
            self._moment.session.think_again()
            return
        self._asked = self._moment.searches.turn
        self._moment.session.search_again(self._asked)

    def _cost_s(self, turn: int) -> float | None:
        """CPU seconds of the longest recorded search of that turn; None where none can be
        repeated.
        """
        turns, thoughts = self._moment.view.turns, self._moment.thoughts()
        if not 0 <= turn < len(turns):
            return None
        seats = [t.seat for t in thoughts if t is not None and t.form in KEEPS]
        costs = [seconds(turns, turn, seat) for seat in seats]
        known = [cost for cost in costs if cost is not None]
        return max(known, default=None)  # they are repeated side by side

    def _words(self, cost: float) -> str:
        workers = self._moment.view.workers.items()
        repeats = [worker for (_, kind), worker in workers if kind == AGAIN]
        refused = [worker.note for worker in repeats if worker.note]
        if self._asked is None:
            took = f"{numerals.real(cost, 1)} s" if cost < 60 else numerals.duration(cost)
            return f"Its search took {took} of processor time; its tree is not kept."
        if refused:
            return " ".join(refused)
        if self._moment.searches.again:
            return "Searched again exactly: the numbers at the root are the recorded ones."
        return "Searching it again ..."
