"""Each evaluation weight of each game counts: it changes the value of some position that can be
reached.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest

from engines import games
from engines.game import PASS, Game, State
from engines.knobs import Value, knobs, make
from tests.matches import generator, legal, movers, random_match

WEIGHTS = [(name, knob.name) for name, game in games().items() for knob in knobs(game.EvalParams)]
MOST = 160  # turns of a match that are looked at
SEEDS = (1, 2, 3)


@cache
def reached(name: str) -> tuple[State, ...]:
    """Positions of random and of scripted matches."""
    game = games()[name]()
    return tuple(
        state for seed in SEEDS for state in (*random_states(game, seed), *scripted(game, seed))
    )


def random_states(game: Game, seed: int) -> Iterator[State]:
    """After each turn of a random match."""
    for _, _, after in random_match(game, seed, MOST):
        yield after


def scripted(game: Game, seed: int) -> Iterator[State]:
    """After each turn of a match that the game's script plays."""
    state, rng = game.initial(seed), generator(seed)
    for _ in range(MOST if game.rules.policy is not None else 0):
        if game.rules.is_over(state):
            return
        joint = np.full(game.agents, PASS, np.int64)
        for agent in movers(game, state):
            if legal(game, state, agent):
                joint[agent] = game.rules.policy(state, agent, rng)
        game.rules.step(state, joint, rng, None)
        yield state.copy()


@pytest.mark.parametrize(("name", "weight"), WEIGHTS)
def test_a_weight_changes_a_value(name: str, weight: str) -> None:
    game = games()[name]()
    known = {knob.name: knob for knob in knobs(game.EvalParams)}
    knob = known[weight]
    ends: list[Value] = [False, True] if knob.kind == "switch" else [knob.low, knob.high]
    other = next(end for end in ends if end != knob.default)
    base = {name: k.high for name, k in known.items() if name in knob.idle_if}
    pair = [game.weights(make(game.EvalParams, base | more)) for more in ({}, {weight: other})]
    values = np.full((2, game.agents), np.nan)
    for state in reached(name):
        for w, out in zip(pair, values, strict=True):
            root = state.copy()
            if game.rules.prepare is not None:
                game.rules.prepare(root, w)
            game.rules.value(root, w, out)
        if not np.array_equal(*values, equal_nan=True):
            return
    pytest.fail(f"{weight}={other} values all {len(reached(name))} positions as {knob.default}.")
