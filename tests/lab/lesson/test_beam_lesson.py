"""The lesson of beam search: its layers are the kernel's, its scores are computed again by the
rules, and its listing is the search.
"""

from __future__ import annotations

import json
import math
from itertools import pairwise

import numpy as np
import pytest

from engines.knobs import KnobError
from lab.cli import main
from lab.lesson.beam import HEADS, PARTS, BeamLesson, BeamQuestion, as_data, study, told
from lab.lesson.beam.layers import CUT, KEPT, LISTING, SAME
from lab.lesson.beam.study import WIDTH_HEADS
from lab.lesson.mazes import MAZES, arrows, is_same, thousandths
from search.beam import BeamSearch, Params

QUESTIONS = (
    BeamQuestion(),
    BeamQuestion("ring", 5, 7, 0.9),
    BeamQuestion("feast", 12, 6, 1.0),
    BeamQuestion("two_ways", 1, 12, 0.98),
)


@pytest.fixture(scope="module", params=QUESTIONS, ids=lambda q: f"{q.maze} {q.width}")
def lesson(request: pytest.FixtureRequest) -> BeamLesson:
    return study(request.param)


def plain(lesson: BeamLesson) -> BeamSearch:
    """The same search in one call."""
    asked = lesson.question
    params = Params(
        width=asked.width, depth=asked.depth, discount=asked.discount, opponent="none", stop=False
    )
    search = BeamSearch(lesson.maze.game, params)
    search.start(lesson.maze.state.copy(), 0)
    search.advance(10**6)
    return search


def value(lesson: BeamLesson, state) -> float:
    out = np.zeros(lesson.maze.game.agents)
    search = BeamSearch(lesson.maze.game, Params())
    lesson.maze.game.rules.value(state, search.weights, out)
    return float(out[0])


def test_survivors_are_what_the_kernel_keeps_bit_for_bit(lesson: BeamLesson) -> None:
    links, sizes = plain(lesson).own.layers
    assert [len(layer.kept) for layer in lesson.layers] == sizes.tolist()
    start = 1
    for above, layer in pairwise([None, *lesson.layers]):
        first = start - (len(above.kept) if above else 1)
        for place, child in enumerate(layer.kept):
            link = links[start + place]
            assert (float(link["score"]), int(link["action"][0])) == (child.score, child.action)
            assert int(link["parent"]) == first + child.parent
        start += len(layer.kept)
    found = plain(lesson).own
    assert lesson.found.score == found.score
    assert lesson.found.plan == tuple(found.sequence()[:, 0])
    assert sum(len(layer.children) for layer in lesson.layers) == found.expansions
    same = sum(child.fate == SAME for layer in lesson.layers for child in layer.children)
    assert same == found.repeats


def test_scores_and_positions_are_those_of_the_rules(lesson: BeamLesson) -> None:
    discount = lesson.question.discount
    for layer in lesson.layers:
        for child in layer.children[::5]:
            states = lesson.maze.after(child.plan)
            assert is_same(states[-1], child.state)
            values = [value(lesson, state) for state in states]
            gains = (discount**t * (b - a) for t, (a, b) in enumerate(pairwise(values), 1))
            assert child.score == pytest.approx(sum(gains), abs=1e-12)
            assert child.value == values[-1] and child.gain == values[-1] - values[-2]


def test_places_sort_the_positions_and_the_width_cuts(lesson: BeamLesson) -> None:
    for layer in lesson.layers:
        ranked = layer.ranked
        assert [child.place for child in ranked] == list(range(1, len(ranked) + 1))
        order = [(-child.score, child.number) for child in ranked]
        assert order == sorted(order)
        assert layer.kept == ranked[: lesson.question.width]
        for child in ranked:
            assert child.fate == (KEPT if child in layer.kept else CUT)
            assert child.margin == child.score - layer.kept[-1].score
        for child in layer.children:
            if child.fate == SAME:
                other = layer.children[child.same]
                assert is_same(child.state, other.state) and not child.place
                assert other.score >= child.score
        for one, other in pairwise(ranked):
            assert not is_same(one.state, other.state)


def test_the_listing_keeps_what_the_kernel_keeps(lesson: BeamLesson) -> None:
    class Node:
        def __init__(self, plan: tuple[int, ...]) -> None:
            self.plan, self.score = plan, 0.0
            self.state = lesson.maze.after(plan)[-1]
            self.value = value(lesson, self.state)

    def actions(node: Node) -> list[int]:
        out = np.zeros(5, np.int64)
        return out[: lesson.maze.game.rules.legal(node.state, 0, out)].tolist()

    def best_of_each_position(children: list[Node]) -> list[Node]:
        kept: list[Node] = []
        for child in children:
            k = next((k for k, one in enumerate(kept) if is_same(one.state, child.state)), None)
            if k is None:
                kept.append(child)
            elif child.score > kept[k].score:
                kept[k] = child
        return kept

    names = {
        "discount": lesson.question.discount,
        "width": lesson.question.width,
        "actions": actions,
        "play": lambda plan: Node(tuple(plan)),
        "best_of_each_position": best_of_each_position,
        "score": lambda node: node.score,
    }
    code = "\n".join(LISTING).replace("parent.plan + [action]", "(*parent.plan, action)")
    exec(code, names)
    survivors = [Node(())]
    for layer in lesson.layers:
        survivors = names["layer"](survivors, layer.depth)
        assert sorted(s.plan for s in survivors) == sorted(c.plan for c in layer.kept)
    words = "\n".join(LISTING)
    assert all(head.lower() in words for head in HEADS[:4])


def test_width_three_loses_what_width_four_finds() -> None:
    narrow, wide = study(BeamQuestion(width=3)), study(BeamQuestion(width=4))
    assert narrow.whole.plan == wide.whole.plan == wide.found.plan
    assert narrow.found.score < wide.found.score == wide.whole.score
    assert (narrow.lost, wide.lost) == (3, 0)
    lost = narrow.layers[2].lost
    assert lost is not None and lost.place == 4 and lost.plan == wide.found.plan[:3]
    step = next(step for step in narrow.steps if "Among the dead" in step.why)
    assert step.round == 3 and PARTS[step.part] == "Cut" and step.surprise
    assert thousandths(-lost.margin) in step.why and "width of 4" in step.why
    assert "This one lost it in layer 3." in narrow.steps[-1].why
    assert "no better one" in wide.steps[-1].why
    scores = [found.score for found in narrow.widths]
    assert scores[2] == narrow.found.score and scores[3] == wide.found.score


def test_nothing_beats_the_beam_that_drops_nothing(lesson: BeamLesson) -> None:
    assert all(found.score <= lesson.whole.score for found in lesson.widths)
    assert lesson.found in lesson.widths
    assert bool(lesson.lost) == (lesson.found.score < lesson.whole.score)
    for layer in lesson.layers:
        assert (layer.lost is not None) == (layer.depth == lesson.lost)


def test_steps_name_their_layer_and_say_its_numbers(lesson: BeamLesson) -> None:
    for step in lesson.steps[:-1]:
        layer = lesson.layer(step)
        if PARTS[step.part] == "Expand":
            before = layer.above[step.parent].score if layer.above else 0.0
            best = max(child.score for child in layer.of(step.parent))
            assert f"{thousandths(before)} + {layer.factor:.3f} · " in step.why
            assert f"= {thousandths(best)}." in step.why
            assert {c.parent for c in lesson.children(step)} == set(range(step.parent + 1))
        if PARTS[step.part] == "Cut":
            dead = len(layer.ranked) - len(layer.kept)
            assert f"{dead} die" in step.head and step.head.startswith(f"{len(layer.kept)} ")
            assert all(f"begins with {a}" not in step.why for a in arrows(layer.extinct)[1:])
    assert lesson.surprises == [k for k, step in enumerate(lesson.steps) if step.surprise]


def test_text_and_data_say_the_numbers_of_the_steps(
    lesson: BeamLesson, capsys: pytest.CaptureFixture[str]
) -> None:
    for (text, rows), step in zip(told(lesson), lesson.steps, strict=True):
        assert step.head in text and step.why in text
        assert rows[0] == (WIDTH_HEADS if step is lesson.steps[-1] else HEADS)
        if PARTS[step.part] == "Cut":
            assert list(rows[1:]) == [c.cells for c in lesson.layer(step).ranked]
    words = ["lesson", *lesson.question.arguments()]
    assert main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(as_data(lesson)))
    assert main(words) == 0
    assert lesson.steps[-1].head in capsys.readouterr().out


@pytest.mark.parametrize(
    "wrong", [{"maze": "chess"}, {"width": 0}, {"width": 13}, {"depth": 13}, {"discount": math.nan}]
)
def test_wrong_questions_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(KnobError):
        BeamQuestion(**wrong)  # type: ignore[arg-type]


def test_every_maze_has_a_title_and_no_ghost() -> None:
    for name in MAZES:
        found = study(BeamQuestion(name, 2, 3))
        assert MAZES[name] and int(found.maze.state.ghosts) == 0
