"""The ledger of a depth-first search as the part of a tree that a view asks for.

Shapes: [N] rows of the ledger, [R] rows of the part.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from engines.records import columns
from search.branches import CHANCE, Branches, Known, Ledger, OpenNode, Wish
from search.depth_first.frames import LEVELS, UNSEEN
from search.depth_first.ledgers import MOST_PLIES, Looked
from search.harvest import harvested, walked
from search.measure import Kind
from search.tree import Tree

if TYPE_CHECKING:
    from search.depth_first.search import DepthFirst

MOST_RANKED = (1 << 31) - 1  # nodes that rows are ranked by


def part_of(
    search: DepthFirst, s: Any, frames: Any, looked: Looked, searching: int, wish: Wish
) -> Branches:
    """The part of the ledger `looked` that is wanted, while the depth `searching` is searched, 0
    for none. `s` and `frames` are those of the walk.
    """
    rows, line = columns(looked.rows), tuple(action for _, action in search.variation())
    tree = _tree(rows)
    way = [0, *walked(tree, 0, wish.focus_of(0))]
    kept = {way[-1], *(n for path in (line, *wish.keep_of(0)) for n in walked(tree, 0, path))}
    least = int(np.ceil(wish.least * int(rows.nodes[way[-1]])))
    node, parent, depth = harvested(tree, way[-1], least, wish.most, kept)
    mover, seat = _movers(search, rows, facing(search, s))
    value, bound, known = _seen_by(search, rows, mover, seat)
    below = np.bincount(rows.parent[1:], rows.nodes[1:], rows.nodes.size).astype(np.int64)
    drawn = np.bincount(parent[1:], rows.nodes[node[1:]], node.size).astype(np.int64)
    return Branches(
        agent=int(rows.agent[0]),
        # numbers change with the depth, and where a ply is dropped
        generation=(search.generation * LEVELS + looked.depth) * (MOST_PLIES + 1) + looked.plies,
        iterations=int(s.nodes),
        focus=tuple(rows.action[way[1:]].tolist()),
        node=node,
        parent=parent,
        depth=depth,
        mover=mover[node],
        action=rows.action[node].copy(),
        visits=rows.nodes[node].copy(),
        mean=value[node] + 0.0,
        rest=(rows.count[node] - np.bincount(parent[1:], minlength=node.size)).astype(np.int32),
        rest_visits=below[node] - drawn,
        full_visits=int(rows.nodes[0]),
        line=line,
        common=True,
        kind=Kind.LIMIT if search.cuts else Kind.VALUE,
        ledger=Ledger(
            depth=looked.depth,
            finished=looked.finished,
            searching=searching,
            known=known[node],
            best=rows.best[node].copy(),
            skipped=rows.skipped[node].copy(),
            bound=bound[node],
            cause=rows.cause[node].copy(),
            source=rows.source[node].copy(),
            seat=seat[node],
            open=open_nodes(search, frames) if searching else (),
        ),
    )


def _tree(rows: Any) -> Tree:
    """The rows as an arena, for the functions that know arenas."""
    return Tree(
        np.minimum(rows.nodes, MOST_RANKED).astype(np.int32),
        rows.value.copy(),
        rows.action.copy(),
        rows.first.copy(),
        rows.count.copy(),
    )


def facing(search: DepthFirst, s: Any) -> bool:
    """Whether a value belongs to the seat that chose the action; else all are the searching
    seat's.
    """
    return bool(s.model < 0) or (search.game.seats == 2 and search.game.zero_sum)


def _movers(
    search: DepthFirst, rows: Any, by_chooser: bool
) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Who chose each row's action, and whose value it has; [N] each."""
    chooser = np.where(rows.agent < 0, CHANCE, rows.agent)
    mover = chooser[rows.parent].astype(np.int8)
    mover[0] = -1
    owner = np.append(search.game.owner, [search.seat, search.seat])  # -2 chance, -1 the root
    seat = owner[mover].astype(np.int8)
    return mover, seat if by_chooser else np.full_like(seat, search.seat)


def _seen_by(
    search: DepthFirst, rows: Any, mover: NDArray[np.int8], seat: NDArray[np.int8]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int8]]:
    """The values of the rows for their seats, the bounds that cut, and what is known; [N] each."""
    value, bound, known = rows.value.copy(), rows.bound.copy(), rows.known.astype(np.int8)
    above = known[rows.parent]
    closed = (above != UNSEEN) & (above != Known.OPEN)
    known[(known == UNSEEN) & closed] = Known.CUT
    owner = np.append(search.game.owner, [search.seat, search.seat])
    turned = owner[mover] != seat  # noted as minus the value of this seat
    value[turned], bound[turned] = -value[turned], -bound[turned]
    swapped = np.arange(len(Known), dtype=np.int8)
    swapped[[Known.AT_MOST, Known.AT_LEAST]] = Known.AT_LEAST, Known.AT_MOST
    known[turned] = swapped[known[turned]]
    return value, bound, known


def open_nodes(search: DepthFirst, frames: Any) -> tuple[OpenNode, ...]:
    """The nodes that are entered and not finished, root first."""
    found = []
    for ply, action, alpha, beta, best in search.open_nodes():
        f, above = frames[ply + 1], frames[ply]
        mover = -1 if ply == 0 else int(above.agent) if above.agent >= 0 else CHANCE
        chooser = int(f.agent) if f.agent >= 0 else CHANCE
        found.append(OpenNode(action, mover, chooser, alpha, beta, best, int(f.next), int(f.count)))
    return tuple(found)
