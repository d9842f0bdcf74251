"""Where each seat plans its agents, and where another seat expects them: clouds of drawn places,
their middles and how far these are apart.

Shapes: [N] places of a cloud, [P] turns ahead.

Expectations in words: why there are none, what the most misjudged agent is, one row for each
agent.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engines.game import Game, State
from engines.scene import Point
from lab.match.node_line import LINES, DrawnLines
from lab.words import numerals
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


def length(distance: float, unit: str) -> str:
    """A distance in the game's units, "" where it is unknown."""
    if math.isnan(distance):
        return numerals.NOTHING
    return numerals.real(distance, 1) if unit == CELLS else f"{distance:,.0f}"


def placeless(game: Game) -> str:
    """Why a game has no such map; "" for one that has."""
    state = game.initial(0)
    if all(game.position(state, agent) is None for agent in range(game.agents)):
        return f"In {game.title} nothing moves from place to place, so there is nothing to expect."
    return ""


def treeless(game: Game) -> str:
    """What to say where no search of the position has trees to draw from."""
    return (
        "No search of this position keeps a tree of actions: Smitsimax, Decoupled UCT and UCT do. "
        f"Seat one of them in {game.title}."
    )


def one_sided(game: Game, found: Expectations) -> str:
    """Why only one seat's lines are on show; "" where there are two."""
    seats = [drawn.seat + 1 for drawn in found.drawn if drawn is not None]
    if len(seats) != 1 or game.seats == 1:
        return ""
    if not game.simultaneous:
        return (
            f"Players move in turn: only seat {seats[0]} searches this position. Its own plan, "
            "and what it expects of the others."
        )
    return f"Only seat {seats[0]} has a tree: its own plan, and what it expects of the others."


def ahead(turn: int, word: str) -> str:
    """How far ahead: "after this turn", "after turn +2"."""
    return f"after {numerals.ahead(turn, word)}"


def _worst(found: Expectations, turn: int) -> AgentExpectation | None:
    """The agent whose two middles are farthest apart; None where no two are known."""
    known = [a for a in found.agents if not math.isnan(a.apart(turn))]
    return max(known, key=lambda agent: agent.apart(turn), default=None)


def headline(found: Expectations, turn: int, word: str) -> str:
    """The agent that is misjudged most, in a sentence; "" where no two middles are known."""
    worst = _worst(found, turn)
    return sentence(worst, turn, found.unit, word) if worst is not None else ""


def misjudged(found: Expectations, turn: int) -> str:
    """Which agent is misjudged most: "Pod 2 is misjudged most, by 738 units"; "" where no two
    middles are known.
    """
    worst = _worst(found, turn)
    if worst is None:
        return ""
    return (
        f"{worst.name} is misjudged most, by {length(worst.apart(turn), found.unit)} {found.unit}"
    )


def sentence(agent: AgentExpectation, turn: int, unit: str, word: str) -> str:
    """One agent's middles in a sentence."""
    viewer = agent.viewer
    when = f"{agent.name}, {numerals.ahead(turn, word)}"
    if viewer is None or math.isnan(agent.apart(turn)):
        return f"{when}: no other seat's expectation is known"
    apart = length(agent.apart(turn), unit)
    return (
        f"{when}: seat {viewer + 1} expects it {apart} {unit} from where "
        f"seat {agent.seat + 1} plans it"
    )


def reached(found: Expectations, turn: int) -> str:
    """How many of the lines reach that turn: "400 lines", "of 400 lines 312 and 398 go so far"."""
    counts = [int((d.turns > turn).sum()) for d in found.drawn if d is not None]
    drawn = [len(d.turns) for d in found.drawn if d is not None]
    if counts == drawn:
        return f"{max(drawn, default=LINES)} lines from each search"
    return f"{numerals.enumerated([*map(str, counts)])} of {max(drawn)} lines go so far"


def searched(found: Expectations) -> str:
    """How far the searches were when the lines were drawn: "4,000 and 3,900 iterations"."""
    done = [numerals.count(drawn.iterations) for drawn in found.drawn if drawn is not None]
    return f"{numerals.enumerated(done)} iterations"


def spreads(agent: AgentExpectation, turn: int, unit: str) -> str:
    """Both spreads: "355, 357"."""
    clouds = (agent.own[turn], agent.other[turn])
    return ", ".join(length(c.spread if c is not None else math.nan, unit) for c in clouds)
