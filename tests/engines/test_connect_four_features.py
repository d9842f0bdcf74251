"""What a network sees of Connect Four, against boards read cell by cell."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from engines import games
from engines.connect_four import features as seen
from engines.connect_four.rules import COLUMNS, HEIGHT, ROWS
from engines.game import State
from tests.matches import random_match

GAME = games()["connect_four"]()


def rows_of(state: State, seat: int) -> list[int]:
    out = np.zeros(seen.MOST, np.int64)
    return [int(row) for row in out[: seen.features(state, seat, out)]]


def board(state: State, seat: int) -> list[list[str]]:
    """[row][column]: "m" mine, "t" theirs, "." an empty cell that can be reached, " " the rest."""
    found = [[" "] * COLUMNS for _ in range(ROWS)]
    for column in range(COLUMNS):
        for row in range(ROWS):
            bit = HEIGHT * column + row
            mine, theirs = (int(state.discs[s]) >> bit & 1 for s in (seat, 1 - seat))
            found[row][column] = "m" if mine else "t" if theirs else "."
            if not mine and not theirs:
                break
    return found


@settings(deadline=None, max_examples=30)
@given(seed=st.integers(0, 1 << 30), seat=st.sampled_from((0, 1)))
def test_rows_tell_each_line_and_each_column(seed: int, seat: int) -> None:
    """Two lines have the same row where their cells look alike, and dead ones only then."""
    looks = dict[int, Any]()
    for _, _, state in random_match(GAME, seed):
        there, rows = board(state, seat), rows_of(state, seat)
        for k, line in enumerate(seen.FOURS.tolist()):
            cells = "".join(there[cell // COLUMNS][cell % COLUMNS] for cell in line)
            look = "dead" if {"m", "t"} <= set(cells) else cells
            assert looks.setdefault(rows[k], (k, look)) == (k, look)
        for column in range(COLUMNS):
            discs = "".join(there[row][column] for row in range(ROWS))
            row = rows[len(seen.FOURS) + column]
            assert looks.setdefault(row, (column, discs)) == (column, discs)
        assert len(set(rows)) == len(rows) == seen.MOST
        assert max(rows) < seen.COUNT
    backwards = {look: row for row, look in looks.items()}
    assert len(backwards) == len(looks)
