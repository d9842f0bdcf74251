"""Whether a record from outside can be a position of Pac-Man: the maze is the layout's, every agent
is on a reachable cell, and turn, score and end are consistent.
"""

from __future__ import annotations

from collections.abc import Iterator

from engines.checking import Bounds
from engines.game import State
from engines.pacman import rules as r
from engines.pacman.layouts import MOST_COLUMNS, MOST_ROWS, Maze, reached

ROW = (1 << MOST_COLUMNS) - 1
MAZE = ("wall", "home_x", "home_y", "meals")  # what no move changes


def bounds(start: State) -> Bounds:
    """The bounds of each field in a match with this start; the scratch of floods is empty between
    rules.
    """
    ghosts, rounds, scare = int(start.ghosts), int(start.rounds), int(start.scare)
    meals, pellets = int(start.meals), sum(row.bit_count() for row in start.pellet.tolist())
    moves = rounds * (1 + ghosts)
    return {
        "wall": (0, ROW),
        "food": (0, ROW),
        "pellet": (0, ROW),
        "x": (0, MOST_COLUMNS - 1),
        "y": (0, MOST_ROWS - 1),
        "home_x": (0, MOST_COLUMNS - 1),
        "home_y": (0, MOST_ROWS - 1),
        "way": (r.UP, r.STOP),
        "scared": (0, scare),
        "ghosts": (ghosts, ghosts),
        "mover": (0, ghosts),
        "turn": (0, moves),
        "rounds": (rounds, rounds),
        "scare": (scare, scare),
        "left": (0, meals),
        "meals": (meals, meals),
        "score": (
            r.CAUGHT_POINTS + r.MOVE_POINTS * rounds,
            r.WIN_POINTS + r.FOOD_POINTS * meals + r.GHOST_POINTS * pellets * ghosts,
        ),
        "status": (r.PLAYING, r.BAD_GHOST),
        "claim": (0, 0),
    }


def contradictions(layout: Maze, start: State, state: State) -> Iterator[str]:
    """Yields what is impossible in a record whose fields are within bounds, in a match on this
    layout that begins with `start`; most basic checks first.
    """
    yield from _maze(start, state)
    yield from _agents(layout, state)
    yield from _end(state)
    yield from _score(start, state)


def _maze(start: State, state: State) -> Iterator[str]:
    for name in MAZE:
        if (state[name] != start[name]).any():
            yield f"{name} is not that of the layout"
    for name in ("food", "pellet"):
        if (state[name] & ~start[name]).any():
            yield f"there is {name} where the layout has none"
    food = _count(state.food.tolist())
    if food != state.left:
        yield f"{int(state.left)} food is said to be left, but {food} lie in the maze"


def _agents(layout: Maze, state: State) -> Iterator[str]:
    """Each agent is on a cell that it can reach; places of ghosts that do not take part are
    empty.
    """
    ghosts = int(state.ghosts)
    for agent, home in enumerate((layout.pacman, *layout.ghosts[:ghosts])):
        cell = int(state.x[agent]), int(state.y[agent])
        if cell not in reached(layout, home):
            name = f"ghost {agent}" if agent else "Pac-Man"
            yield f"{name} is at {cell[0]} {cell[1]}, to where no way leads from its start"
    rest = slice(1 + ghosts, None)
    if (
        any(state[name][rest].any() for name in ("x", "y", "scared"))
        or (state.way[rest] != r.STOP).any()
    ):
        yield f"only {ghosts} ghosts take part, but another is in the maze"
    if state.scared[0]:
        yield "Pac-Man is scared, which only ghosts can be"


def _end(state: State) -> Iterator[str]:
    """Who moves follows from the turn, and whether the match is over from what happened."""
    status, turn, mover = int(state.status), int(state.turn), int(state.mover)
    ghosts, last = int(state.ghosts), int(state.rounds) * (1 + int(state.ghosts))
    moved = turn - (
        status in (r.BAD_PACMAN, r.BAD_GHOST)
    )  # an agent that answers badly does not move
    if moved < 0 or mover != moved % (1 + ghosts):
        yield f"agent {mover} cannot be the one to move after {turn} moves"
    if (status == r.TIME_OVER and turn != last) or (status == r.PLAYING and turn == last):
        yield f"a match of {int(state.rounds)} rounds is over after {last} moves, not after {turn}"
    if (status == r.WON) != (state.left == 0):
        yield f"{int(state.left)} food is left, which does not fit the state of the match"
    if (status == r.BAD_PACMAN and mover) or (status == r.BAD_GHOST and not mover):
        yield "a bad answer was sent by somebody else than the one to move"
    beside = [
        ghost
        for ghost in range(1, 1 + ghosts)
        if (state.x[ghost], state.y[ghost], state.scared[ghost]) == (state.x[0], state.y[0], 0)
    ]
    if status == r.CAUGHT and not beside:
        yield "Pac-Man is caught, but no ghost is on his cell"


def _score(start: State, state: State) -> Iterator[str]:
    """Moves, food and the end give the score, except for ghosts sent home: each at most once per
    pellet, and not while the last pellet still scares it.
    """
    status, ghosts = int(state.status), int(state.ghosts)
    moves = (int(state.turn) - (status == r.BAD_PACMAN) + ghosts) // (1 + ghosts)
    known = r.MOVE_POINTS * moves + r.FOOD_POINTS * int(state.meals - state.left)
    known += {r.WON: r.WIN_POINTS, r.CAUGHT: r.CAUGHT_POINTS}.get(status, 0)
    home, odd = divmod(int(state.score) - known, r.GHOST_POINTS)
    most = (_count(start.pellet.tolist()) - _count(state.pellet.tolist())) * ghosts
    if odd or home < 0:
        yield f"a score of {int(state.score)} does not follow from what was eaten"
    scared = int((state.scared > 0).sum())
    if home + scared > most:
        yield f"{home} ghosts went home and {scared} are scared, but only {most} were frightened"


def _count(rows: list[int]) -> int:
    return sum(row.bit_count() for row in rows)
