"""DUCT's arena: nodes with one block of statistics for each agent, and a hash table that finds
children by their joint action.

A leaf, seen once, is only an entry in the table; it becomes a node with blocks at its second visit.
Shapes: [N] nodes, [A] agents, [M] slots (one action of one agent at one node), [J] cells (one joint
action at one node), [H] entries of the hash table.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.jit import inlined, keep, quick, rule
from engines.records import record_of, records
from search.base import Floats, Ints
from search.tree import SLACK

NOWHERE = -1  # `cells` of a node without a joint table
# `node` of an entry; above 0 the number of a node: 0 is the root, nobody's child
FREE, LEAF = 0, -1
SLOTS = 8  # allocated per node; most nodes are leaves, which have none
FIRST_ENTRIES = 1 << 11  # of a hash table, at least twice as many as there are nodes
CELLS = 8  # likewise, where joint tables are kept
MEMO_BYTES = 16  # more where the selection rule remembers and averages
CELL_BYTES = 4  # and 8 for each agent
# odd multiplier (L'Ecuyer 1999) where joint actions do not fit a mixed-radix number
LARGE = 0x2545F4914F6CDD1D
CODE = (1 << 62) - 1  # bits of a joint action's number, so that Python and compiled code agree


class Nodes(NamedTuple):
    """The arrays of one arena. Kernels unpack it once."""

    node: Any  # records [N] of `node_dtype`
    visits: NDArray[np.int32]  # [M + SLACK]
    total: Floats
    action: Ints
    memo: Floats  # per-rule memory: squares, priors, gains or regrets
    average: Floats  # summed strategies
    met: NDArray[np.int32]  # [J] visits of a joint action
    gain: Floats  # [J, A] its summed values
    entries: Any  # records [H] of ENTRY

    @property
    def size(self) -> int:
        """Nodes that fit."""
        return int(self.node.size)

    def bytes_of(self, used: int, inner: int, slots: int, cells: int, memo: bool) -> int:
        """What `used` nodes take, `inner` of them with blocks; `memo` where the rule remembers."""
        slot = SLOT_BYTES + (MEMO_BYTES if memo else 0)
        cell = CELL_BYTES + 8 * int(self.gain.shape[1])
        own = used * ENTRY_BYTES + inner * self.node.dtype.itemsize
        return int(own + slots * slot + cells * cell)


# `code`: the joint action as a number
ENTRY = np.dtype([("code", np.int64), ("parent", np.int32), ("node", np.int32)], align=True)
SLOT_BYTES = 20  # visits, total, action: arrays of their own, so that a vector compares actions
ENTRY_BYTES = 2 * ENTRY.itemsize  # of a child: half of the table is free
NODE_BYTES = ENTRY_BYTES + SLOTS * SLOT_BYTES  # that an arena reserves for a node, at least


@cache
def node_dtype(agents: int) -> np.dtype[Any]:
    """One node: where each agent's block of slots is, and the joint table."""
    blocks = (agents,)
    return np.dtype(
        [
            ("visits", np.int32),  # choices made here: the playout at its first visit makes none
            ("cells", np.int32),  # where the joint table begins, or NOWHERE
            ("first", np.int32, blocks),
            ("count", np.int32, blocks),  # 0 where the agent waits
            ("space", np.int32, blocks),  # slots that the block may fill before it has to move
        ],
        align=True,
    )


def new_nodes(size: int, agents: int, actions: int, cells: bool) -> Nodes:
    """An arena for `size` nodes of a game with `actions` a turn; memory pages are only claimed when
    first written.
    """
    slots = max(SLOTS * size, 2 * agents * actions) + SLACK
    table = CELLS * size if cells else 1
    return Nodes(
        np.empty(size, record_of(node_dtype(agents))),
        *(
            np.empty(slots, np.int32),
            np.empty(slots, np.float64),
            np.empty(slots, np.int64),
            np.empty(slots, np.float64),
            np.empty(slots, np.float64),
        ),
        *(
            np.empty(table, np.int32),
            np.empty((table, agents)),
            new_entries(FIRST_ENTRIES),
        ),
    )


def new_entries(count: int) -> Any:
    """An empty hash table."""
    return records(count, ENTRY)


def roomier(arena: Nodes) -> Nodes:
    """The same arena with a larger hash table: it grows with the nodes in use, since a table for
    all that may come would be in no cache.
    """
    entries = new_entries(2 * arena.entries.size)
    rehash(arena.entries, entries)
    return arena._replace(entries=entries)


def emptied(arena: Nodes) -> Nodes:
    """The same memory without a node, and a table that need not grow soon."""
    return arena._replace(entries=new_entries(2 * FIRST_ENTRIES))


def grown(old: Nodes, used: int, slots: int, cells: int, larger: Nodes) -> Nodes:
    """The same nodes, slots and cells in the `larger` arena."""
    for name, count in (("node", used), ("met", cells), ("gain", cells)):
        getattr(larger, name)[:count] = getattr(old, name)[:count]
    for name in ("visits", "total", "action", "memo", "average"):
        getattr(larger, name)[:slots] = getattr(old, name)[:slots]
    return larger._replace(entries=old.entries)


@inlined
def hashed(parent: int, code: int) -> int:
    """A number for the child of `parent` by joint action `code`, random in its low bits."""
    return (int(parent) * 0x9E3779B97F4A7C1 + int(code) * 0x1D8E4E27C47D124F) >> 20


@inlined
def entry_of(entries: Any, parent: int, code: int) -> Any:
    """Where the child of `parent` by joint action `code` is in the hash table, or the free
    entry where it belongs.
    """
    mask, one = np.uint64(entries.size - 1), np.uint64(1)
    at = np.uint64(hashed(parent, code) & (entries.size - 1))
    while entries[at].node != FREE and (entries[at].parent != parent or entries[at].code != code):
        at = (at + one) & mask
    return at


@rule
def rehash(old: Any, larger: Any) -> None:
    """Copies all entries into the empty, larger table."""
    for k in range(old.size):
        if old[k].node != FREE:
            larger[entry_of(larger, old[k].parent, old[k].code)] = old[k]


@quick
def best_slot(visits: Any, total: Any, first: int, count: int, by_mean: bool) -> int:
    """The slot with most visits, the better mean on ties, or with the best mean; -1 if none was
    visited.
    """
    best = -1
    for slot in range(first, first + count):
        n = visits[slot]
        if n == 0:
            continue
        if best < 0:
            best = slot
        better = total[slot] / n > total[best] / visits[best]
        if (by_mean and better) or (
            not by_mean and (n > visits[best] or (n == visits[best] and better))
        ):
            best = slot
    return best


@quick
def follow(arena: Any, base: int, joint: Any, line: Any) -> tuple[int, int]:
    """Plays slot numbers `joint` [A] (-1: waits) at the root, then every agent's most visited
    action, while there are nodes.

    Writes the actions into `line` [P, A], PASS where an agent waits; overwrites `joint`; returns
    the number of turns, and the node at which the last one was played.
    """
    nodes, visits, total, action, _, _, _, _, entries = arena
    node, turns, last = 0, 0, 0
    while turns < line.shape[0]:
        code, chosen = 0, 0
        for a in range(joint.size):
            k = joint[a]
            line[turns, a] = -1
            if k >= 0:
                line[turns, a] = action[nodes[node].first[a] + k]
                code = (code * base + int(k) + 1) & CODE
                chosen += 1
        if chosen == 0:
            break
        turns += 1
        last = node
        node = entries[entry_of(entries, node, code)].node
        if node in (FREE, LEAF):
            break
        for a in range(joint.size):
            first, count = nodes[node].first[a], nodes[node].count[a]
            slot = best_slot(visits, total, first, count, False)
            joint[a] = slot - first if slot >= 0 else -1
    return turns, last


# called from Python, so each has a kernel file of its own on disk
for _function in (rehash, best_slot, follow):
    keep(_function, f"duct.{_function.__name__}", ("duct", _function.__name__), __name__)
