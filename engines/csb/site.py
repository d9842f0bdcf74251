"""Coders Strike Back as the site records it: its views show the track, and after each turn every
pod and both timeouts.

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

from engines.csb.conform import same_angle
from engines.csb.state import INVALID, PODS, lay_track, line_up
from engines.difference import Pair
from engines.game import Game, State
from engines.site import OddView, Recording, Round, Site

NAME = "CodersStrikeBack"
_NUMBER = r"-?\d+(?:\.\d+)?(?:[eE]-?\d+)?"
_POD = re.compile(
    rf"({_NUMBER}) ({_NUMBER}) ({_NUMBER}) ({_NUMBER}) \S+ \S+ \S+ \S+ (null|{_NUMBER}) \S+ "
    r"(\d+) \S+"
)
_TIMEOUTS = re.compile(r"\d+:(-?\d+) \d+:(-?\d+)")


def starts(game: type[Game], recording: Recording) -> Iterator[tuple[Game, State]]:
    """The start that the first view shows, with two pods per player."""
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
        raise OddView("fewer than two checkpoints")
    configured = game()
    state = configured.blank()
    lay_track(state, tuple(zip(numbers[::2], numbers[1::2], strict=True)))
    line_up(state)
    for p, pod in enumerate(pods):
        state.x[p], state.y[p] = int(float(pod[1])), int(float(pod[2]))
    yield configured, state


def shows(game: Game, state: State, shown: Round) -> Iterator[Pair]:
    """Each pod and the timeouts; nothing after a bad answer, with which a match ends."""
    if state.over == INVALID:
        return
    for p, pod in enumerate(_pods(shown)):
        yield from _pod(state, p, pod)
    found = (_TIMEOUTS.fullmatch(line) for line in shown.view.split("\n"))
    timeouts = next((each for each in found if each is not None), None)
    if timeouts is not None:
        ours = tuple(int(t) for t in state.timeout)
        yield "timeouts", tuple(map(int, timeouts.groups())), ours


def _pod(s: State, p: int, pod: re.Match[str]) -> Iterator[Pair]:
    x, y, vx, vy, angle, following = pod.groups()
    theirs = tuple(int(float(v)) for v in (x, y, vx, vy))
    ours = tuple(int(v) for v in (s.x[p], s.y[p], s.vx[p], s.vy[p]))
    yield f"x, y, vx and vy of pod {p + 1}", theirs, ours
    if s.passed[p] < s.goal:  # what a view shows of a finished pod is unknown
        yield f"next checkpoint of pod {p + 1}", int(following) % int(s.count), int(s.next[p])
    if angle != "null":
        radians = float(angle)
        got = same_angle(radians, float(s.angle[p])) if math.isfinite(radians) else None
        yield f"angle of pod {p + 1}", radians, got


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


SITE = Site(re.compile(r"-?\d+ -?\d+ (\d+|SHIELD|BOOST)\b.*"), (2,), starts, shows)
