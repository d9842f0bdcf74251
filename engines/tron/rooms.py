"""What a rider can fill of the cells it reaches first: rooms joined by doors.

A cell without which the region falls apart is a door, what lies between doors is a room (blocks and
articulation points: Hopcroft and Tarjan, "Efficient algorithms for graph manipulation", 1973). A
rider that has gone through a door cannot come back, so it fills the rooms of one way from its head.
Cells are black and white in turn along any way, which bounds what it fills of a room: twice the
rarer colour, and one more. Where rivals can come near, free neighbours of cells count besides
cells (after Sloane's winning program of the 2010 Google AI Challenge), and a way to a contested
room goes straight from door to door.

Most cells can be no door, as their neighbours are joined around them; rows of those are visited
as one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.jit import inlined_late, own_copy, rule
from engines.records import records
from engines.tron.flooding import (
    FOLD,
    HALF,
    above,
    around,
    below,
    beside,
    common,
    count,
    either,
    ones,
    some,
    without,
    words,
)
from engines.tron.rules import HEIGHT, WIDTH

CELLS = WIDTH * HEIGHT
ROWS = HEIGHT + 2
LOW = (1 << HALF) - 1
# in words and rows of even numbers the cells whose row and bit have the same parity
EVEN = 0x5555555555555555

MOST_PIECES = 160  # a region in more pieces is taken as one room

PLAN = np.dtype(
    [
        # bits of each row, as in `rules`
        ("left", np.int64, (ROWS,)),  # the region's cells not visited yet
        ("region", np.int64, (ROWS,)),
        ("door", np.int64, (ROWS,)),  # cells that may be doors, and the head
        ("front", np.int64, (ROWS,)),  # cells that a rival can enter
        ("last", np.int16, (ROWS,)),  # the row's piece that was discovered last
        # pieces, in the order of discovery: a cell that may be a door, or a row of others
        ("mask", np.int32, (MOST_PIECES,)),  # its cells, as bits of its row
        ("row", np.int16, (MOST_PIECES,)),
        ("next", np.int16, (MOST_PIECES,)),  # the one before it in its row
        ("low", np.int16, (MOST_PIECES,)),  # the first piece that is reached from those behind it
        ("cells", np.int16, (MOST_PIECES,)),  # the best way behind it: how many it fills,
        ("edges", np.int16, (MOST_PIECES,)),  # their free neighbours,
        ("contested", np.int16, (MOST_PIECES,)),  # and whether a rival can come near
        ("stack", np.int16, (MOST_PIECES,)),
        ("pile", np.int16, (MOST_PIECES,)),  # pieces of rooms that are not complete
    ],
    align=True,
)
NO_PLAN = records(1, PLAN)


@rule
def fillable(s: Any, c: Any, p: int, edges: float) -> tuple[float, bool]:
    """What a rider can fill after `flood`, in cells, and whether a rival can come near; `edges` is
    the share of free neighbours then, four for a cell.
    """
    claim, head = words(c.claim, p), words(c.head, p)
    near = front_of(s, c, p, claim, head)
    share = edges if some(near) else 0.0
    region = either(claim, head)
    doors = may_be_doors(region)
    if some(doors):
        n, e = rooms(s, c, p, near, region, doors, share)
    else:
        n, e = room(s, c, p, claim)
    return (1.0 - share) * n + 0.25 * share * e, some(near)


@inlined_late
def front_of(s: Any, c: Any, p: int, claim: Any, head: Any) -> Any:
    """The cells of a rider's region that are next to a rival's. That heads touch does not count:
    both have to ride on.
    """
    heads = open_cells = common(head, beside(head))  # none
    for q in range(s.players):
        if q != p and s.place[q] == 0:
            open_cells = either(open_cells, words(c.claim, q))
            heads = either(heads, words(c.head, q))
    return either(
        common(claim, around(either(open_cells, heads))), common(head, around(open_cells))
    )


@inlined_late
def left_of(a: Any) -> Any:
    """For each cell whether the one to its left is among these."""
    return (
        *(a[0] << 1, a[1] << 1, a[2] << 1, a[3] << 1, a[4] << 1),
        *(a[5] << 1, a[6] << 1, a[7] << 1, a[8] << 1, a[9] << 1),
    )


@inlined_late
def right_of(a: Any) -> Any:
    """For each cell whether the one to its right is."""
    return (
        *(a[0] >> 1, a[1] >> 1, a[2] >> 1, a[3] >> 1, a[4] >> 1),
        *(a[5] >> 1, a[6] >> 1, a[7] >> 1, a[8] >> 1, a[9] >> 1),
    )


@inlined_late
def may_be_doors(region: Any) -> Any:
    """The cells whose neighbours are not all joined by cells around them."""
    up, down = above(region), below(region)
    left, right = left_of(region), right_of(region)
    a = without(up, common(right_of(up), right))
    b = without(right, common(right_of(down), down))
    c = without(down, common(left_of(down), left))
    d = without(left, common(left_of(up), up))
    two = either(common(a, b), either(common(c, d), common(either(a, b), either(c, d))))
    return common(region, two)


@inlined_late
def filled(same: int, other: int) -> int:
    """The longest way in a room with so many cells of the entrance's colour and of the other, the
    entrance not counted.
    """
    return 2 * min(same, other) + (other > same)


@inlined_late
def crossed(same: int, other: int, exit_same: bool) -> int:
    """The longest way that ends at a door of the entrance's colour, or of the other."""
    return 2 * min(same, other) if exit_same else 2 * min(same, other - 1) + 1


@inlined_late
def room(s: Any, c: Any, p: int, claim: Any) -> tuple[int, int]:
    """(cells, free neighbours) of a region that is one room."""
    even, free = 0, words(c.free, 0)
    for k in range(FOLD):
        even += ones(int(claim[k]) & EVEN << (k + 1 & 1))
    other = count(claim) - even
    e = count(common(claim, left_of(free))) + count(common(claim, right_of(free)))
    e += count(common(claim, above(free))) + count(common(claim, below(free)))
    if (s.x[p] + s.y[p]) & 1:
        return filled(other, even), e
    return filled(even, other), e


@rule
def rooms(
    s: Any, c: Any, p: int, front: Any, region: Any, doors: Any, share: float
) -> tuple[int, int]:
    """(cells, free neighbours) of the best way through the rooms of a region, by one walk in depth
    over its pieces.
    """
    d = own_copy(NO_PLAN[0])
    for k in range(FOLD):
        d.region[k + 1] = d.left[k + 1] = region[k] & LOW
        d.region[k + 1 + FOLD] = d.left[k + 1 + FOLD] = region[k] >> HALF
        d.door[k + 1], d.door[k + 1 + FOLD] = doors[k] & LOW, doors[k] >> HALF
        d.front[k + 1], d.front[k + 1 + FOLD] = front[k] & LOW, front[k] >> HALF
    y, bit = s.y[p] + 1, 1 << int(s.x[p]) + 1
    d.door[y] |= bit
    cells, edges = 1.0 - share, 0.25 * share
    pieces, top, piled = 1, 0, 0
    d.stack[0] = 0
    discover(d, y, bit, 0, 0)
    v = 0
    while True:
        row, mask = int(d.row[v]), int(d.mask[v])
        # 1. the next piece that has not been visited
        found = (mask << 1 | mask >> 1) & d.left[row]
        if found == 0:
            found = mask & d.left[row - 1]
            if found != 0:
                row -= 1
            else:
                found = mask & d.left[row + 1]
                row += 1
        if found != 0:
            if pieces == MOST_PIECES:
                return room(s, c, p, words(c.claim, p))
            top += 1
            d.stack[top] = d.pile[piled] = pieces
            piled += 1
            discover(d, row, found & -found, pieces, v)
            v = pieces
            pieces += 1
            continue
        # 2. back to the one before
        top -= 1
        if top < 0:
            break
        w, v = v, int(d.stack[top])
        d.low[v] = min(d.low[v], d.low[w])
        row, mask = int(d.row[v]), int(d.mask[v])
        if d.low[w] < v or d.door[row] & mask == 0:
            continue
        # 3. a room with the entrance v is complete
        first = piled - 1
        while d.pile[first] != w:
            first -= 1
        close(s, d, v, first, piled, cells, edges)
        piled = first
    return int(d.cells[0]), int(d.edges[0])


@inlined_late
def discover(d: Any, row: int, bit: int, piece: int, parent: int) -> None:
    """Visits the piece around a cell for the first time; neighbours that were visited earlier are
    all on the stack.
    """
    mask = bit
    if d.door[row] & bit == 0:
        whole = d.region[row] & ~d.door[row]
        gaps = ~whole & bit - 1
        gaps |= gaps >> 1
        gaps |= gaps >> 2
        gaps |= gaps >> 4
        gaps |= gaps >> 8
        gaps |= gaps >> 16
        start = gaps + 1
        mask = (whole ^ whole + start) & whole
    d.mask[piece], d.row[piece], d.cells[piece], d.edges[piece] = mask, row, 0, 0
    d.next[piece], d.last[row] = d.last[row], piece
    d.left[row] ^= mask
    least = piece
    for to in range(row - 1, row + 2):
        seen = (mask << 1 | mask >> 1) & ~mask if to == row else mask
        seen &= d.region[to] & ~d.left[to]
        if to == d.row[parent]:
            seen &= ~int(d.mask[parent])
        while seen != 0:
            other = int(d.last[to])
            while d.mask[other] & seen == 0:
                other = int(d.next[other])
            seen &= ~int(d.mask[other])
            least = min(least, other)
    d.low[piece] = least


@inlined_late
def close(s: Any, d: Any, v: int, first: int, end: int, cells: float, edges: float) -> None:
    """Notes for the entrance `v` of a room, whose pieces are `first` to `end` of the pile, the best
    way behind it if that is through this room.
    """
    row, mask = int(d.row[v]), int(d.mask[v])
    x, colour = ones(mask - 1), row + ones(mask - 1) & 1
    n, other, e, near = 0, 0, 0, 0
    for k in range(first, end):
        u = int(d.pile[k])
        r, m = int(d.row[u]), int(d.mask[u])
        n += ones(m)
        other += ones(m & EVEN << (r + colour + 1 & 1))
        near |= d.front[r] & m
        if edges > 0.0:
            e += ones(m & ~s.taken[r] << 1) + ones(m & ~s.taken[r] >> 1)
            e += ones(m & ~s.taken[r - 1]) + ones(m & ~s.taken[r + 1])
    same = n - other
    contested = near != 0
    n = filled(same, other)
    best, most, borders = cells * n + edges * e, n, e
    for k in range(first, end):
        u = int(d.pile[k])
        if d.cells[u] == 0:
            continue
        r, m = int(d.row[u]), int(d.mask[u])
        at = ones(m - 1)
        if d.contested[u] != 0:
            to, on = abs(r - row) + abs(at - x), 0
        else:
            to, on = crossed(same, other, (r + at & 1) == colour), e
        to, on = to + d.cells[u], on + d.edges[u]
        if cells * to + edges * on > best:
            best, most, borders = cells * to + edges * on, to, on
            contested = near != 0 or d.contested[u] != 0
    if d.cells[v] == 0 or best > cells * d.cells[v] + edges * d.edges[v]:
        d.cells[v], d.edges[v], d.contested[v] = most, borders, contested
