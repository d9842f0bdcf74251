"""The ledger of a depth-first search: what it found at each node of the first plies, since it keeps
no tree in memory.

The root and the actions of every node above the last recorded ply have a row each. A frame's row is
written when the frame closes; the search itself never reads one. Where the rows do not suffice, the
deepest ply is dropped. Siblings are contiguous and in
the order in which the game lists them; a child comes after its parent. Row 0 is the root.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.game import PASS
from engines.jit import inlined, rule
from search.depth_first.frames import AT_LEAST, AT_MOST, CHANCE, EXACT, UNSEEN

ROWS = 5000  # from here on a ply is dropped before another node gets children
SEARCHED, EVALUATED, TABLED = 0, 1, 2  # where a value comes from: below, the leaf itself, the table
NOBODY = -1  # no open frame ended the window

LEDGER = np.dtype(
    [
        ("nodes", np.int64),  # visited below it and itself
        # for the agent that chose the action: of the other side minus the searching seat's value;
        # of the root and below a chance node the searching seat's
        ("value", np.float64),
        ("bound", np.float64),  # for the same agent: at which the node was cut; NaN if it was not
        ("action", np.int64),  # that led to it; the number of the outcome below a chance node
        ("best", np.int64),  # the best action found below, PASS at a leaf
        ("parent", np.int32),
        ("first", np.int32),  # row of the first child, 0 without rows for children
        ("count", np.int32),  # children with rows
        ("ply", np.int32),  # 0 for the root
        ("agent", np.int32),  # that chooses below, or CHANCE
        ("skipped", np.int32),  # children never looked at, since the node was cut
        ("cause", np.int32),  # ply of the node whose best value cut this one, NOBODY if none did
        ("known", np.int8),  # UNSEEN, EXACT, AT_MOST or AT_LEAST
        ("source", np.int8),
        ("moved", np.int32),  # its new number while a ply is dropped
    ],
    align=True,
)


@inlined
def enter(ledger: Any, f: Any, g: Any, p: int, nodes: int) -> None:
    """Frame `g` is the child of frame `f`, at depth `p`, that is entered as node `nodes`."""
    row = 0
    if p > 0:
        action = f.actions[f.next - 1]
        row = ledger[f.row].first
        while ledger[row].action != action:
            row += 1
    g.row, g.entered = row, nodes - 1


@rule
def enlist(ledger: Any, s: Any, g: Any) -> None:
    """Gives the actions of frame `g` rows, unless they have some from an earlier visit; what is
    known once a node has been visited is left as it is.
    """
    node, parent, rows = ledger[g.row], g.row, s.rows
    node.agent = g.agent
    if node.first == 0:
        node.first, node.count, ply = rows, g.count, node.ply + 1
        for k in range(g.count):
            row = ledger[rows + k]
            row.action, row.parent, row.ply = g.actions[k], parent, ply
            row.nodes, row.first, row.count, row.known = 0, 0, 0, UNSEEN
        s.rows = rows + g.count


@rule
def close_leaf(row: Any, g: Any, x: float, mark: int, source: int, nodes: int) -> None:
    """Notes the value `x` of a node that was not searched."""
    row.nodes += nodes - g.entered
    row.value, row.known, row.source = x, mark, source
    row.best, row.skipped, row.cause, row.bound = PASS, 0, NOBODY, np.nan


@rule
def close_bounds(ledger: Any, frames: Any, p: int, x: float, nodes: int) -> None:
    """Notes what is known at the end of frame `p + 1`, whose value its parent sees as `x`."""
    f, g = frames[p], frames[p + 1]
    row = ledger[g.row]
    row.nodes += nodes - g.entered
    row.value, row.best, row.source = x, g.choice, SEARCHED
    row.skipped = g.count - g.next
    row.cause, row.bound = NOBODY, np.nan
    if row.skipped > 0:
        row.cause, row.bound = cause_of(frames, p + 1) - 1, g.beta * g.sign * f.sign
    row.known = EXACT
    if g.agent != CHANCE and g.best >= g.beta:
        row.known = AT_LEAST if f.sign == g.sign else AT_MOST
    elif g.agent != CHANCE and g.best <= g.floor:
        row.known = AT_MOST if f.sign == g.sign else AT_LEAST


@rule
def close_sums(row: Any, g: Any, x: float, nodes: int) -> None:
    """The same where nothing is cut; the best of weighed replies is the one that hurts most."""
    row.nodes += nodes - g.entered
    row.value, row.known, row.source = x, EXACT, SEARCHED
    row.best = g.line[0] if g.length > 0 else PASS
    row.skipped, row.cause, row.bound = 0, NOBODY, np.nan


@rule
def cause_of(frames: Any, p: int) -> int:
    """The open frame whose own best value is the beta of frame `p`, the nearest to the root; 0
    where the window was narrowed by a null window or the table.
    """
    g, found, q = frames[p], 0, p - 1
    while q > 0 and frames[q].agent != CHANCE:
        if frames[q].sign != g.sign and frames[q].best == -g.beta:
            found = q
        q -= 1
    return found


@rule
def drop_ply(ledger: Any, frames: Any, s: Any, p: int) -> int:
    """Drops the deepest plies until there is room or frame `p` is to get no children; returns how
    many plies are recorded then.
    """
    while p < s.plies and s.rows > ROWS:
        s.plies -= 1
        kept = 0
        for row in range(s.rows):
            if ledger[row].ply <= s.plies:
                _move(ledger, row, kept, s.plies)
                kept += 1
        for q in range(1, min(p, s.plies + 1) + 1):
            frames[q].row = ledger[frames[q].row].moved
        s.rows = kept
    return int(s.plies)


@rule
def _move(ledger: Any, row: int, to: int, plies: int) -> None:
    """Gives a row the lower number `to`; its parent has moved already."""
    old, new = ledger[row], ledger[to]
    above = ledger[old.parent].moved
    new.nodes, new.value, new.bound = old.nodes, old.value, old.bound
    new.action, new.best = old.action, old.best
    new.ply, new.agent, new.skipped, new.cause = old.ply, old.agent, old.skipped, old.cause
    new.known, new.source, new.first, new.count = old.known, old.source, old.first, old.count
    if new.ply == plies:
        new.first, new.count = 0, 0
    if to > 0:
        new.parent = above
        if ledger[above].first == row:
            ledger[above].first = to
    old.moved = to
