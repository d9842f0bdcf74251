"""Where things are on the timeline's x axis, and which event marks are so close that they merge
into one with a count.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from engines.scene import Event
from lab.words import numerals
from search.base import Floats

MERGE = 12.0  # pixels: marks closer than this become one
STEP = 20  # turns by which the axis grows


@dataclass(frozen=True)
class LaneMark:
    """One mark in a lane: the turn of its first event, and all its events with their
    turns.
    """

    turn: int
    events: tuple[tuple[int, Event], ...]

    @property
    def first(self) -> Event:
        """The event that gives a single mark its shape."""
        return self.events[0][1]

    def text(self, word: str) -> str:
        """The events in words, one a line, for a tooltip."""
        return "\n".join(f"{word} {turn}: {event.text}" for turn, event in self.events)


def last_turn(turns: int, longest: int) -> int:
    """Where the axis ends: in steps of 20 turns, so that it does not creep, and at least at 60, but
    not beyond the longest match.
    """
    return min(max(3 * STEP, math.ceil(turns / STEP) * STEP), max(1, turns, longest))


def ticks(low: float, high: float, width: float, apart: float) -> list[int]:
    """Round turns from `low` to `high` that are at least `apart` pixels from one another."""
    step = max(1, round(numerals.nice_step(high - low, max(1, int(width / apart)))))
    return list(range(math.ceil(low / step) * step, math.floor(high) + 1, step))


def last_known(curve: Floats) -> float:
    """The last number of a curve [T] that has gaps; 0 where it has none."""
    known = curve[np.isfinite(curve)]
    return float(known[-1]) if known.size else 0.0


def merged(events: Sequence[tuple[int, Event]], pixels_a_turn: float) -> list[LaneMark]:
    """The marks of one lane, from its events in order of turns."""
    groups: list[list[tuple[int, Event]]] = []
    for turn, event in events:
        if groups and (turn - groups[-1][0][0]) * pixels_a_turn < MERGE:
            groups[-1].append((turn, event))
        else:
            groups.append([(turn, event)])
    return [LaneMark(g[0][0], tuple(g)) for g in groups]


def apart(wanted: Sequence[float], least: float, low: float, high: float) -> list[float]:
    """Positions near the wanted ones, in the same order, at least `least` apart and between `low`
    and `high` as far as there is room.
    """
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    out = [min(max(w, low), high) for w in wanted]
    for before, after in pairwise(order):
        out[after] = max(out[after], out[before] + least)
    excess = max(0.0, out[order[-1]] - high) if order else 0.0
    if excess:
        out[order[-1]] = high
        for after, before in pairwise(reversed(order)):
            out[before] = min(out[before], out[after] - least)
    return out
