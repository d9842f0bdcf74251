"""The lesson of Monte Carlo tree search: its numbers are the kernel's, its words those of its
numbers.
"""

from __future__ import annotations

import json
import math
import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.knobs import KnobError
from lab.cli import main
from lab.lesson.mcts import (
    EXAMPLES,
    PARTS,
    TreeLesson,
    TreeQuestion,
    as_data,
    position,
    study,
    told,
)
from lab.lesson.mcts.steps import (
    BACKPROPAGATION,
    CHANGE_HEADS,
    EXPANSION,
    HEADS,
    LISTING,
    PLAYOUT,
    SELECTION,
    TreeIteration,
    points_of,
)
from lab.match.seat import SearchSeat
from search.uct import UCT, Params

pytestmark = pytest.mark.usefixtures("uncompiled_module")

WORKED = TreeQuestion()


@pytest.fixture(scope="module", params=list(EXAMPLES))
def lesson(request: pytest.FixtureRequest) -> TreeLesson:
    return study(TreeQuestion(request.param, 60, 5))


def test_the_last_tree_is_that_of_a_plain_search(lesson: TreeLesson) -> None:
    plain = UCT(lesson.position.game, Params(c=1.0, reuse=False), seed=5)
    plain.start(lesson.position.state.copy(), 0)
    plain.advance(60)
    stats = plain.snapshot().agents[0]
    rows = lesson.root_rows(lesson.iterations[-1], True)
    assert [row.visits for row in rows] == stats.visits.tolist()
    # the kernel's means are results from -1 to 1, the lesson's are points from 0 to 1
    shown = (stats.mean - stats.low) / (stats.high - stats.low)
    assert [row.mean for row in rows] == pytest.approx(shown.tolist())
    bound = (stats.bound - stats.low) / (stats.high - stats.low)
    assert [row.bound for row in rows] == pytest.approx(bound.tolist(), rel=1e-5)


def test_before_and_result_are_after_in_every_node_of_the_path(lesson: TreeLesson) -> None:
    for iteration in lesson.iterations:
        last = iteration.steps[-1]
        assert last.part == BACKPROPAGATION
        assert [change.node for change in last.changes] == list(reversed(iteration.path))
        for change in last.changes:
            assert change.visits[1] == change.visits[0] + 1
            assert change.visits[1] == iteration.after.visits[change.node]
            if change.chosen_by:
                assert change.points[1] == pytest.approx(change.points[0] + change.gained)
                assert change.points[1] == pytest.approx(points_of(iteration.after, change.node))
        if lesson.position.game.zero_sum:
            gains = {change.chosen_by: change.gained for change in last.changes if change.chosen_by}
            assert len(gains) < 2 or sum(gains.values()) == pytest.approx(1.0)


def test_each_choice_has_the_highest_bound_of_its_table(lesson: TreeLesson) -> None:
    compared = 0
    for step in lesson.steps:
        if not step.by_bound:
            continue
        compared += 1
        chosen = step.rows[step.chosen]
        assert chosen.highest and chosen.node == step.walked[-1]
        assert chosen.bound == pytest.approx(max(row.bound for row in step.rows), abs=1e-5)
        assert step.surprise == (chosen.mean < max(row.mean for row in step.rows))
        assert f"{chosen.bound:.3f}" in step.head and chosen.move in step.head
        assert ("is not the best" in step.why) == step.surprise
        for row in step.rows:
            n, total = row.visits, row.parent_visits
            assert row.bonus == pytest.approx(math.sqrt(math.log(total) / n))
            assert row.bonus_words == f"1·√({math.log(total):.2f}/{n}) = {row.bonus:.3f}"
    assert compared > 20


def test_steps_come_in_order_and_the_walk_only_grows(lesson: TreeLesson) -> None:
    assert [each.number for each in lesson.iterations] == list(range(1, 61))
    for iteration in lesson.iterations:
        parts = [step.part for step in iteration.steps]
        assert parts == sorted(parts) and set(parts) == set(range(len(PARTS)))
        for before, after in pairwise(iteration.steps):
            assert after.walked[: len(before.walked)] == before.walked
        assert iteration.steps[-1].walked == iteration.path
        for node, above in zip(iteration.path[1:], iteration.path, strict=False):
            assert lesson.nodes[node].parent == above
    assert lesson.surprises == [k for k, step in enumerate(lesson.steps) if step.surprise]


def test_the_text_says_the_numbers_of_the_window(lesson: TreeLesson) -> None:
    blocks = list(told(lesson))
    assert len(blocks) == len(lesson.steps)
    for (text, rows), step in zip(blocks, lesson.steps, strict=True):
        assert step.head in text and step.why in text and PARTS[step.part] in text
        if step.changes:
            assert list(rows) == [CHANGE_HEADS, *(change.cells for change in step.changes)]
        elif step.rows:
            assert rows[0] == HEADS
            assert [row[1:] for row in rows[1:]] == [row.cells[1:] for row in step.rows]
            marked = [k for k, row in enumerate(rows[1:]) if row[0].startswith("> ")]
            assert marked == ([step.chosen] if step.chosen >= 0 else [])


def test_the_playout_strip_ends_with_the_result(lesson: TreeLesson) -> None:
    for iteration in lesson.iterations:
        step = next(step for step in iteration.steps if step.part == PLAYOUT)
        moves = len(iteration.played) - 1
        assert iteration.result in step.head
        assert (f"{moves} random move" in step.brief) == (moves > 0)


def test_the_first_iterations_in_words() -> None:
    first, second = study(TreeQuestion(iterations=2)).iterations
    assert [step.head for step in first.steps[:2]] == [
        "All five moves are untried.",
        f"X {_called(first)} joins the tree.",
    ]
    assert "lists the five moves of the root" in first.steps[1].why
    assert second.steps[0].head == "Four of five moves are untried."
    assert first.steps[-1].changes[-1].cells == ("root", "", "", "0 → 1", "")


def _called(iteration: TreeIteration) -> str:
    return iteration.steps[-1].changes[0].name.removesuffix(", new")


def test_ties_terminals_and_single_moves_are_said() -> None:
    words = " ".join(step.why for step in study(TreeQuestion(iterations=60)).steps)
    assert "has the same bound: one of the two was drawn." in words
    assert "The match is over at this node: X has three in a row." in words
    assert "The match is over there, so the walk ends." in words
    one = study(TreeQuestion("XOX/XOO/O.X", 3))
    assert "It is the only move." in one.steps[-4].why
    assert one.iterations[0].steps[1].why.endswith("It was the only untried move here.")


def test_leaves_of_a_tree_count_as_shares_of_the_largest() -> None:
    found = study(TreeQuestion("MAX(10, 0, -10, 5)", 4))
    gained = {
        it.steps[-1].changes[0].name: it.steps[-1].changes[0].gained for it in found.iterations
    }
    names = ["branch 1", "branch 2", "branch 3", "branch 4"]
    assert [gained[f"{name}, new"] for name in names] == [1.0, 0.5, 0.0, 0.75]


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 99), st.floats(0.05, 9.0), st.integers(1, 40))
def test_any_seed_and_c_keep_the_laws(seed: int, c: float, iterations: int) -> None:
    found = study(TreeQuestion("XO./.../...", iterations, seed, c=c))
    for iteration in found.iterations:
        rows = found.root_rows(iteration, True)
        assert sum(row.visits for row in rows) == iteration.number
        choices = [step for step in iteration.steps if step.by_bound]
        assert all(step.rows[step.chosen].highest for step in choices)
        assert len(iteration.path) - len(choices) in (1, 2)


class Node:
    """A node of the listing's own tree."""

    def __init__(self, chosen_by: str = "nobody") -> None:
        self.visits, self.points, self.chosen_by = 0, 0.0, chosen_by
        self.kids: dict[int, Node] = {}


class Listing:
    """The listing's words for one lesson, with the draws and results of its steps; bounds are its
    own.
    """

    def __init__(self, lesson: TreeLesson) -> None:
        self.lesson, self.nodes = lesson, {0: Node()}
        self.names = {"children": lambda node: node.kids.values(), "playout": self.playout}
        self.names |= {"all_tried": self.all_tried, "bound": self.bound}
        self.names |= {"an_untried_child": self.an_untried_child}
        exec("\n".join(LISTING), self.names)

    def run(self, iteration: TreeIteration) -> None:
        self.iteration = iteration
        self.names["iteration"](self.nodes[0])

    def number(self, node: Node) -> int:
        return next(number for number, each in self.nodes.items() if each is node)

    def all_tried(self, node: Node) -> bool:
        after, number = self.iteration.after, self.number(node)
        first, count = int(after.first_child[number]), int(after.child_count[number])
        kids = [self.nodes.get(n) for n in range(first, first + count)] if first else []
        return bool(kids) and all(kid is not None and kid.visits for kid in kids)

    def an_untried_child(self, node: Node) -> list[Node]:
        fresh = [n for n in self.iteration.path if n and self.iteration.after.visits[n] == 1]
        if not fresh:
            return []
        parent = self.lesson.nodes[fresh[0]].parent
        assert self.nodes[parent] is node
        made = node.kids[fresh[0]] = self.nodes[fresh[0]] = Node(self.lesson.nodes[parent].mover)
        return [made]

    def bound(self, node: Node) -> tuple[float, bool]:
        number = self.number(node)
        parent = self.nodes[self.lesson.nodes[number].parent]
        bonus = math.sqrt(math.log(parent.visits) / node.visits)
        # of equal bounds the one that was drawn
        return round(node.points / node.visits + bonus, 5), number in self.iteration.path

    def playout(self, node: Node) -> dict[str, float]:
        changes = self.iteration.steps[-1].changes
        return {change.chosen_by: change.gained for change in changes} | {"nobody": 0.0}


def test_the_listing_builds_the_kernels_tree(lesson: TreeLesson) -> None:
    listing = Listing(lesson)
    for iteration in lesson.iterations:
        listing.run(iteration)
        for number in iteration.path:
            node = listing.nodes[number]
            assert node.visits == iteration.after.visits[number]
            points = points_of(iteration.after, number) if number else 0.0
            assert node.points == pytest.approx(points)


def test_the_words_of_the_listing_are_heads_of_the_tables() -> None:
    heads = {head.lower().replace(" ", "_") for head in (*HEADS, *CHANGE_HEADS)}
    assert len(LISTING) == 9
    words = set(re.findall(r"node\.(\w+)|key=(\w+)", "\n".join(LISTING)))
    assert {a or b for a, b in words} == {"visits", "points", "chosen_by", "bound"} <= heads
    lesson = study(TreeQuestion(iterations=20))
    marked = {part: set[int]() for part in range(4)}
    for step in lesson.steps:
        marked[step.part] |= set(step.lines)
    assert marked == {
        SELECTION: {1, 2, 3},
        EXPANSION: {4},
        PLAYOUT: {5},
        BACKPROPAGATION: {6, 7, 8},
    }


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Nothing is no position"),
        ("hello", "hello is no position"),
        ("X.O/.O.", "three rows of three cells"),
        ("XX./.../...", "2 X, 0 O"),
        ("xxx/oo./...", "The match is over in this position: X has three in a row"),
        ("xxx/ooo/...", "complete before the last move"),
        ("99", "9, is not an open column"),
        ("MAX(CHANCE(1, 2), 3)", "no CHANCE"),
        ("MAX(a, 3)", "Leaf a needs a number"),
        ("MAX(3, MIN(2", "at its end"),
    ],
)
def test_wrong_positions_are_refused_in_one_sentence(text: str, words: str) -> None:
    with pytest.raises(KnobError, match=re.escape(words)):
        position(text)


def test_the_side_to_move_follows_from_the_marks() -> None:
    assert position("X.O/.O./.X.").state.turn == 4
    assert position("x../.../...").game.rules.to_move(position("x../.../...").state) == 1
    assert position("4453").state.played == 4


def test_the_command_prints_the_lesson_and_its_data(capsys: pytest.CaptureFixture[str]) -> None:
    question = TreeQuestion(iterations=19, c=0.5)
    lesson = study(question)
    words = ["lesson", *question.arguments()]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert all(step.head in out for step in lesson.steps)
    assert out.count("Iteration ") == 19 and "0.5·√(" in out
    assert main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(as_data(lesson)))
    assert lesson.question.command.endswith(" X.O/.O./.X. --iterations 19 --seed 5 --c 0.5")


def test_alpha_beta_prints_its_steps_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lesson", "alphabeta", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["value"] == 3.0 and len(found["steps"]) == 9
    assert found["steps"][0]["alpha"] is None and found["steps"][4]["line"] == "cut"


# -- positions of any game -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def race() -> TreeLesson:
    """Four agents that move at once, with playouts that end in an evaluation."""
    search = SearchSeat("uct", Params(playout_depth=4))
    return study(TreeQuestion("csb@bench", 40, 5, c=0.4, search=search))


def test_evaluations_go_back_in_the_units_of_the_game(race: TreeLesson) -> None:
    assert not race.is_small and race.question.params == Params(c=0.4, playout_depth=4, reuse=False)
    seen: dict[int, tuple[int, float]] = {}
    gains = set()
    for iteration in race.iterations:
        for change in iteration.steps[-1].changes:
            if not change.chosen_by:
                continue
            assert (change.visits[0], change.points[0]) == seen.get(change.node, (0, 0.0))
            assert change.points[1] == pytest.approx(change.points[0] + change.gained)
            seen[change.node] = change.visits[1], change.points[1]
            gains.add(change.gained)
            agent = race.nodes[change.node].agent
            assert race.position.game.agent_name(agent) == change.chosen_by
    assert len(gains) > 40 and len({race.nodes[node].agent for node in seen}) > 1


def test_means_of_evaluations_are_shares_of_the_range_of_the_kernel(race: TreeLesson) -> None:
    plain = UCT(race.position.game, race.question.params, seed=5)
    plain.start(race.position.state.copy(), 0)
    plain.advance(40)
    stats = next(each for each in plain.snapshot().agents if each.agent == 0)
    rows = race.root_rows(race.iterations[-1], True)
    assert [row.visits for row in rows] == stats.visits.tolist()
    assert [row.mean for row in rows] == pytest.approx(stats.mean.tolist())
    assert [row.bound for row in rows] == pytest.approx(stats.bound.tolist(), rel=1e-5)


def test_the_board_of_a_walk_has_the_turns_that_are_played(race: TreeLesson) -> None:
    for iteration in race.iterations:
        assert iteration.line is not None
        assert list(iteration.turns) == sorted(iteration.turns)
        assert iteration.turns[-1] == len(iteration.line.scenes) - 1
        assert iteration.turns[0] == 0  # the others of the first turn have still to choose
        words = next(step for step in iteration.steps if step.part == PLAYOUT)
        assert f"{len(iteration.played) - 1} random turn" in words.brief
        assert "the position is evaluated" in words.head


def test_alternating_moves_of_a_larger_game(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["lesson", "mcts", "--position", "connect_four@1", "--iterations", "12", "--json"]
    assert main([*words, "--search", "uct:c=0.9"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["c"] == 0.9 and len(found["iterations"]) == 12
    lesson = study(TreeQuestion("connect_four@1", 12))
    for iteration in lesson.iterations:
        choices = sum(step.by_bound for step in iteration.steps)
        assert iteration.turns[:choices] == tuple(range(1, choices + 1))
        line = iteration.line
        assert line is not None
        assert None not in line.cells[: len(iteration.path) - 1]
        assert line.cells[len(iteration.path) - 1 :] == (None,) * (
            len(line.cells) - len(iteration.path) + 1
        )
    assert main(["lesson", "mcts", "--position", "connect_four@1", "--search", "uct:rave=50"]) != 0
    assert "without optional features" in capsys.readouterr().err
