"""Root actions limited to a list: the same search, which tries nothing else at its root.

Shapes: [A] agents, [K] actions.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.game import SIMULTANEOUS, Game, State
from engines.jit import inlined

Ints = NDArray[np.int64]
Only = Mapping[int, Ints]  # for each limited agent the actions it may begin with, [K]


def legal_now(game: Game, state: State, agent: int) -> Ints:
    """The agent's legal actions, none where it waits or the match is over; [K]"""
    rules, out = game.rules, np.zeros(game.max_actions, np.int64)
    waits = rules.is_over(state) or rules.to_move(state) not in (SIMULTANEOUS, agent)
    return out[: 0 if waits else rules.legal(state, agent, out)].copy()


def limited(
    game: Game, state: State, agents: tuple[int, ...], only: Only | None
) -> dict[int, Ints]:
    """The lists of `only` in the order of the legal actions, for a search that may limit `agents`.

    ValueError with one sentence if a list is empty or holds an action that is not legal, or if its
    agent has no choice now.
    """
    if not only:
        return {}
    root = state.copy()
    if game.rules.prepare is not None:
        game.rules.prepare(root, game.weights())
    return {agent: _kept(game, root, agent, agents, only[agent]) for agent in sorted(only)}


def _kept(game: Game, root: State, agent: int, agents: tuple[int, ...], wanted: Ints) -> Ints:
    """The legal actions of the agent that are in `wanted`."""
    if agent not in agents:
        raise ValueError(f"This search does not choose for agent {agent}, so it cannot limit it.")
    legal, listed = legal_now(game, root, agent), np.asarray(wanted, np.int64)
    if not legal.size:
        raise ValueError(f"Agent {agent} has no choice now, so its actions cannot be limited.")
    if not listed.size:
        raise ValueError(f"The list of actions for agent {agent} is empty.")
    if (wrong := listed[~np.isin(listed, legal)]).size:
        raise ValueError(f"Action {int(wrong[0])} of agent {agent} is not legal in this position.")
    return legal[np.isin(legal, listed)]


def only_fields(agents: int, actions: int) -> list[tuple[Any, ...]]:
    """The fields of a scratch record that `confined` reads."""
    return [
        ("limits", np.int64, (agents,)),  # actions on the agent's list, 0: all are allowed
        ("only", np.int64, (agents, actions)),
    ]


def confine(s: SimpleNamespace, only: Only) -> None:
    """Writes the lists into the fields of `only_fields`."""
    s.limits[:] = 0
    for agent, actions in only.items():
        s.limits[agent] = actions.size
        s.only[agent, : actions.size] = actions


@inlined
def is_limited(s: Any) -> bool:
    """Whether any agent has a list."""
    found = False
    for a in range(s.limits.size):  # numba takes half a second to compile `max()`
        found = found or s.limits[a] > 0
    return found


@inlined
def confined(s: Any, a: int, actions: Any, count: int) -> int:
    """Replaces the `count` legal actions of agent `a` at the root by those on its list, if it has
    one; returns how many there are.
    """
    if s.limits[a] > 0:
        count = s.limits[a]
        for k in range(count):
            actions[k] = s.only[a, k]
    return count
