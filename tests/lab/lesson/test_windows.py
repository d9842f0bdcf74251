"""Soft and hard windows and null windows: the steps of a lesson against plain Python searches."""

from __future__ import annotations

import math
import random
import shlex
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from engines.knobs import KnobError
from engines.textbook.tree import LEAF, TextTree
from lab.cli import main
from lab.lesson import CUT, DONE, LATER, AlphaBetaQuestion, Lesson, study
from lab.lesson.code import AGAIN
from lab.lesson.orders import worth
from lab.lesson.study import as_data, told
from lab.lesson.watching import ABOVE, AT_LEAST, AT_MOST, BELOW, EXACT
from lab.words.numerals import figures
from tests.lab.lesson.test_listing import random_tree

TREE = "MAX(MIN(3,5), MIN(MAX(7,4,5),MAX(6,8)), MIN(MAX(2,1),6), MIN(9,8))"
WORKED = "MAX(MIN(3, 5, 10), MIN(2, a, b), MIN(7, 2, 3))"
TREES = 25


@dataclass
class Walked:
    """What a plain search did: each look at a leaf, and the last value of each node."""

    leaves: list[int] = field(default_factory=list)
    values: dict[int, float] = field(default_factory=dict)
    cuts: int = 0
    again: int = 0


def hard(tree: TextTree, node: int, low: float, high: float, did: Walked) -> float:
    """Fail-hard alpha-beta as in textbooks: two bounds and no best value."""
    if tree.kind[node] == LEAF:
        return look(tree, node, did)
    mine, kids = tree.kind[node] == 0, list(tree.below(node))
    found = None
    for child in kids:
        value = hard(tree, child, low, high, did)
        if mine and value >= high:
            found = high
        elif not mine and value <= low:
            found = low
        if found is not None:
            did.cuts += child != kids[-1]
            break
        low, high = (max(low, value), high) if mine else (low, min(high, value))
    did.values[node] = found if found is not None else low if mine else high
    return did.values[node]


def scout(tree: TextTree, node: int, low: float, high: float, did: Walked) -> float:
    """Principal variation search as negamax (Marsland and Campbell 1982), fail-soft: the value for
    the node's mover.
    """
    for n in tree.walk(node):
        did.values.pop(n, None)  # of an earlier search
    sign = 1 if tree.kind[node] == 0 else -1
    best, kids, narrow = -math.inf, list(tree.below(node)), math.nextafter(low, math.inf) == high
    for child in kids:
        if tree.kind[child] == LEAF:
            value = sign * look(tree, child, did)
        elif child == kids[0] or narrow:
            value = turned(tree, node, child, low, high, did)
        else:
            value = turned(tree, node, child, low, math.nextafter(low, math.inf), did)
            if low < value < high:
                did.again += 1
                value = turned(tree, node, child, low, high, did)
        best, low = max(best, value), max(low, value)
        if low >= high:
            did.cuts += child != kids[-1]
            break
    did.values[node] = sign * best
    return best


def turned(tree: TextTree, node: int, child: int, low: float, high: float, did: Walked) -> float:
    """A child's value for the mover of `node`."""
    if tree.kind[node] == tree.kind[child]:
        return scout(tree, child, low, high, did)
    return -scout(tree, child, -high, -low, did)


def look(tree: TextTree, leaf: int, did: Walked) -> float:
    """A leaf is looked at."""
    did.leaves.append(leaf)
    return float(tree.payoff[leaf, 0])


def by_hard(tree: TextTree) -> Walked:
    """The whole tree, fail-hard."""
    did = Walked()
    hard(tree, 0, -math.inf, math.inf, did)
    return did


def by_scout(tree: TextTree) -> Walked:
    """The whole tree with null windows."""
    did = Walked()
    scout(tree, 0, -math.inf, math.inf, did)
    return did


def lessons(windows: str) -> list[Lesson]:
    """Lessons on random trees; one in three has two nodes of the same mover in a row."""
    rng = random.Random(11)
    movers = [("MAX", "MIN"), ("MIN", "MAX"), ("MAX", "MIN")]
    texts = [random_tree(rng, movers[k % 3], False, 4) for k in range(TREES)]
    rows = [text.replace("MIN(", "MAX(", 1) if k % 3 == 2 else text for k, text in enumerate(texts)]
    return [study(AlphaBetaQuestion(text, windows=windows)) for text in (*rows, TREE)]


@pytest.mark.parametrize(("windows", "walked"), [("hard", by_hard), ("null", by_scout)])
def test_the_steps_are_those_of_a_plain_search(
    windows: str, walked: Callable[[TextTree], Walked]
) -> None:
    again = cuts = 0
    for lesson in lessons(windows):
        did, last = walked(lesson.tree), lesson.steps[-1]
        assert [leaf for step in lesson.steps for leaf in step.leaves] == did.leaves
        assert (last.looked, last.again) == (
            len(set(did.leaves)),
            len(did.leaves) - len(set(did.leaves)),
        )
        assert sum(step.is_cut for step in lesson.steps) == did.cuts
        assert sum(step.line == AGAIN for step in lesson.steps) == did.again
        inner = [n for n in range(lesson.tree.kind.size) if lesson.tree.kind[n] != LEAF]
        known = {n: last.nodes[n].value[0] for n in inner if not math.isnan(last.nodes[n].value[0])}
        assert known == did.values
        again, cuts = again + did.again, cuts + did.cuts
    assert cuts > TREES and (again > 10) == (windows == "null")


@pytest.mark.parametrize("windows", ["soft", "hard", "null"])
def test_what_is_said_of_a_node_is_true(windows: str) -> None:
    for lesson in lessons(windows):
        for step in lesson.steps:
            for n, view in enumerate(step.nodes):
                if view.status in (DONE, CUT) and view.text:
                    over = view.value[0] - worth(lesson.tree, n)
                    fits = {EXACT: over == 0, AT_LEAST: over <= 0, AT_MOST: over >= 0}
                    assert fits[view.bound], (lesson.question.tree, n, view.text)
        assert lesson.value == figures(worth(lesson.tree, 0))


def test_hard_windows_look_at_the_same_leaves_and_return_no_value_outside() -> None:
    differ = 0
    for soft, fixed in zip(lessons("soft"), lessons("hard"), strict=True):
        assert [s.leaves for s in soft.steps if s.leaves] == [
            s.leaves for s in fixed.steps if s.leaves
        ]
        assert soft.value == fixed.value
        differ += [v.text for v in soft.steps[-1].nodes] != [v.text for v in fixed.steps[-1].nodes]
    assert differ > TREES // 2


def test_a_hard_cut_returns_the_bound() -> None:
    lesson = study(AlphaBetaQuestion(WORKED, windows="hard"))
    cut, last = lesson.steps[4], lesson.steps[-1]
    assert (cut.note, cut.nodes[2].text, last.nodes[2].text) == ("β 2 ≤ α 3: cut", "≤ 2", "≤ 3")
    assert cut.why.endswith(
        "MAX has no reason to come this way. Fail-hard: it returns its bound, 3."
    )
    assert study(AlphaBetaQuestion(WORKED)).steps[-1].nodes[2].text == "≤ 2"
    steps = study(AlphaBetaQuestion(TREE, windows="hard")).steps
    found = [step for step in steps if "outside its window" in step.why]
    assert [s.title for s in found] == ["2nd MIN stays at 7", "3rd MIN takes 7: cut 6"]
    assert "it found 2, outside its window, and returns the bound" in found[1].why


def test_a_null_window_is_recognised_and_a_second_search_is_a_step() -> None:
    lesson = study(AlphaBetaQuestion(TREE, windows="null"))
    titles = [step.title for step in lesson.steps]
    assert [t for t in titles if "again" in t] == [
        "Root searches the 2nd MIN again",
        "Root searches the 4th MIN again",
    ]
    opens = lesson.steps[titles.index("4th MIN opens")]
    assert opens.head == "α is 7 and β is 7⁺: a null window just above 7."
    cut = lesson.steps[titles.index("MAX 2.1 sees 7: cut 4 and 5")]
    assert (cut.note, cut.line) == ("α 7 ≥ β 3⁺: cut", "cut")
    assert cut.why.startswith("The null window only asks whether the 2nd MIN is worth more than 3.")
    again = lesson.steps[titles.index("Root searches the 2nd MIN again")]
    assert again.head == "The null window just above 3 found 6: the 2nd MIN is searched again."
    assert again.why.startswith("It only asks whether the branch is higher than 3;")
    assert (again.open[-1].view.text, again.open[-1].view.null) == ("", None)
    below = lesson.steps[titles.index("MAX 2.2 sees 6")].here.null
    assert below is not None and (below.side, below.words) == (BELOW, "just below 7")
    sides = {v.null.side for s in lesson.steps for v in s.nodes if v.null is not None}
    assert sides == {ABOVE, BELOW}
    assert all(s.here.alpha_text != s.here.beta_text for s in lesson.steps if s.here.null)
    assert (lesson.steps[-1].looked, lesson.steps[-1].again) == (11, 4)
    assert as_data(lesson)["steps"][titles.index("4th MIN opens")]["null_window"] == "just above 7"


def test_a_node_that_is_searched_again_knows_nothing_of_its_first_search() -> None:
    lesson = study(AlphaBetaQuestion(TREE, windows="null"))
    k = next(k for k, step in enumerate(lesson.steps) if step.line == AGAIN)
    step, child = lesson.steps[k], lesson.steps[k].open[1].node
    below = [n for n in lesson.tree.walk(child) if lesson.tree.kind[n] == LEAF]
    assert {step.nodes[n].status for n in below} == {LATER}
    assert [step.nodes[n].order for n in below if step.nodes[n].order] == [3, 4]
    assert lesson.steps[-1].nodes[below[0]].order == 3


@pytest.mark.parametrize("windows", ["soft", "hard", "null"])
def test_the_command_prints_the_same(windows: str, capsys: pytest.CaptureFixture[str]) -> None:
    lesson = study(AlphaBetaQuestion(TREE, windows=windows))
    words = shlex.split(lesson.question.command)
    assert words[words.index("--windows") + 1] == windows
    assert main(words[1:]) == 0
    out = capsys.readouterr().out
    assert all(text in out for text, _ in told(lesson))


def test_windows_belong_to_a_search_with_cuts() -> None:
    for question, says in (
        (AlphaBetaQuestion(TREE, algorithm="minimax", windows="hard"), "Minimax has no windows"),
        (AlphaBetaQuestion(TREE, params={"scout": True}), "--windows null"),
    ):
        with pytest.raises(KnobError, match=says):
            study(question)
