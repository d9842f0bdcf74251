"""Playouts: how a match is played on below a tree, and what the rules alone cost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from engines.draws import draw_below
from engines.game import PASS, Game, Joint, State, same
from engines.jit import inlined, rule
from search.base import Ints, generator

DRAWS = 5  # of hidden information that are compared


def build_chance(game: Game) -> Any:
    """The jitted (state, agent, actions, rng) -> action that draws any legal one, PASS where there
    is none; `actions` [K] is scratch.
    """
    rules, draws = game.rules.filled(), game.rules.random_action is not None
    legal, draw = rules.legal, rules.random_action

    @inlined
    def by_chance(state: Any, agent: int, actions: Ints, rng: Any) -> int:
        if draws:
            return draw(state, agent, rng)
        count = legal(state, agent, actions)
        return actions[draw_below(rng, count)] if count > 0 else PASS

    return by_chance


def build_script(game: Game) -> Any:
    """The same by the game's own policy; by chance where it has none."""
    by_chance, has_policy = build_chance(game), game.rules.policy is not None
    policy = game.rules.filled().policy

    @inlined
    def by_script(state: Any, agent: int, actions: Ints, rng: Any) -> int:
        return policy(state, agent, rng) if has_policy else by_chance(state, agent, actions, rng)

    return by_script


def build_move(game: Game) -> Any:
    """The jitted (state, joint, agent, action, rng) that plays the action of the one agent that
    moves; `joint` [A] is all PASS before and after.
    """
    moves, move, step = game.rules.move is not None, game.rules.filled().move, game.rules.step

    @inlined
    def play(state: Any, joint: Joint, agent: int, action: int, rng: Any) -> None:
        if moves:
            move(state, agent, action)
        else:
            joint[agent] = action
            step(state, joint, rng, None)
            joint[agent] = PASS

    return play


def redraws(game: Game, state: State, seat: int) -> bool:
    """Whether what `seat` cannot see of `state` can be drawn in more than one way; where it cannot,
    one draw says all.
    """
    observe, sample = game.rules.observe, game.rules.sample
    if sample is None or not game.hidden:
        return False
    draws = [state.copy() for _ in range(DRAWS)]
    for seed, draw in enumerate(draws):
        if observe is not None:
            observe(draw, seat)
        sample(draw, seat, generator(seed))
    return not all(same(draws[0], draw) for draw in draws[1:])


def build_playout(game: Game, choose: Any) -> Any:
    """The jitted (state, joint, actions, rng, most) -> turns, which plays on in place by `choose`
    for at most `most` turns.
    """
    agents, rules = game.agents, game.rules
    to_move, step, is_over = rules.to_move, rules.step, rules.is_over
    move = build_move(game)

    @rule
    def all_at_once(state: Any, joint: Joint, actions: Ints, rng: Any, most: int) -> int:
        turns = 0
        while turns < most and not is_over(state):
            for a in range(agents):
                joint[a] = choose(state, a, actions, rng)
            step(state, joint, rng, None)
            turns += 1
        return turns

    @rule
    def in_turn(state: Any, joint: Joint, actions: Ints, rng: Any, most: int) -> int:
        turns = 0
        for a in range(agents):
            joint[a] = PASS
        while turns < most and not is_over(state):
            mover = to_move(state)
            move(state, joint, mover, choose(state, mover, actions, rng), rng)
            turns += 1
        return turns

    return all_at_once if game.simultaneous else in_turn


def build_evaluate(game: Game) -> Callable[..., None]:
    """The jitted function that writes the result of the match into `s.values`, or the evaluation
    where the playout stopped.
    """
    agents, owner, rules = game.agents, np.array(game.owner), game.rules.filled()
    value, outcome = rules.value, rules.outcome

    @inlined
    def evaluate(state: Any, s: Any, w: Any, to_end: bool) -> None:
        if to_end:
            outcome(state, s.seat_values)
            for a in range(agents):
                s.values[a] = s.seat_values[owner[a]]
        else:
            value(state, w, s.values)

    return evaluate
