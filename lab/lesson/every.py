"""What there is to prepare for the lessons: a question for whatever they offer to choose, the one
that each begins with first.
"""

from __future__ import annotations

from collections.abc import Iterator

from engines.textbook import Textbook
from engines.textbook.tree import EXAMPLES
from lab.lesson import beam, decoupled, genetic, mazes, mcts, orders, smitsimax
from lab.lesson.study import ALGORITHMS, Question
from lab.match.seats import parse_algorithm

Asked = (
    Question
    | mcts.TreeQuestion
    | smitsimax.SharedQuestion
    | decoupled.DuelQuestion
    | beam.BeamQuestion
    | genetic.GeneticQuestion
)
OWN_TABLE = "3 -1; 0 2"  # any of one's own


def every_question() -> Iterator[Asked]:
    """Some need the same kernels."""
    yield Question(next(iter(EXAMPLES)))
    yield from (mcts.TreeQuestion(), smitsimax.SharedQuestion(), decoupled.DuelQuestion())
    yield from (beam.BeamQuestion(), genetic.GeneticQuestion())
    for order in (orders.WRITTEN, orders.LEARNED):
        for name in ALGORITHMS:
            for tree in EXAMPLES:
                if parse_algorithm(name).supports(Textbook.configure(tree=tree)) is None:
                    yield Question(tree, algorithm=name, order=order)
    yield from map(mcts.TreeQuestion, mcts.EXAMPLES)
    yield from map(smitsimax.SharedQuestion, smitsimax.EXAMPLES)
    yield from map(decoupled.DuelQuestion, (*decoupled.TABLES, OWN_TABLE))
    yield from map(beam.BeamQuestion, mazes.MAZES)
    yield from map(genetic.GeneticQuestion, mazes.MAZES)
