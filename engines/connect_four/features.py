"""What an evaluation that learns sees of Connect Four: lines of four that one side may still fill,
with where their empty cells are, whole columns, and which cells would complete four.

Of each cell of such a line, 0 is an empty cell that cannot be reached yet, 1 a disc, and 2 an empty
cell that can; the first cell counts 1, the next 3, and so on. How a full board ends depends on
which cells wait for which, so those that can be reached are told apart. A column is its discs from
the bottom, 1 for an own one, with a 1 above them: at most seven bits.

A threat is an empty cell that would complete four. Each column has a row for the lowest threats of
both sides, with whether the lower one is next, or the one after; and so has the board for how many
threats that cannot be reached yet there are on odd and even rows, which decide a full board (Allis,
"A knowledge-based approach of Connect-Four", 1988). Shapes: [L] lines, [T] symmetries.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.connect_four.rules import BOTTOM, CELLS, COLUMNS, HEIGHT, ROWS, bits, wanted
from engines.grid import lines_in, turns
from engines.jit import inlined, rule

FOURS = lines_in(ROWS, COLUMNS, 4)  # cells in reading order from the bottom
BIT = np.array([HEIGHT * (cell % COLUMNS) + cell // COLUMNS for cell in range(CELLS)], np.int64)
PLACES = BIT[FOURS]
CODES = 3**4
LINE = 1 + 2 * CODES  # kinds of a line: filled by nobody any more, one's own, the other's
COLUMN = 2 << ROWS


def _kinds() -> NDArray[np.int64]:
    """[L, LINE]: the row of each kind of a line; -1 where the board is never so."""
    found, rows = np.full((len(FOURS), LINE), -1, np.int64), 0
    for k, line in enumerate(FOURS):
        for kind in range(LINE):
            digits = [(kind - 1) // 3**i % 3 for i in range(4)] if kind else []
            stands = line[1] - line[0] == COLUMNS  # then discs are below, and one cell is next
            if stands and (digits != sorted(digits, key=(1, 2, 0).index) or digits.count(2) > 1):
                continue
            if line[3] < COLUMNS and 0 in digits:  # in the bottom row every cell can be reached
                continue
            found[k, kind] = rows
            rows += 1
    return found


ROW = _kinds()
LINES = int(ROW.max()) + 1
THREATS = LINES + COLUMNS * COLUMN  # the first row of the lowest threats
HEIGHTS = ROWS + 1  # where a threat may be, or none
THREAT = 3 * HEIGHTS**2
BALANCE = THREATS + COLUMNS * THREAT  # the first row of the numbers of threats
NUMBERS = 3  # none, one, more
COUNT = BALANCE + 2 * NUMBERS**4
MOST = len(FOURS) + 2 * COLUMNS + 1


@inlined
def lowest(cells: int) -> int:
    """The lowest of a column's cells, ROWS where there is none."""
    row = 0
    while row < ROWS and cells >> row & 1 == 0:
        row += 1
    return row


@rule
def features(s: Any, seat: int, out: Any) -> int:
    """The active rows for a seat."""
    mine, theirs = s.discs[seat], s.discs[1 - seat]
    filled = mine | theirs
    lands = (filled + BOTTOM) & ~filled
    for line in range(len(FOURS)):
        code, worth, own, other = 0, 1, 0, 0
        for k in range(4):
            bit = PLACES[line, k]
            a, b = mine >> bit & 1, theirs >> bit & 1
            own, other = own + a, other + b
            code += worth * (a + b + 2 * (lands >> bit & 1))
            worth *= 3
        kind = 0 if own > 0 and other > 0 else 1 + code + (CODES if other > 0 else 0)
        out[line] = ROW[line, kind]
    full = (1 << ROWS) - 1
    for column in range(COLUMNS):
        there, discs = filled >> HEIGHT * column & full, mine >> HEIGHT * column & full
        out[len(FOURS) + column] = LINES + column * COLUMN + there + 1 + discs
    far = see_threats(wanted(mine, filled), wanted(theirs, filled), lands, out)
    kind = 1 if bits(mine) >= bits(theirs) else 0  # who moves at an even number of discs
    for k in range(4):
        kind = NUMBERS * kind + min(far >> 4 * k & 15, NUMBERS - 1)
    out[MOST - 1] = BALANCE + kind
    return MOST


@rule
def see_threats(mine: int, theirs: int, lands: int, out: Any) -> int:
    """Writes each column's row of threats; how many of both sides cannot be reached yet on odd and
    even rows, four bits each.
    """
    far, full = 0, (1 << ROWS) - 1
    for column in range(COLUMNS):
        shift = HEIGHT * column
        own, other = lowest(mine >> shift & full), lowest(theirs >> shift & full)
        at, low = lowest(lands >> shift & full), min(own, other)
        soon = 2 if low == at else 1 if low == at + 1 else 0
        kind = (soon * HEIGHTS + own) * HEIGHTS + other
        out[len(FOURS) + COLUMNS + column] = THREATS + column * THREAT + kind
        if at < own < ROWS:
            far += 1 << 4 * (own & 1)
        if at < other < ROWS:
            far += 1 << 4 * (2 + (other & 1))
    return far


def symmetries() -> NDArray[np.int32]:
    """[2, COUNT]: the row that each one becomes when left and right change."""
    moved = turns(ROWS, COLUMNS, mirrored_only=True)[1]
    found = np.tile(np.arange(COUNT, dtype=np.int32), (2, 1))
    places = {frozenset(line): k for k, line in enumerate(FOURS.tolist())}
    for k, line in enumerate(FOURS.tolist()):
        there = [int(moved[cell]) for cell in line]
        to = places[frozenset(there)]
        order = [there.index(cell) for cell in FOURS[to].tolist()]
        for kind in np.flatnonzero(ROW[k] >= 0).tolist():
            side, code = divmod(max(0, kind - 1), CODES)
            turned = sum(code // 3**j % 3 * 3**i for i, j in enumerate(order))
            found[1, ROW[k, kind]] = ROW[to, 1 + side * CODES + turned if kind else 0]
    for column in range(COLUMNS):
        own = LINES + np.arange(COLUMN)
        found[1, own + column * COLUMN] = own + (COLUMNS - 1 - column) * COLUMN
        own = THREATS + np.arange(THREAT)
        found[1, own + column * THREAT] = own + (COLUMNS - 1 - column) * THREAT
    return found
