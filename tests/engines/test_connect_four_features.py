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


def threats(there: list[list[str]], mark: str) -> set[tuple[int, int]]:
    """The empty cells (row, column) that would complete four of one side."""
    found = set()
    for line in seen.FOURS.tolist():
        cells = [(cell // COLUMNS, cell % COLUMNS) for cell in line]
        empty = [(row, column) for row, column in cells if there[row][column] != mark]
        if len(empty) == 1 and there[empty[0][0]][empty[0][1]] in ". ":
            found.add(empty[0])
    return found


def lowest(cells: set[tuple[int, int]], column: int) -> int:
    return min((row for row, at in cells if at == column), default=ROWS)


def waiting(there: list[list[str]], cells: set[tuple[int, int]], odd: bool) -> int:
    """How many columns' lowest threats are on odd rows, or even ones, and cannot be reached; two at
    most.
    """
    rows = [(lowest(cells, column), column) for column in range(COLUMNS)]
    far = [row for row, column in rows if row < ROWS and there[row][column] == " "]
    return min(2, sum((row % 2 == 0) == odd for row in far))


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
        ours, others = (threats(there, mark) for mark in "mt")
        for column in range(COLUMNS):
            discs = "".join(there[row][column] for row in range(ROWS))
            row = rows[len(seen.FOURS) + column]
            assert looks.setdefault(row, (column, discs)) == (column, discs)
            low = lowest(ours, column), lowest(others, column)
            soon = min(2, min(low) - discs.count("m") - discs.count("t"))
            row = rows[len(seen.FOURS) + COLUMNS + column]
            assert looks.setdefault(row, (column, soon, low)) == (column, soon, low)
        first = sum(each.count("m") - each.count("t") for each in there) >= 0
        parts = [(each, odd) for each in (ours, others) for odd in (True, False)]
        numbers = first, *(waiting(there, each, odd) for each, odd in parts)
        assert looks.setdefault(rows[-1], numbers) == numbers
        assert len(set(rows)) == len(rows) == seen.MOST
        assert max(rows) < seen.COUNT
    backwards = {look: row for row, look in looks.items()}
    assert len(backwards) == len(looks)
