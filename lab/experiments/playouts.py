"""Random playouts in one compiled loop: what the rules alone cost."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from engines.game import Game, State
from engines.jit import kernel
from engines.records import records
from search.base import Floats, generator
from search.playout import build_chance, build_playout


class Playouts:
    """Playouts of one position, every agent drawing its actions at random. `turns` are those of all
    playouts, `outcomes` is per seat the sum of their outcomes weighted by their numbers: it changes
    when play changes.
    """

    def __init__(self, game: Game, start: State, longest: int, seed: int) -> None:
        self._compiled = kernel(
            partial(_build, game),
            f"playouts.{game.name}",
            (*game.kernel_key, "playouts"),
            type(game).__module__,
            __name__,
        )
        self._room = records(2, game.dtype)
        self._room[1] = start
        self.outcomes: Floats = np.zeros(game.seats)
        self._scratch = (
            np.zeros(game.agents, np.int64),
            np.zeros(game.max_actions, np.int64),
            np.zeros(game.seats),
        )
        self._longest, self._rng = longest, generator(seed)
        self.done = self.turns = 0

    def advance(self, count: int) -> None:
        """Plays so many more, each of `longest` turns at most."""
        last = self.done + count
        scratch = (self._room, *self._scratch, self.outcomes)
        self.turns += int(self._compiled(*scratch, self.done, last, self._longest, self._rng))
        self.done = last


def _build(game: Game) -> Callable[..., int]:
    seats, outcome, play = game.seats, game.rules.outcome, build_playout(game, build_chance(game))

    def playouts(
        room: Any,
        joint: Any,
        actions: Any,
        result: Any,
        sums: Any,
        done: int,
        last: int,
        longest: int,
        rng: Any,
    ) -> int:
        """Plays the playouts from number `done` to before `last` in room[0] from room[1]; modifies
        `sums` in place; returns the turns played.
        """
        turns = 0
        for number in range(done, last):
            room[0] = room[1]
            turns += play(room[0], joint, actions, rng, longest)
            outcome(room[0], result)
            for seat in range(seats):
                sums[seat] += result[seat] * (number + 1)
        return turns

    return playouts
