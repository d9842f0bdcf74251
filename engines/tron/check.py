"""Whether a record from outside can be a position of Tron: riders, places and ribbons are
consistent.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_

from engines.checking import Bounds
from engines.game import Game, State
from engines.tron.rules import BORDER, FULL_ROW, HEIGHT, MOST, NOWHERE, WIDTH

INSIDE = FULL_ROW & ~BORDER
NO_RIBBON = [0] * (HEIGHT + 2)


def bounds(game: Game) -> Bounds:
    """The bounds of each field; the scratch of floods is empty between rules."""
    players = game.agents
    return {
        "taken": (BORDER, FULL_ROW),
        "ribbon": (0, INSIDE),
        "way": (0, INSIDE),
        "x": (NOWHERE, WIDTH - 1),
        "y": (NOWHERE, HEIGHT - 1),
        "start_x": (NOWHERE, WIDTH - 1),
        "start_y": (NOWHERE, HEIGHT - 1),
        "place": (0, players),
        "players": (players, players),
        "alive": (1, players),
        "mover": (0, players - 1),
        "turn": (0, game.longest),
        "claim": (0, 0),
        "free": (0, 0),
    }


def contradictions(game: Game, state: State) -> Iterator[str]:
    """Yields what is impossible in a record whose fields are within bounds, most basic checks
    first.
    """
    yield from _places(game, state)
    for p in range(MOST):
        yield from _rider(game, state, p)
    yield from _ribbons(state)
    yield from _turn(game, state)


def _places(game: Game, state: State) -> Iterator[str]:
    places = state.place[: game.agents].tolist()
    riding = places.count(0)
    if riding != state.alive:
        yield f"{int(state.alive)} are said to ride, but {riding} have no place yet"
    if sorted(places)[riding:] != list(range(riding + 1, game.agents + 1)):
        yield f"the places {places} are not those of {game.agents - riding} who went out in turn"
    if places[state.mover]:
        yield f"it is the move of {game.agent_name(int(state.mover))}, who is out"


def _rider(game: Game, state: State, p: int) -> Iterator[str]:
    """A rider has its start and its head in its ribbon; a player who is out or does not take part
    has nothing.
    """
    ends = [int(state[name][p]) for name in ("start_x", "start_y", "x", "y")]
    ribbon, name = state.ribbon[p].tolist(), game.agent_name(p)
    part, place = p < game.agents, int(state.place[p])
    if place or not part:
        blank = [NOWHERE if part else 0] * 4
        if ends != blank or ribbon != NO_RIBBON or (place and not part):
            yield f"{name} does not ride, but is on the grid"
        return
    for what, x, y in (("start", ends[0], ends[1]), ("head", ends[2], ends[3])):
        if NOWHERE in (x, y) or not ribbon[y + 1] >> x + 1 & 1:
            yield f"the {what} of {name} at {x} {y} is no cell of its ribbon"


def _ribbons(state: State) -> Iterator[str]:
    """No cell belongs to two ribbons; the taken cells are the border and the ribbons."""
    taken, low, high = state.taken.tolist(), state.way[0].tolist(), state.way[1].tolist()
    for row in range(HEIGHT + 2):
        ribbons = state.ribbon[:, row].tolist()
        cells = reduce(or_, ribbons)
        edge = row in (0, HEIGHT + 1)
        if cells != sum(ribbons):
            yield f"two ribbons share a cell of row {row - 1}"
        border = FULL_ROW if edge else BORDER
        if cells & border:
            yield "a ribbon lies on the border"
        if taken[row] != cells | border:
            yield f"the taken cells of row {row - 1} are not those of the border and the ribbons"
        if (low[row] | high[row]) & ~cells:
            yield f"directions are noted in row {row - 1} where no ribbon is"


def _turn(game: Game, state: State) -> Iterator[str]:
    """All who still ride have moved equally often, give or take one; each move adds a cell."""
    longest = max(sum(row.bit_count() for row in ribbon) for ribbon in state.ribbon.tolist())
    if state.turn > game.agents * longest:
        yield f"after {int(state.turn)} moves a ribbon is longer than {longest} cells"
