"""A question that one thread asks and another one looks at."""

from __future__ import annotations

import copy
import threading
from dataclasses import is_dataclass
from typing import Generic, TypeVar

from lab.experiments.running import Ask, Course, Question

T = TypeVar("T")
Q = TypeVar("Q", bound=Question)


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
            return _copied(self._question)


def _copied(found: T) -> T:
    """With collections of its own, as have its parts that can change."""
    made = copy.copy(found)
    for name, value in vars(made).items():
        if isinstance(value, list | dict | set):
            setattr(made, name, copy.copy(value))
        elif is_dataclass(value) and not isinstance(value, type) and _changes(value):
            setattr(made, name, _copied(value))
    return made


def _changes(part: object) -> bool:
    """Whether a record is not frozen."""
    return not type(part).__dataclass_params__.frozen  # type: ignore[attr-defined] # has it
