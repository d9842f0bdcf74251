"""Traced iterations of Smitsimax: the plain trees bit for bit, and a record that is true."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from engines.game import PASS, Game, State
from engines.knobs import make
from search.base import generator
from search.only import legal_now
from search.repeating import Untraceable
from search.smitsimax import Params, Smitsimax
from search.smitsimax.params import SETTLED
from search.smitsimax.tracing import SmitsimaxTrace, TracedSmitsimax
from tests.search.positions import configured

ITERATIONS = 40


def followed(
    game: Game, iterations: int = ITERATIONS, state: State | None = None, **knobs: object
) -> tuple[TracedSmitsimax, list[SmitsimaxTrace]]:
    search = TracedSmitsimax(game, make(Params, knobs), seed=5)
    search.start(game.initial(3) if state is None else state, 0)
    return search, [trace for _ in range(iterations) if (trace := search.traced()) is not None]


@pytest.mark.parametrize(
    "knobs",
    [
        {},
        {"random_visits": 0, "c": 2.0},
        {"expansion": "one"},
        {"scaling": "fixed", "scale": 3.0},
        {"untried": "ucb", "random_visits": 3},
        {"untried": "ucb", "random_visits": 0, "expansion": "one"},
        {"expansion": "one", "playout": "nst"},
        {"expansion": "one", "playout": "mast", "playout_pick": "greedy"},
    ],
)
@pytest.mark.parametrize("name", ["csb", "matrix"])
def test_traced_iterations_grow_the_plain_trees(
    name: str, knobs: dict[str, object], request: pytest.FixtureRequest
) -> None:
    if "playout" in knobs:  # kernels of their own, which only the pairs compile
        request.getfixturevalue("uncompiled")
    repeats(configured(name), knobs)


@pytest.mark.parametrize(
    "knobs",
    [
        {"random_visits": 2},
        {"random_visits": 2, "untried": "ucb", "c": 1.0},
        {"expansion": "one", "random_visits": 0, "memory": 4096},
    ],
)
def test_nodes_compare_what_is_legal_now(uncompiled: None, knobs: dict[str, object]) -> None:
    """A yell leaves an explorer nothing but to wait, and who comes near can be yelled at."""
    game = configured("kutulu")
    traces = repeats(game, {"depth": 3, "actions": "now"} | knobs, game.bench_position())
    for turn in (turn for trace in traces for turn in trace.turns):
        for pick in turn.picks:
            assert pick.action in (*legal_now(game, turn.before, pick.agent), PASS)
    assert any(grew(trace).any() for trace in traces)


def grew(trace: SmitsimaxTrace) -> NDArray[np.bool_]:
    """Which nodes have further children than those that they were first given."""
    before, after = (tree.child_count[: trace.used] for tree in (trace.before, trace.after))
    return (before > 0) & (before < after)


def repeats(
    game: Game, knobs: dict[str, object], state: State | None = None
) -> list[SmitsimaxTrace]:
    """Single iterations, repeated in Python, grow the trees of a plain search."""
    search, traces = followed(game, state=state, **knobs)
    plain = Smitsimax(game, make(Params, knobs), seed=5)
    plain.start(game.initial(3) if state is None else state, 0)
    plain.advance(ITERATIONS)
    assert len(traces) == ITERATIONS
    used = plain.snapshot().nodes
    assert search.snapshot().nodes == used
    for mine, theirs in zip(search.copied(), plain.tree, strict=True):
        assert np.array_equal(mine[:used], theirs[:used])
    assert repr(search.rng.bit_generator.state) == repr(plain.rng.bit_generator.state)
    assert search.snapshot().trace == plain.snapshot().trace
    return traces


@pytest.mark.parametrize("knobs", [{}, {"expansion": "one"}, {"untried": "ucb"}])
def test_iterations_are_followed_to_where_the_trees_have_grown(knobs: dict[str, str]) -> None:
    """Below nodes that were the last ones for long, every action is tried first."""
    search = TracedSmitsimax(configured("csb"), make(Params, {"deeper": 2} | knobs), seed=5)
    search.start(search.game.initial(3), 0)
    search.advance(SETTLED - 1)
    traces = [search.traced() for _ in range(60)]
    assert [len(trace.turns) for trace in traces if trace is not None] == [6] + [8] * 59


@pytest.fixture(scope="module")
def race() -> list[SmitsimaxTrace]:
    return followed(configured("csb"), 60, depth=3)[1]


def test_each_tree_learns_its_own_agents_value_and_nothing_else(
    race: list[SmitsimaxTrace],
) -> None:
    assert any(len(set(trace.values)) == 4 for trace in race)
    for trace in race:
        entered = {agent: value for agent, value in enumerate(trace.values)}
        for turn in trace.turns:
            entered |= {p.child: trace.values[p.agent] for p in turn.picks if p.child >= 0}
        assert len(entered) == 4 * (1 + len(trace.turns))
        for node in range(trace.after.size):
            known = node < trace.used
            visits = int(trace.before.visits[node]) if known else 0
            total = float(trace.before.total[node]) if known else 0.0
            assert trace.after.visits[node] == visits + (node in entered)
            assert trace.after.total[node] == total + entered.get(node, 0.0)


def test_the_rules_of_choice_follow_one_another_at_the_roots(race: list[SmitsimaxTrace]) -> None:
    actions = int(race[0].after.child_count[0])
    for k, trace in enumerate(race):
        hows = {pick.how for pick in trace.turns[0].picks}
        assert hows == {"untried" if k < actions else "random" if k < 10 else "UCB"}
        assert [pick.node for pick in trace.turns[0].picks] == [0, 1, 2, 3]
        untried = actions - k
        assert all(p.among == untried for p in trace.turns[0].picks if p.how == "untried")


def test_a_choice_by_bounds_has_the_highest_of_its_own_tree(race: list[SmitsimaxTrace]) -> None:
    """In double precision, with each agent's own scale."""
    compared = 0
    assert all(len(set(trace.ranges[0].scale)) == 4 for trace in race[2:])
    for trace in race:
        for pick in (p for turn in trace.turns for p in turn.picks if p.how == "UCB"):
            tree, first = trace.before, int(trace.before.first_child[pick.node])
            below = slice(first, first + int(tree.child_count[pick.node]))
            n, scale = tree.visits[below], trace.ranges[0].scale[pick.agent]
            bonus = 0.3 * np.sqrt(math.log(tree.visits[pick.node]) / n)
            bounds = tree.total[below] / n / scale + bonus
            assert bounds[pick.child - first] == pytest.approx(bounds.max(), abs=1e-5)
            compared += 1
    assert compared > 150


def test_positions_follow_one_another_by_the_rules(race: list[SmitsimaxTrace]) -> None:
    game = configured("csb")
    for trace in race[:20]:
        state = trace.turns[0].before.copy()
        for turn in trace.turns:
            assert state == turn.before
            joint = np.array([pick.action for pick in turn.picks], np.int64)
            game.rules.step(state, joint, generator(0), None)
            assert state == turn.after
        found = np.zeros(4)
        game.rules.value(state, Smitsimax(game).weights, found)
        assert tuple(found) == trace.values


def test_ranges_widen_by_the_values(race: list[SmitsimaxTrace]) -> None:
    seen = np.array([trace.values for trace in race])
    for k, trace in enumerate(race):
        before, after = trace.ranges
        assert after.low.tolist() == seen[: k + 1].min(axis=0).tolist()
        assert after.high.tolist() == seen[: k + 1].max(axis=0).tolist()
        spread = after.high - after.low
        assert after.scale.tolist() == np.where(spread > 0, spread, 1.0).tolist()
        if k:
            assert before.scale.tolist() == race[k - 1].ranges[1].scale.tolist()


def test_below_the_tree_nothing_is_chosen_by_it() -> None:
    _, traces = followed(configured("csb"), 20, expansion="one", depth=3)
    for trace in traces:
        for turn in trace.turns:
            for pick in turn.picks:
                assert (pick.how == "playout") == (pick.child < 0) and pick.action != PASS


def test_a_finished_match_gives_no_record() -> None:
    game = configured("matrix")
    over = game.initial(0)
    game.rules.step(over, np.array([0, 0]), generator(0), None)
    assert game.rules.is_over(over)
    search = TracedSmitsimax(game, Params(), seed=1)
    search.start(over, 0)
    assert search.traced() is None


def test_a_repetition_that_is_not_the_iteration_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = configured("matrix")
    search = TracedSmitsimax(game, Params(), seed=1)
    search.start(game.initial(0), 0)
    advance = Smitsimax.advance

    def twice(self: Smitsimax, n: int, spent: float = 0.0) -> bool:
        return advance(self, n + 1, spent)

    monkeypatch.setattr(Smitsimax, "advance", twice)
    with pytest.raises(Untraceable):
        search.traced()
