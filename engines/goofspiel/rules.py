"""The rules of Goofspiel on masks of cards: bit c is card c.

Shapes: [A] agents, [S] seats, [K] actions, [W] evaluation weights, [M] outcomes of one joint
action.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.checking import combined, members
from engines.draws import draw_below
from engines.game import SIMULTANEOUS, State
from engines.jit import inlined, rule

MOST = 13  # the most cards per hand
STATE = np.dtype(
    [
        ("hash", np.uint64),  # the Zobrist key of hands and prizes, kept up to date
        ("hand", np.int32, (2,)),  # a mask per seat, bit c for card c
        ("left", np.int32),  # the prizes that are still to come, a mask
        ("points", np.int32, (2,)),  # in half points, so that a split prize stays whole
        ("total", np.int32),  # of all prizes, in half points
        ("won", np.int32, (2,)),  # the prizes each seat has won outright, a mask
        ("prize", np.int16),  # the current prize, 0 when the match is over
        ("last", np.int16, (2,)),  # the bids of the last round, 0 at the start
        ("lost", np.int8),  # a bit for each seat that forfeited
        ("order", np.int8),  # of the prizes, DESCENDING, ASCENDING or RANDOM
        ("split", np.int8),  # whether equal bids share the prize
        ("by_lead", np.int8),  # whether the result is the lead, else won or lost
    ],
    align=True,
)

DESCENDING, ASCENDING, RANDOM = range(3)
_HOLDS = np.arange(1 << MOST)[:, None] >> np.arange(MOST) & 1  # [mask >> 1, card - 1]
COUNT = _HOLDS.sum(1)
NTH = np.zeros((1 << MOST, 16), np.int32)  # [mask >> 1, n] the card that is the n-th of a hand
NTH[:, :MOST] = np.where(
    np.arange(MOST) < COUNT[:, None], np.argsort(-_HOLDS, axis=1, stable=True) + 1, 0
)
# [hand 0, hand 1, to come, prize; card]
ZOBRIST = np.random.Generator(np.random.SFC64(13)).integers(0, 2**64, (4, MOST + 1), np.uint64)
ZOBRIST_LEAD = np.random.Generator(np.random.SFC64(91)).integers(
    0, 2**64, 2 * MOST * (MOST + 1) + 1, np.uint64
)  # in half points, from the middle
ZOBRIST_LOST = np.random.Generator(np.random.SFC64(4)).integers(0, 2**64, 4, np.uint64)


@inlined
def to_move(s: Any) -> int:
    return SIMULTANEOUS


@inlined
def is_over(s: Any) -> bool:
    return s.prize == 0 or s.lost != 0


@inlined
def legal(s: Any, agent: int, out: Any) -> int:
    """Lists the seat's cards from low to high."""
    n = 0 if is_over(s) else COUNT[s.hand[agent] >> 1]
    for k in range(n):
        out[k] = NTH[s.hand[agent] >> 1, k]
    return n


@inlined
def is_legal(s: Any, agent: int, action: int) -> bool:
    return not is_over(s) and 1 <= action <= MOST and (s.hand[agent] >> action & 1) != 0


@inlined
def random_action(s: Any, agent: int, rng: Any) -> int:
    """A uniformly drawn card."""
    cards = s.hand[agent] >> 1
    return NTH[cards, draw_below(rng, COUNT[cards])]


@inlined
def bid(s: Any, joint: Any) -> bool:
    """Plays both cards and pays the prize; False if a bid was illegal, which loses at once."""
    first, second = joint[0], joint[1]
    s.lost = (0 if is_legal(s, 0, first) else 1) | (0 if is_legal(s, 1, second) else 2)
    if s.lost != 0:
        return False
    s.hand[0] ^= 1 << first
    s.hand[1] ^= 1 << second
    s.hash ^= ZOBRIST[0, first] ^ ZOBRIST[1, second]
    s.last[0], s.last[1] = first, second
    if first > second:
        s.points[0] += 2 * s.prize
        s.won[0] |= 1 << s.prize
    elif second > first:
        s.points[1] += 2 * s.prize
        s.won[1] |= 1 << s.prize
    elif s.split != 0:
        s.points[0] += s.prize
        s.points[1] += s.prize
    return True


@inlined
def turn_up(s: Any, k: int) -> None:
    """Makes the k-th lowest of the prizes to come the next one; there is no next one after the
    last.
    """
    prize = NTH[s.left >> 1, k]
    s.hash ^= ZOBRIST[3, s.prize] ^ ZOBRIST[3, prize]
    if prize != 0:
        s.hash ^= ZOBRIST[2, prize]
        s.left ^= 1 << prize
    s.prize = prize


@inlined
def step(s: Any, joint: Any, rng: Any, log: Any) -> None:
    """Plays a round and turns up the next prize, drawn if their order is random."""
    if bid(s, joint):
        n = COUNT[s.left >> 1]
        if s.order == RANDOM and n > 0:
            turn_up(s, draw_below(rng, n))
        else:
            turn_up(s, n - 1 if s.order == DESCENDING and n > 0 else 0)


@rule
def chance(s: Any, joint: Any, probs: Any) -> int:
    """Which prize comes next: uniform over those left if their order is random."""
    fine = is_legal(s, 0, joint[0]) and is_legal(s, 1, joint[1])
    n = COUNT[s.left >> 1] if fine and s.order == RANDOM and s.left != 0 else 1
    for k in range(n):
        probs[k] = 1.0 / n
    return n


@rule
def settle(s: Any, joint: Any, k: int) -> None:
    """`step` with the k-th lowest prize to come."""
    if bid(s, joint):
        n = COUNT[s.left >> 1]
        turn_up(s, n - 1 if s.order == DESCENDING and n > 0 else k)


@rule
def value(s: Any, w: Any, out: Any) -> None:
    """The result; while rounds are left, the lead as a share of all points."""
    lead = s.points[0] - s.points[1]
    out[0] = lead / s.total
    if s.lost != 0:
        out[0] = float((s.lost >> 1) - (s.lost & 1))
    elif s.prize == 0 and s.by_lead == 0:
        out[0] = 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0
    out[1] = -out[0]


@rule
def outcome(s: Any, out: Any) -> None:
    """The result, 0 while rounds are left."""
    value(s, out, out)
    if not is_over(s):
        out[0] = 0.0
        out[1] = 0.0


@rule
def policy(s: Any, agent: int, rng: Any) -> int:
    """Bids the card nearest to the prize, the higher of two equally near."""
    best, best_gap = 0, 100
    cards = s.hand[agent] >> 1
    for k in range(COUNT[cards]):
        gap = abs(NTH[cards, k] - s.prize)
        if gap <= best_gap:
            best, best_gap = NTH[cards, k], gap
    return best


@inlined
def key(s: Any) -> int:
    """The Zobrist key: hands, prizes, the lead, and who forfeited; who won which prize decides
    nothing more.
    """
    return (
        s.hash ^ ZOBRIST_LEAD[s.points[0] - s.points[1] + MOST * (MOST + 1)] ^ ZOBRIST_LOST[s.lost]
    )


def hash_of(s: State) -> np.uint64:
    """What `hash` must be: one number for each card in a hand, for each prize to come and for the
    current one. Plain Python.
    """
    cards = [members(mask) for mask in (*s.hand.tolist(), int(s.left))]
    return combined(*(ZOBRIST[row, own] for row, own in enumerate([*cards, [int(s.prize)]])))
