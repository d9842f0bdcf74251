"""Random play: every legal search action with the same chance. The floor that every other player
has to beat.
"""

from __future__ import annotations

import numpy as np

from engines.draws import draw_below
from engines.game import PASS, Joint, State
from search.base import Ints, Search, Snapshot, generator
from search.only import Only


class Random(Search):
    """Plays any of the game's search actions, each with the same chance."""

    name = "random"
    title = "Random"
    note = "any action, no search"
    searches = False

    def start(
        self, state: State, seat: int, last_joint: Joint | None = None, only: Only | None = None
    ) -> None:
        self._limit_to(only, state, seat)
        self.seat, self.state = seat, self.game.copy(state)
        self.generation += 1
        self.rng = generator(self.seed)

    def advance(self, n: int, spent: float = 0.0) -> bool:
        return True

    def choice(self) -> Ints:
        picked = []
        for agent in self.game.agents_of(self.seat):
            actions = self._choices(self.state, agent)
            drawn = draw_below(self.rng, actions.size) if actions.size else 0
            picked.append(int(actions[drawn]) if actions.size else PASS)
        return np.array(picked, np.int64)

    def snapshot(self) -> Snapshot:
        return Snapshot(self.generation, self.seat, 0, 0, 0, 0)
