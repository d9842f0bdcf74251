"""What lessons there are, and what there is to prepare for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from engines.textbook import Textbook
from engines.textbook.tree import EXAMPLES
from lab.lesson import beam, decoupled, genetic, mazes, mcts, network, orders, smitsimax
from lab.lesson.asked import LessonQuestion
from lab.lesson.steps import Rows
from lab.lesson.study import ALGORITHMS, AlphaBetaQuestion, as_data, study, told
from lab.match.seats import parse_algorithm

OWN_TABLE = "3 -1; 0 2"  # any of one's own


class LessonKind(NamedTuple):
    """The lessons on one subject: their question, its answer, and that as text and as data."""

    words: str
    asked: type[LessonQuestion]
    study: Callable[[Any], Any]
    told: Callable[[Any], Iterable[tuple[str, Rows]]]
    as_data: Callable[[Any], dict[str, Any]]


def _in(room: Any) -> tuple[Any, Any, Any]:
    return room.study, room.told, room.as_data


KINDS = {
    kind.asked.lesson: kind
    for kind in (
        LessonKind("alpha-beta and its family, on a tree", AlphaBetaQuestion, study, told, as_data),
        LessonKind(
            "Monte Carlo tree search, one iteration in four steps", mcts.TreeQuestion, *_in(mcts)
        ),
        LessonKind(
            "one tree for each agent, turn by turn", smitsimax.SharedQuestion, *_in(smitsimax)
        ),
        LessonKind(
            "two sides that choose at the same time", decoupled.DuelQuestion, *_in(decoupled)
        ),
        LessonKind("beam search, layer by layer, in a small maze", beam.BeamQuestion, *_in(beam)),
        LessonKind(
            "a genetic algorithm, parents and children", genetic.GeneticQuestion, *_in(genetic)
        ),
        LessonKind("what a network sees of a position", network.SightQuestion, *_in(network)),
    )
}


def every_question() -> Iterator[LessonQuestion]:
    """A question for whatever lessons offer to choose, the one that each begins with first; some
    need the same kernels.
    """
    yield from (kind.asked() for kind in KINDS.values())
    for order in (orders.WRITTEN, orders.LEARNED):
        for name in ALGORITHMS:
            for tree in EXAMPLES:
                if parse_algorithm(name).supports(Textbook.configure(tree=tree)) is None:
                    yield AlphaBetaQuestion(tree, algorithm=name, order=order)
    yield from map(mcts.TreeQuestion, mcts.EXAMPLES)
    yield from map(smitsimax.SharedQuestion, smitsimax.EXAMPLES)
    yield from map(decoupled.DuelQuestion, (*decoupled.TABLES, OWN_TABLE))
    yield from map(beam.BeamQuestion, mazes.MAZES)
    yield from map(genetic.GeneticQuestion, mazes.MAZES)
    yield from map(network.SightQuestion, network.EXAMPLES)
