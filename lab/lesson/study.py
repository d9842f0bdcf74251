"""A lesson: a textbook tree, an algorithm and its parameters, searched with every event recorded
and explained step by step.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import numpy as np

from engines.knobs import HasFields, KnobError, Value, choice, make, text, written
from engines.textbook import Textbook
from engines.textbook.tree import CHANCE, EXAMPLES, TextTree, read
from lab.lesson import orders, words
from lab.lesson.asked import LessonQuestion
from lab.lesson.code import CodeLine, lines
from lab.lesson.sentences import Sentences
from lab.lesson.steps import Rows
from lab.lesson.telling import LessonStep, Teller
from lab.lesson.watching import BackupRules, Board
from lab.lesson.words import Weights
from lab.match.seats import parse_algorithm
from lab.words.asked import flags_of
from lab.words.numerals import plural
from search.depth_first import frames
from search.depth_first.search import DepthFirst

ORDERS = {
    orders.WRITTEN: "as written",
    orders.BEST: "best first",
    orders.WORST: "worst first",
    orders.LEARNED: "learned",
}
WINDOWS = {
    frames.SOFT: "fail-soft",
    frames.HARD: "fail-hard",
    frames.NULL: "null windows",
}
ALGORITHMS = ("alphabeta", "minimax", "expectimax", "paranoid", "maxn")
MOST_NODES = 1 << 16  # that one lesson visits
MOST_STEPS = 4000


@dataclass(frozen=True)
class AlphaBetaQuestion(LessonQuestion):
    """A tree, and the search of it."""

    lesson = "alphabeta"

    tree: str = text(
        next(iter(EXAMPLES)),
        "Tree as text",
        "As in MAX(3, 5, MIN(2, a)).",
        examples=EXAMPLES,
    )
    values: str = text("", "Values of letters", "What letters stand for, as in a=4,b=-1.")
    algorithm: str = "alphabeta"
    # depth, unit, deepening, table, weights ...
    params: Mapping[str, Value] = field(default_factory=dict)
    order: str = choice(orders.WRITTEN, ORDERS, "Move order", "The order of the branches.")
    windows: str = choice(
        frames.SOFT,
        WINDOWS,
        "Windows",
        "How a search with cuts uses them: fail-soft, fail-hard, or null windows after the first "
        "branch.",
    )

    @property
    def searched_by(self) -> str:
        return self.algorithm

    @property
    def game(self) -> Textbook:
        """The tree as it was written."""
        return Textbook.configure(tree=self.tree, values=self.values)

    @property
    def subject(self) -> str:
        return "trees"

    @property
    def kernels(self) -> tuple[Hashable, ...]:
        learns = self.order == orders.LEARNED or bool(self.params.get("table"))
        return (*super().kernels, learns)

    def arguments(self) -> list[str]:
        usual, own = params_of(replace(self, params={})), params_of(self)
        changed = [
            f"{name}={written(getattr(own, name))}"
            for name in self.params
            if hasattr(usual, name) and getattr(own, name) != getattr(usual, name)
        ]
        search = ":".join(filter(None, (self.algorithm, ",".join(changed))))
        return [self.lesson, self.tree, "--search", search, *flags_of(self, but=("tree",))]


@dataclass(frozen=True)
class Compared:
    """How many leaves are looked at; None where the search would need a value that is not known."""

    leaves: int
    given: int | None
    best: int | None
    fewest: int | None  # that any search needs; None where the tree is not uniform


@dataclass(frozen=True)
class Lesson:
    """All steps of one search, and the facts about it."""

    question: AlphaBetaQuestion
    tree: TextTree
    steps: tuple[LessonStep, ...]
    code: tuple[CodeLine, ...]
    goals: tuple[str, ...]  # [N] what happens at each node: "takes the highest"
    weighted: frozenset[int]  # nodes whose replies are weighted
    window: bool  # whether the algorithm has alpha and beta
    value: str  # of the root for the searching seat; "" where the search stopped
    worth: tuple[float, ...]  # the same in numbers, one for each player where sides do not oppose
    missing: str  # why it stopped, in a sentence
    compared: Compared | None

    @property
    def cuts(self) -> list[int]:
        """The steps that cut, from 0."""
        return [k for k, step in enumerate(self.steps) if step.is_cut]


def check(tree: str, values: str = "") -> str:
    """What a text describes, as in "4 inner nodes, 9 leaves"; KnobError says what is wrong with
    it.
    """
    found = read(tree, values)
    leaves = len(found.leaves)
    inner = found.kind.size - leaves
    return f"{inner} inner {plural(inner, 'node')}, {leaves} {plural(leaves, 'leaf')}"


def params_of(question: AlphaBetaQuestion) -> HasFields:
    """The algorithm's parameters: those of the textbook, unless the question says otherwise."""
    kind = parse_algorithm(question.algorithm)
    plain: dict[str, Value] = {
        "deepening": False,
        "ordering": "learned" if question.order == orders.LEARNED else "listed",
    }
    known = {f for f in kind.Params.__dataclass_fields__}
    usual = plain | ({"table": 0} if "table" in known else {})
    if usual["ordering"] == "learned" and "table" not in known:
        usual["ordering"] = "listed"
    return make(kind.Params, usual | {k: v for k, v in question.params.items() if k in known})


def study(question: AlphaBetaQuestion) -> Lesson:
    """Runs the search and turns it into a lesson; KnobError where the text is wrong or the
    algorithm does not fit.
    """
    kind, game = parse_algorithm(question.algorithm), question.game
    if not issubclass(kind, DepthFirst):
        raise KnobError(
            f"{kind.title} has no steps to show; choose one of {', '.join(ALGORITHMS)}."
        )
    refusal = kind.supports(game)
    if refusal:
        raise KnobError(f"{kind.title} does not fit this tree: {refusal}")
    _check_windows(question, kind)
    params = params_of(question)
    text, searched, places = orders.reordered(game.tree, question.values, question.order)
    searching = Textbook.configure(tree=text, values=question.values)
    search = recorded(kind, searching, params, question.windows)
    board, weights = Board(game.tree, _rules(game, search)), _weights(params)
    deepening = bool(params.deepening)  # type: ignore[attr-defined]  # each depth-first search has it
    sentences = Sentences(board, weights, question.windows == frames.HARD)
    teller = Teller(board, searched, places, sentences, deepening)
    teller.tell(search.events)
    if search.missing:
        teller.stop(_unknown(board), search.missing)
    nodes = range(game.tree.kind.size)
    return Lesson(
        question=question,
        tree=game.tree,
        steps=tuple(teller.steps[:MOST_STEPS]),
        code=tuple(
            lines(kind.name, game.chance, *words.sides(game.tree, search.seat), question.windows)
        ),
        goals=tuple(board.goal(n, weights.model == "uniform") for n in nodes),
        weighted=frozenset(n for n in nodes if game.tree.kind[n] < CHANCE and board.gathers(n)),
        window=kind.cuts,
        value="" if search.missing else words.numbers(board.value[0]),
        worth=() if search.missing else tuple(board.value[0]),
        missing=search.missing,
        compared=_compare(question.tree, question.values),
    )


def _check_windows(question: AlphaBetaQuestion, kind: type[DepthFirst]) -> None:
    """KnobError where windows are asked for that the search does not have."""
    if question.windows != frames.SOFT and not kind.cuts:
        raise KnobError(f"{kind.title} has no windows: only a search with cuts has.")
    if "scout" in question.params:
        raise KnobError("A lesson has null windows by --windows null, not by the setting scout.")


def recorded(
    kind: type[DepthFirst], game: Textbook, params: HasFields, windows: str = frames.SOFT
) -> DepthFirst:
    """A search that ran to its end, or to a leaf without a value, with its events."""
    search = kind(game, params)
    search.record(True, windows)
    search.start(game.initial(0), _seat(game))
    search.advance(MOST_NODES)
    return search


def _seat(game: Textbook) -> int:
    """Whose view a lesson takes: MAX's; with more players, the player that moves first."""
    kind = int(game.tree.kind[0])
    return 0 if game.zero_sum or kind >= CHANCE else kind


def _rules(game: Textbook, search: DepthFirst) -> BackupRules:
    return BackupRules(search.seat, search.cuts, search.name == "expectimax", search.name == "maxn")


def _weights(params: Any) -> Weights:
    return (
        Weights(params.weights, params.share, params.temperature)
        if hasattr(params, "weights")
        else Weights()
    )


def _unknown(board: Board) -> int:
    """The leaf without a value at which an unfinished search stopped."""
    unknown = [bool(np.isnan(payoff).any()) for payoff in board.tree.payoff]
    return next(n for n in board.tree.below(board.stack[-1]) if unknown[n] and not board.order[n])


@lru_cache(maxsize=64)
def _compare(text: str, values: str) -> Compared | None:
    """Leaves that alpha-beta looks at, in two orders; None where it does not fit the tree."""
    game = Textbook.configure(tree=text, values=values)
    kind = parse_algorithm("alphabeta")
    if kind.supports(game) or not issubclass(kind, DepthFirst):
        return None
    tree = game.tree
    best = orders.reordered(tree, values, orders.BEST)[0]
    uniform = orders.is_uniform(tree)
    return Compared(
        len(tree.leaves),
        leaves_of(text, values),
        leaves_of(best, values),
        orders.fewest(tree) if uniform else None,
    )


def leaves_of(text: str, values: str = "") -> int | None:
    """The leaves that plain alpha-beta looks at; None where it meets one without a value."""
    question = AlphaBetaQuestion(text, values)
    kind = parse_algorithm(question.algorithm)
    assert issubclass(kind, DepthFirst)
    search = recorded(kind, question.game, params_of(question))
    return None if search.missing else int((search.events["kind"] == frames.SEE).sum())


def told(lesson: Lesson) -> Iterator[tuple[str, Rows]]:
    """The lesson as text: its steps, then what was found."""
    yield "\n".join(_lines(lesson)), ()
    found = [f"The root is worth {lesson.value}."] if lesson.value else []
    if (leaves := lesson.compared) is not None:
        given, best = ("unknown" if n is None else n for n in (leaves.given, leaves.best))
        found.append(
            f"Leaves looked at: minimax {leaves.leaves}, alpha-beta as written {given}, best "
            f"first {best}."
        )
    if found:
        yield "\n".join(found), ()


def _lines(lesson: Lesson) -> Iterator[str]:
    for k, step in enumerate(lesson.steps, 1):
        bounds = f"   α {step.here.alpha_text}, β {step.here.beta_text}" if lesson.window else ""
        yield f"{k:3}. {step.title}{bounds}"
        yield f"     {step.head} {step.why}"


def as_data(lesson: Lesson) -> dict[str, Any]:
    """The lesson as JSON's types; an infinite bound is null."""
    return {
        "tree": lesson.question.tree,
        "value": lesson.worth[0] if len(lesson.worth) == 1 else list(lesson.worth) or None,
        "steps": [_step_data(step, lesson.window) for step in lesson.steps],
    }


def _step_data(step: LessonStep, window: bool) -> dict[str, Any]:
    null = step.here.null
    bounds = {
        "alpha": _finite(step.alpha),
        "beta": _finite(step.beta),
        "null_window": null.words if null is not None else None,
    }
    bounds = bounds if window else {}
    words = {"title": step.title, "head": step.head, "why": step.why, "line": step.line}
    return {**words, **bounds, "looked": step.looked, "again": step.again, "cut": step.cut}


def _finite(x: float) -> float | None:
    return x if np.isfinite(x) else None
