"""What a position is worth, as the contest's winner, seed, evaluates it, and the script for its
simulations.

A player's worth is 0.1 per quest and 0.001 per accessible cell; after a push every accessible quest
counts as retrieved. Positions before a push say little about quests, so seed plays one more push
for each side, the best of five random ones: a scripted playout of one turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from engines.draws import draw_below
from engines.game import PASS
from engines.jit import rule
from engines.knobs import RESTART, number
from engines.xmasrush.board import (
    BOARD,
    NOT_FIRST,
    NOT_LAST,
    PUSHES,
    STAY,
    Number,
    across,
    below,
    carried_along,
    chained,
    count,
    grown,
    length,
    lowest,
    nth,
    path_to,
    pushed,
    spread,
)
from engines.xmasrush.rules import is_push_turn, joints_across, joints_below, wanted
from engines.xmasrush.state import CELLS, DOWN, LEFT, LONGEST, MOST_STEPS, RIGHT, RUNNING, SIDE, UP

REACHED = 100.0  # what an accessible quest is worth to the script, in accessible cells
HASTE = 0.1  # the share of a win lost by winning only in the last turn


@dataclass(frozen=True)
class EvalParams:
    """Weights of what `value` sees."""

    quest: float = number(
        0.1, 0.0, 1.0, "Quest", "Worth of each quest done.", effect=RESTART, main=True
    )
    cell: float = number(
        0.001,
        0.0,
        0.05,
        "Cell",
        "Worth of each cell that the player can walk to.",
        step=0.001,
        effect=RESTART,
        main=True,
    )
    accessible: float = number(
        1.0,
        0.0,
        1.0,
        "Quest within reach",
        (
            "Before a move, the part of a quest's worth that counts for each open quest whose "
            "item the player can walk to."
        ),
        effect=RESTART,
        main=True,
    )
    deadlock: float = number(
        0.1,
        0.0,
        1.0,
        "Deadlock",
        (
            "Bonus of the side that has done more quests when a deadlock is near, growing with "
            "the turns in which both push one line."
        ),
        effect=RESTART,
    )
    win: float = number(
        0.5,
        0.0,
        5.0,
        "Win",
        "Worth of a match won; a tenth of it depends on how early.",
        effect=RESTART,
    )


@rule
def value(s: Any, w: Any, out: Any) -> None:
    """The first player's worth less the second's."""
    lead = np.int64(s.score[0]) - np.int64(s.score[1])
    sign = 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0
    worth = w[0] * lead
    if s.over != RUNNING:
        worth += sign * w[4] * (1.0 - HASTE * s.turn / LONGEST)
    else:
        h, v = joints_across(s), joints_below(s)
        for p in range(2):
            reach = spread(h, v, np.int64(1) << np.int64(s.pos[p]), CELLS)
            own = w[1] * count(reach)
            if not is_push_turn(s):
                own += w[0] * w[2] * count(reach & wanted(s, p))
            worth += own if p == 0 else -own
        if s.patience > 0:
            worth += sign * w[3] * s.clashes / s.patience
    out[0] = worth
    out[1] = -worth


@rule
def lasting(s: Any, w: Any, out: Any) -> None:
    """The part of `value` from completed quests, which stay completed."""
    out[0] = w[0] * (np.int64(s.score[0]) - np.int64(s.score[1]))
    out[1] = -out[0]


@rule
def promise(s: Any, p: int, action: int) -> float:
    """What a player could reach after its own push alone, in units of cells."""
    hand = s.tile[CELLS + p]
    kind = np.int64(s.kind[hand])
    h = across(
        pushed(s.roads[RIGHT], action, kind >> RIGHT & 1),
        pushed(s.roads[LEFT], action, kind >> LEFT & 1),
    )
    v = below(
        pushed(s.roads[DOWN], action, kind >> DOWN & 1), pushed(s.roads[UP], action, kind >> UP & 1)
    )
    reach = spread(h, v, np.int64(1) << carried_along(np.int64(s.pos[p]), action), CELLS)
    item = np.int64(s.carried[hand]) - 12 * p
    held = np.int64(0 <= item < 12 and s.open[p] >> max(item, 0) & 1 != 0)
    return REACHED * count(reach & pushed(wanted(s, p), action, held)) + count(reach)


@rule
def best_push(s: Any, p: int, rng: Any) -> int:
    """The most promising of `tries` random pushes, or of all."""
    best, most = 0, -1.0
    for k in range(s.tries):
        action = k if s.tries >= PUSHES else draw_below(rng, PUSHES)
        worth = promise(s, p, action) + rng.random()
        if worth > most:
            best, most = action, worth
    return best


@rule
def best_path(s: Any, p: int, rng: Any) -> Number:
    """The path to the nearest open quest, on to the next ones, and then as close as possible to
    those out of reach.
    """
    h, v = joints_across(s), joints_below(s)
    cell, path = np.int64(s.pos[p]), np.int64(STAY)
    quests = wanted(s, p) & ~(np.int64(1) << cell)
    while True:
        left = MOST_STEPS - length(path)
        near = nearest(h, v, cell, quests, left)
        if near == 0:
            break
        path = chained(path, path_to(h, v, cell, lowest(near)))
        cell = lowest(near)
        quests &= ~(np.int64(1) << cell)
    if quests == 0:
        return path
    reach = spread(h, v, np.int64(1) << cell, left)
    while quests & reach == 0:
        quests = around(quests)
    end = nth(quests & reach, draw_below(rng, count(quests & reach)))
    return chained(path, path_to(h, v, cell, end))


@rule
def nearest(h: Number, v: Number, cell: Number, goals: Number, most: Number) -> Number:
    """The goals reached in the fewest steps, 0 if all take more than `most`."""
    cells = np.int64(1) << cell
    for _ in range(most):
        if cells & goals != 0:
            break
        cells = grown(h, v, cells)
    return cells & goals


@rule
def around(cells: Number) -> Number:
    """The cells and their neighbours, joined or not."""
    return (
        cells | (cells & NOT_LAST) << 1 | (cells & NOT_FIRST) >> 1 | cells << SIDE | cells >> SIDE
    ) & BOARD


@rule
def policy(s: Any, agent: int, rng: Any) -> int:
    """The script: the best of a few random pushes; on a move, what can be collected."""
    if s.over != RUNNING:
        return PASS
    return best_push(s, agent, rng) if is_push_turn(s) else best_path(s, agent, rng)
