"""Pictures of the page of lessons: alpha-beta's worked example in its fifth step, chance, a deep
tree, another search, the graph of growth; Monte Carlo tree search in its four steps; Smitsimax turn
by turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from engines.textbook.tree import EXAMPLES
from lab.lesson import ORDERS
from lab.lesson.mcts import EXAMPLES as MCTS_EXAMPLES
from lab.ui.lessons.alphabeta.page import AlphaBetaLesson
from lab.ui.lessons.alphabeta.side import GROWTH, STEPS, TABLE
from lab.ui.lessons.decoupled.page import DuelPage
from lab.ui.lessons.docks import ALPHABETA
from lab.ui.lessons.lesson_page import LessonPage
from lab.ui.lessons.mcts.page import MctsLesson
from lab.ui.lessons.page import LessonsPage
from lab.ui.lessons.smitsimax.page import SmitsimaxPage
from lab.ui.lessons.smitsimax.side import RESONANCE
from lab.ui.shell.workspaces import LESSONS, MATCH
from lab.ui.studio import USUAL, Studio

SIZES = {"": USUAL, "-1280x800": (1280, 800)}
P = TypeVar("P", bound=LessonPage)


def lessons(made: Studio) -> None:
    """All of them."""
    found = made.window.show_workspace(LESSONS)
    assert isinstance(found, LessonsPage)
    _iterations(made, _chosen(found, "mcts", MctsLesson))
    _rounds(made, _chosen(found, "decoupled", DuelPage))
    _plans(made, found)
    _trees(made, _chosen(found, "smitsimax", SmitsimaxPage))
    page = _chosen(found, ALPHABETA, AlphaBetaLesson)
    _worked(made, page)
    for k, text in enumerate(list(EXAMPLES)[1:]):
        _lesson(made, page, text, "alphabeta")
        page.steps.go(
            page.lesson.cuts[0]
            if page.lesson is not None and page.lesson.cuts
            else page.steps.count // 2
        )
        made.settle(0.3)
        made.both(f"4-textbook-example-{k + 2}")
    _large(made, page)
    _growth(made, page)
    made.window.show_workspace(MATCH)


def _chosen(found: LessonsPage, name: str, kind: type[P]) -> P:
    page = found.choose(name)
    assert isinstance(page, kind)
    return page


def _arrived(made: Studio, page: LessonPage) -> None:
    """Waits until there is a lesson."""
    made.until(lambda: page.lesson is not None)


def _sizes(made: Studio, name: str, sizes: Mapping[str, tuple[int, int]] = SIZES) -> None:
    """Both pictures at each size."""
    for suffix, size in sizes.items():
        made.resize(size)
        made.settle(0.3)
        made.both(f"{name}{suffix}")
    made.resize(USUAL)


def _rounds(made: Studio, page: DuelPage) -> None:
    """Both rules on one table, and a larger table."""
    for table, rule in (("biased_rps", "ucb1"), ("biased_rps", "regret"), ("two_killers", "ucb1")):
        page.panel.choose(table, rule)
        page.ask()
        made.until(lambda: page.lesson is not None and page.lesson.question == page.panel.question)
        page.steps.go(120)
        made.settle(0.3)
        made.both(f"4-decoupled-{table}-{rule}")


def _trees(made: Studio, page: SmitsimaxPage) -> None:
    """Iteration 28: a turn, what the trees learn, and resonance."""
    _arrived(made, page)
    assert page.lesson is not None
    steps = [k for k, step in enumerate(page.lesson.steps) if step.round == 28]
    for view, name, k in (
        (STEPS, "selection", steps[1]),
        (STEPS, "backpropagation", steps[-1]),
        (RESONANCE, "resonance", steps[-1]),
    ):
        page.side.set_view(view)
        page.steps.go(k)
        _sizes(made, f"4-smitsimax-{name}")


def _plans(made: Studio, found: LessonsPage) -> None:
    """A beam where the best plan dies out and at its end; a child with its parents, and the end."""
    for name, steps in (("beam", (12, -1)), ("genetic", (11, -1))):
        page = found.choose(name)
        _arrived(made, page)
        for k, step in enumerate(steps, 1):
            page.steps.go(step % page.steps.count)
            _sizes(made, f"4-{name}-{k}")


def _iterations(made: Studio, page: MctsLesson) -> None:
    """Iteration 19 of the first position in its first and its last step, and other positions."""
    for number, text in enumerate(MCTS_EXAMPLES):
        page.panel.set_position(text)
        page.ask()
        made.until(lambda: page.lesson is not None and page.lesson.question == page.panel.question)
        assert page.lesson is not None
        steps = [k for k, step in enumerate(page.lesson.steps) if step.round == 19]
        for part, k in (("selection", steps[0]), ("backpropagation", steps[-1])):
            page.steps.go(k)
            _sizes(made, f"4-mcts-{number + 1}-{part}", {"": USUAL} if number else SIZES)


def _lesson(
    made: Studio, page: AlphaBetaLesson, text: str, search: str, order: str = "written"
) -> None:
    assert order in ORDERS
    page.panel.set_tree(text)
    if search in ("alphabeta", "minimax") and "P3" in text:
        search = "maxn"
    page.panel.choose(search, order)
    page.ask()
    made.until(lambda: page.lesson is not None and page.lesson.question == page.panel.question)


def _worked(made: Studio, page: AlphaBetaLesson) -> None:
    worked = next(iter(EXAMPLES))
    _lesson(made, page, worked, "alphabeta")
    page.steps.go(4)
    _sizes(made, "4-alphabeta")
    page.side.set_view(TABLE)
    made.settle(0.3)
    made.shot("4-alphabeta-table-light")
    page.side.set_view(STEPS)
    _lesson(made, page, worked, "minimax")
    page.steps.to_last()
    made.settle(0.3)
    made.shot("4-minimax-letter-light")
    _lesson(made, page, worked, "alphabeta", "best")
    page.steps.to_last()
    made.settle(0.3)
    made.shot("4-alphabeta-best-order-light")


def _large(made: Studio, page: AlphaBetaLesson) -> None:
    """64 leaves: every number readable, and the whole tree."""
    leaves = iter(range(64))
    text = "MAX({})".format(
        ", ".join(
            "MIN({})".format(
                ", ".join(
                    "MAX({})".format(", ".join(str(37 * next(leaves) % 99) for _ in range(4)))
                    for _ in range(4)
                )
            )
            for _ in range(4)
        )
    )
    _lesson(made, page, text, "alphabeta")
    page.steps.go(page.steps.count // 2)
    made.settle(0.3)
    made.both("4-textbook-large")
    page.tree.show_whole()
    made.settle(0.3)
    made.shot("4-textbook-large-whole-light")


def _growth(made: Studio, page: AlphaBetaLesson) -> None:
    _lesson(made, page, next(iter(EXAMPLES)), "alphabeta")
    page.steps.go(4)
    page.side.set_view(GROWTH)
    made.until(lambda: page.side.plot.growth is not None)
    _sizes(made, "4-textbook-growth")
    page.side.set_view(STEPS)
