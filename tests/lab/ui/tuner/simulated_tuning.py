"""A tuning whose games are drawn from a known landscape: asymmetric knobs, of which the first
matters most and one not at all. What is shown is what the lab's own tuner makes of these games.
"""

from __future__ import annotations

import math
import zlib
from dataclasses import dataclass
from functools import cache

import numpy as np

from lab.experiments.tuner.course import TrialGroup
from lab.experiments.tuner.plan import TunePlan
from lab.experiments.tuner.question import TuneQuestion
from lab.experiments.tuner.space import Setting
from lab.ui.tuner.records import TunerView
from lab.ui.tuner.work import view_of

KNOBS = (
    "c=0.05:2:log",
    "depth=3:12",
    "random_visits=0:30",
    "w.lead=0:2",
    "w.hinder=0:2",
    "w.station=0:1",
)
BEST = (0.3, 7, 9, 1.0, 2.0, 0.02)
WEIGHT = (2.2, 1.4, 0.05, 1.0, 0.1, 0.3)  # of the distance from the best, in shares of the range
BEGAN = 1.0e9
PLAYS = 12.0  # seconds from one group to the next


@dataclass(frozen=True)
class SimulatedTuning:
    """The question with its games, and the record that is made of it."""

    question: TuneQuestion
    view: TunerView


def truth(plan: TunePlan, setting: Setting) -> float:
    """The true win rate against the usual setting."""

    def level(values: Setting) -> float:
        apart = plan.space.shares(values) - plan.space.shares(BEST)
        return float(-4 * (np.array(WEIGHT) * apart**2).sum())

    return 1 / (1 + math.exp(-(level(setting) - level(plan.space.usual))))


def drawn(plan: TunePlan, group: TrialGroup) -> float:
    """The mean points of a pair of games."""
    rate = truth(plan, group.setting)
    if group.rival is not None:
        rate = 1 / (1 + (1 - rate) / rate * truth(plan, group.rival) / (1 - rate))
    own = zlib.crc32(repr((group.setting, group.number, group.rival)).encode())
    return float((np.random.default_rng(own).random(2) < rate).mean())


@cache
def simulated_tuning(games: int = 600, until: int = 0) -> SimulatedTuning:
    """A tuning of so many games, of which `until` are in; 0 for all."""
    plan = TunePlan("csb", "smitsimax", ("smitsimax",), KNOBS, games, budget="300it")
    question = TuneQuestion(plan)
    while (group := question.sequence.next(question.points.get)) is not None:
        if question.knows(group):
            continue
        if until and len(question.began) * plan.seatings >= until:
            break
        question.points[group] = drawn(plan, group)
        question.began[group] = BEGAN + PLAYS * len(question.began)
    return SimulatedTuning(question, view_of(question))
