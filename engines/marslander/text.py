"""The contest's text: what a lander's program reads and answers.

Once: the number of points of the ground and a line `x y` for each. Each turn: `x y hs vs fuel
rotate power`, rounded. Answer: `rotate power`, then any text; values out of range are clamped.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from engines.game import FORFEIT, Game, Parsed, State
from engines.marslander.rules import MOST_POWER, POWERS, STRAIGHT

NUMBER = r"[+-]?[0-9]+(?:\.[0-9]*)?"  # decimals are truncated: a recorded simulator accepts them
ANSWER = re.compile(rf"\s*({NUMBER})\s+({NUMBER})(?:\s+(.*))?")


def intro(game: Game, s: State, seat: int) -> list[str]:
    """The lines a program reads once."""
    points = s.ground[: s.points]
    return [str(int(s.points)), *(f"{int(x)} {int(y)}" for x, y in points)]


def view(game: Game, s: State, seat: int) -> list[str]:
    """The line a program reads each turn."""
    shown = [_rounded(float(s[name])) for name in ("x", "y", "hs", "vs", "fuel")]
    return [" ".join(str(n) for n in (*shown, int(s.rotate), int(s.power)))]


def parse(game: Game, s: State, seat: int, lines: Sequence[str]) -> Parsed:
    """An answer as an action; FORFEIT with a reason where it is bad."""
    line = lines[0] if lines else ""
    found = ANSWER.fullmatch(line)
    if found is None:
        return Parsed(
            (FORFEIT,), f"expected `rotate power`, got {line!r}" if lines else "no answer"
        )
    if game.rules.is_over(s):
        return Parsed((FORFEIT,), "the flight is over")
    rotate = int(min(90.0, max(-90.0, float(found[1]))))
    power = int(min(MOST_POWER, max(0.0, float(found[2]))))
    return Parsed(((rotate + STRAIGHT) * POWERS + power,), message=found[3] or "")


def send(game: Game, s: State, seat: int, actions: Sequence[int]) -> list[str]:
    """The line of an action."""
    return [f"{actions[0] // POWERS - STRAIGHT} {actions[0] % POWERS}"]


def _rounded(number: float) -> int:
    """The nearest integer, halves away from zero."""
    return int(math.copysign(math.floor(abs(number) + 0.5), number))
