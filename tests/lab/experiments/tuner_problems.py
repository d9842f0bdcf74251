"""Problems with a known truth for methods of tuning, and games drawn from them.

A fifth of the seeds is decided by the seat: there the two games of a pair are won or lost by
opposite luck. Seeds are common to all settings, luck on the other seeds is a setting's own.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable

import numpy as np

from lab.experiments.tuner.course import Steps, TrialGroup, TrialSequence
from lab.experiments.tuner.space import Setting, Space, TunedKnob

BY_THE_SEAT = 0.2


def logistic(x: float) -> float:
    return 1 / (1 + math.exp(-x))


def number(name: str, usual: float, **about: float | bool) -> TunedKnob:
    return TunedKnob(name, name, "number", usual, **about)  # type: ignore[arg-type]


def integer(name: str, usual: int, low: float, high: float) -> TunedKnob:
    return TunedKnob(name, name, "integer", usual, low, high)


def switch(name: str, usual: bool = False) -> TunedKnob:
    return TunedKnob(name, name, "values", usual, values=(False, True))


class Landscape:
    """Settings with a level; differences of levels are logits of win rates, the usual setting is
    the benchmark.
    """

    space: Space

    def level(self, setting: Setting) -> float:
        raise NotImplementedError

    def truth(self, setting: Setting, rival: Setting | None = None) -> float:
        """The true win rate."""
        other = self.space.usual if rival is None else rival
        return logistic(self.level(setting) - self.level(other))

    def play(self, group: TrialGroup, salt: int) -> float:
        """The mean points of a pair of games."""
        rate = self.truth(group.setting, group.rival)
        common = np.random.default_rng([salt, group.number])
        luck = common.random()
        if common.random() < BY_THE_SEAT:
            return ((luck < rate) + (1 - luck < rate)) / 2
        own = zlib.crc32(repr((group.setting, group.rival)).encode())
        return float((np.random.default_rng([salt, group.number, own]).random(2) < rate).mean())


class Switches(Landscape):
    """Six numbers, two of them on a ridge, and two switches; flat far from the best; another
    landscape for each seed.
    """

    def __init__(self, seed: int, switches: int = 2) -> None:
        rng = np.random.default_rng([seed, 77])
        usual = [round(rng.uniform(0.15, 0.85), 2) for _ in range(6)]
        on = [bool(rng.integers(2)) for _ in range(2)]
        numbers = [number(f"n{i}", x) for i, x in enumerate(usual)]
        others = [switch(f"s{i}", x) for i, x in enumerate(on)][:switches]
        self.space = Space(tuple(numbers + others))
        self.centre = rng.uniform(0.15, 0.85, 6)
        self.width = np.array([0.22, 0.3, 0.35, 0.45, 0.8, 1.5])[rng.permutation(6)]
        self.slope = rng.choice([-1, 1]) * rng.uniform(0.6, 1.0)
        self.gains = (rng.choice([-1, 1]) * 0.4, rng.choice([-1, 1]) * 0.125)
        self.shift = rng.uniform(-0.1, 0.1)

    def level(self, setting: Setting) -> float:
        numbers = np.array([float(x) for x in setting[:6]])
        first, second = (1 if x else -1 for x in (*setting[6:], True, True)[:2])
        apart = numbers - self.centre
        apart[1] += self.slope * apart[0]
        apart[2] += self.shift * second
        hill = math.exp(-0.5 * float(((apart / self.width) ** 2).sum()))
        return float(hill * (1.6 + self.gains[0] * first) + self.gains[1] * second)


class Surrogate(Landscape):
    """Smooth slopes of eight knobs, as fits to real games of tree search have them."""

    def __init__(self) -> None:
        self.space = Space(
            (
                number("c", 1.0, low=0.1, high=3.0, log=True),
                integer("depth", 60, 1, 81),
                number("first_play", 0.5),
                number("kept", 0.5),
                number("bias", 0.0),
                integer("expand", 1, 1, 8),
                switch("solver"),
                TunedKnob("final", "final", "values", "visits", values=("visits", "mean")),
            )
        )

    def level(self, setting: Setting) -> float:
        c, depth, first_play, kept, bias, expand, _, _ = self.space.shares(setting)
        solver = 1.0 if setting[6] else 0.0
        found = (0.9 + 0.4 * (1 - depth)) * solver - 0.5 * (setting[7] == "mean")
        found -= 1.56 * (depth - 0.3) ** 2 + 0.45 * (c - 0.35) + 1.5 * (c - 0.35) ** 2
        found += 0.3 * kept - 0.6 * (first_play - 0.7) ** 2 - 0.25 * bias - 0.3 * expand
        return 1.25 * float(found)


Results = dict[TrialGroup, float]


def play(
    method: Steps,
    score: Callable[[TrialGroup], float],
    hands: int = 1,
    known: Results | None = None,
) -> tuple[TrialSequence, Results]:
    """Plays a course to its end with so many games in progress, the newest finishing first; groups
    of `known` are finished before they are asked for.
    """
    course, done, playing = TrialSequence(method), dict(known or {}), list[TrialGroup]()
    while True:
        group = course.next(done.get) if len(playing) < hands else None
        if group is not None:
            playing += [group] if group not in done else []
        elif playing:
            last = playing.pop()
            done[last] = score(last)
        else:
            return course, done
