"""The lesson of what a network sees of a position: what each pattern adds to its value, what each
move makes of it, and what such values are worth.

`study` asks the network and explains it; `told` and `as_data` are its text for the command line.
"""

from lab.lesson.network.seeing import SeenPosition
from lab.lesson.network.study import (
    EXAMPLES,
    PARTS,
    SightLesson,
    SightQuestion,
    SightStep,
    as_data,
    study,
    told,
)

__all__ = [
    "EXAMPLES",
    "PARTS",
    "SeenPosition",
    "SightLesson",
    "SightQuestion",
    "SightStep",
    "as_data",
    "study",
    "told",
]
