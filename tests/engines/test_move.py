"""`move` is `step` for the one agent that moves, with every legal action; `after` foresees
what `move` and then `value` say.
"""

from __future__ import annotations

import numpy as np
import pytest

from engines import games
from engines.game import PASS, same
from tests.matches import generator, legal, movers

MOVING = sorted(name for name, game in games().items() if game().rules.move is not None)
FORESEEING = sorted(name for name, game in games().items() if game().rules.after is not None)


def test_games_of_turns_have_it() -> None:
    assert {"connect_four", "tictactoe", "uttt"} <= set(MOVING)
    assert "connect_four" in FORESEEING
    assert set(FORESEEING) <= set(MOVING)


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


@pytest.mark.parametrize("name", FORESEEING)
@pytest.mark.parametrize("weighed", [False, True])
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_what_comes_after_a_move_is_what_the_move_leads_to(
    name: str, weighed: bool, seed: int
) -> None:
    game, rng = games()[name](), generator(seed)
    move, after, value = game.rules.move, game.rules.after, game.rules.value
    assert move is not None and after is not None
    weights = np.round(rng.random(game.weights().size), 2) if weighed else 0.0 * game.weights()
    state, ended = game.initial(seed), 0
    while not game.rules.is_over(state):
        (agent,) = movers(game, state)
        actions = legal(game, state, agent)
        for action in [*actions, actions[int(rng.random() * len(actions))]]:  # the last is played
            kept, moved = state.copy(), state.copy()
            foreseen, found = np.full((2, game.agents), np.nan)
            goes_on = after(state, agent, action, weights, foreseen)
            move(moved, agent, action)
            value(moved, weights, found)
            assert same(kept, state), "nothing is played"
            assert goes_on == (not game.rules.is_over(moved)), (agent, action)
            assert foreseen.tolist() == found.tolist(), (agent, action)
            ended += not goes_on
        state = moved
    assert ended
