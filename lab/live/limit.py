"""Root actions that a seat's search of the held position keeps to."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engines.game import State
from engines.knobs import KnobError
from lab.live.table import MatchTable
from lab.match.play import deciding
from lab.match.seat import SearchSeat
from lab.match.seats import parse_algorithm, suiting
from search.only import Only, limited

Lists = tuple[tuple[int, tuple[int, ...]], ...]  # (agent, the actions it may begin with)
NOT_HELD = "Only the search of a held position can be limited: Think on (T) holds it."


@dataclass(frozen=True)
class Limit:
    """The lists of one seat's search."""

    seat: int
    lists: Lists


def only_of(lists: Lists) -> Only:
    """The lists as a search takes them."""
    return {agent: np.array(actions, np.int64) for agent, actions in lists}


def check_limit(table: MatchTable, state: State, limit: Limit) -> None:
    """KnobError with one sentence if the seat's search of `state` cannot keep to its lists."""
    game, seat = table.game, limit.seat
    if seat not in deciding(game, state):
        raise KnobError(f"Seat {seat + 1} has no choice in this position.")
    spec = table.searchers().get(seat) or SearchSeat(suiting(game))
    every = parse_algorithm(spec.name).everyone and not game.hidden
    agents = tuple(range(game.agents)) if every else game.agents_of(seat)
    try:
        limited(game, state, agents, only_of(limit.lists))
    except ValueError as error:
        raise KnobError(str(error)) from None
