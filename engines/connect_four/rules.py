"""The rules of Connect Four on bit masks.

A cell is bit 7 * column + row, row 0 at the bottom; row 6 is always empty, so that no line of four runs from one column's top to the next
one's foot (John Tromp's layout, the Fhourstones benchmark).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from engines.game import PASS
from engines.jit import inlined, rule

COLUMNS, ROWS, HEIGHT = 7, 6, 7  # HEIGHT bits a column: its rows and the empty one
CELLS = COLUMNS * ROWS
NOBODY, FIRST, SECOND, DRAWN = 0, 1, 2, 3  # `result`

STATE = np.dtype(
    [
        ("discs", np.int64, (2,)),  # a mask per seat
        ("hash", np.uint64),  # the Zobrist key, kept up to date
        ("height", np.int8, (8,)),  # discs in each column
        ("open", np.uint8),  # the columns that are not full, a mask
        ("mover", np.int8),
        ("played", np.int8),  # discs on the board
        ("result", np.int8),  # NOBODY while the match goes on, else 1 + the winning seat, or DRAWN
        ("last", np.int8),  # the column played last, PASS at the start
        ("lost", np.int8),  # 1 + the seat that forfeited
    ],
    align=True,
)

MASKS = range(1 << COLUMNS)
COUNT = np.array([m.bit_count() for m in MASKS], np.int64)
REAL_COUNT = COUNT.astype(np.float64)  # spares the playout a conversion
CENTRE_FIRST = np.array([1, 3, 5, 6, 4, 2, 0], np.int64)  # how near to the centre a column is
FROM_CENTRE = (3, 2, 4, 1, 5, 0, 6)
NTH = np.array([[c for c in FROM_CENTRE if m >> c & 1] + [PASS] * (8 - m.bit_count()) for m in MASKS], np.int64)  # [mask, n]: n-th open
BOARD = sum(((1 << ROWS) - 1) << HEIGHT * c for c in range(COLUMNS))
MIDDLE = ((1 << ROWS) - 1) << HEIGHT * (COLUMNS // 2)
ZOBRIST = np.random.Generator(np.random.SFC64(42)).integers(0, 2**64, (2, COLUMNS * HEIGHT), np.uint64)  # [seat, cell]
ZOBRIST_SIDE = np.random.Generator(np.random.SFC64(7)).integers(0, 2**64, (2, 3), np.uint64)  # [mover, lost]


@inlined
def to_move(s: Any) -> int:
    return s.mover


@inlined
def is_over(s: Any) -> bool:
    return s.result != 0


@rule
def legal(s: Any, agent: int, out: Any) -> int:
    """Lists the open columns, the nearest to the centre first."""
    if agent != s.mover or s.result != 0:
        return 0
    n, columns = 0, s.open
    for column in FROM_CENTRE:
        if columns >> column & 1:
            out[n] = column
            n += 1
    return n


@inlined
def is_legal(s: Any, agent: int, action: int) -> bool:
    return agent == s.mover and s.result == 0 and 0 <= action < COLUMNS and (s.open >> action & 1) != 0


@inlined
def place(s: Any, agent: int, action: int) -> int:
    """The cell where the disc comes to rest."""
    return action * HEIGHT + s.height[action]


@inlined
def order(s: Any, agent: int, action: int) -> int:
    """The nearer to the centre, the earlier; of two as near the left one."""
    return CENTRE_FIRST[action]


@inlined
def random_action(s: Any, agent: int, rng: Any) -> int:
    """A uniformly drawn open column."""
    return NTH[s.open, int(rng.random() * REAL_COUNT[s.open])]


@inlined
def has_four(discs: int) -> bool:
    """Whether four of these discs stand in a line."""
    pairs = discs & discs >> 7
    found = pairs & pairs >> 14
    pairs = discs & discs >> 6
    found |= pairs & pairs >> 12
    pairs = discs & discs >> 8
    found |= pairs & pairs >> 16
    pairs = discs & discs >> 1
    found |= pairs & pairs >> 2
    return found != 0


@inlined
def step(s: Any, joint: Any, rng: Any, log: Any) -> None:
    """Drops a disc; any illegal answer loses at once and leaves the board as it is."""
    mover = s.mover
    column = joint[mover]
    if not is_legal(s, mover, column):
        s.lost = mover + 1
        s.result = 2 - mover
        return
    row = s.height[column]
    cell = column * HEIGHT + row
    discs = s.discs[mover] | 1 << cell
    s.discs[mover] = discs
    s.hash ^= ZOBRIST[np.uint64(mover), np.uint64(cell)]  # unsigned: no look at what a negative index would mean
    s.height[column] = row + 1
    s.played += 1
    s.last = column
    s.mover = 1 - mover
    if row == ROWS - 1:
        s.open ^= 1 << column
    if has_four(discs):
        s.result = mover + 1
    elif s.played == CELLS:
        s.result = DRAWN


@rule
def outcome(s: Any, out: Any) -> None:
    out[0] = 1.0 if s.result == FIRST else -1.0 if s.result == SECOND else 0.0
    out[1] = -out[0]


@rule
def wanted(discs: int, taken: int) -> int:
    """The empty cells that would complete four, as a mask."""
    found = discs << 1 & discs << 2 & discs << 3
    for d in (7, 6, 8):
        after = discs << d & discs << 2 * d
        before = discs >> d & discs >> 2 * d
        found |= after & (discs << 3 * d | discs >> d)
        found |= before & (discs >> 3 * d | discs << d)
    return found & BOARD & ~taken


@rule
def bits(mask: int) -> int:
    """How many bits are set."""
    n = 0
    while mask != 0:
        mask &= mask - 1
        n += 1
    return n


@rule
def value(s: Any, w: Any, out: Any) -> None:
    """The result, the higher the sooner it is won; while open what `EvalParams` sees, within 0.5 of nothing."""
    if s.lost != 0:
        outcome(s, out)
        return
    out[0] = 0.0
    if s.result == FIRST or s.result == SECOND:
        score = 22 - (s.played + 1 >> 1)  # the winner has moved last
        out[0] = (0.5 + score / 64.0) * (1.0 if s.result == FIRST else -1.0)
    elif s.result == NOBODY and (w[0] != 0.0 or w[1] != 0.0):
        taken = s.discs[0] | s.discs[1]
        threats = bits(wanted(s.discs[0], taken)) - bits(wanted(s.discs[1], taken))
        out[0] = 0.5 * math.tanh(w[0] * threats + w[1] * (bits(s.discs[0] & MIDDLE) - bits(s.discs[1] & MIDDLE)))
    out[1] = -out[0]


@rule
def policy(s: Any, agent: int, rng: Any) -> int:
    """Wins if it can, else blocks, else plays near the centre where the other cannot win on top of it; nearly equal ones at random."""
    taken = s.discs[0] | s.discs[1]
    mine, theirs = wanted(s.discs[agent], taken), wanted(s.discs[1 - agent], taken)
    best, best_score = PASS, -100.0
    for i in range(COUNT[s.open]):
        column = NTH[s.open, i]
        cell = column * HEIGHT + s.height[column]
        score = CENTRE_FIRST[column] + 3.0 * rng.random() - 10.0 * (theirs >> cell + 1 & 1)
        score += 100.0 * (theirs >> cell & 1) + 1000.0 * (mine >> cell & 1)
        if score > best_score:
            best, best_score = column, score
    return best


@inlined
def key(s: Any) -> int:
    """The Zobrist key: the discs, whose move it is, and a forfeit."""
    return s.hash ^ ZOBRIST_SIDE[s.mover, s.lost]
