"""Openings: matches that begin after some random plies, so that players who have no chance of their
own do not play one game again and again. An opening belongs to the seed: it is the same whoever
sits where.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engines.game import Game, State

RANDOM = "random:"
USUAL = "random:2-4"
MOST = 100  # plies
TRIES = 100  # of a seed: some plies end a short game
_STREAM = 5  # of random numbers, beside those of decisions


@dataclass(frozen=True)
class Openings:
    """From `low` to `high` plies, each number as likely as the others."""

    low: int
    high: int

    @classmethod
    def read(cls, text: str) -> Openings | None:
        """Those of "random:2-4" or "random:3"; None for a text of something else."""
        return cls.named(text) if text.startswith(RANDOM) else None

    @classmethod
    def named(cls, text: str) -> Openings:
        """Those of such a text; KnobError for another one."""
        low, dash, high = text.removeprefix(RANDOM).partition("-")
        try:
            found = cls(int(low), int(high if dash else low))
        except ValueError:
            found = cls(0, 0)
        from engines.knobs import KnobError  # here: a process that only keeps games loads none

        if not 1 <= found.low <= found.high <= MOST:
            raise KnobError(f"{text} should read random:2-4, of 1 to {MOST} plies.")
        return found

    @property
    def text(self) -> str:
        """As `read` takes it, in one way."""
        return f"{RANDOM}{self.low}" + f"-{self.high}" * (self.high > self.low)

    @property
    def words(self) -> str:
        """For people: "after 2 to 4 random plies"."""
        plies = f"{self.low} to {self.high}" if self.high > self.low else f"{self.low}"
        return f"after {plies} random {'ply' if self.high == 1 else 'plies'}"

    def position(self, game: Game, seed: int) -> State:
        """The position after the opening of a seed; KnobError where random play ends too soon."""
        # here, because a process that only keeps games loads no rules
        import numpy as np

        from engines.game import PASS
        from engines.knobs import KnobError
        from lab.match.decide import movers
        from search.base import generator

        rng = generator(seed, _STREAM)
        out = np.zeros(game.max_actions, np.int64)
        for _ in range(TRIES):
            state = game.initial(seed)
            for _ in range(int(rng.integers(self.low, self.high + 1))):
                if game.rules.is_over(state):
                    break
                joint = np.full(game.agents, PASS, np.int64)
                for agent in movers(game, state):
                    joint[agent] = out[rng.integers(game.rules.legal(state, agent, out))]
                game.rules.step(state, joint, rng, None)
            if not game.rules.is_over(state):
                return state
        raise KnobError(f"{game.title} is over {self.words}: name fewer.")
