"""Transposition tables change hands, and nobody notices."""

from __future__ import annotations

import gc

import numpy as np

from search.alphabeta import AlphaBeta
from search.depth_first import tables
from search.depth_first.tables import Table
from tests.search.positions import configured

SIZE = 1 << 10  # small: most entries are overwritten


def found(seed: int) -> tuple[object, ...]:
    """What a search of its own finds in three decisions in a row, which it then forgets."""
    game = configured("connect_four")
    search = AlphaBeta(game, AlphaBeta.Params(table=SIZE))
    told, state = list[object](), game.initial(seed)
    for turn in range(3):
        search.start(state, turn % 2)
        search.advance(700)
        s = search._room[0]
        told.append((search.choice().tolist(), int(s.hits), int(s.filled), int(s.nodes)))
        game.rules.step(state, np.array([[3, -1], [-1, 3]][turn % 2]), search.rng, None)
    return tuple(told)


def test_a_table_that_was_another_search_s_is_like_a_new_one() -> None:
    tables._free.clear()
    fresh = found(1)
    gc.collect()
    ((entries, age),) = tables._free
    assert age == 3 and entries["age"].max() == 3
    assert found(1) == fresh
    gc.collect()
    ((again, age),) = tables._free
    assert again is entries and age == 6


def test_a_table_has_one_search_and_the_size_that_was_asked_for() -> None:
    tables._free.clear()
    one, other, larger = Table(SIZE), Table(SIZE), Table(2 * SIZE)
    assert one.entries is not other.entries
    kept = one.entries, larger.entries
    del one, larger
    third = Table(2 * SIZE)
    assert third.entries is kept[1] and Table(SIZE).entries is kept[0]
    del other, third
    assert len(tables._free) == tables._free.maxlen == 2, "memory is kept for one match at most"


def test_a_search_without_a_table_hands_nothing_on() -> None:
    tables._free.clear()
    del (none := [Table(1)])[0]
    assert not none and not tables._free
