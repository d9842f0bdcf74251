"""Which matches of a window are a fair result of their players."""

from __future__ import annotations

from lab.live.table import MatchTable
from lab.match.play import MatchResult


def result_of(table: MatchTable) -> MatchResult | None:
    """The match, if the same players have played it from its seed's position to its end: no other
    line was tried, and no knob turned on the way.
    """
    history, seats = table.history, table.setup.seats
    turns, outcome = history.turns, table.head.outcome
    started = table.loaded is None and table.start is None
    if not outcome or not started or table.by_hand or len(turns) < len(history.tree):
        return None
    turned = any(d.changes for turn in turns for d in turn.decisions if d is not None)
    if turned or table.players != seats:
        return None
    return MatchResult(table.setup, history.first.state, turns, outcome, table.head.reason)
