"""What a lesson of decoupled selection is about."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engines.editing import EditError
from engines.knobs import KnobError, choice, integer, text
from engines.matrix import Matrix
from engines.matrix import text as tables
from engines.matrix.game import Options
from engines.matrix.tables import MOST_OWN, PAIR_TITLES, TITLES, labels
from engines.matrix.tables import OWN as OWN
from lab.lesson.asked import LessonQuestion, explored, seeded
from search.duct import Params
from search.duct.selection import MIXED as MIXED
from search.duct.selection import RULES as RULES

TABLES = TITLES | PAIR_TITLES  # the tables to choose from, by name
LARGEST = 10_000  # payoff of a table of one's own
JOINT_TABLE = 1024  # regret matching learns from the table of mean results, however large it is


@dataclass(frozen=True)
class DuelQuestion(LessonQuestion):
    """A table, by name or as text ("3 -1; 0 2": what Row gains and Column loses; "3/3 0/5": what
    Row and what Column gains), and how it is searched.
    """

    lesson = "decoupled"

    table: str = text(
        "biased_rps",
        "Table",
        f"{', '.join(TABLES)}, or what Row gains as in '3 -1; 0 2', or both as in "
        "'3/3 0/5; 5/0 1/1'.",
        examples=TABLES,
    )
    rule: str = choice("ucb1", RULES, "Rule", "How each side chooses.")
    rounds: int = integer(200, 1, 1000, "Rounds", "How many are played.")
    seed: int = seeded(5)
    c: float = explored(
        "Weight of the bonus, in largest payoffs of the table. Exp3 and regret matching have none."
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.table not in TABLES:
            read_table(self.table)

    @property
    def searched_by(self) -> str:
        return "duct"

    @property
    def game(self) -> Matrix:
        """The game of one round, which starts with the table."""
        if self.table in TABLES:
            return Matrix.configure(matrix=self.table)
        return Matrix(Options(matrix=OWN, largest=LARGEST, payoffs=self.table))

    @property
    def subject(self) -> str:
        return TABLES.get(self.table, "own tables")

    @property
    def params(self) -> Params:
        """The search's knobs."""
        return Params(rule=self.rule, c=self.c, table=JOINT_TABLE)


def read_table(text: str) -> NDArray[np.float64]:
    """What Row gains [rows, columns], or both gain [2, rows, columns]; KnobError if the text is no
    table.
    """
    try:
        return tables.either(text, float(LARGEST))
    except EditError as error:
        known = ", ".join(TABLES)
        raise KnobError(
            f"{error} A table is one of {known}, or payoffs as in 3 -1; 0 2, or as in "
            "3/3 0/5; 5/0 1/1 for each player."
        ) from None


def payoffs_of(table: str) -> NDArray[np.float64]:
    """The same of a table with this name or text."""
    if table not in TABLES:
        return read_table(table)
    game = Matrix.configure(matrix=table)
    return game.table(game.initial(0))


def lines_of(table: str) -> str:
    """A table with this name or text in lines, one for each row."""
    return tables.written(payoffs_of(table)).replace("; ", "\n")


def names_of(question: DuelQuestion, payoffs: NDArray[np.float64]) -> tuple[tuple[str, ...], ...]:
    """What the rows and the columns are called; in a table of one's own 1, 2, … and A, B, …, since
    Row and Column are said beside them.
    """
    if question.table in TABLES:
        return labels(question.table, len(payoffs))
    own = zip(labels(OWN, MOST_OWN), payoffs.shape[-2:], strict=True)
    return tuple(tuple(name.split()[-1] for name in names[:count]) for names, count in own)
