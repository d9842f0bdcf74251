"""Lessons: a search of a textbook tree explained step by step. `study` makes one;
`Desk` makes them in its own thread.
"""

from lab.lesson.study import (
    ALGORITHMS,
    ORDERS,
    WINDOWS,
    AlphaBetaQuestion,
    Compared,
    Lesson,
    check,
    study,
)
from lab.lesson.telling import LessonStep, Opened
from lab.lesson.watching import CUT, DONE, LATER, OPEN, NodeView

__all__ = [
    "ALGORITHMS",
    "CUT",
    "DONE",
    "LATER",
    "OPEN",
    "ORDERS",
    "WINDOWS",
    "AlphaBetaQuestion",
    "Compared",
    "Lesson",
    "LessonStep",
    "NodeView",
    "Opened",
    "check",
    "study",
]
