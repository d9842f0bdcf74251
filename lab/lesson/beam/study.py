"""Runs the lesson's beam, layer by layer, and explains each in steps; and what other widths find in
the same maze.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from engines.knobs import make
from lab.lesson.beam.layers import BeamChild, BeamLayer, layer_of
from lab.lesson.beam.question import MOST_WIDTH, BeamQuestion
from lab.lesson.beam.sentences import best_step, steps_of
from lab.lesson.beam.steps import BeamStep
from lab.lesson.mazes import ENOUGH, SmallMaze, maze
from search.beam import Params
from search.beam.params import UNLIMITED
from search.beam.tracing import TracedBeam, TracedLayer

ALL = UNLIMITED  # the width of a beam that drops nothing


@dataclass(frozen=True)
class FoundPlan:
    """The best plan that a beam of some width finds."""

    width: int
    plan: tuple[int, ...]
    score: float


@dataclass(frozen=True, eq=False)
class BeamLesson:
    """All layers of one beam, and what other widths find."""

    question: BeamQuestion
    maze: SmallMaze
    layers: tuple[BeamLayer, ...]
    found: FoundPlan
    widths: tuple[FoundPlan, ...]  # from 1 to MOST_WIDTH
    whole: FoundPlan  # of the beam that drops nothing
    lost: int  # the layer in which the best plan of all died out, 0 for none

    @cached_property
    def steps(self) -> tuple[BeamStep, ...]:
        """The steps of all layers, in order, and what was found."""
        width, depth = self.question.width, len(self.layers)
        steps = [step for layer in self.layers for step in steps_of(layer, width)]
        plans = self.found.plan, self.found.score, self.whole.plan, self.whole.score
        return (*steps, best_step(depth, *plans, self.lost))

    @property
    def surprises(self) -> list[int]:
        """The steps at which the order turns, a band dies out or the best plan is lost, from 0."""
        return [k for k, step in enumerate(self.steps) if step.surprise]

    def layer(self, step: BeamStep) -> BeamLayer:
        """The layer of a step."""
        return self.layers[step.round - 1]

    def children(self, step: BeamStep) -> tuple[BeamChild, ...]:
        """The children on show at a step."""
        return tuple(self.layer(step).children[number] for number in step.shown)


def study(question: BeamQuestion) -> BeamLesson:
    """Runs the search and explains it."""
    small = maze(question.maze)
    search = TracedBeam(small.game, _params(question, question.width))
    search.start(small.state.copy(), 0)
    traced = []
    while (layer := search.traced()) is not None:
        traced.append(layer)
    found = _found(search, question.width)
    widths = tuple(_plan(small, question, width) for width in range(1, MOST_WIDTH + 1))
    whole = _plan(small, question, ALL)
    best = whole.plan if whole.score > found.score else ()
    layers = _layers(small, traced, search.root_value, best)
    lost = next((layer.depth for layer in layers if layer.lost is not None), 0)
    return BeamLesson(question, small, layers, found, widths, whole, lost)


def _params(question: BeamQuestion, width: int) -> Params:
    numbers = {"width": width, "depth": question.depth, "discount": question.discount}
    return make(Params, {**numbers, "opponent": "none", "stop": False})


def _plan(small: SmallMaze, question: BeamQuestion, width: int) -> FoundPlan:
    """What the plain search finds at that width."""
    search = TracedBeam(small.game, _params(question, width))
    search.start(small.state.copy(), 0)
    search.advance(ENOUGH)
    return _found(search, width)


def _found(search: TracedBeam, width: int) -> FoundPlan:
    return FoundPlan(width, tuple(int(a) for a in search.sequence()[:, 0]), search.score)


def _layers(
    small: SmallMaze, traced: Sequence[TracedLayer], root: float, best: Sequence[int]
) -> tuple[BeamLayer, ...]:
    """The layers in words; `best` is a plan to look for, empty for none."""
    states, layers = small.after(best)[1:], list[BeamLayer]()
    above: tuple[BeamChild, ...] = ()
    for depth, each in enumerate(traced):
        lost = any(layer.lost is not None for layer in layers)
        wanted = states[depth] if depth < len(states) and not lost else None
        layers.append(layer_of(each, above, root, wanted))
        above = layers[-1].kept
    return tuple(layers)
