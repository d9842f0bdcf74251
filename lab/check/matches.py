"""Random matches of any game, by its rules alone."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engines.game import FORFEIT, PASS, SIMULTANEOUS, Game, Joint, State
from engines.records import kept_names
from lab.check.law import law

SPARE = 8  # places after the promised ones, where a list that is too long is seen


def generator(*seeds: int) -> np.random.Generator:
    """The generator that belongs to these numbers."""
    return np.random.Generator(np.random.SFC64(list(seeds)))


def movers(game: Game, state: State) -> tuple[int, ...]:
    """The agents that are asked for an action."""
    mover = int(game.rules.to_move(state))
    return tuple(range(game.agents)) if mover == SIMULTANEOUS else (mover,)


def legal(game: Game, state: State, agent: int) -> list[int]:
    """The actions that a search enumerates; writing past the promised length is detected."""
    out = np.full(game.max_actions + SPARE, FORFEIT, np.int64)
    count = int(game.rules.legal(state, agent, out))
    most = max(count, int(np.flatnonzero(out != FORFEIT).max(initial=-1)) + 1)
    law(
        count >= 0 and most <= game.max_actions,
        "max_actions",
        f"legal lists {most} actions for agent {agent}, and max_actions is {game.max_actions}",
    )
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
    return b"".join(np.ascontiguousarray(state[name]).tobytes() for name in kept_names(state.dtype))


def random_match(
    game: Game, seed: int, most: int | None = None
) -> Iterator[tuple[State, Joint, State]]:
    """The turns of a random match from `seed`: the state before, the joint action, the state after;
    at most `most` turns.
    """
    rng, state = generator(seed), game.initial(seed)
    turn = 0
    while not game.rules.is_over(state) and (most is None or turn < most):
        law(
            turn <= game.most_turns,
            "longest",
            f"a match goes on after {turn} turns, and longest is {game.most_turns}",
        )
        joint = random_joint(game, state, rng)
        after = state.copy()
        game.rules.step(after, joint, generator(seed, turn), None)
        yield state, joint, after
        state, turn = after, turn + 1


def stepped(game: Game, state: State, joint: Joint) -> State:
    """The position after a joint action."""
    after = state.copy()
    game.rules.step(after, joint, generator(3), None)
    return after


def finished(game: Game, state: State) -> State:
    """The end of a match that is played on at random."""
    rng, turns = generator(4), 0
    while not game.rules.is_over(state):
        law(turns <= game.most_turns, "longest", f"a match goes on after {turns} further turns")
        game.rules.step(state, random_joint(game, state, rng), rng, None)
        turns += 1
    return state


def position(game: Game, seed: int, share: float) -> State:
    """A position of the random match from `seed`, `share` of its length from the start and never
    its end.
    """
    states = [before for before, _, _ in random_match(game, seed)]
    return states[int(share * (len(states) - 1))]
