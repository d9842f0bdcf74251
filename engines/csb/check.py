"""Whether a record from outside can be a position of Coders Strike Back: numbers within what a
match can reach, pods apart, and laps, headings and the end consistent.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

import numpy as np

from engines.checking import Bounds
from engines.csb.hearing import FAR, MOST_LAPS
from engines.csb.state import (
    DRAW,
    FINISH,
    FULL_CIRCLE,
    INVALID,
    LONGEST,
    MAX_TURNS,
    OWNER,
    PATIENCE,
    PODS,
    RUNNING,
    SHIELD_TURNS,
    STATE,
    TIMEOUT,
    TIMEOUT_BOTH,
    TURN_RAD,
)
from engines.game import Game, State

CHECKPOINTS = STATE["cx"].shape[0]
# a pod that flies away for a whole match at the engine's 1133 units a turn stays nearer
FARTHEST = 1_000_000
# one pod with all the energy of shielded ones around it stays slower
FASTEST = 10_000
LONGEST_WAY = CHECKPOINTS * MOST_LAPS * math.ceil(math.hypot(2 * FAR, 2 * FAR))
MOST_ANGLE = FULL_CIRCLE + LONGEST * TURN_RAD
# pods are parted to 800 units, then each coordinate is rounded
LEAST_APART = 798.0
CLOSE = 1e-9  # error of a heading turned step by step
SAME = 1e-6  # units: error of a length, whose last bits vary between machines


def bounds() -> Bounds:
    """The bounds of each field."""
    most_passes = CHECKPOINTS * (MOST_LAPS + 1)
    return {
        "x": (-FARTHEST, FARTHEST),
        "y": (-FARTHEST, FARTHEST),
        "vx": (-FASTEST, FASTEST),
        "vy": (-FASTEST, FASTEST),
        "angle": (-MOST_ANGLE, MOST_ANGLE),
        "ca": (-1.0 - CLOSE, 1.0 + CLOSE),
        "sa": (-1.0 - CLOSE, 1.0 + CLOSE),
        "from_x": (-FARTHEST, FARTHEST),
        "from_y": (-FARTHEST, FARTHEST),
        "cx": (-FAR, FAR),
        "cy": (-FAR, FAR),
        "along": (0, LONGEST_WAY),
        "origin": (-3 * FARTHEST, LONGEST_WAY),
        "next": (0, CHECKPOINTS - 1),
        "passed": (0, most_passes),
        "shield": (0, SHIELD_TURNS),
        "boosted": (0, 1),
        "rotated": (0, 1),
        "timeout": (-1, PATIENCE),
        "runner": (0, PODS - 1),
        "count": (2, CHECKPOINTS),
        "goal": (2, CHECKPOINTS * MOST_LAPS),
        "over": (RUNNING, MAX_TURNS),
        "winner": (DRAW, 1),
        "turn": (0, LONGEST),
    }


def contradictions(game: Game, state: State) -> Iterator[str]:
    """Yields what is impossible in a record whose fields are within bounds, most basic checks
    first.
    """
    yield from _track(state)
    for p in range(PODS):
        yield from _pod(game.agent_name(p), state, p)
    yield from _apart(game, state)
    yield from _runners(state)
    yield from _end(state)


def _track(state: State) -> Iterator[str]:
    """Distinct checkpoints in whole units, and the lengths of the lap up to each."""
    n, goal = int(state.count), int(state.goal)
    points = list(zip(state.cx.tolist(), state.cy.tolist(), strict=True))
    if any(not x.is_integer() or not y.is_integer() for x, y in points):
        yield "a checkpoint is not at whole coordinates"
    if len(set(points[:n])) < n or any(x or y for x, y in points[n:]):
        yield f"the track has not {n} checkpoints at different places"
    if goal % n or goal > n * MOST_LAPS:
        yield f"{goal} passes are no whole laps of {n} checkpoints"
    legs = [math.dist(points[k], points[(k + 1) % n]) for k in range(n)]
    lap = [*itertools.accumulate(legs)]
    along = [lap[-1], *lap[:-1], *[0.0] * (CHECKPOINTS - n)]
    if np.abs(state.along - along).max() > SAME:
        yield "the lengths of the lap are not those between its checkpoints"


def _pod(name: str, state: State, p: int) -> Iterator[str]:
    """A pod's checkpoints, its whole numbers, and its heading as an angle and as a vector."""
    n, passed, following = int(state.count), int(state.passed[p]), int(state.next[p])
    if following != (passed + 1) % n or passed > state.goal + n:
        yield f"{name} has passed {passed} checkpoints and cannot be on its way to {following}"
    if state.over == RUNNING and passed >= state.goal:
        yield f"{name} has passed all {int(state.goal)} checkpoints, but the match goes on"
    # a bad answer ends the match after some pods have already thrust
    whole = ("x", "y") if state.over == INVALID else ("x", "y", "vx", "vy")
    if any(not float(state[field][p]).is_integer() for field in whole):
        yield f"the place and speed of {name} are not whole numbers"
    angle = float(state.angle[p])
    if math.dist((state.ca[p], state.sa[p]), (math.cos(angle), math.sin(angle))) > CLOSE:
        yield f"{name} heads elsewhere than its angle says"


def _apart(game: Game, state: State) -> Iterator[str]:
    """No two pods overlap by more than the rounding of their positions."""
    places = list(zip(state.x.tolist(), state.y.tolist(), strict=True))
    for a, b in itertools.combinations(range(PODS), 2):
        apart = math.dist(places[a], places[b])
        if apart < LEAST_APART:
            yield (
                f"{game.agent_name(a)} and {game.agent_name(b)} are {apart:.0f} units apart, "
                "where the rules part them"
            )


def _runners(state: State) -> Iterator[str]:
    """Each seat's runner is one of its own pods."""
    runners = state.runner.tolist()
    if [OWNER[p] for p in runners] != [0, 1]:
        yield f"the pods {runners} cannot race for the two seats"


def _end(state: State) -> Iterator[str]:
    """Whether the match is over follows from patience, passes and turns."""
    over, turn, patience = int(state.over), int(state.turn), state.timeout.tolist()
    if (over in (TIMEOUT, TIMEOUT_BOTH)) != (min(patience) < 0):
        yield f"patience of {patience} turns does not fit the state of the match"
    if over == FINISH and (state.passed < state.goal).all():
        yield "the match is said to be finished, but no pod has"
    if over == RUNNING and state.winner != DRAW:
        yield f"seat {int(state.winner) + 1} is said to have won, but the match goes on"
    if (over == RUNNING and turn >= LONGEST) or (over == MAX_TURNS and turn < LONGEST):
        yield f"a match is over after {LONGEST} turns, not after {turn}"
