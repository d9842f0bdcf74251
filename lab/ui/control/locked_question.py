"""A question that one thread asks and another one looks at."""

from __future__ import annotations

import copy
import threading
from dataclasses import replace
from typing import Generic, TypeVar

from lab.experiments.better.question import BetterQuestion
from lab.experiments.running import Ask, Course
from lab.experiments.sweep.question import SweepQuestion
from lab.experiments.tuner.question import TuneQuestion

Q = TypeVar("Q", TuneQuestion, BetterQuestion, SweepQuestion)


class LockedQuestion(Generic[Q]):
    """A question that is asked in one thread and looked at in another: between two moments nothing
    changes.
    """

    def __init__(self, question: Q) -> None:
        self._question: Q = question
        self._lock = threading.Lock()

    @property
    def ended(self) -> bool:
        """Whether nothing more is needed."""
        return self._question.ended

    @property
    def total(self) -> int:
        """Most games."""
        return self._question.total

    @property
    def note(self) -> str:
        """What is being done."""
        return self._question.note

    def next(self, course: Course) -> Ask | None:
        """The next group."""
        with self._lock:
            return self._question.next(course)

    @property
    def moment(self) -> Q:
        """A frozen copy of the question."""
        with self._lock:
            found = copy.copy(self._question)
            for name, value in vars(found).items():
                if isinstance(value, list | dict):
                    setattr(found, name, copy.copy(value))
            if isinstance(found, TuneQuestion):
                before = found.sequence
                found.sequence = replace(
                    before,
                    plays=list(before.plays),
                    trials=list(before.trials),
                    stops=list(before.stops),
                )
            if isinstance(found, SweepQuestion):
                results = found.results
                found.results = replace(
                    results, played=dict(results.played), failed=dict(results.failed)
                )
            return found
