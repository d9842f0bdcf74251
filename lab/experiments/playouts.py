"""Random playouts in one compiled loop: what the rules alone cost."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from engines.game import Game, State
from engines.jit import kernel
from search.base import Floats, generator
from search.playout import build_chance, build_playout


class Playouts(NamedTuple):
    """The turns of some playouts, and per seat the sum of their outcomes weighted by their number:
    it changes when play changes.
    """

    turns: int
    outcomes: Floats


def runner(game: Game) -> Callable[[State, int, int, int], Playouts]:
    """A function (start, playouts, longest, seed) -> Playouts, every agent drawing its actions at
    random.
    """
    compiled = kernel(
        partial(_build, game),
        f"playouts.{game.name}",
        (*game.kernel_key, "playouts"),
        type(game).__module__,
        __name__,
    )

    def run(start: State, playouts: int, longest: int, seed: int) -> Playouts:
        room = np.zeros(2, game.dtype).view(np.recarray)
        room[1] = start
        sums = np.zeros(game.seats)
        scratch = (
            np.zeros(game.agents, np.int64),
            np.zeros(game.max_actions, np.int64),
            np.zeros(game.seats),
            sums,
        )
        turns = compiled(room, *scratch, playouts, longest, generator(seed))
        return Playouts(int(turns), sums)

    return run


def _build(game: Game) -> Callable[..., int]:
    seats, outcome, play = game.seats, game.rules.outcome, build_playout(game, build_chance(game))

    def playouts(
        room: Any,
        joint: Any,
        actions: Any,
        result: Any,
        sums: Any,
        count: int,
        longest: int,
        rng: Any,
    ) -> int:
        """Plays `count` times in room[0] from room[1]; modifies `sums` in place; returns the turns
        played.
        """
        turns = 0
        for number in range(count):
            room[0] = room[1]
            turns += play(room[0], joint, actions, rng, longest)
            outcome(room[0], result)
            for seat in range(seats):
                sums[seat] += result[seat] * (number + 1)
        return turns

    return playouts
