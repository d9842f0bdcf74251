"""Where each seat plans its agents, and where another seat expects them: clouds of drawn places,
their middles and how far these are apart.

Shapes: [N] places of a cloud, [P] turns ahead.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engines.game import Game, State
from engines.scene import Point
from lab.match.node_line import DrawnLines
from search.base import Floats

HELD = 0.86  # share of a cloud's places inside its ellipse: two deviations of a normal cloud
CELLS, UNITS = "cells", "units"


@dataclass(frozen=True)
class Ellipse:
    """An ellipse in world units: half the axes, the first one turned by `angle_rad`."""

    middle: Point
    half: tuple[float, float]
    angle_rad: float


@dataclass(frozen=True, eq=False)
class Cloud:
    """Where drawn lines have one agent after some turns; `lines` are the lines' numbers."""

    places: Floats  # [N, 2]
    lines: tuple[int, ...]  # [N]

    @property
    def middle(self) -> Point:
        """The mean place."""
        x, y = self.places.mean(axis=0)
        return float(x), float(y)

    @property
    def spread(self) -> float:
        """The root of the mean squared distance from the middle."""
        return float(np.sqrt(((self.places - self.places.mean(axis=0)) ** 2).sum(axis=1).mean()))

    @property
    def ellipse(self) -> Ellipse | None:
        """The ellipse around the middle with the cloud's proportions that holds a share HELD of
        its places; None for a single place.
        """
        away = self.places - self.places.mean(axis=0)
        variances, axes = np.linalg.eigh(away.T @ away / len(away))
        if variances[1] <= 1e-12:
            return None
        scale = np.sqrt(np.maximum(variances, 1e-9 * variances[1]))
        reach = np.sort(np.hypot(*(away @ axes / scale).T))[math.ceil(HELD * len(away)) - 1]
        half = reach * scale
        angle = math.atan2(axes[1, 1], axes[0, 1])
        return Ellipse(self.middle, (float(half[1]), float(half[0])), angle)

    @property
    def cells(self) -> dict[tuple[int, int], float]:
        """The share of the places in each unit cell, by its corner."""
        corners = Counter(map(tuple, np.floor(self.places).astype(int).tolist()))
        return {(x, y): count / len(self.places) for (x, y), count in corners.items()}


@dataclass(frozen=True, eq=False)
class AgentExpectation:
    """One agent after each number of turns [P]: what its own seat plans, and what the seat
    `viewer` expects of it; None where no line is known.
    """

    agent: int
    name: str
    seat: int
    viewer: int | None
    own: tuple[Cloud | None, ...]  # [P]
    other: tuple[Cloud | None, ...]  # [P]

    def apart(self, turn: int) -> float:
        """How far the middles are apart after that turn; NaN where one is unknown."""
        own, other = self.own[turn], self.other[turn]
        return math.nan if own is None or other is None else math.dist(own.middle, other.middle)

    def is_far(self, turn: int) -> bool:
        """Whether the middles are further apart than the own plan is spread."""
        own, apart = self.own[turn], self.apart(turn)
        return own is not None and apart > max(own.spread, 1e-9)


@dataclass(frozen=True, eq=False)
class Expectations:
    """All agents of one position, as far as searches say something of them."""

    agents: tuple[AgentExpectation, ...]
    turns: int
    unit: str  # CELLS or UNITS
    drawn: tuple[DrawnLines | None, ...]  # per seat

    @property
    def last(self) -> int:
        """The last turn ahead that any line reaches."""
        clouds = (side for agent in self.agents for side in (agent.own, agent.other))
        return max(t for side in clouds for t, cloud in enumerate(side) if cloud is not None)


def expectations(
    game: Game, state: State, found: Sequence[DrawnLines | None], viewer: int = 0
) -> Expectations | None:
    """What the searches of one position expect; None where no agent has a place.

    Of two seats each is seen by the other; of more, all are seen by the seat `viewer`.
    """
    drawn = tuple(
        next((d for d in found if d is not None and d.seat == seat), None)
        for seat in range(game.seats)
    )
    turns = max((d.places.shape[1] - 1 for d in drawn if d is not None), default=0)
    agents = []
    for agent in range(game.agents):
        seat = game.owner[agent]
        other = _viewer(game, seat, viewer)
        clouds = [
            tuple(_cloud(drawn[s] if s is not None else None, agent, t) for t in range(turns))
            for s in (seat, other)
        ]
        if any(cloud is not None for each in clouds for cloud in each):
            name = game.agent_name(agent)
            agents.append(AgentExpectation(agent, name, seat, other, clouds[0], clouds[1]))
    unit = CELLS if game.scene(state).scale_bar is None else UNITS
    return Expectations(tuple(agents), turns, unit, drawn) if agents else None


def _viewer(game: Game, seat: int, viewer: int) -> int | None:
    """The seat whose expectation of the agents of `seat` is shown."""
    if game.seats == 2:
        return 1 - seat
    return viewer if viewer != seat and viewer < game.seats else None


def _cloud(drawn: DrawnLines | None, agent: int, turn: int) -> Cloud | None:
    """The agent's places after the turn, 0 the first, in the lines that reach so far."""
    if drawn is None or agent not in drawn.known:
        return None
    places = drawn.places[:, turn + 1, agent]
    lines = np.flatnonzero(np.isfinite(places).all(axis=1))
    return Cloud(places[lines], tuple(lines.tolist())) if lines.size else None
