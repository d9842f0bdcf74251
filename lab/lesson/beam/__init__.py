"""The lesson of beam search: the layers of a small maze, who survives in each and who dies out.

`study` runs the search and explains it; `told` and `as_data` are its text for the command line.
"""

from lab.lesson.beam.layers import BeamChild, BeamLayer
from lab.lesson.beam.question import BeamQuestion
from lab.lesson.beam.steps import HEADS, PARTS, BeamStep
from lab.lesson.beam.study import BeamLesson, study
from lab.lesson.beam.telling import as_data, told

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
