"""The order of a layer's nodes, and the table of states seen in it.

Nodes never move; `order` lists them. The higher score is better, then the earlier node, so no two
are equal and the nodes kept do not depend on how often a layer is cut.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.jit import inlined, rule
from search.base import Ints

LOW, ONE = np.uint64(0xFFFFFFFF), np.uint64(1)
HALF = np.uint64(32)
FOLD = np.uint64(29)
ODD = np.uint64(0x9E3779B1)
OTHER = np.uint64(0x85EBCA77)
FEW = 10  # nodes that are sorted by inserting


@inlined
def better(score: float, born: int, b: Any) -> bool:
    """Whether a node with this score and number is better than node `b`. Without `or`, because a
    branch on what is nearly random costs more than the comparisons.
    """
    return (score > b.score) | ((score == b.score) & (born < b.born))


@inlined
def middle(nodes: Any, order: Ints, low: int, high: int) -> int:
    """Where the middling one of the first, the central and the last node of order[low:high] is."""
    at = (low + high) // 2
    a, b, c = nodes[order[low]], nodes[order[at]], nodes[order[high - 1]]
    first = better(a.score, a.born, b)
    if first == better(b.score, b.born, c):
        return at
    return high - 1 if first == better(a.score, a.born, c) else low


@rule
def split(nodes: Any, order: Ints, low: int, high: int) -> int:
    """Moves what is better than a middling node of order[low:high] to its left, the rest to its
    right; returns its place (Lomuto's partition, which exchanges without asking).
    """
    at, last, edge = middle(nodes, order, low, high), np.uint64(high - 1), np.uint64(low)
    pivot = order[at]
    score, born = nodes[pivot].score, nodes[pivot].born
    order[at] = order[last]
    for i in range(edge, last):
        number = order[i]
        order[i] = order[edge]
        order[edge] = number
        edge += np.uint64(not better(score, born, nodes[np.uint64(number)]))
    order[last] = order[edge]
    order[edge] = pivot
    place: Any = np.int64(edge)
    return place


@rule
def select(nodes: Any, order: Ints, low: int, high: int, keep: int) -> None:
    """Moves the best `keep` of order[low:high] to its front, in place (Hoare's quickselect)."""
    wanted = low + keep
    while high - low > 1:
        place = split(nodes, order, low, high)
        if place < wanted:
            low = place + 1
        else:
            high = place


@rule
def arrange(nodes: Any, order: Ints, low: int, high: int, keep: int) -> None:
    """Moves the best `keep` of order[low:high] to its front, best first (Hoare's quicksort, which
    leaves the others as they are; the last few are inserted one by one).
    """
    end = low + keep
    while high - low > FEW:
        place = split(nodes, order, low, high)
        if place >= end:
            high = place
        elif place - low < high - place:  # the shorter side first, so that calls do not pile up
            arrange(nodes, order, low, place, place - low)
            low = place + 1
        else:
            arrange(nodes, order, place + 1, high, end - place - 1)
            high = place
    first: Any = np.uint64(low)
    for i in range(first + ONE, np.uint64(high)):
        number = order[i]
        j: Any = i
        score, born = nodes[number].score, nodes[number].born
        while j > first and better(score, born, nodes[np.uint64(order[j - ONE])]):
            order[j] = order[j - ONE]
            j -= ONE
        order[j] = number


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
def probe(table: Any, key: Any, epoch: int) -> Any:
    """The entry of `key`, or the free one where it belongs; entries of other epochs are free
    (linear probing).
    """
    last = np.uint64(table.shape[0] - 1)
    k = mixed(key) & last
    while table[k].epoch == epoch and table[k].key != key:
        k = (k + ONE) & last
    return k


@rule
def enter(table: Any, nodes: Any, order: Ints, low: int, high: int, epoch: int) -> None:
    """Puts the nodes of order[low:high] into the table again, under a new epoch."""
    for i in range(low, high):
        node = order[i]
        key = nodes[node].key
        k = probe(table, key, epoch)
        table[k].key = key
        table[k].epoch = epoch
        table[k].node = node
