"""The order of a layer's nodes, and the table of states seen in it.

Nodes never move; `order` lists their slots. `ranks` [C] holds what decides the order of nodes that
are being sorted: nodes themselves are larger and spread over a layer. The higher score is better,
then the earlier node, so no two are equal and the nodes kept do not depend on how often a layer is
cut.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.jit import inlined, rule
from search.base import Ints

LOW = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
FOLD = np.uint64(29)
ODD = np.uint64(0x9E3779B1)
OTHER = np.uint64(0x85EBCA77)


@inlined
def better(score: float, born: int, other: Any) -> bool:
    """Whether a node with this score and number is better than the one with rank `other`."""
    return score > other.score or (score == other.score and born < other.born)


@inlined
def worse(score: float, born: int, other: Any) -> bool:
    """Whether it is worse."""
    return score < other.score or (score == other.score and born > other.born)


@inlined
def put(rank: Any, score: float, born: int, slot: int) -> None:
    """Writes a rank."""
    rank.score, rank.born, rank.slot = score, born, slot


@inlined
def collect(ranks: Any, nodes: Any, order: Ints, begin: int, low: int, high: int) -> None:
    """Copies what decides the order of order[begin + low : begin + high] to ranks[low:high]."""
    for i in range(low, high):
        slot = order[begin + i]
        node = nodes[begin + slot]
        put(ranks[i], node.score, node.born, slot)


@rule
def select(ranks: Any, nodes: Any, order: Ints, begin: int, low: int, high: int, keep: int) -> None:
    """Reorders order[begin + low : begin + high] in place so that its best `keep` come first
    (Hoare's quickselect, middle pivots).
    """
    collect(ranks, nodes, order, begin, low, high)
    first, last, wanted = low, high - 1, low + keep - 1
    while first < last:
        pivot = ranks[(first + last) // 2]
        score, born = pivot.score, pivot.born
        i, j = first, last
        while i <= j:
            while worse(score, born, ranks[i]):
                i += 1
            while better(score, born, ranks[j]):
                j -= 1
            if i <= j:
                left, right = ranks[i], ranks[j]
                kept_score, kept_born, kept_slot = left.score, left.born, left.slot
                put(left, right.score, right.born, right.slot)
                put(right, kept_score, kept_born, kept_slot)
                i += 1
                j -= 1
        if wanted <= j:
            last = j
        elif wanted >= i:
            first = i
        else:
            break
    for i in range(low, high):
        order[begin + i] = ranks[i].slot


@rule
def arrange(ranks: Any, nodes: Any, order: Ints, begin: int, low: int, high: int) -> None:
    """Sorts order[begin + low : begin + high] in place, best first (Shell's sort)."""
    collect(ranks, nodes, order, begin, low, high)
    gap = (high - low) // 2
    while gap > 0:
        for i in range(low + gap, high):
            score, born, slot = ranks[i].score, ranks[i].born, ranks[i].slot
            j = i
            while j >= low + gap and better(score, born, ranks[j - gap]):
                other = ranks[j - gap]
                put(ranks[j], other.score, other.born, other.slot)
                j -= gap
            put(ranks[j], score, born, slot)
        gap = 1 if gap == 2 else gap * 5 // 11
    for i in range(low, high):
        order[begin + i] = ranks[i].slot


@inlined
def mixed(x: Any) -> Any:
    """64 bits mixed by two 32-bit products, which cannot overflow."""
    low = (x & LOW) * ODD
    high = (x >> HALF) * OTHER
    y = low ^ (high << HALF | high >> HALF)
    return y ^ y >> FOLD


@rule
def digest(words: Any, masks: Any, state: int) -> Any:
    """A key of all declared fields of a state, for games without their own."""
    h = ODD
    for k in range(masks.shape[0]):
        h = mixed(h ^ np.uint64(words[state, k] & masks[k]))
    return h


@inlined
def probe(table: Any, key: Any, epoch: int) -> int:
    """The entry of `key`, or the free one where it belongs; entries of other epochs are free
    (linear probing).
    """
    last = table.shape[0] - 1
    k: Any = np.int64(mixed(key) & np.uint64(last))
    while table[k].epoch == epoch and table[k].key != key:
        k = (k + 1) & last
    return k


@rule
def enter(table: Any, nodes: Any, order: Ints, begin: int, low: int, high: int, epoch: int) -> None:
    """Puts nodes into the table again, under a new epoch."""
    for i in range(low, high):
        slot = order[begin + i]
        key = nodes[begin + slot].key
        k = probe(table, key, epoch)
        table[k].key = key
        table[k].epoch = epoch
        table[k].slot = slot
