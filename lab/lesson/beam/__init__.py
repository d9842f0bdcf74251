"""The lesson of beam search: the layers of a small maze, who survives in each and who dies out.

`study` runs the search and explains it; `told` and `as_data` are its text for the command line.
"""

from lab.lesson.beam.layers import HEADS, PARTS, BeamChild, BeamLayer, BeamStep
from lab.lesson.beam.study import BeamLesson, BeamQuestion, as_data, study, told

__all__ = [
    "HEADS",
    "PARTS",
    "BeamChild",
    "BeamLayer",
    "BeamLesson",
    "BeamQuestion",
    "BeamStep",
    "as_data",
    "study",
    "told",
]
