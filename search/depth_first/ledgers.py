"""The ledgers of a depth-first search: of the depth that is being searched, and of the last
finished one. They are never mixed.

Shapes: [N] rows, as in `ledger`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.game import PASS, Game
from engines.records import records
from search.branches import Known
from search.depth_first.frames import CHANCE
from search.depth_first.ledger import LEDGER, NOBODY, ROWS

FIRST_PLIES, MOST_PLIES = 3, 8
FEW = 500  # nodes of a depth after which the next one is so short that all of it may be recorded
# nodes for each row from which on another ply takes no time to speak of, and below which fewer do
CHEAP, DEAR = 8, 2

BLANK = np.zeros(1, LEDGER)[0]  # a root that has not been visited
BLANK["value"], BLANK["bound"] = np.nan, np.nan
BLANK["action"], BLANK["best"], BLANK["agent"], BLANK["cause"] = PASS, PASS, PASS, NOBODY


class Looked(NamedTuple):
    """The ledger of one depth, copied."""

    rows: Any  # [N]
    depth: int  # its limit in turns
    plies: int  # recorded
    finished: bool


def new_ledger(game: Game) -> NDArray[Any]:
    """An empty ledger, with room for the children of one more node."""
    family = max(game.max_actions, game.max_outcomes)
    return records(ROWS + family + 2, LEDGER)


class Ledgers:
    """`current` is the one that the walk writes."""

    def __init__(self, game: Game) -> None:
        self.current, self._last = new_ledger(game), new_ledger(game)
        self._last_rows, self._last_plies = 1, 0

    def begin(self, s: Any, first: bool, last: bool) -> None:
        """Begins another depth, the `first` or the `last` of all; the last one records all that
        there is room for. `s` are the fields of the walk's record of counts.
        """
        self.current, self._last = self._last, self.current
        self._last_rows, self._last_plies = int(s.rows[0]), int(s.plies[0])
        s.plies[0] = MOST_PLIES if last else FIRST_PLIES if first else self._next_plies()
        s.rows[0] = 1
        self.current[0] = BLANK

    def _next_plies(self) -> int:
        """How many plies the next depth records: one more than the last if that took no time."""
        rows, nodes, plies = self._last_rows, int(self._last[0]["nodes"]), self._last_plies
        if nodes < FEW or rows * CHEAP < nodes:
            return min(MOST_PLIES, plies + 1)
        return FIRST_PLIES if rows * DEAR > nodes else plies

    def looked(self, s: Any, frames: Any, last: int) -> Looked:
        """The ledger of the last finished depth, which is `last`; with 0 that of the current one.
        At the end of a search these are the same.
        """
        ended = bool(s.top < 0)
        if last and not ended:
            return Looked(copied(self._last, self._last_rows), last, self._last_plies, True)
        rows = copied(self.current, int(s.rows))
        if not ended:
            mark_open(rows, frames, s)
        return Looked(rows, int(s.depth), int(s.plies), ended)


def copied(ledger: Any, count: int) -> Any:
    """The first `count` rows; those not visited hold nothing from an earlier depth."""
    rows = ledger[:count].copy()
    blank = rows["nodes"] == 0
    for name in ("value", "bound", "best", "skipped", "cause", "source"):
        rows[name][blank] = BLANK[name]
    return rows


def mark_open(rows: Any, frames: Any, s: Any) -> None:
    """Brings the rows of the nodes that are being searched up to date, in a copy of the ledger."""
    for p in range(1, min(int(s.top), int(s.plies) + 1) + 1):
        f, above = frames[p], frames[p - 1]
        row = rows[f.row]
        row.nodes += s.nodes - f.entered
        row.known = Known.OPEN
        searched = s.cut == 0 or f.agent == CHANCE or not np.isfinite(f.best)
        row.value = np.nan if searched else f.best * f.sign * above.sign
