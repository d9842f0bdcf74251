"""Searches of matches that have ended, for the next match of the same game and seat: to make one
takes longer than to prepare several short decisions.
"""

from __future__ import annotations

from collections import deque
from threading import Lock

from engines.game import Game
from lab.match.seat import SearchSeat
from lab.match.seats import parse_algorithm
from search.base import Search

MOST = 8  # that wait; the oldest is dropped

_waiting = deque[tuple[SearchSeat, Search]](maxlen=MOST)
_lock = Lock()


def search_for(game: Game, spec: SearchSeat, seed: int) -> Search:
    """A search for a match of `seed`, new or like new."""
    search = _taken(game, spec)
    if search is None:
        return parse_algorithm(spec.name)(game, spec.params, spec.weights, seed)
    search.seed = seed
    return search


def keep(spec: SearchSeat, search: Search) -> None:
    """Keeps the search of a seat whose match has ended, if it can be made like new and none of its
    knobs was turned.
    """
    if search.params == spec.params and search.renew():
        with _lock:
            _waiting.append((spec, search))


def _taken(game: Game, spec: SearchSeat) -> Search | None:
    """One that waits, which belongs to the caller from now on."""
    with _lock:
        for k, (its, search) in enumerate(_waiting):
            if search.game is game and its == spec:
                del _waiting[k]
                return search
    return None
