"""The jitted rules of Xmas Rush: pushes, steps and quests.

A state is between two turns, with new quests already turned up and before the players collect the
items under them, as the contest's text shows it. A turn: collect; the action in frames, with
collecting after each; the end of the match or new quests.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.draws import draw_below
from engines.game import PASS, SIMULTANEOUS
from engines.jit import rule
from engines.xmasrush.board import (
    DELTA,
    PUSHES,
    STAY,
    Number,
    across,
    below,
    carried_along,
    count,
    grown,
    is_joined,
    is_path,
    is_row,
    length,
    lowest,
    nth,
    path_to,
    pushed,
    spread,
)
from engines.xmasrush.state import (
    ALL_QUESTS,
    BLANK,
    CELLS,
    DEADLOCK,
    DISQUALIFIED,
    DOWN,
    LEFT,
    LONGEST,
    MAX_TURNS,
    MOST_STEPS,
    NOTHING,
    RIGHT,
    RUNNING,
    SIDE,
    UP,
)

ITEMS = 12  # names
MOST = 28  # the most actions that a search may choose from
GONE = CELLS + 2  # the place of a collected item, in the key
_DRAW = np.random.Generator(np.random.SFC64(31))
ZOBRIST_TILE = _DRAW.integers(0, 2**64, (CELLS + 2, 16), np.uint64)  # [place, kind]
ZOBRIST_ITEM = _DRAW.integers(0, 2**64, (2 * ITEMS, CELLS + 3), np.uint64)  # [item, place]
ZOBRIST_CARD = _DRAW.integers(0, 2**64, (16, 16), np.uint64)  # [card of the deck, name]
# [player; cell, score + 1, cards seen, -]
ZOBRIST_SEAT = _DRAW.integers(0, 2**64, (2, 4, 64), np.uint64)
ZOBRIST_OPEN = _DRAW.integers(0, 2**64, (2, 1 << ITEMS), np.uint64)
ZOBRIST_TIME = _DRAW.integers(0, 2**64, (3, 160), np.uint64)  # [turn, clashes, how it ended]


@rule
def to_move(s: Any) -> int:
    return SIMULTANEOUS


@rule
def is_over(s: Any) -> bool:
    return s.over != RUNNING


@rule
def is_push_turn(s: Any) -> bool:
    return s.turn & 1 == 0


@rule
def joints_across(s: Any) -> Number:
    return across(s.roads[RIGHT], s.roads[LEFT])


@rule
def joints_below(s: Any) -> Number:
    return below(s.roads[DOWN], s.roads[UP])


@rule
def wanted(s: Any, p: int) -> Number:
    """The cells that hold an item of a quest on the player's table."""
    cells, quests = np.int64(0), np.int64(s.open[p])
    while quests != 0:
        place = np.int64(s.where[s.home[p, lowest(quests)]])
        if place < CELLS:
            cells |= np.int64(1) << place
        quests &= quests - 1
    return cells


@rule
def kept(s: Any, p: int, h: Number, v: Number) -> Number:
    """The cells that a search may move to: all within reach, or the nearest MOST if there are more,
    but always those of quests.
    """
    here = np.int64(1) << np.int64(s.pos[p])
    reach = spread(h, v, here, MOST_STEPS)
    if count(reach) <= MOST:
        return reach
    chosen, seen = here | (wanted(s, p) & reach), here
    while True:
        seen = grown(h, v, seen)
        new = seen & ~chosen
        for _ in range(min(count(new), MOST - count(chosen))):
            chosen |= new & -new
            new &= new - 1
        if count(chosen) >= MOST:
            return chosen


@rule
def legal(s: Any, agent: int, out: Any) -> int:
    """Lists all pushes, or a shortest path to each kept cell, nearest first."""
    if s.over != RUNNING:
        return 0
    if is_push_turn(s):
        for k in range(PUSHES):
            out[k] = k
        return PUSHES
    h, v, n = joints_across(s), joints_below(s), 0
    start = np.int64(s.pos[agent])
    left, seen = kept(s, agent, h, v), np.int64(1) << start
    while left != 0:
        layer = left & seen
        left &= ~seen
        while layer != 0:
            out[n] = path_to(h, v, start, lowest(layer))
            layer &= layer - 1
            n += 1
        seen = grown(h, v, seen)
    return n


@rule
def is_legal(s: Any, agent: int, action: int) -> bool:
    """Any push, or any path at all, blocked or not."""
    if s.over != RUNNING:
        return False
    return 0 <= action < PUSHES if is_push_turn(s) else is_path(action)


@rule
def random_action(s: Any, agent: int, rng: Any) -> int:
    """A uniformly drawn push, or the path to a uniformly drawn cell."""
    if s.over != RUNNING:
        return PASS
    if is_push_turn(s):
        return draw_below(rng, PUSHES)
    h, v = joints_across(s), joints_below(s)
    cells = kept(s, agent, h, v)
    return path_to(h, v, np.int64(s.pos[agent]), nth(cells, draw_below(rng, count(cells))))


@rule
def rest(s: Any, agent: int) -> int:
    """Stays, or pushes the row that is farthest away."""
    if s.over != RUNNING:
        return PASS
    if is_push_turn(s):
        return SIDE * RIGHT + (6 if s.pos[agent] < CELLS // 2 else 0)
    return STAY


@rule
def collect(s: Any) -> None:
    """Both players take the item under them if one of their quests wants it."""
    for p in range(2):
        tile = s.tile[s.pos[p]]
        item = np.int64(s.carried[tile])
        if (
            item >= ITEMS * p
            and item < ITEMS * p + ITEMS
            and (s.open[p] >> (item - ITEMS * p)) & 1 != 0
        ):
            s.open[p] ^= 1 << (item - ITEMS * p)
            s.carried[tile] = NOTHING
            s.home[p, item - ITEMS * p] = NOTHING
            s.score[p] += 1


@rule
def push(s: Any, p: int, action: int) -> None:
    """A player pushes its tile in; the tile that falls out is its new one."""
    way, line = action // SIDE, action % SIDE
    stride = DELTA[way]
    first = (
        line + (6 * SIDE if way == UP else 0)
        if way in (UP, DOWN)
        else SIDE * line + (6 if way == LEFT else 0)
    )
    entering = s.tile[CELLS + p]
    kind = np.int64(s.kind[entering])
    for k in range(4):
        s.roads[k] = pushed(s.roads[k], action, kind >> k & 1)
    place = first
    for _ in range(SIDE):
        leaving = s.tile[place]
        s.tile[place] = entering
        s.where[entering] = place
        entering = leaving
        place += stride
    s.tile[CELLS + p] = entering
    s.where[entering] = CELLS + p
    for q in range(2):
        s.pos[q] = carried_along(np.int64(s.pos[q]), action)


@rule
def note(s: Any, log: Any) -> None:
    """Logs the state after a frame."""
    f = log.frames[0]
    for p in range(2):
        log.pos[f, p] = s.pos[p]
        log.score[f, p] = s.score[p]
        log.hands[f, p] = s.kind[s.tile[CELLS + p]]
    for k in range(4):
        log.roads[f, k] = s.roads[k]
    log.frames[0] = f + 1


@rule
def push_turn(s: Any, first: int, second: int, log: Any) -> None:
    """Pushes rows, then columns; the same line twice moves nothing. -1 pushes nothing."""
    clash = (
        first >= 0
        and second >= 0
        and is_row(first) == is_row(second)
        and first % SIDE == second % SIDE
    )
    if clash:
        s.clashes += 1
        if log is not None:
            log.clash[0] = 1
            note(s, log)
        return
    s.clashes = 0
    for rows in (True, False):
        mine, theirs = first >= 0 and is_row(first) == rows, second >= 0 and is_row(second) == rows
        if mine:
            push(s, 0, first)
        if theirs:
            push(s, 1, second)
        if mine or theirs:
            collect(s)
            if log is not None:
                note(s, log)


@rule
def move_turn(s: Any, first: int, second: int, most: int, log: Any) -> None:
    """Both walk step by step, at most `most` steps; a blocked step ends a walk."""
    h, v = joints_across(s), joints_below(s)
    steps0, steps1 = min(length(first), most), min(length(second), most)
    k = 0
    while k < max(1, steps0, steps1):
        if k < steps0:
            way = first >> 2 * k & 3
            if is_joined(h, v, np.int64(s.pos[0]), way):
                s.pos[0] += DELTA[way]
            else:
                steps0 = 0
                if log is not None:
                    log.blocked[k, 0] = 1
        if k < steps1:
            way = second >> 2 * k & 3
            if is_joined(h, v, np.int64(s.pos[1]), way):
                s.pos[1] += DELTA[way]
            else:
                steps1 = 0
                if log is not None:
                    log.blocked[k, 1] = 1
        collect(s)
        if log is not None:
            note(s, log)
        k += 1


@rule
def step(s: Any, joint: Any, rng: Any, log: Any) -> None:
    """Plays one turn; does nothing to a finished match. Modified in place."""
    if s.over != RUNNING:
        return
    if log is not None:
        log.frames[0] = log.clash[0] = 0
        log.blocked[:] = 0
        log.joint[0], log.joint[1] = joint[0], joint[1]
    collect(s)
    bad0, bad1 = not is_legal(s, 0, joint[0]), not is_legal(s, 1, joint[1])
    if bad0:
        s.score[0] = -1
        s.lost = 1
    if bad1:
        s.score[1] = -1
        s.lost += 2
    if bad0 and bad1:
        if log is not None:
            note(s, log)
    else:
        if is_push_turn(s):
            push_turn(s, -1 if bad0 else joint[0], -1 if bad1 else joint[1], log)
        else:
            # with one player out, only the first frame is still played
            move_turn(
                s,
                STAY if bad0 else joint[0],
                STAY if bad1 else joint[1],
                1 if bad0 or bad1 else MOST_STEPS,
                log,
            )
    s.turn += 1
    if log is not None:
        for p in range(2):
            log.open[p], log.seen[p] = s.open[p], s.seen[p]
    if bad0 or bad1:
        s.over = DISQUALIFIED
    else:
        end(s)


@rule
def end(s: Any) -> None:
    """Ends the match, or turns up new quests."""
    if s.turn >= LONGEST:
        s.over = MAX_TURNS
    elif s.patience > 0 and s.clashes >= s.patience:
        s.over = DEADLOCK
    elif s.score[0] >= s.quests or s.score[1] >= s.quests:
        s.over = ALL_QUESTS
    else:
        for p in range(2):
            reveal(s, p)


@rule
def reveal(s: Any, p: int) -> None:
    """Turns up cards until enough are on the table; an unknown card cannot be turned up."""
    while s.seen[p] < s.quests and count(np.int64(s.open[p])) < s.shown:
        name = s.deck >> 4 * np.int64(s.seen[p]) & 15
        if name == BLANK:
            break
        s.open[p] |= 1 << name
        s.seen[p] += 1


@rule
def outcome(s: Any, out: Any) -> None:
    """The higher score wins; 0 while the match goes on."""
    lead = 0 if s.over == RUNNING else s.score[0] - s.score[1]
    out[0] = 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0
    out[1] = -out[0]


@rule
def key(s: Any) -> int:
    """The Zobrist key: tiles and items by place, and the open quests; equal tiles are
    interchangeable.
    """
    found = ZOBRIST_TIME[0, s.turn] ^ ZOBRIST_TIME[1, s.clashes] ^ ZOBRIST_TIME[2, s.over]
    for place in range(CELLS + 2):
        found ^= ZOBRIST_TILE[place, s.kind[s.tile[place]]]
    for p in range(2):
        for name in range(ITEMS):
            tile = s.home[p, name]
            found ^= ZOBRIST_ITEM[ITEMS * p + name, GONE if tile == NOTHING else s.where[tile]]
        found ^= (
            ZOBRIST_SEAT[p, 0, s.pos[p]]
            ^ ZOBRIST_SEAT[p, 1, s.score[p] + 1]
            ^ ZOBRIST_SEAT[p, 2, s.seen[p]]
        )
        found ^= ZOBRIST_OPEN[p, s.open[p]]
    for card in range(min(np.int64(s.seen[0]), np.int64(s.seen[1])), s.quests):
        found ^= ZOBRIST_CARD[card, s.deck >> 4 * card & 15]
    return found
