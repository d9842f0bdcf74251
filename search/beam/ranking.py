"""The order of a layer's nodes, and the table of states seen in it.

Nodes never move; `order` lists their slots. The higher score is better, then the earlier node, so
no two are equal and the nodes kept do not depend on how often a layer is cut.
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


@rule
def better(score: float, born: int, other_score: float, other_born: int) -> bool:
    """Whether the first of two nodes is better."""
    return score > other_score or (score == other_score and born < other_born)


@rule
def select(nodes: Any, order: Ints, begin: int, low: int, high: int, keep: int) -> None:
    """Reorders order[begin + low : begin + high] in place so that its best `keep` come first
    (Hoare's quickselect, middle pivots).
    """
    low, last, wanted = begin + low, begin + high - 1, begin + low + keep - 1
    while low < last:
        pivot = begin + order[(low + last) // 2]
        score, born = nodes[pivot].score, nodes[pivot].born
        i, j = low, last
        while i <= j:
            while better(nodes[begin + order[i]].score, nodes[begin + order[i]].born, score, born):
                i += 1
            while better(score, born, nodes[begin + order[j]].score, nodes[begin + order[j]].born):
                j -= 1
            if i <= j:
                order[i], order[j] = order[j], order[i]
                i += 1
                j -= 1
        if wanted <= j:
            last = j
        elif wanted >= i:
            low = i
        else:
            return


@rule
def arrange(nodes: Any, order: Ints, begin: int, low: int, high: int) -> None:
    """Sorts order[begin + low : begin + high] in place, best first (Shell's sort)."""
    gap = (high - low) // 2
    low, high = begin + low, begin + high
    while gap > 0:
        for i in range(low + gap, high):
            slot = order[i]
            score, born = nodes[begin + slot].score, nodes[begin + slot].born
            j = i
            while j >= low + gap and better(
                score, born, nodes[begin + order[j - gap]].score, nodes[begin + order[j - gap]].born
            ):
                order[j] = order[j - gap]
                j -= gap
            order[j] = slot
        gap = 1 if gap == 2 else gap * 5 // 11


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
