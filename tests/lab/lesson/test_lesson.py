"""Lessons: the worked example in the eight steps of the write-up, other trees, chance, letters,
orders, and the measured growth.
"""

from __future__ import annotations

import math
import shlex

import pytest

from engines.knobs import KnobError
from engines.textbook.tree import EXAMPLES
from lab.cli import main
from lab.lesson import ALGORITHMS, CUT, DONE, LATER, OPEN, AlphaBetaQuestion, check, study
from lab.lesson.growth import measure
from lab.lesson.study import told
from lab.lesson.words import Weights

pytestmark = pytest.mark.usefixtures("uncompiled_module")

WORKED = "MAX(MIN(3, 5, 10), MIN(2, a, b), MIN(7, 2, 3))"
CHANCES = "MAX(CHANCE(0.5: 3, 0.5: 7), 4)"


def test_the_worked_example_has_the_eight_steps_of_the_write_up() -> None:
    lesson = study(AlphaBetaQuestion(WORKED))
    assert [(s.title, s.alpha, s.beta) for s in lesson.steps] == [
        ("Root opens", -math.inf, math.inf),
        ("Left MIN sees 3", -math.inf, 3),
        ("Left MIN sees 5 and 10, stays at 3", -math.inf, 3),
        ("Root takes 3", 3, math.inf),
        ("Middle MIN sees 2: cut a and b", 3, 2),
        ("Right MIN opens", 3, math.inf),
        ("Right MIN sees 7", 3, 7),
        ("Right MIN sees 2: cut 3", 3, 2),
        ("Root is worth 3", 3, math.inf),
    ]
    leaves = lesson.tree.leaves
    assert [lesson.steps[-1].nodes[n].order for n in leaves] == [1, 2, 3, 4, 0, 0, 5, 6, 0]
    assert [n for n in leaves if lesson.steps[-1].nodes[n].status == CUT] == [
        leaves[4],
        leaves[5],
        leaves[8],
    ]
    assert (lesson.value, lesson.missing, lesson.cuts) == ("3", "", [4, 7])
    assert lesson.compared is not None
    assert (
        lesson.compared.leaves,
        lesson.compared.given,
        lesson.compared.best,
        lesson.compared.fewest,
    ) == (9, 6, 5, 5)


def test_a_step_says_why_and_shows_every_node() -> None:
    step = study(AlphaBetaQuestion(WORKED)).steps[4]
    assert step.head == "β is 2 and α is 3, so this node is cut."
    assert step.why == (
        "MAX can already get 3 from the left. Here MIN can hold it to 2 or less, whatever a "
        "and b are. MAX has no reason to come this way."
    )
    assert (step.brief, step.note, step.line, step.fresh) == (
        "the middle MIN node is cut",
        "β 2 ≤ α 3: cut",
        "cut",
        "β",
    )
    assert [v.text for v in step.nodes[:4]] == ["≥ 3", "3", "≤ 2", ""]
    assert [v.status for v in step.nodes[:4]] == [OPEN, DONE, CUT, LATER]
    assert [(o.name, o.kind, o.view.text) for o in step.open] == [
        ("Root", "MAX", "≥ 3"),
        ("Middle", "MIN", "≤ 2"),
    ]
    assert (step.looked, step.cut, step.best) == (4, 2, "3, from the left")


def test_the_last_step_says_what_the_root_is_worth_and_shows_the_best_line() -> None:
    lesson = study(AlphaBetaQuestion(WORKED))
    tree, last = lesson.tree, lesson.steps[-1]
    left = tree.below(0)[0]
    assert (last.head, last.note, last.line, last.open) == ("Root = 3.", "root = 3", "return", ())
    assert last.why == (
        "Nothing is left to look at. The best line goes from the root to the left MIN to 3."
    )
    assert last.best_line == (0, left, tree.below(left)[0])
    assert (last.nodes[0].status, last.nodes[0].text, last.best) == (DONE, "3", "3, from the left")
    assert all(not step.best_line for step in lesson.steps[:-1])
    averaged = study(AlphaBetaQuestion("MAX(MIN(1, 2), MIN(4, 7))", algorithm="expectimax"))
    right = averaged.tree.below(0)[1]
    assert averaged.steps[-1].best_line == (0, right)  # a reply is not chosen, so it ends there
    assert averaged.steps[-1].head == "Root = 5.5."


@pytest.mark.parametrize("algorithm", ["alphabeta", "minimax"])
def test_other_branches_are_mentioned_only_while_there_are_some(algorithm: str) -> None:
    steps = study(AlphaBetaQuestion("MAX(4, MIN(-7), MIN(6, 8))", algorithm=algorithm)).steps
    texts = {s.title: s.why for s in steps}
    assert "no branch is left here" in texts.get("2nd MIN sees −7", texts["Middle MIN sees −7"])
    assert "whatever its other branches are" in texts["Right MIN sees 6"]


def test_rows_of_expectimax_say_that_replies_are_weighted() -> None:
    tree = "MAX(MIN(1, 4), CHANCE(1: 2, 1: MIN(3, 5)))"
    for params, words in (({}, "replies averaged"), ({"weights": "ranked"}, "replies weighted")):
        lesson = study(AlphaBetaQuestion(tree, algorithm="expectimax", params=params))
        left, right = lesson.tree.below(0)
        low = lesson.tree.below(right)[1]
        assert lesson.weighted == {left, low}
        assert [lesson.goals[n] for n in (0, left, right, low)] == [
            "takes the highest",
            words,
            "draws by the shares",
            words,
        ]
    plain = study(AlphaBetaQuestion(tree, algorithm="minimax"))
    assert not plain.weighted and plain.goals[plain.tree.below(0)[0]] == "takes the lowest"


def test_a_sum_is_written_out() -> None:
    for algorithm in ("alphabeta", "minimax", "expectimax"):
        heads = [s.head for s in study(AlphaBetaQuestion(CHANCES, algorithm=algorithm)).steps]
        assert "Left CHANCE is worth 0.5·3 + 0.5·7 = 5." in heads


@pytest.mark.parametrize("weights", ["uniform", "ranked", "softmax"])
def test_weights_of_replies_give_the_value_that_the_search_found(weights: str) -> None:
    params = {"weights": weights, "share": 0.7, "temperature": 2.0}
    lesson = study(
        AlphaBetaQuestion("MAX(MIN(1, 4, 5), MIN(2, 3))", algorithm="expectimax", params=params)
    )
    rule = Weights(weights, 0.7, 2.0)
    right = max(
        sum(w * v for w, v in zip(rule.of(kids), kids, strict=True))
        for kids in ([1.0, 4.0, 5.0], [2.0, 3.0])
    )
    assert lesson.steps[-1].nodes[0].value[0] == pytest.approx(right)


def test_a_letter_that_is_needed_stops_the_lesson_with_its_name() -> None:
    lesson = study(AlphaBetaQuestion(WORKED, algorithm="minimax"))
    assert (
        lesson.missing.startswith("Leaf a has no value")
        and lesson.steps[-1].head == lesson.missing
        and not lesson.value
    )
    assert study(AlphaBetaQuestion(WORKED, "a=4, b=-1", "minimax")).value == "3"


def test_another_order_keeps_the_places_of_the_nodes() -> None:
    for order, looked in (("written", 6), ("best", 5), ("worst", 9)):
        lesson = study(AlphaBetaQuestion(WORKED, "a=4, b=6", order=order))
        assert (lesson.steps[-1].looked, lesson.value) == (looked, "3")
        assert all(
            v.value[0] == lesson.tree.payoff[n, 0]
            for n, v in enumerate(lesson.steps[-1].nodes)
            if v.order
        )


@pytest.mark.parametrize("tree", EXAMPLES)
def test_every_example_can_be_told_by_whoever_fits(tree: str) -> None:
    told_values = set()
    for algorithm in ALGORITHMS:
        try:
            lesson = study(AlphaBetaQuestion(tree, "a=4, b=-1", algorithm))
        except KnobError as error:
            assert "does not fit" in str(error)
            continue
        last = lesson.steps[-1]
        assert lesson.value and last.looked + last.cut == len(lesson.tree.leaves)
        assert all(step.title and step.head and step.why for step in lesson.steps) and told(lesson)
        if algorithm in ("alphabeta", "minimax", "paranoid") and not lesson.tree.vectors:
            told_values.add(lesson.value)
    assert len(told_values) <= 1


def test_deepening_begins_anew_at_each_depth() -> None:
    lesson = study(
        AlphaBetaQuestion(
            "MAX(MIN(1, 2), MIN(0, 9))", params={"deepening": True, "table": 64}, order="learned"
        )
    )
    assert [s.title for s in lesson.steps if s.title.startswith("Depth")] == [
        "Depth 1: Root opens",
        "Depth 2: Root opens",
    ]
    assert "0 " in lesson.steps[1].why and lesson.value == "1"


def test_texts_are_checked_at_once() -> None:
    assert check(WORKED) == "4 inner nodes, 9 leaves"
    with pytest.raises(KnobError, match="at its end"):
        check("MAX(3, MIN(2")
    words = AlphaBetaQuestion(WORKED, "a=4", order="best").arguments()
    pairs = set(zip(words[2::2], words[3::2], strict=True))
    assert {("--search", "alphabeta"), ("--order", "best"), ("--values", "a=4")} <= pairs


def test_leaves_grow_as_the_theory_says() -> None:
    growth = measure(branches=3, plies=6, trees=2)
    assert growth.minimax == growth.plain and growth.best == growth.perfect
    assert all(
        best <= mixed <= every
        for best, mixed, every in zip(growth.best, growth.random, growth.plain, strict=True)
    )
    assert growth.best[-1] < growth.random[-1] < growth.worst[-1]


def test_the_command_line_of_a_lesson_prints_its_steps(capsys: pytest.CaptureFixture[str]) -> None:
    question = AlphaBetaQuestion(
        WORKED, "a=4, b=-1", "expectimax", {"depth": 2, "weights": "ranked"}, order="worst"
    )
    lesson = study(question)
    words = shlex.split(lesson.question.command)
    assert words[:3] == ["smitsilab", "lesson", "alphabeta"]
    assert main(words[1:]) == 0
    out = capsys.readouterr().out
    assert all(text in out for text, _ in told(lesson))
    plain = AlphaBetaQuestion(WORKED).command
    assert "--search alphabeta --order written" in plain and "--values" not in plain
