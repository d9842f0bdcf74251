"""What a player of Coders Strike Back knows from the contest's text.

The text gives positions, speeds and next checkpoints exactly, headings in whole degrees. A player
derives the exact headings, shields and boosts of its own pods from its commands, and the laps and
patience left from the checkpoints that changed. The text gives neither the rivals' commands nor the
player's seat; the start positions reveal the seat.

The contest's headings are 0 to 360, and -1 before a pod's first command. Other referees send -180
to 180: headings are taken modulo 360, and -1 means minus one degree for a pod that already has a
heading.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from engines.csb.rules import ALMOST_ROUND, DEGREE
from engines.csb.state import PATIENCE, PODS, lay_track, line_up, whole_degrees
from engines.game import Game, Heard, Read, State
from engines.reading import NOTHING_DRAWN, Reader, numbers, whole

MOST_LAPS = 100
FAR = 100_000  # no checkpoint has larger coordinates
ROUND = 360  # degrees
NO_HEADING = -1
OWN_SECRETS = ("angle", "ca", "sa", "rotated", "shield", "boosted")

Pod = Sequence[int]  # x, y, vx, vy, degrees, next


def listen(game: Game, read: Read) -> list[str]:
    """Reads laps, the number of checkpoints and the checkpoints."""
    lines = [read(), read()]
    return lines + [read() for _ in range(_count(lines[1]))]


def _count(line: str) -> int:
    return whole([line], "the number of checkpoints", 2, 8)[0]


def track(intro: Sequence[str]) -> tuple[int, tuple[tuple[int, int], ...]]:
    """Laps and checkpoints of an intro."""
    read = Reader(intro)
    [laps] = numbers(read, 1, "the number of laps", 1, MOST_LAPS)
    lines = [numbers(read, 2, "a checkpoint `x y`", -FAR, FAR) for _ in range(_count(read()))]
    points = tuple((x, y) for x, y in lines)
    if len(set(points)) < len(points):
        raise ValueError("Two checkpoints are at the same place.")
    return laps, points


def heard(
    game: Game,
    intro: Sequence[str],
    read: Read,
    before: Heard | None = None,
    sent: Sequence[int] = (),
) -> Heard:
    """Reads one turn: a line for each of the player's pods, then for each of the rival's."""
    start = at_start(game, intro) if before is None else before.state
    lines = [read_pod(read, int(start.count)) for _ in range(PODS)]
    if len({(x, y) for x, y, *_ in lines}) < PODS:
        raise ValueError("Two pods are at the same place.")
    seat = before.seat if before is not None else _seat(start, lines)
    pods = lines if seat == 0 else lines[2:] + lines[:2]
    state = start.copy() if before is None else _moved(game, before, sent)
    for p, pod in enumerate(pods):
        _place(state, start, p, pod, game.owner[p] == seat)
    assert game.rules.observe is not None
    game.rules.observe(state, seat)
    return Heard(game, seat, int(state.turn), state)


def at_start(game: Game, intro: Sequence[str]) -> State:
    """The pods lined up on the track of an intro."""
    laps, points = track(intro)
    state = game.blank()
    lay_track(state, points)
    line_up(state)
    state.goal = laps * len(points)
    return state


def read_pod(read: Read, checkpoints: int) -> list[int]:
    """The numbers of a pod's line; ValueError with a sentence if it is none."""
    what = "a pod `x y vx vy angle next`"
    found = numbers(read, 6, what)
    whole([str(found[4])], f"the angle of {what}", -ROUND, ROUND)
    whole([str(found[5])], f"the next checkpoint of {what}", 0, checkpoints - 1)
    return found


def _seat(start: State, lines: Sequence[Pod]) -> int:
    """The seat whose pods start where the first two lines say."""
    places = [(int(x), int(y)) for x, y in zip(start.x, start.y, strict=True)]
    return int([(x, y) for x, y, *_ in lines] == places[2:] + places[:2])


def _moved(game: Game, before: Heard, sent: Sequence[int]) -> State:
    """The last position after a turn's effect on the headings, shields and boosts of the player's
    pods and on both seats' patience.
    """
    state = before.state.copy()
    if sent:
        after, joint = state.copy(), np.zeros(PODS, np.int64)
        own = list(game.agents_of(before.seat))
        joint[own] = sent
        game.rules.step(after, joint, NOTHING_DRAWN, None)
        for name in OWN_SECRETS:
            state[name][own] = after[name][own]
    state.timeout -= 1
    state.turn += 1
    return state


def _place(state: State, before: State, p: int, pod: Pod, own: bool) -> None:
    """Puts a pod where its line says; its passes are counted from `before`, and the player's own
    pods keep their more exact heading.
    """
    x, y, vx, vy, degrees, following = pod
    state.x[p], state.y[p], state.vx[p], state.vy[p] = x, y, vx, vy
    passed = (following - int(before.next[p])) % int(state.count)
    state.next[p], state.passed[p] = following, before.passed[p] + passed
    if passed:
        state.timeout[p // 2] = PATIENCE
    if degrees == NO_HEADING and not state.rotated[p]:
        return
    degrees = degrees % ROUND if degrees < 0 else degrees
    shown = min(degrees, ALMOST_ROUND) * DEGREE
    known = whole_degrees(float(state.angle[p]))
    if not (own and state.rotated[p] and (known - degrees) % ROUND == 0):
        state.angle[p], state.ca[p], state.sa[p] = shown, math.cos(shown), math.sin(shown)
    state.rotated[p] = 1
