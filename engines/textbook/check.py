"""Validates positions of a textbook tree: the tree in the state is that of the options, so only the
node and a forfeit can vary.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engines.checking import Bounds, only
from engines.game import State
from engines.textbook.tree import BRANCHES, CHANCE, LEAF, NODES, TextTree

TREE = ("kind", "branches", "child", "share", "payoff", "unknown")  # fields, a row for each node


def bounds(tree: TextTree, start: State) -> Bounds:
    """The bounds of each field in a match on the tree in `start`."""
    largest = float(start.largest)
    return only(start, "largest", "seats") | {
        "node": (0, tree.kind.size - 1),
        "lost": (0, tree.players),
        "kind": (0, LEAF),
        "branches": (0, BRANCHES),
        "child": (0, NODES - 1),
        "share": (0, 1),
        "payoff": (-largest, largest),
        "unknown": (0, 1),
    }


def contradictions(s: State, start: State) -> Iterator[str]:
    """Yields what is wrong with a position within `bounds`."""
    for name in TREE:
        rows = s[name].reshape(NODES, -1) != start[name].reshape(NODES, -1)
        if rows.any():
            yield f"{name} of node {np.flatnonzero(rows.any(axis=1))[0]} is not that of the tree"
    kind = int(start.kind[s.node])
    mover = kind if kind < CHANCE else 0
    if s.lost and (kind == LEAF or s.lost != mover + 1):
        yield f"player {s.lost} forfeited without having to move"
