"""Which games a tuning asks for, and what they say so far."""

from __future__ import annotations

import math
from collections.abc import Sequence

from lab.batch.games import GameRecord
from lab.experiments.running import Ask, Course
from lab.experiments.tuner.answer import TuningAnswer, answer
from lab.experiments.tuner.course import TrialGroup, TrialSequence, Tried
from lab.experiments.tuner.methods import method_named
from lab.experiments.tuner.past import Past, Remembered
from lab.experiments.tuner.plan import TunePlan
from lab.experiments.tuner.space import Setting


class TuneQuestion:
    """Asks for the groups of the method's sequence. A setting that equals the only benchmark scores
    half of the points against it, and is not played.
    """

    def __init__(self, plan: TunePlan) -> None:
        self.plan = plan
        steps = method_named(plan.method).steps(plan.hunt)
        self.sequence = TrialSequence(steps)
        self.points: dict[TrialGroup, float] = {}  # of the groups that are in; NaN where one failed
        self.began: dict[TrialGroup, float] = {}  # seconds since 1970
        self._asked: list[TrialGroup] = []
        self._taken = 0
        self._parts: dict[Setting, int] = {}

    @property
    def ended(self) -> bool:
        """Whether every group that the method wants is in."""
        return self.sequence.ended and len(self.points) == len(self.sequence.trials)

    @property
    def total(self) -> int:
        """Most games."""
        return self.plan.groups * self.plan.seatings

    @property
    def note(self) -> str:
        """What the method is doing: "race 2"."""
        return self.sequence.plays[-1].stage if self.sequence.plays else ""

    def next(self, course: Course) -> Ask | None:
        """The next group."""
        self.take(course)
        while (group := self.sequence.next(self.points.get)) is not None:
            if not self.knows(group):
                self._asked.append(group)
                return self._ask(group)
        return None

    def knows(self, group: TrialGroup) -> bool:
        """Whether a group need not be played: that of a setting against itself."""
        even = group.rival is None and group.setting in self.plan.even
        if even:
            self.points[group] = 0.5
        return even

    def take(self, course: Course) -> None:
        """Counts the groups that have come in."""
        while self._taken < len(course.groups):
            came = course.groups[self._taken]
            self.count(self._asked[self._taken], () if came.failed else came.games)
            self._taken += 1

    def count(self, group: TrialGroup, games: Sequence[GameRecord]) -> None:
        """Takes the games of a group, none where it failed."""
        points = [game.points(0) for game in games]
        self.points[group] = sum(points) / len(points) if points else math.nan
        self.began[group] = min((game.started for game in games), default=0.0)

    def _ask(self, group: TrialGroup) -> Ask:
        part = self._parts.setdefault(group.setting, len(self._parts))
        return Ask(part, *self.plan.meeting(group.setting, group.number, group.rival))

    # what is known

    @property
    def tried(self) -> Sequence[Tried]:
        """What came of every play so far."""
        return self.sequence.tried(self.points.get)

    @property
    def answer(self) -> TuningAnswer | None:
        """What may be said so far."""
        return answer(self.plan.hunt, self.tried)

    def past(self) -> Past:
        """All that is known, for a tuning of the same player that goes on with other ranges."""
        plan = self.plan
        names = [knob.name for knob in plan.space.knobs]
        found = [
            Remembered(tuple(zip(names, setting, strict=True)), sums)
            for setting, sums in plan.hunt.everything(self.tried).items()
            if setting not in plan.even
        ]
        begin = max(plan.past.begin, self.sequence.end)
        return Past((*plan.past.outside(plan.space), *found), begin)
