"""The rules of Ultimate Tic-Tac-Toe on bit masks.

An action is board * 16 + cell, both 0..8 in reading order, so that rules shift instead of dividing.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from engines.draws import draw_below
from engines.game import PASS
from engines.jit import inlined, rule

STATE = np.dtype(
    [
        ("hash", np.uint64),  # the Zobrist key of cells and options, kept up to date
        ("cells", np.uint16, (2, 9)),  # a 9-bit mask per seat and small board
        # the cells of each small board that may still be played: none where it is won
        ("empty", np.uint16, (9,)),
        ("won", np.uint16, (2,)),  # the small boards that each seat has won, a mask
        ("room", np.int16),  # how many cells may still be played
        ("forced", np.int16),  # the small board to play in, ANY for every open one
        ("mover", np.int16),
        ("moves", np.int16),
        ("last", np.int16),  # the action played last, PASS at the start
        ("over", np.int16),
        ("lost", np.int16),  # 1 + the seat that forfeited
        ("tie_break", np.int16),  # 1: most boards win, 0: a draw
    ],
    align=True,
)

# masks and indices are unsigned where they are used most: compiled code need not ask whether an
# index counts from the end
ONE = np.uint64(1)
FULL = 0b111_111_111
ANY = -1
NOBODY = -1
LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
MASKS = range(512)
WINS = np.array([any(m & line == line for line in LINES) for m in MASKS])
COUNT = np.array([m.bit_count() for m in MASKS], np.int16)
# [mask, n]: the n-th set bit
NTH = np.array(
    [[b for b in range(9) if m >> b & 1] + [0] * (16 - m.bit_count()) for m in MASKS], np.int16
)
COMPLETES = np.array(
    [sum(1 << b for b in range(9) if not m >> b & 1 and WINS[m | 1 << b]) for m in MASKS], np.uint16
)  # cells that make a row
# [seat, action]
ZOBRIST = np.random.Generator(np.random.SFC64(81)).integers(0, 2**64, (2, 9 * 16), np.uint64)
# [tie_break]
ZOBRIST_TIE = np.random.Generator(np.random.SFC64(2)).integers(0, 2**64, 2, np.uint64)
# [mover, forced, lost]; ANY is the last
ZOBRIST_TURN = np.random.Generator(np.random.SFC64(9)).integers(0, 2**64, (2, 10, 3), np.uint64)


@inlined
def to_move(s: Any) -> int:
    return s.mover


@inlined
def is_over(s: Any) -> bool:
    return s.over != 0


@inlined
def playable(s: Any, board: int) -> bool:
    """Whether the next move may go to this small board."""
    return s.over == 0 and s.empty[board] != 0 and (s.forced == ANY or s.forced == board)


@rule
def legal(s: Any, agent: int, out: Any) -> int:
    """Lists the open cells, board by board."""
    n = 0
    if agent != s.mover or s.over != 0:
        return n
    anywhere = s.forced == ANY
    for board in range(0 if anywhere else s.forced, 9 if anywhere else s.forced + 1):
        cells = s.empty[board]
        for i in range(COUNT[cells]):
            out[n] = board << 4 | NTH[cells, i]
            n += 1
    return n


@rule
def is_legal(s: Any, agent: int, action: int) -> bool:
    board, cell = action >> 4, action & 15
    return (
        agent == s.mover
        and 0 <= board < 9
        and playable(s, board)
        and (s.empty[board] >> cell & 1) != 0
    )


@inlined
def random_action(s: Any, agent: int, rng: Any) -> int:
    """A uniformly drawn open cell."""
    if s.forced != ANY:
        cells = s.empty[np.uint64(s.forced)]
        return s.forced << 4 | NTH[cells, np.uint64(draw_below(rng, COUNT[cells]))]
    left = draw_below(rng, s.room)
    for board in range(9):
        cells = s.empty[board]
        if left < COUNT[cells]:
            return board << 4 | NTH[cells, np.uint64(left)]
        left -= COUNT[cells]
    return PASS


@inlined
def step(s: Any, joint: Any, rng: Any, log: Any) -> None:
    """Marks a cell; any illegal answer loses at once and leaves the board as it is."""
    if is_legal(s, s.mover, joint[s.mover]):
        move(s, s.mover, joint[s.mover])
    else:
        s.lost = s.mover + 1
        s.over = 1


@inlined
def move(s: Any, mover: int, action: int) -> None:
    who, board, cell = np.uint64(mover), np.uint64(action >> 4), np.uint64(action & 15)
    mark = ONE << cell
    mine = s.cells[who, board] | mark
    s.cells[who, board] = mine
    s.hash ^= ZOBRIST[who, np.uint64(action)]
    if WINS[mine]:
        s.won[who] |= ONE << board
        s.over = WINS[s.won[who]]
        s.room -= COUNT[s.empty[board]]
        s.empty[board] = 0
    else:
        s.empty[board] &= ~mark
        s.room -= 1
    if s.room == 0:
        s.over = 1
    s.forced = action & 15 if s.empty[cell] != 0 else ANY
    s.mover = 1 - mover
    s.moves += 1
    s.last = action


@rule
def winner(s: Any) -> int:
    """The seat that has won, or NOBODY; the match must be over."""
    if s.lost != 0:
        return 2 - s.lost
    if WINS[s.won[0]] or WINS[s.won[1]]:
        return 0 if WINS[s.won[0]] else 1
    lead = COUNT[s.won[0]] - COUNT[s.won[1]]
    if s.tie_break == 0 or lead == 0:
        return NOBODY
    return 0 if lead > 0 else 1


@rule
def outcome(s: Any, out: Any) -> None:
    seat = winner(s) if s.over != 0 else NOBODY
    out[0] = 0.0 if seat == NOBODY else 1.0 - 2.0 * seat
    out[1] = -out[0]


@rule
def side(s: Any, seat: int, w: Any) -> float:
    """The weighted sum of what a seat has: boards won, rows that one board or one cell would
    complete, centres.
    """
    total = w[0] * COUNT[s.won[seat]] + w[3] * (s.won[seat] >> 4 & 1)
    wanted = COMPLETES[s.won[seat]]
    for board in range(9):
        if s.empty[board] != 0:
            mine = s.cells[seat, board]
            total += (
                w[1] * (wanted >> board & 1)
                + w[2] * COUNT[COMPLETES[mine] & s.empty[board]]
                + w[4] * (mine >> 4 & 1)
            )
    return total


@rule
def value(s: Any, w: Any, out: Any) -> None:
    """The result, a little less the later it comes, so that shorter wins are preferred; between
    -0.9 and 0.9 while open.
    """
    if s.over != 0:
        outcome(s, out)
        out[0] *= 1.0 - 0.001 * s.moves
    else:
        out[0] = 0.9 * math.tanh(side(s, 0, w) - side(s, 1, w))
    out[1] = -out[0]


@rule
def policy(s: Any, agent: int, rng: Any) -> int:
    """Wins the match or a board, blocks, and does not send the opponent where a board is lost or
    the choice is free; ties at random.
    """
    best, best_score = PASS, -100.0
    for board in range(9):
        mine, theirs = s.cells[agent, board], s.cells[1 - agent, board]
        for i in range(COUNT[s.empty[board]] if playable(s, board) else 0):
            cell = NTH[s.empty[board], i]
            wins = (COMPLETES[mine] >> cell & 1) != 0
            score = 8.0 * wins + 4.0 * (COMPLETES[theirs] >> cell & 1) + rng.random()
            if wins and WINS[s.won[agent] | 1 << board]:
                score += 50.0
            if s.empty[cell] == 0 or (COMPLETES[s.cells[1 - agent, cell]] & s.empty[cell]) != 0:
                score -= 6.0
            if score > best_score:
                best, best_score = board << 4 | cell, score
    return best


@rule
def key(s: Any) -> int:
    """The Zobrist key: the cells and the tie-break, who moves, where, and a forfeit."""
    return s.hash ^ ZOBRIST_TURN[s.mover, s.forced, s.lost]
