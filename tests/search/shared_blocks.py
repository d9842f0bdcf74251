"""Laws of DUCT's tree that several threads have grown, whatever each of them did and when."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from search.duct.nodes import FREE, LEAF, entry_of
from search.parallel.hands import INNER, SLOTS


def broken_blocks(search: Any, n: int) -> Iterator[str]:
    """Which laws the tree breaks after `n` iterations, in words."""
    s, arena = search.scratch, search.tree
    used, inner, slots = (int(getattr(s, name)[0]) for name in ("used", "inner", "slots"))
    waiting = search._hands.waiting
    used -= waiting()
    entries = arena.entries[arena.entries["node"] != FREE]
    numbers = sorted(entries["node"][entries["node"] > 0].tolist())
    nodes = arena.node[[0, *numbers]]
    blocks = [
        (int(node.first[a]), int(node.count[a]), int(node.visits))
        for node in nodes
        for a in range(search.game.agents)
        if node.count[a]
    ]
    keys = list(zip(entries["parent"].tolist(), entries["code"].tolist(), strict=True))
    if int(nodes[0].visits) != n:
        yield f"its root has {nodes[0].visits} visits"
    if used != 1 + entries.size or used > search.params.memory:
        yield f"it has {used} nodes and {entries.size} entries"
    if (entries["node"] < LEAF).any():
        yield "a child was never finished"
    if len(set(numbers)) != len(numbers) or 1 + len(numbers) != inner - waiting(INNER):
        yield "a node is no child, or that of two"
    if numbers and numbers[-1] >= inner:
        yield "a node is beyond those in use"
    if len(set(keys)) != len(keys):
        yield "a joint action has two children"
    if any(
        arena.entries[entry_of(arena.entries, *key)].node != node
        for key, node in zip(keys, entries["node"].tolist(), strict=True)
    ):
        yield "a child is not found"
    taken = sorted(slot for first, count, _ in blocks for slot in range(first, first + count))
    if len(set(taken)) != len(taken) or len(taken) != slots - waiting(SLOTS) or taken[-1] >= slots:
        yield "blocks overlap, or a slot is nobody's"
    if any(arena.visits[first : first + count].sum() != here for first, count, here in blocks):
        yield "a node and an agent's actions there differ in visits"
    if int(nodes["visits"].sum()) != int(s.depth[0]):
        yield "visits and nodes entered differ"
    if int(s.depth_nodes.sum()) != used - 1:
        yield "nodes and their depths differ"
    if (np.abs(arena.total[taken]) > arena.visits[taken]).any() and _to_end(search):
        yield "an action lost more often than it was chosen"
    if search.game.zero_sum and search.game.agents == 2 and _to_end(search):
        for node in nodes[(nodes["count"] > 0).all(axis=1)]:
            mine, other = (
                arena.total[node.first[a] : node.first[a] + node.count[a]].sum() for a in (0, 1)
            )
            if mine != -other:
                yield f"one agent's results are {mine}, the other's {other}"


def _to_end(search: Any) -> bool:
    return bool(search.params.playout_depth >= 200)
