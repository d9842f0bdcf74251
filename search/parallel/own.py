"""What each thread keeps to itself while several grow one tree, so that two processors seldom wait
for the same line of memory.

A *place* is an index into the arrays of visits and totals. At busy places a thread adds up by
itself, chooses by the sum of its own counts and those of all, and tells the others as soon as it
has more than a small share of what they know. At places with few visits it counts for all to see,
at once and atomically. The children of a young node can belong to one thread, which then counts
there like a search that is alone. When a thread stops, it tells everything, so sums are exact
then. Free nodes and iterations are taken from the common store in lots.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.atomics import added, loaded, reserved, stored
from engines.jit import inlined
from search.base import Floats, Ints
from search.tree import LANES, SLACK

SHARE = 16  # one in so many visits of a busy place is not told yet, by all threads together
# instead of what was lent: others do not see this visit yet, or do not come here at all
KEPT, ALONE = np.inf, -np.inf
OPEN, YOUNG = 0, 16  # whose children all threads enter; up to how many visits only one does
LISTED = 1024  # busy places that a thread keeps visits of before it tells everything
LONGEST = 4096  # places of one agent on a path
LARGEST, TURN = 256, 16  # nodes, and iterations, in a lot
# a lot, from the number of its store on: the first free one and the end, how many of former lots
# are lost, and the size
NEXT, END, LOST, SIZE = range(4)


class Own(NamedTuple):
    """One thread's counts. The arrays end with places that stay empty, for one node's children."""

    visits: NDArray[np.int32]  # [N + SLACK + K + LANES]
    total: Floats
    listed: Ints  # how many places have visits here, and which
    lots: Ints  # like the counters of all threads: a lot where they have a store
    owner: NDArray[np.int8]  # of all threads: OPEN, or the thread that a node's children belong to
    me: int  # number of this thread, from 1 on


def new_own(
    places: int, most: int, longest: int, lots: Ints, owner: NDArray[np.int8], me: int
) -> Own:
    """Empty counts for an arena of `places`, with `most` children at one node and `longest` places
    on a path; memory pages are only claimed when first written.
    """
    size = places + SLACK + most + LANES
    listed = np.zeros(1 + LISTED + longest, np.int64)
    return Own(np.zeros(size, np.int32), np.zeros(size), listed, lots, owner, me)


@inlined
def busy_from(hands: int) -> int:
    """From how many visits on a place is busy: there one visit is less than the share of each."""
    return 2 * SHARE * hands


@inlined
def seen_at(visits: Any, node: int, first: int, busy: int) -> int:
    """Where the own counts of the children of `node` begin: `first`, or places that stay empty."""
    return first if visits[node] >= busy else visits.size


@inlined
def bound_at(
    visits: Any,
    total: Any,
    mine: Any,
    gained: Any,
    place: Any,
    own: Any,
    explore: Any,
    inverse: float,
) -> tuple[Any, Any]:
    """The upper bound of `search.tree.ucb1` by the counts of all at `place` and the own ones at
    `own`, infinite or NaN without visits; and how many visits there are. Both in float32.
    """
    n = np.float32(visits[place]) + np.float32(mine[own])
    v = total[place] + gained[own]
    r = np.float32(1.0) / np.sqrt(n)
    return np.float32((np.float32(v * inverse) * r + explore) * r), n


@inlined
def owner_of(owner: Any, visits: Any, node: int, me: int) -> int:
    """The thread that alone enters the children of `node`; it opens them to all when the node is no
    longer young.
    """
    who = loaded(owner, node)
    if who == me and visits[node] >= YOUNG:
        stored(owner, node, OPEN)
        who = OPEN
    return who


@inlined
def visited(visits: Any, mine: Any, listed: Any, place: int, busy: int) -> bool:
    """Counts a visit of `place`; whether the thread keeps it to itself."""
    if visits[place] < busy:
        added(visits, place, 1)
        return False
    if mine[place] == 0:
        listed[0] += 1
        listed[listed[0]] = place
    mine[place] += 1
    return True


@inlined
def entered(
    visits: Any, total: Any, mine: Any, listed: Any, place: int, busy: int, loan: float
) -> float:
    """Counts a visit whose result is not known yet. Where others see it, they see it lost (virtual
    loss). Returns what was lent, or KEPT.
    """
    if visited(visits, mine, listed, place, busy):
        return KEPT
    added(total, place, loan)
    return loan


@inlined
def left(
    visits: Any,
    total: Any,
    mine: Any,
    gained: Any,
    place: int,
    busy: int,
    value: float,
    lent: float,
) -> None:
    """Adds the result of an iteration to a place that it `entered`, where so much was lent."""
    if lent == ALONE:
        total[place] += value
    elif lent < KEPT:
        added(total, place, value - lent)
    else:
        gained[place] += value
        if is_due(visits, mine, place, busy):
            tell(visits, total, mine, gained, place)


@inlined
def is_due(visits: Any, mine: Any, place: int, busy: int) -> bool:
    """Whether a thread has kept its share of the visits of `place`."""
    return mine[place] * busy >= 2 * visits[place]


@inlined
def tell_visits(visits: Any, mine: Any, place: int) -> None:
    """Adds the own visits of `place` to those of all."""
    added(visits, place, mine[place])
    mine[place] = 0


@inlined
def tell(visits: Any, total: Any, mine: Any, gained: Any, place: int) -> None:
    """Adds the own counts of `place` to those of all."""
    tell_visits(visits, mine, place)
    added(total, place, gained[place])
    gained[place] = 0.0


@inlined
def tell_all(visits: Any, total: Any, mine: Any, gained: Any, listed: Any, most: int) -> None:
    """Adds all own counts to those of all, if there are more than `most`."""
    if listed[0] > most:
        for k in range(1, listed[0] + 1):
            if mine[listed[k]] > 0:
                tell(visits, total, mine, gained, listed[k])
        listed[0] = 0


@inlined
def taken(counters: Any, store: int, n: int, hands: int, to_do: int) -> int:
    """How many iterations a thread does next of the `n` that all do together: those that it has
    still `to_do`, or else some more; none are left at 0 or below.
    """
    lot = max(1, min(TURN, n // (TURN * hands)))
    return to_do if to_do > 0 else min(lot, n - added(counters, store, lot))


@inlined
def fits(counters: Any, lots: Any, store: int, count: int, most: int) -> bool:
    """Whether a store that has `most`, or this thread's lot, has `count` free ones just now."""
    here = lots[store + NEXT] + count <= lots[store + END]
    return here or loaded(counters, store) + count <= most


@inlined
def from_lot(counters: Any, lots: Any, store: int, count: int, most: int) -> int:
    """The first of `count` free ones of a store that has `most`, from this thread's lot where they
    fit; -1 if there are no more.
    """
    size = lots[store + SIZE]
    if count > size // 8:
        return reserved(counters, store, count, most)
    if lots[store + NEXT] + count > lots[store + END]:
        first = reserved(counters, store, size, most)
        if first < 0:
            return reserved(counters, store, count, most)
        lots[store + LOST] += lots[store + END] - lots[store + NEXT]
        lots[store + NEXT], lots[store + END] = first, first + size
    first = lots[store + NEXT]
    lots[store + NEXT] += count
    return first
