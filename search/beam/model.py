"""What the others are assumed to do: rest, follow a plan, follow the game's script, or take the
best next value.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from engines.game import PASS, Game, State
from engines.jit import rule
from search.base import Ints

PLAN, SCRIPTED, GREEDY = range(3)
# an agent without a plan rests
MODES = {"none": PLAN, "beam": PLAN, "scripted": SCRIPTED, "greedy": GREEDY}


def _rest_of(game: Game) -> Callable[[Any, int, Ints, Any], int]:
    rules = game.rules.filled()
    legal, is_legal, rest, policy = rules.legal, rules.is_legal, rules.rest, rules.policy
    rests, follows = game.rules.rest is not None, game.rules.policy is not None

    def rest_of(state: Any, agent: int, actions: Ints, rng: Any) -> int:
        if legal(state, agent, actions) == 0:
            return PASS
        action = actions[0]
        if rests:
            action = rest(state, agent)
        elif follows:
            action = policy(state, agent, rng)
        return action if is_legal(state, agent, action) else actions[0]

    return rest_of


def build_rest(game: Game) -> Any:
    """The jitted (state, agent, actions, rng) -> action that disturbs least: the game's rest
    action, else its script, else the first legal action.

    PASS for an agent that has no action; `actions` [K] is scratch.
    """
    return rule(_rest_of(game))


def build_reply(game: Game) -> Any:
    """The jitted (states, index, agent, when, plan, s, buffer, w, rng) -> action of an agent of
    another seat.

    A planned action that has become illegal is replaced by rest. `s` is the beam's scratch;
    `s.trial` holds a rest action for every agent that moves.
    """
    agents, rules = game.agents, game.rules.filled()
    legal, is_legal, step, value = rules.legal, rules.is_legal, rules.step, rules.value
    follows, policy = game.rules.policy is not None, rules.policy

    @rule
    def greedy(states: Any, index: int, agent: int, s: Any, buffer: Any, w: Any, rng: Any) -> int:
        count = legal(states[index], agent, s.actions)
        chosen, best = s.trial[agent], -np.inf
        for k in range(count):
            for a in range(agents):
                s.joint[a] = s.trial[a]
            s.joint[agent] = s.actions[k]
            buffer[0] = states[index]
            step(buffer[0], s.joint, rng, None)
            value(buffer[0], w, s.values)
            if s.values[agent] > best:
                chosen, best = s.actions[k], s.values[agent]
        return chosen

    @rule
    def reply(
        states: Any,
        index: int,
        agent: int,
        when: int,
        plan: Ints,
        s: Any,
        buffer: Any,
        w: Any,
        rng: Any,
    ) -> int:
        state = states[index]
        resting = s.trial[agent]
        if resting == PASS:
            return PASS
        if s.mode == GREEDY:
            return greedy(states, index, agent, s, buffer, w, rng)
        if s.mode == SCRIPTED and follows:
            return policy(state, agent, rng)
        if (
            when < plan.shape[1]
            and plan[agent, when] != PASS
            and is_legal(state, agent, plan[agent, when])
        ):
            return plan[agent, when]
        return resting

    return reply


def resting(game: Game, state: State, agent: int, rng: np.random.Generator) -> int:
    """The same as `build_rest`, for use outside kernels."""
    return int(_rest_of(game)(state, agent, np.zeros(game.max_actions, np.int64), rng))
