"""What a pilot knows from the contest's text: the numbers are rounded, but the law of flight gives
them exactly.

The flight is simulated from its start with the pilot's own requests; where the text differs, its
numbers win.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from engines.game import Heard, Read
from engines.marslander.maps import HEIGHT, MOST_POINTS, WIDTH, MarsMap, Points
from engines.marslander.rules import FLYING, MOST_POWER
from engines.reading import NOTHING_DRAWN, Reader, numbers, whole

if TYPE_CHECKING:
    from engines.marslander.game import MarsLander

NUMBERS = ("x", "y", "hs", "vs", "fuel", "rotate", "power")
LIMITS = {"fuel": (0, 10**6), "rotate": (-90, 90), "power": (0, MOST_POWER)}
FAR = 10**5  # metres, metres per second


def listen(game: MarsLander, read: Read) -> list[str]:
    """Reads the number of points and the points of the ground."""
    first = read()
    return [first, *(read() for _ in range(_count(first)))]


def _count(line: str) -> int:
    return whole([line], "the number of points of the ground", 2, MOST_POINTS)[0]


def ground(intro: Sequence[str]) -> Points:
    """The ground of an intro."""
    read = Reader(intro)
    lines = [
        numbers(read, 2, "a point of the ground `x y`", 0, max(WIDTH, HEIGHT) - 1)
        for _ in range(_count(read()))
    ]
    points = tuple((x, y) for x, y in lines)
    if not any(a[1] == b[1] and a[0] != b[0] for a, b in pairwise(points)):
        raise ValueError("The ground has no flat part to land on.")
    return points


def heard(
    game: MarsLander,
    intro: Sequence[str],
    read: Read,
    before: Heard | None = None,
    sent: Sequence[int] = (),
) -> Heard:
    """Reads one turn: the seven numbers."""
    below = ground(intro) if before is None else ()
    x, y, hs, vs, fuel, rotate, power = shown = numbers(
        read, len(NUMBERS), "`x y hs vs fuel rotate power`", -FAR, FAR
    )
    for name, value in zip(NUMBERS, shown, strict=True):
        low, high = LIMITS.get(name, (-FAR, FAR))
        whole([str(value)], f"the {name} of `{' '.join(NUMBERS)}`", low, high)
    if before is None:
        state = game.set_out(MarsMap("", below, (x, y, hs, vs, fuel, rotate, power)))
        return Heard(game, 0, 0, state)
    state = before.state.copy()
    joint = np.array(sent, np.int64) if sent else None
    if joint is not None:
        game.rules.step(state, joint, NOTHING_DRAWN, None)
    if (
        joint is None
        or state.status != FLYING
        or game.view(state, 0) != [" ".join(map(str, shown))]
    ):
        state = before.state.copy()
        state.turn += 1
        for name, value in zip(NUMBERS, shown, strict=True):
            state[name] = value
    return Heard(game, 0, int(state.turn), state, joint)
