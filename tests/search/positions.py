"""Games and positions for the tests of searches."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np

from engines import games
from engines.game import PASS, Game, State
from engines.knobs import make
from search.base import Search, generator

Some = TypeVar("Some", bound=Search)


def configured(name: str, **options: Any) -> Game:
    """The game with these options."""
    return games()[name].configure(**options)


def played(game: Game, *actions: int) -> State:
    """The position after the movers took these actions in turn."""
    state = game.initial(1)
    for action in actions:
        step(game, state, action)
    return state


def step(game: Game, state: State, action: int) -> None:
    """The mover takes this action."""
    joint = np.full(game.agents, PASS, np.int64)
    joint[game.rules.to_move(state)] = action
    game.rules.step(state, joint, generator(0), None)


def begun(
    kind: type[Some],
    game: Game,
    state: State | None = None,
    seat: int = 0,
    seed: int = 1,
    **params: Any,
) -> Some:
    """A search of a position, by default the first one, before its first iteration."""
    search = kind(game, make(kind.Params, params), seed=seed)
    search.start(game.initial(1) if state is None else state, seat)
    return search
