"""Random playouts in one compiled loop: what the rules alone cost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from engines.game import PASS, SIMULTANEOUS, Game, State
from engines.jit import kernel
from search.base import Floats, generator


class Playouts(NamedTuple):
    """The turns of some playouts, and per seat the sum of their outcomes weighted by their number: it changes when play changes."""

    turns: int
    outcomes: Floats


def runner(game: Game) -> Callable[[State, int, int, int], Playouts]:
    """A function (start, playouts, longest, seed) -> Playouts, every agent drawing its actions at random."""
    compiled = kernel(_build(game), f"playouts.{game.name}", (*game.kernel_key, "playouts"), type(game).__module__, __name__)

    def run(start: State, playouts: int, longest: int, seed: int) -> Playouts:
        room = np.zeros(2, game.dtype).view(np.recarray)
        room[1] = start
        sums = np.zeros(game.seats)
        scratch = np.zeros(game.agents, np.int64), np.zeros(game.max_actions, np.int64), np.zeros(game.seats), sums
        turns = compiled(room, *scratch, playouts, longest, generator(seed))
        return Playouts(int(turns), sums)

    return run


def _build(game: Game) -> Callable[..., int]:
    rules, agents, seats = game.rules, game.agents, game.seats
    to_move, legal, step, is_over, outcome = rules.to_move, rules.legal, rules.step, rules.is_over, rules.outcome
    draws = rules.random_action is not None
    draw = rules.random_action if rules.random_action is not None else rules.to_move

    def playouts(room: Any, joint: Any, actions: Any, result: Any, sums: Any, count: int, longest: int, rng: Any) -> int:
        """Plays `count` times from room[1] in room[0], `sums` modified in place; returns the turns played."""
        turns = 0
        for number in range(count):
            room[0] = room[1]
            state = room[0]
            left = longest
            while left > 0 and not is_over(state):
                mover = to_move(state)
                for agent in range(agents):
                    joint[agent] = PASS
                    if mover in (SIMULTANEOUS, agent):
                        if draws:
                            joint[agent] = draw(state, agent, rng)
                        else:
                            n = legal(state, agent, actions)
                            joint[agent] = actions[int(rng.random() * n)] if n > 0 else PASS
                step(state, joint, rng, None)
                left -= 1
            turns += longest - left
            outcome(state, result)
            for seat in range(seats):
                sums[seat] += result[seat] * (number + 1)
        return turns

    return playouts
