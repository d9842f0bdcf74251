"""Random shooting: action sequences are drawn at random, and the first actions of the best one are
played.

Seed: the simplest neighbour of the genetic algorithm that the first Smitsimax write-up names; the
baseline for every other search over sequences.
Source: Rao, "A survey of numerical methods for optimal control" (2009), names the family; known in
contests as random search.
Limits: it fits every game that can be simulated, and finds little where sequences are long, because
it learns nothing from those it tried.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from engines.game import Game
from engines.jit import rule
from engines.knobs import NEXT, Value, number, switch
from search.base import Floats
from search.sequences import LONGEST, SequenceSearch
from search.sequences.knobs import horizon, opponent, opponent_trials, repeats


@dataclass(frozen=True)
class Params:
    """Random shooting's knobs."""

    depth: int = horizon(6)
    near: float = number(
        0.0, 0.0, 1.0, "Near the best",
        "How often a sequence is drawn near the best one so far, with a few genes changed, "
        "not all of them.",
        main=True,
    )  # fmt: skip
    warm: bool = switch(
        True,
        "Warm start",
        "Try the last turn's best sequence, one turn on, before any other.",
        effect=NEXT,
    )
    opponent: str = opponent()
    opponent_trials: int = opponent_trials()
    repeats: int = repeats()


@rule
def propose(s: Any, knobs: Floats, rng: Any) -> None:
    """The warm start first, then random sequences, some of them near the best."""
    agents, depth, near = s.trial.shape[0], int(knobs[0]), knobs[1]
    inherits = s.trials == 0 and s.warm != 0
    close = s.trials > 0 and rng.random() < near
    for a in range(agents):
        for h in range(LONGEST if s.trials == 0 else depth):
            fresh = not inherits and (not close or rng.random() * depth < 1.0)
            s.trial[a, h] = rng.random() if fresh else s.plan[a, h] if inherits else s.best[a, h]


@rule
def receive(s: Any, knobs: Floats, fitness: float, rng: Any) -> None:
    """Learns nothing but which sequence is best."""


class Shooting(SequenceSearch):
    """Tries random action sequences and plays the beginning of the best one.

    It learns nothing from the sequences it has tried; a method that barely beats it is not worth
    the trouble.
    """

    name = "shooting"
    title = "Random shooting"
    note = "random action sequences"
    Params = Params
    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = {
        "local": {"near": 0.7},
        "no opponent": {"opponent": "rest"},
    }

    def fields_of(self, game: Game) -> list[tuple[Any, ...]]:
        return []

    def rules(self) -> tuple[Any, Any]:
        return propose, receive

    def knobs_now(self, spent: float) -> Floats:
        return np.array([self.params.depth, self.params.near], np.float64)
