"""The lesson of Smitsimax: one tree for each agent, one iteration turn by turn.

`study` runs the search and explains it; `told` and `as_data` are its text for the command line.
"""

from lab.lesson.smitsimax.positions import EXAMPLES, SharedQuestion
from lab.lesson.smitsimax.resonance import Resonance
from lab.lesson.smitsimax.steps import PARTS, SharedStep, TreeChoice
from lab.lesson.smitsimax.study import SharedIteration, SharedLesson, study
from lab.lesson.smitsimax.telling import as_data, told

__all__ = [
    "EXAMPLES",
    "PARTS",
    "Resonance",
    "SharedIteration",
    "SharedLesson",
    "SharedQuestion",
    "SharedStep",
    "TreeChoice",
    "as_data",
    "study",
    "told",
]
