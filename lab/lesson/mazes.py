"""The mazes of the lessons on plans: Pac-Man alone, so that a plan depends on nobody else.

They are layouts in `resources/lessons`. The evaluation is small (it never leaves -1 to 1), so the
lessons write it in thousandths.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import resources
from engines.game import PASS, State
from engines.knobs import KnobError, Value, choice, make
from engines.pacman import PacMan
from engines.pacman.layouts import load
from engines.scene import Line, Scene
from lab.lesson.asked import LessonQuestion
from search.base import generator
from search.beam import Params
from search.beam.params import UNLIMITED
from search.beam.tracing import TracedBeam

ARROWS = "↑→↓←·"
WORDS = ("up", "right", "down", "left", "stop")
THOUSANDTHS = 1000.0
ENOUGH = 1 << 20  # children of a beam: more than any of these mazes has
ROUNDS = 40  # more than any plan is long
USUAL = "two_ways"
ORDER = (USUAL, "ring", "feast")


def _file(name: str) -> Path:
    return resources.path("lessons", f"{name}.txt")


MAZES: Mapping[str, str] = {name: load(str(_file(name))).title for name in ORDER}


@dataclass(frozen=True)
class MazeQuestion(LessonQuestion):
    """A lesson on plans in a maze."""

    maze: str = choice(USUAL, MAZES, "Maze", "Where the plans lead.")

    @property
    def game(self) -> PacMan:
        return game_of(self.maze)

    @property
    def subject(self) -> str:
        return "mazes"


@dataclass(frozen=True, eq=False)
class SmallMaze:
    """A maze and its first position."""

    name: str
    game: PacMan
    state: State

    def after(self, actions: Sequence[int]) -> list[State]:
        """The positions along these actions, the first one's included; it ends with the match."""
        found, rules = [self.state.copy()], self.game.rules
        joint = np.full(self.game.agents, PASS, np.int64)
        for action in actions:
            if rules.is_over(found[-1]):
                break
            state = found[-1].copy()
            joint[0] = action
            rules.step(state, joint, generator(0), None)
            found.append(state)
        return found

    def picture(self, actions: Sequence[int], role: str = "ink") -> Scene:
        """The position after these actions, with the way that leads to it."""
        states = self.after(actions)
        scene, way = self.game.scene(states[-1]), [middle(state) for state in states]
        path = Line(tuple(way), role, 2.5, alpha=0.75)
        items = (path, *scene.items) if len(way) > 1 else scene.items
        return Scene(scene.x, scene.y, scene.width, scene.height, scene.still, items)


def middle(state: State) -> tuple[float, float]:
    """The middle of Pac-Man's cell."""
    return float(state.x[0]) + 0.5, float(state.y[0]) + 0.5


def game_of(name: str) -> PacMan:
    """The game in that maze; KnobError if there is none of that name."""
    if name not in MAZES:
        raise KnobError(f"There is no maze {name}; choose one of {', '.join(MAZES)}.")
    return PacMan.configure(file=str(_file(name)), ghosts=0, rounds=ROUNDS)


def maze(name: str) -> SmallMaze:
    """The maze of that name."""
    game = game_of(name)
    return SmallMaze(name, game, game.initial(0))


def best_plan(small: SmallMaze, turns: int) -> tuple[tuple[int, ...], float]:
    """The plan of `turns` that ends in the highest evaluation, and that evaluation: what a beam
    finds that drops nothing and does not discount.
    """
    wide: dict[str, Value] = {"width": UNLIMITED, "depth": turns}
    params = make(Params, {**wide, "opponent": "none", "stop": False, "discount": 1.0})
    search = TracedBeam(small.game, params)
    search.start(small.state.copy(), 0)
    search.advance(ENOUGH)
    plan = tuple(int(action) for action in search.sequence()[:, 0])
    values = np.zeros(small.game.agents)
    small.game.rules.value(small.after(plan)[-1], search.weights, values)
    return plan, float(values[0])


def arrows(actions: Sequence[int]) -> str:
    """A plan as arrows."""
    return "".join(ARROWS[int(action)] for action in actions)


def spelt(actions: Sequence[int]) -> str:
    """A plan in words, for sentences and screen readers."""
    return " ".join(WORDS[int(action)] for action in actions)


def is_same(one: State, other: State) -> bool:
    """Whether two positions are the same in every field."""
    names = one.dtype.names or ()
    return all(np.array_equal(one[name], other[name]) for name in names)


def thousandths(x: float) -> str:
    """An evaluation or a score as the lessons write it."""
    return f"{THOUSANDTHS * x:.2f}".replace("-", "−")


def whole_thousandths(x: float) -> str:
    """The same rounded, where there is little room."""
    return f"{THOUSANDTHS * x:.0f}".replace("-", "−")
