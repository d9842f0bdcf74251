"""What the walks of a depth-first search record: events, root values, table entries, and the order
of actions.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.jit import inlined, rule
from search.depth_first.frames import HISTORY, LONGEST_LINE, UNSEEN

INFINITY = np.inf


@inlined
def list_root(s: Any, g: Any) -> None:
    """Records the root's actions."""
    s.root_count = g.count
    for k in range(g.count):
        s.root_action[k], s.root_mark[k] = g.actions[k], UNSEEN


@inlined
def lead(f: Any, g: Any, action: int, below: int) -> None:
    """Sets the line of `f` to `action` followed by the `below` plies of the child's line."""
    f.line[0], f.crew[0] = action, f.agent
    m = min(below, LONGEST_LINE - 1)
    for k in range(m):
        f.line[k + 1], f.crew[k + 1] = g.line[k], g.crew[k]
    f.length = m + 1


@rule
def note_root(s: Any, action: int, v: float, mark: int, nodes: int) -> None:
    """Records the value of a root action."""
    for k in range(s.root_count):
        if s.root_action[k] == action:
            s.root_value[k], s.root_mark[k], s.root_depth[k] = v, mark, s.depth
            s.root_open[k] = s.horizon > s.met
            s.root_nodes[k] += nodes - s.entered


@inlined
def tell(
    events: Any, s: Any, kind: int, p: int, f: Any, action: int, node: int, parent: int, v: float
) -> None:
    """Adds an event; alpha and beta are those of frame `f`, from the searching seat's view."""
    if s.events < events.shape[0]:
        e = events[s.events]
        e.kind = kind
        e.ply = p - 1
        e.agent = f.agent
        e.action = action
        e.node = node
        e.parent = parent
        e.alpha = f.alpha if f.sign > 0 else -f.beta
        e.beta = f.beta if f.sign > 0 else -f.alpha
        e.value, e.left = v, f.count - f.next
        s.events += 1


@inlined
def slot_of(action: int) -> int:
    """The history counter of an action; large codes are folded."""
    return (action ^ action >> 10 ^ action >> 27 ^ action >> 43) & (HISTORY - 1)


@inlined
def bring(f: Any, k: int, to: int) -> None:
    """Moves the k-th action and its score forward to place `to`; those between shift back."""
    action, score = f.actions[k], f.scores[k]
    while k > to:
        f.actions[k], f.scores[k] = f.actions[k - 1], f.scores[k - 1]
        k -= 1
    f.actions[k], f.scores[k] = action, score


@inlined
def pick(f: Any) -> None:
    """Brings the highest score among the actions not yet tried to the front; on ties the one
    listed first.
    """
    best, highest = f.next, -INFINITY
    for k in range(f.next, f.count):
        if f.scores[k] > highest:
            best, highest = k, f.scores[k]
    bring(f, best, f.next)


@rule
def keep(e: Any, s: Any, f: Any) -> None:
    """Writes the result of a closing frame into its table entry, replacing any other position's."""
    whole = s.horizon == f.horizon
    if e.age != s.age:
        s.filled += 1
    if e.key != f.key or e.age != s.age or e.left != f.left:
        e.key, e.age, e.left = f.key, s.age, f.left
        e.low, e.high = -INFINITY, INFINITY
    e.whole = whole
    e.action = f.choice
    if f.best > f.floor:
        e.low = max(e.low, f.best)
    if f.best < f.beta:
        e.high = min(e.high, f.best)
