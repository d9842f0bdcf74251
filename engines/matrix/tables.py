"""The named payoff tables, and the records of a match: one that names its table by a number, and
one that holds a table of one's own.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

STATE = np.dtype(
    [
        ("score", np.float64),  # what Row has gained so far
        ("matrix", np.int32),  # index into PAYOFF
        ("choices", np.int32),  # number of actions of each seat
        ("played", np.int32),  # rounds played
        ("rounds", np.int32),
        ("last", np.int32, (2,)),  # the actions of the last round, PASS at the start
        ("lost", np.int32),  # a bit for each seat that forfeited
    ],
    align=True,
)

MOST = 28  # the most actions a seat can have
MOST_OWN = 12  # the most rows and columns of a table of one's own
OWN = "own"  # the option that means a table of one's own

OWN_STATE = np.dtype(
    [
        ("score", np.float64),  # what Row has gained so far
        ("largest", np.float64),  # the largest payoff either way; 1 if every payoff is 0
        ("payoff", np.float64, (MOST_OWN, MOST_OWN)),  # Row's; 0 outside rows and columns
        ("choices", np.int32, (2,)),  # number of rows and of columns
        ("played", np.int32),  # rounds played
        ("rounds", np.int32),
        ("last", np.int32, (2,)),  # the actions of the last round, PASS at the start
        ("lost", np.int32),  # a bit for each seat that forfeited
    ],
    align=True,
)

TITLES = {
    "rps": "rock, paper, scissors",
    "biased_rps": "biased rock, paper, scissors",
    "matching_pennies": "matching pennies",
    "two_killers": "two killers",
}
NAMES = {
    "rps": ("Rock", "Paper", "Scissors"),
    "biased_rps": ("Rock", "Paper", "Scissors"),
    "matching_pennies": ("Heads", "Tails"),
}


def _payoffs() -> NDArray[np.float64]:
    """Row's payoffs of all games [4, MOST, MOST]; a smaller game is the upper left part of its
    table.
    """
    table = np.zeros((len(TITLES), MOST, MOST))
    table[0, :3, :3] = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
    table[1, :3, :3] = [[0, -25, 50], [25, 0, -5], [-50, 5, 0]]
    table[2, :2, :2] = [[1, -1], [-1, 1]]
    table[3, :2] = 1.0
    table[3, [0, 1], [0, 1]] = 0.0  # countered
    return table


PAYOFF = _payoffs()
LARGEST = np.abs(PAYOFF).max(axis=(1, 2))  # [4]


def named(table: str, size: int) -> NDArray[np.float64]:
    """Row's payoffs [n, n] of a named table; `size` is n where the table has no names."""
    n = len(NAMES.get(table, ())) or size
    return PAYOFF[list(TITLES).index(table), :n, :n]


def labels(table: str, size: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What the rows and the columns of a table are called."""
    if table == OWN:
        rows = tuple(f"Row {k + 1}" for k in range(MOST_OWN))
        return rows, tuple(f"Column {letter(k)}" for k in range(MOST_OWN))
    if table in NAMES:
        return NAMES[table], NAMES[table]
    pushes = tuple(f"Push {k + 1}" for k in range(2, size))
    return ("Killer 1", "Killer 2", *pushes), ("Counter 1", "Counter 2", *pushes)


def letter(column: int) -> str:
    """A column of a table of one's own, as in a spreadsheet."""
    return chr(ord("A") + column)


def signed(number: float) -> str:
    """A number with a true minus sign."""
    return f"{number + 0.0:g}".replace("-", "−")
