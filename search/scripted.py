"""Scripted play: the game's own hand-written policy, where it has one (Coders Strike Back: steer to
the next checkpoint against drift).
"""

from __future__ import annotations

import numpy as np

from engines.game import PASS, SIMULTANEOUS, Game, Joint, State
from search.base import Ints, Search, Snapshot, generator
from search.only import Only


class Scripted(Search):
    """Plays the game's own hand-written policy; it looks no turn ahead."""

    name = "scripted"
    title = "Scripted"
    note = "hand-written, no search"
    searches = False

    @classmethod
    def supports(cls, game: Game) -> str | None:
        return None if game.rules.policy is not None else f"{game.title} has no scripted player."

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
        policy = self.game.rules.policy
        assert policy is not None  # checked by `supports`
        mover = self.game.rules.to_move(self.state)
        agents = self.game.agents_of(self.seat)
        if self.game.rules.is_over(self.state):
            return np.full(len(agents), PASS, np.int64)
        played = {a: policy(self.state, a, self.rng) for a in agents if mover in (SIMULTANEOUS, a)}
        for agent, actions in self.only.items():
            if played[agent] not in actions:
                played[agent] = actions[0]
        return np.array([played.get(a, PASS) for a in agents], np.int64)

    def snapshot(self) -> Snapshot:
        return Snapshot(self.generation, self.seat, 0, 0, 0, 0)
