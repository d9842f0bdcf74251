"""Coders Strike Back as the site shows it: its views hold the track, and after each turn every pod
and both timeouts.

The first view is a number, `CodersStrikeBack`, the field, the checkpoints, the starts; then, as in
every view after both have answered, for each pod a line `x y vx vy thrust out targetX targetY angle
shield next rank` and a line with its message, then `rank:timeout` of each player, then the
collisions. The angle is in radians, null before the first command. Seen in public replays of 2025
and 2026.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator

from engines import games
from engines.csb.conform import same_angle
from engines.csb.state import INVALID, PODS, lay_track, line_up
from engines.game import Game, State
from lab.files.codec import OddLine
from lab.files.codingame.recording import Recording, Round
from lab.files.codingame.told import Found

NAME = "CodersStrikeBack"
_NUMBER = r"-?\d+(?:\.\d+)?(?:[eE]-?\d+)?"
_POD = re.compile(
    rf"({_NUMBER}) ({_NUMBER}) ({_NUMBER}) ({_NUMBER}) \S+ \S+ \S+ \S+ (null|{_NUMBER}) \S+ "
    r"(\d+) \S+"
)
_TIMEOUTS = re.compile(r"\d+:(-?\d+) \d+:(-?\d+)")


def starts(recording: Recording) -> Iterator[tuple[Game, State]]:
    """The start that the first view shows, with two pods a player."""
    lines = recording.opening.view.split("\n")
    pods = _pods(recording.opening)
    if (
        len(lines) < 4
        or lines[1] != NAME
        or len(pods) != PODS
        or recording.params.get("pod_per_player", "2") != "2"
    ):
        return
    numbers = [int(number) for number in lines[3].split()]
    if len(numbers) < 4:
        raise OddLine("fewer than two checkpoints")
    game = games()["csb"].configure()
    state = game.blank()
    lay_track(state, tuple(zip(numbers[::2], numbers[1::2], strict=True)))
    line_up(state)
    for p, pod in enumerate(pods):
        state.x[p], state.y[p] = int(float(pod[1])), int(float(pod[2]))
    yield game, state


def told(state: State, shown: Round) -> Iterator[Found]:
    """Each pod and the timeouts; nothing after a bad answer, with which a match ends."""
    if state.over == INVALID:
        return
    for p, pod in enumerate(_pods(shown)):
        x, y, vx, vy, angle, following = pod.groups()
        ours = tuple(int(v) for v in (state.x[p], state.y[p], state.vx[p], state.vy[p]))
        yield Found(
            f"x, y, vx and vy of pod {p + 1}", tuple(int(float(v)) for v in (x, y, vx, vy)), ours
        )
        if state.passed[p] < state.goal:  # what is told of a pod that has finished is not known
            yield Found(
                f"next checkpoint of pod {p + 1}",
                int(following) % int(state.count),
                int(state.next[p]),
            )
        if angle != "null":
            radians = float(angle)
            yield Found(
                f"angle of pod {p + 1}",
                radians,
                same_angle(radians, float(state.angle[p])) if math.isfinite(radians) else None,
            )
    timeouts = next(
        (found for line in shown.view.split("\n") if (found := _TIMEOUTS.fullmatch(line))), None
    )
    if timeouts is not None:
        yield Found(
            "timeouts", tuple(map(int, timeouts.groups())), tuple(int(t) for t in state.timeout)
        )


def _pods(shown: Round) -> list[re.Match[str]]:
    """The lines of the pods: those before a message, since a line of six checkpoints has as many
    numbers.
    """
    lines = shown.view.split("\n")
    return [
        found
        for line, after in itertools.pairwise(lines)
        if after.startswith('"') and (found := _POD.fullmatch(line))
    ]
