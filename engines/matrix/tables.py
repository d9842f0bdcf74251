"""The named payoff tables, and the records of a match: one that names its table by a number, one
that holds a table of one's own, and one that holds a table with a payoff for each player.
"""

from __future__ import annotations

from typing import Any

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

SEATS = ("Row", "Column")
MOST = 28  # the most actions a seat can have
MOST_OWN = 12  # the most rows and columns of a table of one's own
OWN = "own"  # the option that means a table of one's own


def _holding(*tables: int) -> np.dtype[Any]:
    """The record of a match that holds its table: Row's payoffs alone, or with `tables` those of
    both players.
    """
    return np.dtype(
        [
            ("score", np.float64, tables),  # what Row, or each player, has gained so far
            ("largest", np.float64),  # the largest payoff either way; 1 if every payoff is 0
            ("payoff", np.float64, (*tables, MOST_OWN, MOST_OWN)),  # 0 outside rows and columns
            ("choices", np.int32, (2,)),  # number of rows and of columns
            ("played", np.int32),  # rounds played
            ("rounds", np.int32),
            ("last", np.int32, (2,)),  # the actions of the last round, PASS at the start
            ("lost", np.int32),  # a bit for each seat that forfeited
        ],
        align=True,
    )


OWN_STATE, PAIR_STATE = _holding(), _holding(2)

TITLES = {
    "rps": "rock, paper, scissors",
    "biased_rps": "biased rock, paper, scissors",
    "matching_pennies": "matching pennies",
    "two_killers": "two killers",
}
# what Row gains and what Column gains, [2, rows, columns]
PAIRS = {
    "prisoners_dilemma": np.array([[[3.0, 0], [5, 1]], [[3, 5], [0, 1]]]),
    "chicken": np.array([[[6.0, 2], [7, 0]], [[6, 7], [2, 0]]]),
    "stag_hunt": np.array([[[4.0, 0], [3, 3]], [[4, 3], [0, 3]]]),
    "battle": np.array([[[3.0, 0], [0, 2]], [[2, 0], [0, 3]]]),
    "shapley": np.array([np.eye(3), np.roll(np.eye(3), -1, axis=1)]),
}
PAIR_TITLES = {
    "prisoners_dilemma": "prisoner's dilemma",
    "chicken": "chicken",
    "stag_hunt": "stag hunt",
    "battle": "battle of the sexes",
    "shapley": "Shapley's game",
}
NAMES = {
    "rps": ("Rock", "Paper", "Scissors"),
    "biased_rps": ("Rock", "Paper", "Scissors"),
    "matching_pennies": ("Heads", "Tails"),
    "prisoners_dilemma": ("Cooperate", "Defect"),
    "chicken": ("Swerve", "Straight"),
    "stag_hunt": ("Stag", "Hare"),
    "battle": ("Opera", "Football"),
    "shapley": ("First", "Second", "Third"),
}


def _payoffs() -> NDArray[np.float64]:
    """Row's payoffs of all zero-sum games [4, MOST, MOST]; a smaller game is the upper left part of
    its table.
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
    """Row's payoffs [n, n] of a named zero-sum table, both players' [2, n, n] of another one;
    `size` is n where the table has no names.
    """
    if table in PAIRS:
        return PAIRS[table]
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


def pair_words(payoffs: NDArray[np.float64]) -> str:
    """A cell of a table: Row's payoff, or both players' [2]."""
    return " / ".join(signed(x) for x in np.ravel(payoffs))
