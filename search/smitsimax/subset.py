"""The actions that are legal now, at nodes that are reached in positions with other actions too.

A node is an agent's own sequence of actions, and what the others did may have taken some from it or
given it new ones. It then has a child for each action that was legal at any visit, and compares
those that are legal at this one: a subset-armed bandit. Source: Cowling, Powley, Whitehouse,
"Information set Monte Carlo tree search" (2012), section IV, with a tree for each player.
Deviation: N of UCB1 are the visits of the actions compared, not the visits at which one of them was
legal.
"""

from __future__ import annotations

from typing import Any

from engines.jit import inlined
from search.tree import NO_CHILDREN


@inlined
def join(tree: Any, node: int, used: int, size: int, s: Any, count: int) -> tuple[int, int]:
    """Finds the first `count` of `s.actions` among the children of `node`. New ones become children
    where the arena has room for all of them anew, from index `used` on; the old places stay unused.

    Returns how many were found or made, and the new `used`. `s.where` has their places among the
    children, `s.now_*` copies of their statistics.
    """
    visits, total, action, first_child, child_count = tree
    first, here, known = first_child[node], child_count[node], 0
    for k in range(count):
        at = k if k < here and action[first + k] == s.actions[k] else 0
        while at < here and action[first + at] != s.actions[k]:
            at += 1
        s.where[k] = at
        known += at < here
    if known < count and used + here + count - known <= size:
        for k in range(here):
            visits[used + k] = visits[first + k]
            total[used + k] = total[first + k]
            action[used + k] = action[first + k]
            first_child[used + k] = first_child[first + k]
            child_count[used + k] = child_count[first + k]
        first, at = used, here
        for k in range(count):
            if s.where[k] == here:
                visits[first + at] = 0
                total[first + at] = 0.0
                action[first + at] = s.actions[k]
                first_child[first + at] = NO_CHILDREN
                child_count[first + at] = 0
                s.where[k] = at
                at += 1
        first_child[node], child_count[node] = first, at
        used += at
        here = at
    known = 0
    for k in range(count):
        at = s.where[k]
        if at < here:
            s.where[known] = at
            s.now_visits[known] = visits[first + at]
            s.now_total[known] = total[first + at]
            known += 1
    return known, used


@inlined
def untried_of(visits: Any, count: int) -> tuple[int, int]:
    """How many of `count` actions have no visits, and the visits of all."""
    left, here = 0, 0
    for k in range(count):
        left += visits[k] == 0
        here += visits[k]
    return left, here
