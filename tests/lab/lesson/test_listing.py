"""The listing next to a lesson is the search: its text, run on random trees, gives the numbers of
the steps.
"""

from __future__ import annotations

import math
import random
import re
from typing import Any

import pytest

from engines.textbook.tree import CHANCE, LEAF, TextTree
from lab.lesson import DONE, AlphaBetaQuestion, Lesson, study
from lab.lesson.words import Weights

pytestmark = pytest.mark.usefixtures("uncompiled")  # a kernel for each shape of a tree

TREES = 12


class Nodes:
    """A node as the listing sees it: its branches are what a loop over it gives."""

    def __init__(self, tree: TextTree, number: int) -> None:
        self.tree, self.number = tree, number

    def __iter__(self):
        return (Nodes(self.tree, n) for n in self.tree.below(self.number))

    @property
    def kind(self) -> str:
        return "leaf" if self.tree.kind[self.number] == LEAF else self.tree.words[self.number]


def random_tree(rng: random.Random, words: tuple[str, ...], chance: bool, deep: int = 3) -> str:
    """A tree of random shape whose movers take turns, with CHANCE between some of them."""

    def below(level: int) -> str:
        if level == deep or (level > 1 and len(words) < 3 and rng.random() < 0.15):
            return str(rng.randint(-9, 9)) if len(words) < 3 else f"({leaf_of(rng)})"
        kids = [below(level + 1) for _ in range(rng.randint(1, 3))]
        if chance and level and rng.random() < 0.4:
            return f"CHANCE({', '.join(f'{rng.randint(1, 3)}: {kid}' for kid in kids)})"
        return f"{words[level % len(words)]}({', '.join(kids)})"

    def leaf_of(rng: random.Random) -> str:
        return ", ".join(str(rng.randint(-9, 9)) for _ in words)

    return below(0)


def run(lesson: Lesson, own: str) -> dict[int, Any]:
    """What the listing returns at each node that it reaches."""
    found: dict[int, Any] = {}
    names = {
        "inf": math.inf,
        "nextafter": math.nextafter,
        "leaf_number": lambda node: _payoff(node, lesson),
        "share_sum": lambda node, values: sum(
            share * v for share, v in zip(_shares(node, lesson), values, strict=True)
        ),
        "best_for": lambda node, kids: max(kids, key=lambda v: v[int(node.kind[1:]) - 1]),
        "own": own,
    }
    exec(translated([line.text for line in lesson.code]), names)
    name = "values" if "def values" in lesson.code[0].text else "value"
    inner = names[name]

    def watched(node, *window):
        for n in lesson.tree.walk(node.number):
            found.pop(n, None)  # of an earlier search of this node
        found[node.number] = value = inner(node, *window)
        return value

    names[name] = watched
    watched(Nodes(lesson.tree, 0), *((-math.inf, math.inf) if lesson.window else ()))
    return found


def _payoff(node: Nodes, lesson: Lesson) -> Any:
    payoff = lesson.tree.payoff[node.number]
    return tuple(payoff) if lesson.question.algorithm == "maxn" else float(payoff[0])


def _shares(node: Nodes, lesson: Lesson) -> list[float]:
    kids = list(lesson.tree.below(node.number))
    if lesson.tree.kind[node.number] == CHANCE:
        return [float(lesson.tree.share[n]) for n in kids]
    return Weights().of([0.0] * len(kids))


def translated(text: list[str]) -> str:
    """The listing as Python: only words that need a name are replaced."""
    rules = (
        (r"node is a leaf: return its number", "node.kind == 'leaf': return leaf_number(node)"),
        (
            r"return sum\(share · (values?\(child.*?\))\)$",
            r"return share_sum(node, [\1 for child in node])",
        ),
        (
            r"best = sum\(share · (value\(child.*?\))\)$",
            r"best = share_sum(node, [\1 for child in node])",
        ),
        (r"return sum\(weight · values\)", "return share_sum(node, values)"),
        (r"return the best of children for the mover", "return best_for(node, children)"),
        (r"−∞", "-inf"),
        (r"∞", "inf"),
        (r"≥", ">="),
        (r"node is (\w+)", r"node.kind == '\1'"),
        (r"child is the first", "child.number == next(iter(node)).number"),
        (r"β is α⁺", "β == nextafter(α, inf)"),
        (r"child is no leaf", "child.kind != 'leaf'"),
        (r"α⁺", "nextafter(α, inf)"),
        (r"β⁻", "nextafter(β, -inf)"),
        (r"^( +)others: (.*)$", r"\1if node.kind != own:\n\1    \2"),
        (r"^( +)(MAX|MIN|P\d): (.*)$", r"\1if node.kind == '\2':\n\1    \3"),
    )
    out = []
    for line in text:
        line = line.split("#")[0].rstrip()
        for pattern, new in rules:
            line = re.sub(pattern, new, line)
        out.append(line)
    return "\n".join(out)


@pytest.mark.parametrize(
    ("algorithm", "words", "chance", "windows"),
    [
        ("alphabeta", ("MAX", "MIN"), False, "soft"),
        ("alphabeta", ("MIN", "MAX"), True, "soft"),
        ("alphabeta", ("MAX", "MIN"), False, "hard"),
        ("alphabeta", ("MIN", "MAX"), True, "hard"),
        ("alphabeta", ("MAX", "MIN"), False, "null"),
        ("alphabeta", ("MIN", "MAX"), True, "null"),
        ("minimax", ("MAX", "MIN"), True, "soft"),
        ("expectimax", ("MAX", "MIN"), True, "soft"),
        ("paranoid", ("P1", "P2", "P3"), False, "soft"),
        ("paranoid", ("P1", "P2", "P3"), False, "hard"),
        ("paranoid", ("P1", "P2", "P3"), False, "null"),
        ("maxn", ("P1", "P2", "P3"), False, "soft"),
    ],
)
def test_the_listing_run_on_random_trees_gives_the_values_of_the_steps(
    algorithm: str, words: tuple[str, ...], chance: bool, windows: str
) -> None:
    rng = random.Random(7)
    compared = 0
    for _ in range(TREES):
        text = random_tree(rng, words, chance)
        lesson = study(AlphaBetaQuestion(text, algorithm=algorithm, windows=windows))
        last = lesson.steps[-1].nodes
        for number, value in run(lesson, words[0]).items():
            seen = last[number].value
            assert last[number].order or last[number].status != "not yet"
            assert seen == pytest.approx(value if isinstance(value, tuple) else (value,)), lesson
            compared += 1
        looked = {n for n in range(len(last)) if last[n].status == DONE or last[n].order}
        assert looked <= set(run(lesson, words[0]))
    assert compared > 5 * TREES


def test_every_step_names_a_line_of_the_listing() -> None:
    rng = random.Random(3)
    plain = [(name, "soft") for name in ("alphabeta", "minimax", "expectimax", "paranoid", "maxn")]
    for algorithm, windows in (*plain, ("alphabeta", "hard"), ("alphabeta", "null")):
        for chance in (False, True):
            text = random_tree(rng, ("MAX", "MIN"), chance)
            lesson = study(AlphaBetaQuestion(text, algorithm=algorithm, windows=windows))
            keys = [line.key for line in lesson.code]
            assert len(set(keys)) == len(keys)
            assert {step.line for step in lesson.steps} <= set(keys), algorithm


def test_a_cut_node_keeps_its_own_number_not_the_bound_that_cut_it() -> None:
    """Fail-soft, as the picture shows: MAX 2.1 returns 3 although α is 6."""
    tree = "MAX(MIN(MAX(5,6),MAX(7,4,5)),MIN(MAX(3),MAX(6)),MIN(MAX(9,8),MAX(2,1)))"
    lesson = study(AlphaBetaQuestion(tree))
    assert [line.text for line in lesson.code][-1] == "    return best"
    found = run(lesson, "MAX")
    middle = lesson.tree.below(0)[1]
    assert found[middle] == 3 and lesson.steps[-1].nodes[middle].text == "≤ 3"
