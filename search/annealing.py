"""Simulated annealing over action sequences: one sequence is changed gene by gene, and worse ones
are accepted less and less often.

Seed: a neighbour of the genetic algorithm that the first Smitsimax write-up names as the rivals'
search.
Source: Kirkpatrick, Gelatt and Vecchi, "Optimization by simulated annealing" (1983).
Limits: it fits every game that can be simulated. Like the genetic algorithm, it assumes a single
plan for the others. Shapes: [A] agents, [H] genes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from engines.draws import draw_below
from engines.game import Game
from engines.jit import rule
from engines.knobs import NEXT, Value, integer, number, switch
from search.base import Floats
from search.formulas import METROPOLIS
from search.sequences import LONGEST, SequenceSearch
from search.sequences.knobs import horizon, opponent, opponent_trials, repeats
from search.sequences.search import Living
from search.sequences.trial import TRIED


@dataclass(frozen=True)
class Params:
    """Annealing's knobs."""

    hot: float = number(
        0.2, 0.001, 2.0, "First temperature",
        "How readily worse sequences are accepted at first, "
        "as a share of the range of fitness seen.",
        log=True, main=True,
    )  # fmt: skip
    cold: float = number(
        0.002,
        0.0001,
        1.0,
        "Last temperature",
        "The same at the end of a cooling.",
        step=0.001,
        log=True,
    )
    depth: int = horizon(6)
    cooling: int = integer(
        2000, 50, 200_000, "Cooling",
        "For how many trials the temperature falls; then it starts again from the best sequence.",
        log=True, unit="trials", main=True,
    )  # fmt: skip
    changes: int = integer(
        2, 1, 20, "Changed genes", "How many genes at most are drawn again in one step."
    )
    warm: bool = switch(
        True, "Warm start", "Begin with the last turn's best sequence, one turn on.", effect=NEXT
    )
    opponent: str = opponent()
    opponent_trials: int = opponent_trials()
    repeats: int = repeats()


@rule
def propose(s: Any, knobs: Floats, rng: Any) -> None:
    """A neighbour of the current sequence; the first is the warm start or random, and each cooling
    begins with the best.
    """
    agents, depth, cooling, changes = s.trial.shape[0], int(knobs[0]), int(knobs[1]), int(knobs[4])
    if s.trials == 0:
        for a in range(agents):
            for h in range(LONGEST):
                s.trial[a, h] = s.plan[a, h] if s.warm != 0 else rng.random()
        return
    if s.trials % cooling == 0:
        s.current[:] = s.best[:]
        s.current_fitness = s.best_fitness
    s.trial[:] = s.current[:]
    tried = 0
    for a in range(agents):
        tried += s.mode[a] == TRIED
    for _ in range(1 + draw_below(rng, changes)):
        pick, h = draw_below(rng, tried), draw_below(rng, depth)
        for a in range(agents):
            if s.mode[a] == TRIED:
                if pick == 0:
                    s.trial[a, h] = rng.random()
                pick -= 1


@rule
def receive(s: Any, knobs: Floats, fitness: float, rng: Any) -> None:
    """Metropolis: a better sequence is accepted, a worse one with probability exp(-loss /
    temperature).
    """
    cooling, hot, cold = int(knobs[1]), knobs[2], knobs[3]
    share = (s.trials % cooling) / cooling
    s.temperature = hot * (min(cold, hot) / hot) ** share * max(1e-12, s.high - s.low)
    if (
        s.trials == 1
        or fitness >= s.current_fitness
        or rng.random() < math.exp((fitness - s.current_fitness) / s.temperature)
    ):
        s.current[:] = s.trial[:]
        s.current_fitness = fitness
        s.accepted += 1


class Annealing(SequenceSearch):
    """Changes one action sequence step by step; a step for the worse is accepted often while it is
    hot and hardly ever when it is cold.

    After each cooling it starts again from the best sequence found, so it can go on for as long as
    there is time.
    """

    name = "annealing"
    title = "Simulated annealing"
    note = "changes one action sequence"
    Params = Params
    formulas = (METROPOLIS,)
    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = {
        "hill climbing": {"hot": 0.001, "cold": 0.0001},
        "no opponent": {"opponent": "rest"},
    }

    def fields_of(self, game: Game) -> list[tuple[Any, ...]]:
        return [
            ("current", np.float64, (game.agents, LONGEST)),
            ("current_fitness", np.float64),
            ("temperature", np.float64),
            ("accepted", np.int64),
        ]

    def rules(self) -> tuple[Any, Any]:
        return propose, receive

    def knobs_now(self, spent: float) -> Floats:
        p = self.params
        return np.array([p.depth, p.cooling, p.hot, p.cold, p.changes], np.float64)

    def begin(self) -> None:
        self.scratch.accepted[0] = 0

    def living(self) -> Living:
        """The sequence whose neighbour is tried next."""
        s = self.scratch
        title = f"The best sequence and the current one, temperature {s.temperature[0]:.3g}"
        return Living(s.current[None], s.current_fitness.copy(), ("current",), title)

    def scalars(self) -> Mapping[str, float]:
        s = self.scratch
        share = float(s.accepted[0]) / max(1, int(s.trials[0]))
        return {
            **super().scalars(),
            "current fitness": float(s.current_fitness[0]),
            "temperature": float(s.temperature[0]),
            "accepted": share,
        }
