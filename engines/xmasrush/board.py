"""The maze as bits: joints between cells, floods, paths and pushes, all on whole boards of 49 bits.

A path is one number: two bits per step, the first step lowest, its length in bits 40 to 44, and bit
46 so that no path looks like a push. A push is 7 * direction + line. Among shortest paths the one
whose first steps come earlier in up, right, down, left is taken.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.jit import rule
from engines.xmasrush.state import CELLS, DOWN, LEFT, MOST_STEPS, RIGHT, SIDE, UP

Number = Any  # an int64 in kernels, where boards and paths need all their bits; an int in Python

PUSHES = 4 * SIDE
STAY = 1 << 46  # the path without steps, PASS in the contest's words
ONE_STEP = 1 << 40
STEPS = ONE_STEP - 1
ROW = (1 << SIDE) - 1
COLUMN = sum(1 << SIDE * y for y in range(SIDE))
BOARD = (1 << CELLS) - 1
NOT_LAST = BOARD ^ COLUMN << SIDE - 1  # all columns but the right one
NOT_FIRST = BOARD ^ COLUMN
DELTA = np.array([-SIDE, 1, SIDE, -1])
_BITS = np.array([k.bit_count() for k in range(1 << 13)], np.int8)


@rule
def count(cells: Number) -> Number:
    """How many cells are set."""
    return np.int64(
        _BITS[cells & 8191]
        + _BITS[cells >> 13 & 8191]
        + _BITS[cells >> 26 & 8191]
        + _BITS[cells >> 39]
    )


@rule
def lowest(cells: Number) -> Number:
    """The number of the first cell that is set."""
    return count((cells & -cells) - 1)


@rule
def nth(cells: Number, n: Number) -> Number:
    """The number of the n-th cell that is set, from 0."""
    for _ in range(n):
        cells &= cells - 1
    return lowest(cells)


@rule
def across(right: Number, left: Number) -> Number:
    """Cells joined with their right neighbour."""
    return right & (left >> 1) & NOT_LAST


@rule
def below(down: Number, up: Number) -> Number:
    """Cells joined with the one below."""
    return down & (up >> SIDE)


@rule
def grown(h: Number, v: Number, cells: Number) -> Number:
    """The cells and what is one step from them; `h` and `v` are the joints."""
    return cells | (cells & h) << 1 | (cells >> 1) & h | (cells & v) << SIDE | (cells >> SIDE) & v


@rule
def spread(h: Number, v: Number, cells: Number, steps: Number) -> Number:
    """The cells within `steps` steps."""
    for _ in range(steps):
        more = grown(h, v, cells)
        if more == cells:
            break
        cells = more
    return cells


@rule
def is_joined(h: Number, v: Number, cell: Number, way: Number) -> bool:
    """Whether a step that way is possible."""
    if way == UP:
        return (v << SIDE) >> cell & 1 != 0
    if way == RIGHT:
        return h >> cell & 1 != 0
    if way == DOWN:
        return v >> cell & 1 != 0
    return (h << 1) >> cell & 1 != 0


@rule
def path_to(h: Number, v: Number, start: Number, end: Number) -> Number:
    """A shortest path; -1 if there is none within MOST_STEPS."""
    goal, here = np.int64(1) << end, np.int64(1) << start
    far, cells = 0, goal
    while cells & here == 0:
        more = grown(h, v, cells)
        if more == cells or far == MOST_STEPS:
            return -1
        cells = more
        far += 1
    path, cell = np.int64(STAY), start
    for k in range(far):
        nearer = spread(h, v, goal, far - 1 - k)
        for way in range(4):
            if is_joined(h, v, cell, way) and nearer >> (cell + DELTA[way]) & 1 != 0:
                path = (path | np.int64(way) << 2 * k) + ONE_STEP
                cell += DELTA[way]
                break
    return path


@rule
def length(path: Number) -> Number:
    """How many steps a path has."""
    return path >> 40 & 31


@rule
def chained(path: Number, more: Number) -> Number:
    """A path followed by another one."""
    return (path + (length(more) * ONE_STEP)) | (more & STEPS) << 2 * length(path)


@rule
def is_path(action: Number) -> bool:
    """Whether the number is a path that a player may send, blocked or not."""
    return (
        action >> 46 == 1
        and action >> 45 & 1 == 0
        and length(action) <= MOST_STEPS
        and (action & STEPS) >> 2 * length(action) == 0
    )


@rule
def is_row(push: Number) -> bool:
    """Whether a push moves a row."""
    return (push // SIDE) & 1 == 1


@rule
def pushed(cells: Number, push: Number, entering: Number) -> Number:
    """A board of bits after a push; `entering` is the bit of the incoming tile."""
    way, line = push // SIDE, push % SIDE
    if way in (RIGHT, LEFT):
        mask, first = ROW << SIDE * line, SIDE * line
        if way == RIGHT:
            moved = (cells & mask & NOT_LAST) << 1 | entering << first
        else:
            moved = (cells & mask & NOT_FIRST) >> 1 | entering << first + 6
    else:
        mask = COLUMN << line
        moved = (
            (cells & mask) << SIDE & BOARD | entering << line
            if way == DOWN
            else (cells & mask) >> SIDE | entering << line + 42
        )
    return (cells & ~mask) | moved


@rule
def carried_along(cell: Number, push: Number) -> Number:
    """Where a player is after a push."""
    way, line = push // SIDE, push % SIDE
    x, y = cell % SIDE, cell // SIDE
    if way == UP:
        return cell if x != line else cell - SIDE if y > 0 else cell + 42
    if way == RIGHT:
        return cell if y != line else cell + 1 if x < 6 else cell - 6
    if way == DOWN:
        return cell if x != line else cell + SIDE if y < 6 else cell - 42
    return cell if y != line else cell - 1 if x > 0 else cell + 6


@rule
def end_of(h: Number, v: Number, start: Number, path: Number) -> Number:
    """Where a path leads; a blocked step cancels the rest."""
    cell = start
    for k in range(length(path)):
        way = path >> 2 * k & 3
        if not is_joined(h, v, cell, way):
            break
        cell += DELTA[way]
    return cell


def steps_of(action: int) -> list[int]:
    """The directions of a path."""
    return [int(action) >> 2 * k & 3 for k in range(int(action) >> 40 & 31)]


def path_of(ways: Any) -> int:
    """The number of a path."""
    return STAY + sum(way << 2 * k for k, way in enumerate(ways)) + len(ways) * ONE_STEP
