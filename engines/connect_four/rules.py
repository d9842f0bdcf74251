"""The rules of Connect Four on bit masks.

A cell is bit 7 * column + row, row 0 at the bottom; row 6 is always empty, so that no line of four
runs from the top of one column to the bottom of the next (John Tromp's layout, the Fhourstones
benchmark).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from engines.draws import draw_below
from engines.game import PASS
from engines.jit import inlined, rule

COLUMNS, ROWS, HEIGHT = 7, 6, 7  # HEIGHT bits a column: its rows and the empty one
CELLS = COLUMNS * ROWS
NOBODY, FIRST, SECOND, DRAWN = 0, 1, 2, 3  # `result`

STATE = np.dtype(
    [
        ("discs", np.int64, (2,)),  # a mask per seat
        ("open", np.uint8),  # the columns that are not full, a mask
        ("mover", np.uint8),
        ("played", np.uint8),  # discs on the board
        ("result", np.uint8),  # NOBODY while the match goes on, else 1 + the winning seat, or DRAWN
        ("last", np.int8),  # the column played last, PASS at the start
        ("lost", np.uint8),  # 1 + the seat that forfeited
    ],
    align=True,
)

MASKS = range(1 << COLUMNS)
COUNT = np.array([m.bit_count() for m in MASKS], np.int64)
CENTRE_FIRST = np.array([1, 3, 5, 6, 4, 2, 0], np.int64)  # how near to the centre a column is
FROM_CENTRE = (3, 2, 4, 1, 5, 0, 6)
# [mask, n]: n-th open
NTH = np.array(
    [[c for c in FROM_CENTRE if m >> c & 1] + [PASS] * (8 - m.bit_count()) for m in MASKS], np.int64
)
# of a win with so many discs on the board: the winner has played half of them, rounded up
WORTH = np.array([0.5 + (22 - (n + 1 >> 1)) / 64.0 for n in range(CELLS + 1)])
BOARD = sum(((1 << ROWS) - 1) << HEIGHT * c for c in range(COLUMNS))
MIDDLE = ((1 << ROWS) - 1) << HEIGHT * (COLUMNS // 2)
COLUMN = np.array([((1 << ROWS) - 1) << HEIGHT * c for c in range(COLUMNS)], np.int64)
ODD, LOW_63 = 0x1E3779B97F4A7C15, (1 << 63) - 1
BOTTOM = sum(1 << HEIGHT * c for c in range(COLUMNS))
TOP = BOTTOM << ROWS - 1


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
    columns = s.open
    for k in range(COLUMNS):
        out[k] = NTH[columns, k]  # all seven places, which avoids branches
    return COUNT[columns]


@inlined
def is_legal(s: Any, agent: int, action: int) -> bool:
    return (
        agent == s.mover and s.result == 0 and 0 <= action < COLUMNS and (s.open >> action & 1) != 0
    )


@inlined
def landing(s: Any, column: int) -> int:
    """The cell where a disc comes to rest, as a mask: adding one at the bottom of each column
    carries to its first empty cell.
    """
    return ((s.discs[0] | s.discs[1]) + BOTTOM) & COLUMN[np.uint64(column)]


@inlined
def height(s: Any, column: int) -> int:
    """Discs in a column."""
    return COUNT[np.uint64((s.discs[0] | s.discs[1]) >> HEIGHT * column & (1 << ROWS) - 1)]


@inlined
def place(s: Any, agent: int, action: int) -> int:
    """The cell where the disc comes to rest."""
    return action * HEIGHT + height(s, action)


@inlined
def random_action(s: Any, agent: int, rng: Any) -> int:
    """A uniformly drawn open column."""
    return NTH[s.open, np.uint64(draw_below(rng, COUNT[s.open]))]


@inlined
def has_four(discs: int) -> bool:
    """Whether four of these discs are in a line."""
    pairs = discs & discs >> 7
    if pairs & pairs >> 14 != 0:
        return True
    pairs = discs & discs >> 6
    if pairs & pairs >> 12 != 0:
        return True
    pairs = discs & discs >> 8
    if pairs & pairs >> 16 != 0:
        return True
    pairs = discs & discs >> 1
    return pairs & pairs >> 2 != 0


@inlined
def step(s: Any, joint: Any, rng: Any, log: Any) -> None:
    """Drops a disc; any illegal answer loses at once and leaves the board as it is."""
    if is_legal(s, s.mover, joint[s.mover]):
        move(s, s.mover, joint[s.mover])
    else:
        s.lost = s.mover + 1
        s.result = 2 - s.mover


@inlined
def move(s: Any, mover: int, column: int) -> None:
    disc = landing(s, column)
    # each place by its own number: a copy of the position can then be in registers
    discs = (s.discs[0] if mover == 0 else s.discs[1]) | disc
    if mover == 0:
        s.discs[0] = discs
    else:
        s.discs[1] = discs
    s.played += 1
    s.last = column
    s.mover = 1 - mover
    if disc & TOP != 0:
        s.open ^= 1 << column
    if has_four(discs):
        s.result = FIRST if mover == 0 else SECOND
    elif s.played == CELLS:
        s.result = DRAWN
    else:
        s.result = NOBODY  # as it is; a compiler knows it then


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


@inlined
def weighs(w: Any) -> bool:
    """Whether any of the weights of `EvalParams` counts."""
    return w[0] != 0.0 or w[1] != 0.0


@inlined
def promise(first: int, second: int, w: Any) -> float:
    """What the weights say of an open position with these discs, for the first player; between -0.5
    and 0.5.
    """
    taken = first | second
    threats = bits(wanted(first, taken)) - bits(wanted(second, taken))
    middle = bits(first & MIDDLE) - bits(second & MIDDLE)
    return 0.5 * math.tanh(w[0] * threats + w[1] * middle)


@rule
def value(s: Any, w: Any, out: Any) -> None:
    """The result, the higher the sooner it is won; while open what it promises."""
    out[0] = 0.0
    if s.result == NOBODY:
        if weighs(w):
            out[0] = promise(s.discs[0], s.discs[1], w)
    elif s.result != DRAWN:
        size = 1.0 if s.lost != 0 else WORTH[s.played]
        out[0] = size if s.result == FIRST else -size
    out[1] = -out[0]


@inlined
def after(s: Any, agent: int, action: int, w: Any, out: Any) -> bool:
    """Whether the match goes on after a disc in this column, and the value then."""
    disc, goes_on, size = landing(s, action), False, 0.0
    if has_four((s.discs[0] if agent == 0 else s.discs[1]) | disc):
        size = WORTH[np.uint64(s.played + 1)]
        if agent != 0:
            size = -size
    elif s.played + 1 < CELLS:
        goes_on = True
        if weighs(w):
            first = s.discs[0] | (disc if agent == 0 else 0)
            second = s.discs[1] | (disc if agent != 0 else 0)
            size = promise(first, second, w)
    out[0], out[1] = size, -size
    return goes_on


@rule
def order(s: Any, agent: int, action: int) -> int:
    """A disc that wins comes first, then one that takes a win away; one that lets the other win on
    top of it comes last.

    The others are sorted by the open threes they make (Pons, "Solving Connect 4"), then by nearness
    to the centre.
    """
    disc = landing(s, action)
    taken = s.discs[0] | s.discs[1]
    theirs = wanted(s.discs[1 - agent], taken)
    score = CENTRE_FIRST[action] + 8 * bits(wanted(s.discs[agent] | disc, taken | disc))
    if has_four(s.discs[agent] | disc):
        score += 4000
    if theirs & disc != 0:
        score += 2000
    if theirs & disc << 1 != 0:
        score -= 1000
    return score


@rule
def policy(s: Any, agent: int, rng: Any) -> int:
    """Wins if it can, else blocks, else plays near the centre where the other cannot win on top of
    it; near ties are broken at random.
    """
    taken = s.discs[0] | s.discs[1]
    mine, theirs = wanted(s.discs[agent], taken), wanted(s.discs[1 - agent], taken)
    best, best_score = PASS, -100.0
    for i in range(COUNT[s.open]):
        column = NTH[s.open, i]
        cell = place(s, agent, column)
        score = CENTRE_FIRST[column] + 3.0 * rng.random() - 10.0 * (theirs >> cell + 1 & 1)
        score += 100.0 * (theirs >> cell & 1) + 1000.0 * (mine >> cell & 1)
        if score > best_score:
            best, best_score = column, score
    return best


@inlined
def key(s: Any) -> int:
    """A key that no two positions share: the mover's discs plus all discs encode each column's
    height and content (Tromp); the bits are then mixed.

    It takes a few instructions to compute from the masks, which is cheaper than updating a Zobrist
    key at leaves that never use it.
    """
    code = s.discs[s.mover] + (s.discs[0] | s.discs[1]) | int(s.mover) << 49 | int(s.lost) << 50
    spread = int(code) * ODD & LOW_63  # an odd factor and the shift are both injective
    found: Any = np.uint64(spread ^ spread >> 32)
    return found
