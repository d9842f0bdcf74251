"""Who reaches which cells first: all riders flood the grid at the same pace, in the order in which
they move, so a cell that two reach at once belongs to the one that moves earlier.

Cells are ten words: word k holds row k + 1 of `taken` below and row k + 11 above it. As a tuple,
compiled code keeps them in registers, which halves the time that a flood takes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.jit import inlined_late, rule
from engines.records import records
from engines.tron.rules import HEIGHT, MOST, WIDTH

FOLD = HEIGHT // 2  # words
HALF = 32  # bits of a row in a word
ROW = (1 << WIDTH + 1) - 2

FLOOD = np.dtype(
    [
        ("free", np.int64, (FOLD,)),
        ("head", np.int64, (MOST * FOLD,)),  # of each rider
        ("claim", np.int64, (MOST * FOLD,)),  # what it reaches first, its head not counted
        ("worth", np.float64, (MOST,)),  # scratch of the evaluation
    ],
    align=True,
)
NO_FLOOD = records(1, FLOOD)


@inlined_late
def words(field: Any, p: int) -> Any:
    """The cells of rider `p` in a field."""
    k = FOLD * p
    return (
        *(field[k], field[k + 1], field[k + 2], field[k + 3], field[k + 4]),
        *(field[k + 5], field[k + 6], field[k + 7], field[k + 8], field[k + 9]),
    )


@inlined_late
def keep(field: Any, p: int, a: Any) -> None:
    """Writes them."""
    k = FOLD * p
    field[k], field[k + 1], field[k + 2], field[k + 3], field[k + 4] = a[:5]
    field[k + 5], field[k + 6], field[k + 7], field[k + 8], field[k + 9] = a[5:]


@inlined_late
def above(a: Any) -> Any:
    """For each cell whether the one above it is among these."""
    return (a[9] << HALF, *a[:9])


@inlined_late
def below(a: Any) -> Any:
    """For each cell whether the one below it is."""
    return (*a[1:], a[0] >> HALF)


@inlined_late
def either(a: Any, b: Any) -> Any:
    """The cells of both."""
    return (
        *(a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3], a[4] | b[4]),
        *(a[5] | b[5], a[6] | b[6], a[7] | b[7], a[8] | b[8], a[9] | b[9]),
    )


@inlined_late
def common(a: Any, b: Any) -> Any:
    """The cells that are in both."""
    return (
        *(a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3], a[4] & b[4]),
        *(a[5] & b[5], a[6] & b[6], a[7] & b[7], a[8] & b[8], a[9] & b[9]),
    )


@inlined_late
def without(a: Any, b: Any) -> Any:
    """The first cells that are not among the second."""
    return (
        *(a[0] & ~b[0], a[1] & ~b[1], a[2] & ~b[2], a[3] & ~b[3], a[4] & ~b[4]),
        *(a[5] & ~b[5], a[6] & ~b[6], a[7] & ~b[7], a[8] & ~b[8], a[9] & ~b[9]),
    )


@inlined_late
def beside(a: Any) -> Any:
    """The cells left or right of these."""
    return (
        *(a[0] << 1 | a[0] >> 1, a[1] << 1 | a[1] >> 1, a[2] << 1 | a[2] >> 1),
        *(a[3] << 1 | a[3] >> 1, a[4] << 1 | a[4] >> 1, a[5] << 1 | a[5] >> 1),
        *(a[6] << 1 | a[6] >> 1, a[7] << 1 | a[7] >> 1, a[8] << 1 | a[8] >> 1),
        a[9] << 1 | a[9] >> 1,
    )


@inlined_late
def around(a: Any) -> Any:
    """The cells next to these."""
    return either(beside(a), either(above(a), below(a)))


@inlined_late
def some(a: Any) -> bool:
    """Whether there are any cells."""
    return a[0] | a[1] | a[2] | a[3] | a[4] | a[5] | a[6] | a[7] | a[8] | a[9] != 0


@inlined_late
def ones(x: int) -> int:
    """How many bits of a number below 2^63 are set; compiled to one instruction."""
    x = int(x)
    x = x - ((x >> 1) & 0x5555555555555555)
    x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F
    return (x * 0x0101010101010101 >> 56) & 0x7F


@inlined_late
def count(a: Any) -> int:
    """How many cells there are."""
    return (
        (ones(a[0]) + ones(a[1]) + ones(a[2]) + ones(a[3]) + ones(a[4]))
        + (ones(a[5]) + ones(a[6]) + ones(a[7]) + ones(a[8]) + ones(a[9]))
    )  # fmt: skip


@rule
def flood(s: Any, c: Any) -> None:
    """Fills the blank record `c` with what each rider of the position reaches first."""
    for k in range(FOLD):
        c.free[k] = (~s.taken[k + 1] & ROW) | (~s.taken[k + 1 + FOLD] & ROW) << HALF
    first, second = -1, -1
    for i in range(s.players):
        p = s.mover + i if s.mover + i < s.players else s.mover + i - s.players
        if s.place[p] == 0:
            y, bit = s.y[p], np.int64(1) << s.x[p] + 1
            c.head[FOLD * p + y % FOLD] = bit if y < FOLD else bit << HALF
            first, second = (p, second) if first < 0 else (first, p)
    left = words(c.free, 0)
    if s.alive == 2 and second >= 0:
        flood_two(c, first, second, left)
        return
    growing = True
    while growing:
        growing = False
        for i in range(s.players):
            p = s.mover + i if s.mover + i < s.players else s.mover + i - s.players
            if s.place[p] == 0:
                claim = words(c.claim, p)
                new = common(around(either(claim, words(c.head, p))), left)
                left = without(left, new)
                keep(c.claim, p, either(claim, new))
                growing |= some(new)


@inlined_late
def flood_two(c: Any, first: int, second: int, left: Any) -> None:
    """The same for two, whose cells all stay in registers."""
    a, b = words(c.head, first), words(c.head, second)
    growing = True
    while growing:
        new = common(around(a), left)
        a, left = either(a, new), without(left, new)
        more = common(around(b), left)
        b, left = either(b, more), without(left, more)
        growing = some(either(new, more))
    keep(c.claim, first, without(a, words(c.head, first)))
    keep(c.claim, second, without(b, words(c.head, second)))


@rule
def territory(c: Any, p: int) -> int:
    """How many cells a rider reaches first, after `flood`."""
    return count(words(c.claim, p))
