"""The rules of a game as jitted functions, and stand-ins for those that a game lacks.

Shapes: [A] agents, [S] seats, [K] actions, [W] evaluation weights, [M] outcomes of one joint
action.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.jit import rule

State = Any  # np.record of the game's dtype; copy with state.copy(), save with state.tobytes()
Joint = NDArray[np.int64]

PASS = -1  # this agent does not move now
FORFEIT = -2  # a bad or late answer; `step` turns it into the contest's consequence
SIMULTANEOUS = -1  # `to_move`: every agent that has legal actions moves at once


@dataclass(frozen=True)
class Rules:
    """The jitted functions of one configured game. Signatures; all work in place on a state record
    `s` and allocate nothing:

    to_move(s) -> agent or SIMULTANEOUS; legal(s, agent, out[K]) -> count, the actions a search
    enumerates; is_legal(s, agent, action) -> bool, everything a person or program may send; step(s,
    joint[A], rng, log) with log None in searches; is_over(s) -> bool; outcome(s, out[S]) in [-1,
    1]; value(s, w[W], out[A]), what depth-limited searches back up, also in finished states.

    Optional, None where a game has none: random_action(s, agent, rng) -> action, a uniformly drawn
    legal action, without listing all; policy(s, agent, rng) -> action, the scripted player;
    observe(s, seat), blanks in place what the seat may not see; sample(s, seat, rng), redraws the
    blanked part consistently; prepare(s, w[W]), called once at a search's root; key(s) -> uint64,
    the Zobrist key, kept up to date by `step`, equal for equivalent states; lasting(s, w[W],
    out[A]), the part of `value` that a discounted search must not discount; rest(s, agent) -> the
    legal action that changes least; order(s, agent, action) -> int, higher is tried first; place(s,
    agent, action) -> int, what the action touches (the cell where a disc lands), by which searches
    remember how good the action was elsewhere; prior(s, agent, actions[K], count, out[K]), the
    prior probability of each action, summing to 1; quiet(s) -> bool, whether a depth-limited search
    may evaluate here. Where a turn has a few countable outcomes: chance(s, joint[A], probs[M]) ->
    how many this joint action can have, with their probabilities (1 where nothing is drawn);
    settle(s, joint[A], k), `step` with the k-th of them. Where agents move in turn: move(s, agent,
    action), `step` for the agent that moves and an action that is legal, which spares searches the
    joint action and may leave out the check; after(s, agent, action, w[W], out[A]) -> whether the
    match goes on, the `value` after such a move without making it, for searches that stop there.
    For evaluations that learn (`search/network.py`): features(s, seat, out) -> count, the rows that
    are active in a position as the seat sees it, each once; changes(before, after, action, out) ->
    count, how the rows of the seat that moves next change by the action: k + 1 where row k becomes
    active, -k - 1 where it no longer is, counted from what it sees while the other one moves.
    """

    to_move: Callable[..., int]
    legal: Callable[..., int]
    is_legal: Callable[..., bool]
    step: Callable[..., None]
    is_over: Callable[..., bool]
    outcome: Callable[..., None]
    value: Callable[..., None]
    random_action: Callable[..., int] | None = None
    policy: Callable[..., int] | None = None
    observe: Callable[..., None] | None = None
    sample: Callable[..., None] | None = None
    prepare: Callable[..., None] | None = None
    key: Callable[..., int] | None = None
    lasting: Callable[..., None] | None = None
    rest: Callable[..., int] | None = None
    order: Callable[..., int] | None = None
    place: Callable[..., int] | None = None
    prior: Callable[..., None] | None = None
    quiet: Callable[..., bool] | None = None
    chance: Callable[..., int] | None = None
    settle: Callable[..., None] | None = None
    move: Callable[..., None] | None = None
    after: Callable[..., bool] | None = None
    features: Callable[..., int] | None = None
    changes: Callable[..., int] | None = None

    def filled(self) -> FilledRules:
        """The same rules with a stand-in for each that the game lacks.

        A kernel must be able to name every rule, even one it never calls. To ask whether a game has
        a rule, look at its own rules: `game.rules.rest is not None`.
        """
        own = {f.name: getattr(self, f.name) for f in fields(self)}
        return FilledRules(**{name: own[name] for name in own if own[name] is not None})


@rule
def _no_action(state: Any, agent: int, rng: Any) -> int:
    return PASS


@rule
def _no_rest(state: Any, agent: int) -> int:
    return PASS


@rule
def _nothing_hidden(state: Any, seat: int) -> None:
    """Stand-in for `observe`: every seat sees everything."""


@rule
def _nothing_drawn(state: Any, seat: int, rng: Any) -> None:
    """Stand-in for `sample`: nothing is hidden."""


@rule
def _nothing_prepared(state: Any, w: Any) -> None:
    """Stand-in for `prepare`: a root needs no preparation."""


@rule
def _no_key(state: Any) -> np.uint64:
    return np.uint64(0)


@rule
def _nothing_lasts(state: Any, w: Any, out: Any) -> None:
    """Stand-in for `lasting`: a discounted search discounts the whole value."""


@rule
def _no_order(state: Any, agent: int, action: int) -> int:
    return 0


@rule
def _own_place(state: Any, agent: int, action: int) -> int:
    return action


@rule
def _no_prior(state: Any, agent: int, actions: Any, count: int, out: Any) -> None:
    """Stand-in for `prior`, never called: the search chooses its own prior."""


@rule
def _always_quiet(state: Any) -> bool:
    return True


@rule
def _one_outcome(state: Any, joint: Any, probs: Any) -> int:
    return 1


@rule
def _no_settle(state: Any, joint: Any, k: int) -> None:
    """Stand-in for `settle`, never called: a game without `chance` has no k-th outcome."""


@rule
def _no_move(state: Any, agent: int, action: int) -> None:
    """Stand-in for `move`, never called: such a game takes joint actions only."""


@rule
def _nothing_after(state: Any, agent: int, action: int, w: Any, out: Any) -> bool:
    """Stand-in for `after`, never called: such a game is asked for `value` after the move."""
    return False


@rule
def _no_features(state: Any, seat: int, out: Any) -> int:
    return 0


@rule
def _no_changes(before: Any, after: Any, action: int, out: Any) -> int:
    return 0


@dataclass(frozen=True)
class FilledRules(Rules):
    """Rules none of which is None. Of the stand-ins only `place` is meaningful (an action touches
    itself); kernels call the others only if the game has the rule.
    """

    random_action: Callable[..., int] = _no_action
    policy: Callable[..., int] = _no_action
    observe: Callable[..., None] = _nothing_hidden
    sample: Callable[..., None] = _nothing_drawn
    prepare: Callable[..., None] = _nothing_prepared
    key: Callable[..., Any] = _no_key  # uint64
    lasting: Callable[..., None] = _nothing_lasts
    rest: Callable[..., int] = _no_rest
    order: Callable[..., int] = _no_order
    place: Callable[..., int] = _own_place
    prior: Callable[..., None] = _no_prior
    quiet: Callable[..., bool] = _always_quiet
    chance: Callable[..., int] = _one_outcome
    settle: Callable[..., None] = _no_settle
    move: Callable[..., None] = _no_move
    after: Callable[..., bool] = _nothing_after
    features: Callable[..., int] = _no_features
    changes: Callable[..., int] = _no_changes
