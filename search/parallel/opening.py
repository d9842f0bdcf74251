"""How one of several threads gives a node its children, which the others see all at once."""

from __future__ import annotations

from typing import Any

from engines.atomics import stored, swapped
from engines.jit import inlined
from search.parallel.hands import USED
from search.parallel.own import fits, from_lot
from search.tree import NO_CHILDREN, SLACK

OPENING = -1  # `first_child` of a node whose children are being made


@inlined
def claimed(tree: Any, counters: Any, lots: Any, node: int, actions: Any, count: int) -> int:
    """Makes children for each of `count` actions, which nobody sees before they are `published`;
    the first of them, none where another thread is at it or nothing fits.
    """
    visits, total, action, first_child, child_count = tree
    if not fits(counters, lots, USED, count, visits.size - SLACK):
        return NO_CHILDREN  # without a write: others read this line
    if not swapped(first_child, node, NO_CHILDREN, OPENING):
        return NO_CHILDREN
    first = from_lot(counters, lots, USED, count, visits.size - SLACK)
    if first < 0:
        stored(first_child, node, NO_CHILDREN)
        return NO_CHILDREN
    for k in range(count):
        visits[first + k] = 0
        total[first + k] = 0.0
        action[first + k] = actions[k]
        first_child[first + k] = NO_CHILDREN
        child_count[first + k] = 0
    return first


@inlined
def published(tree: Any, node: int, first: int, count: int) -> None:
    """Lets all threads see the children of `node`."""
    tree.child_count[node] = count
    stored(tree.first_child, node, first)
