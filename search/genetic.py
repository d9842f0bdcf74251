"""Rolling-horizon genetic algorithm: a population of action sequences evolves, and the first
actions of the best one are played.

Seed: the first Smitsimax write-up names it as what most rivals in Coders Strike Back use; one
sequence for each own agent, so that agents of a seat learn to work together, but the opponent has
to be predicted by other means.
Source: Perez, Samothrakis, Lucas and Rohlfshagen, "Rolling horizon evolution versus tree search for
navigation in single-player real-time games" (2013); the warm start is their shift buffer, described
by Gaina, Lucas and Perez-Liebana, "Rolling horizon evolution enhancements in general video game
playing" (2017).
Limits: it fits every game that can be simulated, best those in which the others' replies matter
little. It assumes a single plan for the others, so it misses replies that refute its own, and in
games with many forced turns its genes change meaning after each. Shapes: [S] sequences of the
population, [A] agents, [H] genes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from engines.draws import draw_below
from engines.game import Game
from engines.jit import rule
from engines.knobs import NEXT, RESTART, Value, choice, integer, number, switch
from search.base import Curve, Floats
from search.sequences import LONGEST, SequenceSearch
from search.sequences.knobs import horizon, opponent, opponent_trials, repeats
from search.sequences.search import Living
from search.sequences.trial import TRIED

MOST = 200  # sequences in a population
BARS = 20  # of a distribution
UNIFORM, ONE_POINT = range(2)


@dataclass(frozen=True)
class Params:
    """The genetic algorithm's knobs."""

    population: int = integer(
        50, 4, MOST, "Population",
        "How many sequences live at a time. More keep more ideas alive, and evolve more slowly.",
        effect=RESTART, main=True,
    )  # fmt: skip
    depth: int = horizon(6)
    mutation: float = number(
        0.1,
        0.0,
        1.0,
        "Mutation",
        "How often a gene of a child is drawn again. Low: refines. High: searches at random.",
        main=True,
    )
    crossover: float = number(
        0.7, 0.0, 1.0, "Crossover", "How often a child has two parents instead of one."
    )
    mixing: str = choice(
        "uniform",
        {"uniform": "gene by gene", "one_point": "at one turn"},
        "Mixing",
        "How the genes of two parents are put together.",
        idle_if={"crossover": 0.0},
    )
    tournament: int = integer(
        3,
        1,
        20,
        "Tournament",
        "How many sequences a parent has to beat. 1: parents are drawn at random.",
        off=1,
    )
    elite: int = integer(2, 0, 20, "Elite", "How many of the best sequences live on unchanged.")
    warm: bool = switch(
        True,
        "Warm start",
        "Begin with the last turn's best sequence, one turn on, and with children of it.",
        effect=NEXT,
    )
    opponent: str = opponent()
    opponent_trials: int = opponent_trials()
    repeats: int = repeats()


@rule
def propose(s: Any, knobs: Floats, rng: Any) -> None:
    """The next sequence of the generation; in the first generation the warm start, its mutants, and
    random ones.
    """
    count, mutation = int(knobs[0]), knobs[1]
    agents = s.trial.shape[0]
    i = s.index
    if s.breeds == 0:
        inherits = s.warm != 0 and i <= count // 2
        for a in range(agents):
            for h in range(LONGEST):
                fresh = not inherits or (i > 0 and rng.random() < 2.0 * mutation)
                s.population[i, a, h] = rng.random() if fresh else s.plan[a, h]
    s.trial[:] = s.population[i]


@rule
def receive(s: Any, knobs: Floats, fitness: float, rng: Any) -> None:
    """Records the fitness; breeds the next generation after the last sequence of this one."""
    s.fitness[s.index] = fitness
    s.index += 1
    if s.index == int(knobs[0]):
        breed(s, knobs, rng)


@rule
def breed(s: Any, knobs: Floats, rng: Any) -> None:
    """The next generation: the elite, then mutated children of tournament winners."""
    count, mutation, crossover = int(knobs[0]), knobs[1], knobs[2]
    agents = s.trial.shape[0]
    mean = 0.0
    for i in range(count):
        mean += s.fitness[i] / count
        s.taken[i] = 0
    s.mean_fitness = mean
    elite = min(int(knobs[5]), count - 1)
    for e in range(elite):
        best = -1
        for i in range(count):
            if s.taken[i] == 0 and (best < 0 or s.fitness[i] > s.fitness[best]):
                best = i
        s.taken[best] = 1
        s.children[e] = s.population[best]
    for e in range(elite, count):
        mother, father = winner(s, count, int(knobs[4]), rng), winner(s, count, int(knobs[4]), rng)
        both = rng.random() < crossover
        for a in range(agents):
            if s.mode[a] != TRIED:
                continue
            cut = draw_below(rng, s.depth)
            for h in range(s.depth):
                from_father = both and (
                    h >= cut if int(knobs[3]) == ONE_POINT else rng.random() < 0.5
                )
                gene = s.population[father, a, h] if from_father else s.population[mother, a, h]
                s.children[e, a, h] = rng.random() if rng.random() < mutation else gene
    for e in range(count):
        s.population[e] = s.children[e]
    s.index = 0
    s.breeds += 1


@rule
def winner(s: Any, count: int, tournament: int, rng: Any) -> int:
    """The fittest of some sequences drawn at random."""
    best = draw_below(rng, count)
    for _ in range(tournament - 1):
        other = draw_below(rng, count)
        if s.fitness[other] > s.fitness[best]:
            best = other
    return best


class Genetic(SequenceSearch):
    """Evolves a population of action sequences by selection, crossover and mutation, and plays the
    beginning of the fittest one.

    Each decision begins with the last one's best sequence, shifted by one turn. What the others do
    is planned first, by a short evolution.
    """

    name = "genetic"
    title = "Genetic algorithm"
    note = "evolves action sequences"
    Params = Params
    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = {
        "no opponent": {"opponent": "rest"},
        "shift buffer off": {"warm": False},
    }

    def fields_of(self, game: Game) -> list[tuple[Any, ...]]:
        genes = (MOST, game.agents, LONGEST)
        return [
            ("population", np.float64, genes),
            ("children", np.float64, genes),
            ("fitness", np.float64, (MOST,)),
            ("taken", np.int64, (MOST,)),
            ("index", np.int64),  # the sequence that is tried next
            ("breeds", np.int64),  # generations so far
            ("depth", np.int64),
            ("mean_fitness", np.float64),  # of the last complete generation
        ]

    def rules(self) -> tuple[Any, Any]:
        return propose, receive

    def knobs_now(self, spent: float) -> Floats:
        p = self.params
        mixing = ONE_POINT if p.mixing == "one_point" else UNIFORM
        return np.array(
            [p.population, p.mutation, p.crossover, mixing, p.tournament, p.elite], np.float64
        )

    def begin(self) -> None:
        self.scratch.index[0], self.scratch.breeds[0], self.scratch.depth[0] = (
            0,
            0,
            int(self.params.depth),
        )

    def living(self) -> Living:
        """The population. Children that have not been tried have no fitness yet."""
        count, index, breeds = (
            int(self.params.population),
            int(self.scratch.index[0]),
            self.scratch.breeds[0],
        )
        fitness = np.where(np.arange(count) < index, self.scratch.fitness[:count], np.nan)
        title = f"Population of {count}, generation {int(breeds) + 1}: {index} tried"
        known = count if breeds else index  # the first ones are drawn when they are tried
        genes = self.scratch.population[:known]
        return Living(genes, fitness[:known], ("",) * known, title)

    def scalars(self) -> Mapping[str, float]:
        found = {"generation": float(self.scratch.breeds[0]), **super().scalars()}
        return found | (
            {"mean fitness": float(self.scratch.mean_fitness[0])} if self.scratch.breeds[0] else {}
        )

    def histograms(self) -> Mapping[str, Curve]:
        """The fitness of the current sequences that were already tried."""
        tried = (
            int(self.params.population) if self.scratch.breeds[0] else int(self.scratch.index[0])
        )
        middles, heights = distribution(self.scratch.fitness[:tried])
        return {"Fitness in the population": Curve(middles, heights, "fitness", "sequences")}


def distribution(values: Floats) -> tuple[Floats, Floats]:
    """The middles of `BARS` equal ranges between the lowest and the highest of `values`, and how
    many are in each. Values that differ only by rounding are taken as equal; NaN does not count.
    """
    values = values[np.isfinite(values)]
    low, high = (float(values.min()), float(values.max())) if values.size else (0.0, 0.0)
    if high - low <= max(1e-300, 2 * BARS * np.spacing(max(abs(low), abs(high)))):
        low, high = low - max(0.5, abs(low) / 2), high + max(0.5, abs(high) / 2)
    heights, edges = np.histogram(values, BARS, (low, high))
    return (edges[1:] + edges[:-1]) / 2, heights.astype(np.float64)
