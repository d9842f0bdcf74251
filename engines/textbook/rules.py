"""The rules of an explicit tree. The tree is in the state, so one compiled kernel searches every
tree.

Shapes: [N] nodes, [P] players.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.draws import draw_below
from engines.jit import inlined, rule
from engines.textbook.tree import CHANCE, LEAF, NODES, PLAYERS

STATE = np.dtype(
    [
        ("largest", np.float64),  # the largest absolute payoff, 1 if there is none
        ("node", np.int16),  # where the match is
        ("lost", np.int8),  # 1 + the seat that forfeited
        ("seats", np.int8),
        ("kind", np.int8, (NODES,)),  # who moves: a seat, CHANCE, or nobody at a LEAF
        ("branches", np.int8, (NODES,)),
        ("child", np.int16, (NODES,)),  # the first child; the others follow it
        ("share", np.float64, (NODES,)),  # the probability of the CHANCE branch that leads here
        ("payoff", np.float64, (NODES, PLAYERS)),
        # whether a leaf has no value; a NaN in the state would make it unequal to itself
        ("unknown", np.int8, (NODES,)),
    ],
    align=True,
)

ZOBRIST = np.random.Generator(np.random.SFC64(256)).integers(0, 2**64, NODES, np.uint64)  # [N]
ZOBRIST_LOST = np.random.Generator(np.random.SFC64(5)).integers(0, 2**64, PLAYERS + 1, np.uint64)


@rule
def to_move(s: Any) -> int:
    """The seat of this node; at a CHANCE node seat 0, whose only action is to let chance decide."""
    kind = s.kind[s.node]
    return kind if kind < CHANCE else 0


@rule
def is_over(s: Any) -> bool:
    return s.lost != 0 or s.kind[s.node] == LEAF


@rule
def legal(s: Any, agent: int, out: Any) -> int:
    """Lists the branches as written; at a CHANCE node the one action 0."""
    n = (
        0
        if is_over(s) or agent != to_move(s)
        else 1
        if s.kind[s.node] == CHANCE
        else s.branches[s.node]
    )
    for k in range(n):
        out[k] = k
    return n


@rule
def is_legal(s: Any, agent: int, action: int) -> bool:
    if is_over(s) or agent != to_move(s):
        return False
    return 0 <= action < (1 if s.kind[s.node] == CHANCE else s.branches[s.node])


@inlined
def _forfeits(s: Any, joint: Any) -> bool:
    """Notes an illegal answer, which loses at once."""
    mover = to_move(s)
    if is_legal(s, mover, joint[mover]):
        return False
    s.lost = mover + 1
    return True


@rule
def step(s: Any, joint: Any, rng: Any, log: Any) -> None:
    """Goes down the chosen branch, at a CHANCE node one drawn by its share."""
    if _forfeits(s, joint):
        return
    branch = joint[to_move(s)]
    if s.kind[s.node] == CHANCE:
        left = rng.random()
        branch = 0
        while branch + 1 < s.branches[s.node] and left >= s.share[s.child[s.node] + branch]:
            left -= s.share[s.child[s.node] + branch]
            branch += 1
    s.node = s.child[s.node] + branch


@rule
def chance(s: Any, joint: Any, probs: Any) -> int:
    """The shares of a CHANCE node's branches; elsewhere nothing is drawn."""
    if s.kind[s.node] != CHANCE or not is_legal(s, 0, joint[0]):
        probs[0] = 1.0
        return 1
    for k in range(s.branches[s.node]):
        probs[k] = s.share[s.child[s.node] + k]
    return s.branches[s.node]


@rule
def settle(s: Any, joint: Any, k: int) -> None:
    """`step` with the k-th outcome."""
    if not _forfeits(s, joint):
        s.node = s.child[s.node] + (k if s.kind[s.node] == CHANCE else joint[to_move(s)])


@rule
def value(s: Any, w: Any, out: Any) -> None:
    """The payoff of a leaf, NaN if unknown; 0 at inner nodes, which have no value of their own."""
    for seat in range(s.seats):
        out[seat] = s.payoff[s.node, seat] if s.unknown[s.node] == 0 else np.nan
        if s.lost != 0:
            out[seat] = s.largest * (-1.0 if s.lost == seat + 1 else 1.0)


@rule
def outcome(s: Any, out: Any) -> None:
    """The payoff as a share of the largest; 0 at inner nodes and at leaves without a value."""
    for seat in range(s.seats):
        out[seat] = s.payoff[s.node, seat] / s.largest  # 0 where it is unknown
        if s.lost != 0:
            out[seat] = -1.0 if s.lost == seat + 1 else 1.0


@rule
def random_action(s: Any, agent: int, rng: Any) -> int:
    """A uniformly drawn branch."""
    return 0 if s.kind[s.node] == CHANCE else draw_below(rng, s.branches[s.node])


@rule
def mean_below(s: Any, node: int, seat: int) -> float:
    """The mean payoff of all leaves at or below `node`, those without a value counting 0.

    Nodes are numbered level by level, so the descendants of a node are contiguous on every level.
    """
    total, leaves = 0.0, 0
    first, last = node, node
    while first <= last:
        below, end = NODES, -1
        for n in range(first, last + 1):
            if s.kind[n] == LEAF:
                total += s.payoff[n, seat] if s.unknown[n] == 0 else 0.0
                leaves += 1
            else:
                below = min(below, s.child[n])
                end = s.child[n] + s.branches[n] - 1
        first, last = below, end
    return total / leaves


@rule
def policy(s: Any, agent: int, rng: Any) -> int:
    """The branch with the best mean over all leaves below it, all equally weighted; ties are broken
    at random.
    """
    if s.kind[s.node] == CHANCE:
        return 0
    best, best_mean, equal = 0, -np.inf, 0
    for branch in range(s.branches[s.node]):
        mean = mean_below(s, s.child[s.node] + branch, agent)
        if mean > best_mean:
            best, best_mean, equal = branch, mean, 1
        elif mean == best_mean:
            equal += 1
            if draw_below(rng, equal) == 0:
                best = branch
    return best


@rule
def key(s: Any) -> int:
    """A Zobrist number for each node, changed after a forfeit."""
    return ZOBRIST[s.node] ^ ZOBRIST_LOST[s.lost]
