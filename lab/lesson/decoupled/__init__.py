"""The lesson of decoupled selection: two sides choose at the same time, each by its own statistics.

DUCT searches a matrix game, round by round. Under rules that look for one best action the shares of
the visits go round in circles or stay where a best reply gains; under regret matching and Exp3 the
average strategy approaches the equilibrium. How far away a pair of strategies is: its
exploitability (`search.equilibrium.exploitability`), in the table's own payoffs.
"""

from lab.lesson.decoupled.question import (
    MIXED,
    OWN,
    RULES,
    TABLES,
    DuelQuestion,
    lines_of,
    payoffs_of,
    read_table,
)
from lab.lesson.decoupled.rounds import LISTINGS, SIDES, DuelLesson, DuelRound, Side, heads
from lab.lesson.decoupled.study import as_data, study, told

__all__ = [
    "LISTINGS",
    "MIXED",
    "OWN",
    "RULES",
    "SIDES",
    "TABLES",
    "DuelLesson",
    "DuelQuestion",
    "DuelRound",
    "Side",
    "as_data",
    "heads",
    "lines_of",
    "payoffs_of",
    "read_table",
    "study",
    "told",
]
