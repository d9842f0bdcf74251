"""Random play: every legal search action with the same chance. The floor that every other player
has to beat.
"""

from __future__ import annotations

import numpy as np

from engines.game import PASS, SIMULTANEOUS, Joint, State
from search.base import Ints, Search, Snapshot, generator


class Random(Search):
    """Plays any of the game's search actions, each with the same chance."""

    name = "random"
    title = "Random"
    note = "any action, no search"
    searches = False

    def start(self, state: State, seat: int, last_joint: Joint | None = None) -> None:
        self.seat, self.state = seat, state.copy()
        self.generation += 1
        self.rng = generator(self.seed)

    def advance(self, n: int, spent: float = 0.0) -> bool:
        return True

    def choice(self) -> Ints:
        rules, out = self.game.rules, np.zeros(self.game.max_actions, np.int64)
        mover = rules.to_move(self.state)
        picked = []
        for agent in self.game.agents_of(self.seat):
            count = rules.legal(self.state, agent, out) if mover in (SIMULTANEOUS, agent) else 0
            picked.append(int(out[int(self.rng.random() * count)]) if count else PASS)
        return np.array(picked, np.int64)

    def snapshot(self) -> Snapshot:
        return Snapshot(self.generation, self.seat, 0, 0, 0, 0)
