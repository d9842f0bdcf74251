"""Games and positions for the tests of searches."""

from __future__ import annotations

from typing import Any

import numpy as np

from engines import games
from engines.game import PASS, Game, State
from search.base import generator


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
