"""The maps of Code of Kutulu, and tables of their distances and lines of sight, which kernels hold
as constants for all maps at once.

A cell is the number of a walkable square in reading order. Shapes: [M] maps, [C] cells of the
largest map, [4] directions.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

import resources
from engines.jit import rule

Table = NDArray[np.int16]

WALL, START, SPAWN, SHELTER = "#SwU"
DX = (0, 1, 0, -1)  # up, right, down, left
DY = (-1, 0, 1, 0)
NOWHERE = -1
APART = 255  # the distance of cells with no path between them
# in the order in which they are drawn
WOOD = ("Pac man", "Hypersonic", "Oasis", "Corridors", "Origin of symmetry", "Four of a kind")
BRONZE_COUNT = 16  # the first maps of the file, likewise


@dataclass(frozen=True)
class KutuluMap:
    """A maze; `cells` are its walkable squares (x, y), the other fields number them."""

    name: str
    rows: tuple[str, ...]
    cells: tuple[tuple[int, int], ...]
    starts: tuple[int, ...]
    spawns: tuple[int, ...]
    shelters: tuple[int, ...]

    @property
    def width(self) -> int:
        """Columns."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """Rows."""
        return len(self.rows)

    def number(self, x: int, y: int) -> int:
        """The cell at (x, y), NOWHERE for a wall or outside."""
        return numbers(self).get((x, y), NOWHERE)


def read(name: str, rows: tuple[str, ...]) -> KutuluMap:
    """A map from its rows of characters."""
    cells = tuple(
        (x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign != WALL
    )
    found = {
        sign: tuple(k for k, (x, y) in enumerate(cells) if rows[y][x] == sign)
        for sign in (START, SPAWN, SHELTER)
    }
    return KutuluMap(name, rows, cells, found[START], found[SPAWN], found[SHELTER])


@cache
def numbers(place: KutuluMap) -> dict[tuple[int, int], int]:
    """The number of each walkable square."""
    return {cell: k for k, cell in enumerate(place.cells)}


_TEXT = resources.path("kutulu", "maps.txt").read_text(encoding="utf-8")
FINGERPRINT = hashlib.sha256(_TEXT.encode()).hexdigest()  # kernels contain the maps
_BLOCKS = [block.splitlines() for block in _TEXT.split("= ")[1:]]
MAPS = tuple(read(lines[0], tuple(line for line in lines[1:] if line)) for lines in _BLOCKS)
# the maps' names as an option spells them
SPELLINGS = {each.name.lower().replace(" ", "_").replace("'", ""): each.name for each in MAPS}
MOST_CELLS = max(len(each.cells) for each in MAPS)
MOST_SPAWNS = max(len(each.spawns) for each in MAPS)
MOST_SHELTERS = max(len(each.shelters) for each in MAPS)


def _table(width: int) -> Table:
    return np.full((len(MAPS), MOST_CELLS, width), NOWHERE, np.int16)


def _neighbours() -> Table:
    """The cell next to each cell [M, C, 4], NOWHERE for a wall."""
    table = _table(4)
    for m, each in enumerate(MAPS):
        x, y = np.array(each.cells).T
        grid = np.full((each.height + 2, each.width + 2), NOWHERE)  # with walls all around
        grid[y + 1, x + 1] = np.arange(len(each.cells))
        for way in range(4):
            table[m, : len(each.cells), way] = grid[y + 1 + DY[way], x + 1 + DX[way]]
    return table


def _open_cells(beside: Table) -> Table:
    """How many cells are between each cell and the next wall [M, C, 4]."""
    table = _table(4)
    for m, each in enumerate(MAPS):
        count = len(each.cells)
        table[m, :count] = 0
        for way in range(4):
            # from NOWHERE, which is the last, there is no way on
            step = np.append(beside[m, :count, way], NOWHERE)
            here = step[:-1]
            while (free := here != NOWHERE).any():
                table[m, :count, way] += free
                here = step[here]
    return table


def _places() -> Table:
    """Column and row of each cell [M, C, 2]."""
    table = _table(2)
    for m, each in enumerate(MAPS):
        table[m, : len(each.cells)] = each.cells
    return table


def _distances(beside: Table) -> NDArray[np.uint8]:
    """Steps between all pairs of cells, a square table for each map, one after another."""
    return np.concatenate(
        [_flood(beside[m, : len(each.cells)]).ravel() for m, each in enumerate(MAPS)]
    )


def _flood(beside: Table) -> NDArray[np.uint8]:
    """Steps between all pairs of one map's cells [C, C], by a flood from all of them at once."""
    count = len(beside)
    # [cell, eight starts a byte]; the last row stands for the walls
    reached = np.zeros((count + 1, (count + 7) // 8), np.uint8)
    reached[:count] = np.packbits(np.eye(count, dtype=bool), axis=1)
    far = np.zeros((count, count), np.uint8)
    while True:
        missing = np.unpackbits(~reached[:count], axis=1, count=count)
        grown = reached[:count] | np.bitwise_or.reduce(reached[beside], axis=1)
        if (grown == reached[:count]).all():
            return np.where(missing, APART, far).astype(np.uint8)
        far += missing
        reached[:count] = grown


BESIDE = _neighbours()
SIGHT = _open_cells(BESIDE)
PLACE = _places()
_DISTANCE = _distances(BESIDE)
# where each map's distances begin
OFFSET = np.cumsum([0, *(len(each.cells) ** 2 for each in MAPS)])[:-1]


@rule
def distance(s: Any, a: int, b: int) -> int:
    """Steps from one cell to another on the map of the state, APART if there is no way."""
    return int(_DISTANCE[s.offset + a * s.cells + b])
