"""Who reaches more of the grid first, and can fill more of that: the evaluation of Tron, and the
script built on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from engines.game import PASS
from engines.jit import own_copy, rule
from engines.knobs import RESTART, number
from engines.tron.flooding import NO_FLOOD, flood, territory
from engines.tron.rooms import CELLS, fillable
from engines.tron.rules import (
    DX,
    DY,
    exits,
    goes_out,
    is_free,
    is_over,
    move,
    outcome,
    pass_on,
)


@dataclass(frozen=True)
class EvalParams:
    """Weights of what `value` sees while the match goes on."""

    territory: float = number(
        1.0,
        0.0,
        5.0,
        "Territory",
        "Worth of the cells that a player reaches first, as a share of the grid.",
        effect=RESTART,
        main=True,
    )
    exits: float = number(
        0.01,
        0.0,
        0.5,
        "Exits",
        "Worth of each free cell next to the head.",
        effect=RESTART,
        main=True,
    )
    hugging: float = number(
        0.0,
        0.0,
        0.5,
        "Hugging",
        "Worth of each taken cell next to the head: it leaves fewer holes.",
        effect=RESTART,
    )
    rooms: float = number(
        0.0,
        0.0,
        5.0,
        "Rooms",
        "Worth of the cells that a player can fill of those it reaches first, as a share of the "
        "grid: of rooms behind narrow doors only those of one way. Once two riders cannot meet, "
        "the one to move plans alone; in its tree the other rides along one way.",
        effect=RESTART,
        main=True,
    )
    edges: float = number(
        0.9,
        0.0,
        1.0,
        "Edges",
        "How much of the worth of rooms that a rival can enter is that of their cells' free "
        "neighbours, four for a cell, instead of cells.",
        effect=RESTART,
        idle_if={"rooms": 0.0},
    )
    sure: float = number(
        12.0,
        1.0,
        50.0,
        "Sure",
        "How many times as much a lead in cells is worth once two riders cannot meet any more.",
        effect=RESTART,
        idle_if={"rooms": 0.0},
    )


@rule
def value(s: Any, w: Any, out: Any) -> None:
    """Own territory, exits and walls less the average of the others', between the values of going
    out next and of winning.
    """
    for p in range(s.players):
        if s.place[p] < 0:
            value_apart(s, w, p, out)
            return
    outcome(s, out)
    if is_over(s):
        return
    c = own_copy(NO_FLOOD[0])
    flood(s, c)
    total, apart = 0.0, w[3] > 0.0 and s.alive == 2
    for p in range(s.players):
        if s.place[p] == 0:
            ways = exits(s, p)
            out[p] = w[0] * territory(c, p) / CELLS + w[1] * ways + w[2] * (4 - ways)
            if w[3] > 0.0:
                cells, near = fillable(s, c, p, w[4])
                out[p] += w[3] * cells / CELLS
                apart = apart and not near
    for p in range(s.players):
        if s.place[p] == 0:
            if apart:
                out[p] *= w[5]
            total += out[p]
    if w[3] > 0.0 and s.alive > 2:
        value_pairs(s, c, out)
        return
    others = s.alive - 1
    for p in range(s.players):
        # a player who is out has its place; a rider can get any place from first to the next
        # one lost
        low = 1.0 - 2.0 * (s.alive - 1) / (s.players - 1)
        if s.place[p] != 0:
            out[p] = 1.0 - 2.0 * (s.place[p] - 1) / (s.players - 1)
        else:
            lead = out[p] - (total - out[p]) / others
            out[p] = 0.5 * (1.0 + low) + 0.5 * (1.0 - low) * 0.99 * np.tanh(2.0 * lead)


@rule
def value_pairs(s: Any, c: Any, out: Any) -> None:
    """The places to expect of three or four who ride, whose worth is in `out`: each one's mean
    result against each other player.
    """
    for p in range(s.players):
        c.worth[p] = out[p]
    for p in range(s.players):
        result = 0.0
        for q in range(s.players):
            if s.place[p] == 0 and s.place[q] == 0:
                result += 0.99 * np.tanh(4.0 * (c.worth[p] - c.worth[q]))
            elif p != q:
                # places count from the winner's, and who rides has none
                result += 1.0 if s.place[p] < s.place[q] else -1.0
        out[p] = result / (s.players - 1)


@rule
def prepare(s: Any, w: Any) -> None:
    """Where the last two riders cannot meet any more, only the one that moves plans; when the other
    will go out is judged here once.
    """
    if w[3] == 0.0 or s.alive != 2:
        return
    c, rival = own_copy(NO_FLOOD[0]), -1
    flood(s, c)
    for p in range(s.players):
        if s.place[p] == 0:
            cells, near = fillable(s, c, p, w[4])
            if near:
                return
            if p != s.mover:
                rival, turns = p, 2 * int(cells) + 1
    if rival >= 0:
        s.place[rival] = -1 - (s.turn + turns)


@rule
def value_apart(s: Any, w: Any, rival: int, out: Any) -> None:
    """The value while one rider plans: how much later than the rival it will go out. In cells, not
    who wins, so that also the loser fills what it can.
    """
    low = 1.0 - 2.0 / (s.players - 1)
    for p in range(s.players):
        if s.place[p] > 2 or (s.place[p] == 2 and s.alive == 2):
            out[p] = 1.0 - 2.0 * (s.place[p] - 1) / (s.players - 1)
        elif p != rival:
            end = s.turn - 1
            if s.alive == 2:
                c = own_copy(NO_FLOOD[0])
                flood(s, c)
                end = s.turn + (s.mover != p) + 2 * int(fillable(s, c, p, w[4])[0])
            lead = w[3] * w[5] * 0.5 * (end - goes_out(s, rival)) / CELLS
            out[p] = 0.5 * (1.0 + low) + 0.5 * (1.0 - low) * 0.99 * np.tanh(2.0 * lead)
            out[rival] = 1.0 + low - out[p]


@rule
def after(s: Any, agent: int, action: int, w: Any, out: Any) -> bool:
    """The value after a legal move of the player that moves, and whether the match goes on. What
    the value does not read is left as it is; then all is put back.
    """
    x, y, turn = s.x[agent], s.y[agent], s.turn
    to_x, to_y = x + DX[action], y + DY[action]
    if not is_free(s, to_x, to_y):
        child = own_copy(s)
        move(child, agent, action)
        value(child, w, out)
        return not is_over(child)
    bit = np.int64(1) << to_x + 1
    s.taken[to_y + 1] |= bit
    s.x[agent], s.y[agent] = to_x, to_y
    pass_on(s)
    value(s, w, out)
    s.taken[to_y + 1] ^= bit
    s.x[agent], s.y[agent], s.turn, s.mover = x, y, turn, agent
    return True


@rule
def policy(s: Any, agent: int, rng: Any) -> int:
    """The script: the direction after which it reaches most cells first, preferring walls on a
    tie.
    """
    if agent != s.mover or is_over(s):
        return PASS
    best, highest = 0, -1.0
    x, y = s.x[agent], s.y[agent]
    for way in range(4):
        to_x, to_y = x + DX[way], y + DY[way]
        if not is_free(s, to_x, to_y):
            continue
        s.x[agent], s.y[agent] = to_x, to_y
        s.mover = agent + 1 if agent + 1 < s.players else 0
        c = own_copy(NO_FLOOD[0])
        flood(s, c)
        worth = territory(c, agent) + 0.1 * (4 - exits(s, agent)) + 0.01 * rng.random()
        if worth > highest:
            best, highest = way, worth
    s.x[agent], s.y[agent], s.mover = x, y, agent
    return best
