"""`move` is `step` for the one agent that moves, with every legal action."""

from __future__ import annotations

import numpy as np
import pytest

from engines import games
from engines.game import PASS, same
from tests.matches import generator, legal, movers

MOVING = sorted(name for name, game in games().items() if game().rules.move is not None)


def test_games_of_turns_have_it() -> None:
    assert {"connect_four", "tictactoe", "uttt"} <= set(MOVING)


@pytest.mark.parametrize("name", MOVING)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_move_is_a_step_with_the_other_agents_passing(name: str, seed: int) -> None:
    game, rng = games()[name](), generator(seed)
    assert not game.simultaneous and game.rules.move is not None
    state, turns = game.initial(seed), 0
    while not game.rules.is_over(state):
        (agent,) = movers(game, state)
        actions = legal(game, state, agent)
        for action in [*actions, actions[int(rng.random() * len(actions))]]:  # the last is played
            stepped, moved, joint = state.copy(), state.copy(), np.full(game.agents, PASS, np.int64)
            joint[agent] = action
            game.rules.step(stepped, joint, rng, None)
            game.rules.move(moved, agent, action)
            assert same(stepped, moved), (turns, agent, action)
        state, turns = stepped, turns + 1
    assert turns > 4
