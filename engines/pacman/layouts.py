"""Pac-Man's layouts: mazes as text, read and checked."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import resources
from engines.knobs import KnobError

WALL, FOOD, PELLET, NOTHING, PACMAN, GHOST = "%.o PG"
MOST_COLUMNS, MOST_ROWS, MOST_GHOSTS = 30, 20, 8


@dataclass(frozen=True)
class Maze:
    """A maze: its contents as (x, y) from the upper left."""

    title: str
    width: int
    height: int
    walls: frozenset[tuple[int, int]]
    food: frozenset[tuple[int, int]]
    pellets: frozenset[tuple[int, int]]
    pacman: tuple[int, int]
    ghosts: tuple[tuple[int, int], ...]


def read(text: str, source: str) -> Maze:
    """The layout written in `text`; KnobError says in one sentence what is wrong with `source`."""
    lines = text.splitlines()
    title = next((line[1:].strip() for line in lines if line.startswith("#")), source)
    # line numbers of the rows, as an editor counts them
    numbers = [number for number, line in enumerate(lines, 1) if line and not line.startswith("#")]
    rows = [lines[number - 1] for number in numbers]
    if not rows:
        raise KnobError(
            f"The layout {source} should have lines of equal length, but it has none (lines "
            "that begin with # do not count)."
        )
    odd = next((k for k, row in enumerate(rows) if len(row) != len(rows[0])), None)
    if odd is not None:
        lengths = (
            f"line {numbers[odd]} has {len(rows[odd])} letters, line {numbers[0]} has "
            f"{len(rows[0])}"
        )
        raise KnobError(f"The layout {source} should have lines of equal length, but {lengths}.")
    width, height = len(rows[0]), len(rows)
    if width > MOST_COLUMNS or height > MOST_ROWS:
        raise KnobError(
            f"The layout {source} is {width} x {height}; at most {MOST_COLUMNS} x {MOST_ROWS} fit."
        )
    cells: dict[str, list[tuple[int, int]]] = {
        sign: [] for sign in (WALL, FOOD, PELLET, NOTHING, PACMAN, GHOST)
    }
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            if sign not in cells:
                raise KnobError(
                    f"The layout {source} has the unknown letter {sign!r} in line "
                    f"{numbers[y]}, column {x + 1}."
                )
            cells[sign].append((x, y))
    border = {
        (x, y)
        for x in range(width)
        for y in range(height)
        if x in (0, width - 1) or y in (0, height - 1)
    }
    if not border <= set(cells[WALL]):
        raise KnobError(f"The layout {source} is open at its border; walls (%) have to close it.")
    if len(cells[PACMAN]) != 1:
        raise KnobError(
            f"The layout {source} should have one start P for Pac-Man, not {len(cells[PACMAN])}."
        )
    if len(cells[GHOST]) > MOST_GHOSTS:
        raise KnobError(
            f"The layout {source} has {len(cells[GHOST])} ghosts; at most {MOST_GHOSTS} fit."
        )
    if not cells[FOOD]:
        raise KnobError(f"The layout {source} has no food (.), so nothing could be won.")
    layout = Maze(
        title,
        width,
        height,
        frozenset(cells[WALL]),
        frozenset(cells[FOOD]),
        frozenset(cells[PELLET]),
        cells[PACMAN][0],
        tuple(cells[GHOST]),
    )
    lost = layout.food - reached(layout, layout.pacman)
    if lost:
        x, y = min(lost)
        raise KnobError(
            f"In the layout {source}, the food in line {numbers[y]}, column {x + 1} cannot "
            "be reached."
        )
    for x, y in layout.ghosts:
        if not any(cell not in layout.walls for cell in _beside(x, y)):
            raise KnobError(
                f"In the layout {source}, the ghost in line {numbers[y]}, column {x + 1} "
                "cannot move."
            )
    return layout


@cache
def reached(layout: Maze, start: tuple[int, int]) -> frozenset[tuple[int, int]]:
    """The cells reachable from a cell."""
    found, todo = {start}, [start]
    while todo:
        x, y = todo.pop()
        for cell in _beside(x, y):
            if cell not in layout.walls and cell not in found:
                found.add(cell)
                todo.append(cell)
    return frozenset(found)


def _beside(x: int, y: int) -> tuple[tuple[int, int], ...]:
    return (x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)


@cache
def own() -> dict[str, Maze]:
    """The layouts that come with the lab, by name."""
    return {
        path.stem: read(path.read_text(encoding="utf-8"), path.stem)
        for path in sorted(resources.path("pacman").glob("*.txt"))
    }


@cache
def load(file: str) -> Maze:
    """The layout in a user's file; KnobError if it is not one."""
    try:
        return read(Path(file).read_text(encoding="utf-8"), file)
    except (OSError, UnicodeDecodeError) as error:
        raise KnobError(
            f"The layout {file} cannot be read: "
            f"{getattr(error, 'strerror', None) or 'it is no text'}."
        ) from None
