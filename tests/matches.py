"""Random matches of any game, for the tests over all games."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice

import numpy as np

from engines import games
from engines.game import FORFEIT, PASS, SIMULTANEOUS, Game, Joint, State
from engines.knobs import Knob, Value, knobs

MOST_SETS = 4


def generator(*seeds: int) -> np.random.Generator:
    """The generator that belongs to these numbers."""
    return np.random.Generator(np.random.SFC64(list(seeds)))


def option_sets(game: type[Game]) -> list[dict[str, Value]]:
    """The defaults, then sets in which every option takes its next value, until each choice has
    occurred (at most MOST_SETS).
    """
    values = {knob.name: _values(knob) for knob in knobs(game.Options)}
    count = min(MOST_SETS, max(map(len, values.values()), default=1))
    return [
        {name: next(islice(cycle(options), k, None)) for name, options in values.items()}
        for k in range(count)
    ]


def _values(knob: Knob) -> list[Value]:
    """The default first, then the others: the ends of a number's range, the examples of a text."""
    named = knob.kind in ("choice", "text")
    others: list[Value] = (
        list(knob.choices)
        if named
        else [False, True]
        if knob.kind == "switch"
        else [knob.low, knob.high]
    )
    return [knob.default, *(v for v in others if v != knob.default)]


def configured() -> list[Game]:
    """Every game in every one of its option sets."""
    return [game.configure(**options) for game in games().values() for options in option_sets(game)]


def movers(game: Game, state: State) -> tuple[int, ...]:
    """The agents that are asked for an action."""
    mover = int(game.rules.to_move(state))
    return tuple(range(game.agents)) if mover == SIMULTANEOUS else (mover,)


def legal(game: Game, state: State, agent: int) -> list[int]:
    """The actions that a search enumerates; writing past the promised length is detected."""
    out = np.full(game.max_actions + 8, FORFEIT, np.int64)
    count = int(game.rules.legal(state, agent, out))
    assert (out[game.max_actions :] == FORFEIT).all()
    return [int(action) for action in out[:count]]


def random_joint(game: Game, state: State, rng: np.random.Generator) -> Joint:
    """One search action for each agent that is asked, each with the same chance."""
    joint = np.full(game.agents, PASS, np.int64)
    for agent in movers(game, state):
        actions = legal(game, state, agent)
        if actions:
            joint[agent] = actions[int(rng.random() * len(actions))]
    return joint


def outcome(game: Game, state: State) -> list[float]:
    """The result per seat."""
    out = np.zeros(game.seats)
    game.rules.outcome(state, out)
    return out.tolist()


def content(state: State) -> bytes:
    """The bytes of all fields; the gaps between aligned fields hold anything and belong to no
    state.
    """
    return b"".join(np.ascontiguousarray(state[name]).tobytes() for name in state.dtype.names)


def random_match(
    game: Game, seed: int, most: int | None = None
) -> Iterator[tuple[State, Joint, State]]:
    """The turns of a random match from `seed`: the state before, the joint action, the state after;
    at most `most` turns.
    """
    rng, state = generator(seed), game.initial(seed)
    turn = 0
    while not game.rules.is_over(state) and (most is None or turn < most):
        joint = random_joint(game, state, rng)
        after = state.copy()
        game.rules.step(after, joint, generator(seed, turn), None)
        yield state, joint, after
        state, turn = after, turn + 1
