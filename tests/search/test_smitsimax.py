"""Smitsimax: its phases, its knobs mid-search, and that more search does not play worse."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engines.game import Game
from engines.knobs import make, replace
from search.base import Snapshot, generator
from search.smitsimax import Params, Smitsimax
from search.smitsimax.params import DEEPEST, SETTLED
from tests.search.positions import configured

# how an action is chosen inside the tree; the others are played below it
INSIDE = ("random", "untried", "UCB")


def searching(game: Game, seed: int = 1, **params: Any) -> Smitsimax:
    """A search at the start of a match, before its first iteration."""
    search = Smitsimax(game, make(Params, params), seed=seed)
    search.start(game.initial(3), 0)
    return search


@pytest.fixture(scope="module")
def csb() -> Game:
    return configured("csb")


def numbers(snapshot: Snapshot) -> list[Any]:
    return [
        (a.visits.tolist(), a.mean.tolist(), a.pv.tolist(), a.depth.tolist())
        for a in snapshot.agents
    ]


def test_chunks_leave_no_trace(csb: Game) -> None:
    whole, parts = searching(csb), searching(csb)
    whole.advance(700)
    for n in (1, 9, 90, 600):
        parts.advance(n)
    assert numbers(whole.snapshot()) == numbers(parts.snapshot())
    other = searching(csb, seed=2)
    other.advance(700)
    assert numbers(other.snapshot()) != numbers(whole.snapshot())


@pytest.mark.parametrize("expansion", ["full", "one"])
def test_every_iteration_is_counted_once(csb: Game, expansion: str) -> None:
    search = searching(csb, expansion=expansion, depth=4)
    search.advance(500)
    snapshot = search.snapshot()
    assert snapshot.iterations == 500 and snapshot.turns == 2000
    for agent in snapshot.agents:
        assert agent.visits.sum() == 500
        assert agent.depth.sum() == agent.nodes and agent.depth[0] == agent.actions.size
    assert snapshot.nodes == csb.agents + sum(a.nodes for a in snapshot.agents)


def test_a_parent_has_been_visited_as_often_as_its_children(csb: Game) -> None:
    search = searching(csb, depth=5)
    search.advance(2000)
    tree, used = search.tree, search.used
    for node in range(used):
        first, count = tree.first_child[node], tree.child_count[node]
        if count:
            assert tree.visits[first : first + count].sum() == tree.visits[node]
            assert np.isclose(tree.total[first : first + count].sum(), tree.total[node])


def test_statistics_are_those_of_the_iterations_one_by_one(csb: Game) -> None:
    """What each iteration reports, collected from outside, gives every agent's own numbers."""
    search, rows = searching(csb, depth=5, expansion="one"), []
    for _ in range(400):
        search.advance(1)
        last = search.snapshot()
        rows.append((last.trace, last.trace_values))
    for stats in last.agents:
        values = np.array([value[stats.agent] for _, value in rows])
        first = np.array([trace[0][stats.agent][0] for trace, _ in rows])
        shown = (values - values.min()) / np.ptp(values)
        for k, action in enumerate(stats.actions):
            own = shown[first == action]
            assert stats.visits[k] == own.size and stats.mean[k] == pytest.approx(own.mean())
            error = own.std(ddof=1) / np.sqrt(own.size)
            assert stats.error[k] == pytest.approx(error, rel=1e-6, abs=1e-9)
            assert (stats.lowest[k], stats.highest[k]) == pytest.approx((own.min(), own.max()))
        inside = [sum(turn[stats.agent][1] in INSIDE for turn in trace) for trace, _ in rows]
        assert stats.mean_depth == pytest.approx(np.mean(inside))
    assert len({stats.mean_depth for stats in last.agents}) > 1


def test_full_expansion_reaches_the_depth_at_once_and_playouts_do_not(csb: Game) -> None:
    full, one = searching(csb, expansion="full"), searching(csb, expansion="one")
    full.advance(1)
    one.advance(1)
    assert all((a.depth > 0).all() for a in full.snapshot().agents)
    assert all(a.depth[0] > 0 and (a.depth[1:] == 0).all() for a in one.snapshot().agents)
    assert {how for row in one.snapshot().trace[1:] for _, how in row} == {"playout"}


def test_untried_first_then_random_then_ucb(csb: Game) -> None:
    search = searching(csb, random_visits=20, depth=1)
    seen = []
    for _ in range(30):
        search.advance(1)
        seen.append({how for _, how in search.snapshot().trace[0]})
    assert all(how == {"untried"} for how in seen[:7])
    assert all(how == {"random"} for how in seen[7:20])
    assert all(how == {"UCB"} for how in seen[20:])


def test_continue_keeps_the_statistics_and_restart_begins_anew(csb: Game) -> None:
    search = searching(csb)
    search.advance(100)
    search.update(replace(search.params, "c", 2.0))
    assert search.snapshot().iterations == 100
    generation = search.snapshot().generation
    search.update(replace(search.params, "depth", 3))
    assert search.snapshot().iterations == 0 and search.snapshot().generation > generation
    search.advance(10)
    assert all(a.depth.size == 3 for a in search.snapshot().agents)


def test_scaling_can_change_while_it_runs(csb: Game) -> None:
    search = searching(csb)
    search.advance(400)
    running = search.snapshot().agents[0]
    assert np.nanmin(running.mean) >= 0.0 and np.nanmax(running.mean) <= 1.0
    search.update(make(Params, {"scaling": "fixed", "scale": 7.5}))
    assert search.snapshot().iterations == 400 and search.snapshot().agents[0].scale == 7.5
    search.update(make(Params, {}))
    assert search.snapshot().agents[0].scale == running.scale


def test_a_full_arena_is_told_and_the_search_goes_on(csb: Game) -> None:
    search = searching(csb, memory=4096, depth=10)
    search.advance(5000)
    snapshot = search.snapshot()
    assert snapshot.full and snapshot.nodes <= 4096 and snapshot.iterations == 5000
    assert all(a.visits.sum() == 5000 for a in snapshot.agents)
    assert not searching(csb).snapshot().full


def test_an_arena_that_grows_changes_nothing(csb: Game) -> None:
    """Past its first size the arena is copied into a larger one, at the same iteration however
    `advance` was called.
    """
    whole, parts = searching(csb, depth=12, c=1.0), searching(csb, depth=12, c=1.0)
    whole.advance(4000)
    for _ in range(40):
        parts.advance(100)
    assert whole.snapshot().nodes > 1 << 15
    assert numbers(whole.snapshot()) == numbers(parts.snapshot())


def test_a_budget_of_nothing_still_gives_a_legal_answer(csb: Game) -> None:
    search = searching(csb)
    assert all(
        csb.rules.is_legal(csb.initial(3), a, int(x))
        for a, x in zip((0, 1), search.choice(), strict=True)
    )
    assert search.snapshot().iterations == 0 and search.snapshot().agents == ()


def test_it_refuses_games_in_which_legal_actions_depend_on_others() -> None:
    reason = Smitsimax.supports(configured("uttt"))
    assert reason is not None and reason.endswith(".")
    assert Smitsimax.supports(configured("csb")) is None


def test_two_killers_are_played_half_and_half() -> None:
    """Xmas Rush write-up: both killers are worth the same; with random ties and c = 0.3 each gets
    about half of the visits.
    """
    for size in (3, 28):  # each has a kernel
        search = searching(configured("matrix", matrix="two_killers", size=size), c=0.3, depth=1)
        search.advance(100_000)
        share = search.snapshot().agents[0].share
        assert 0.42 < share[0] < 0.58 and 0.42 < share[1] < 0.58, (size, share)


def test_it_finishes_the_last_lap_when_it_can(csb: Game) -> None:
    """One turn before the finish line: a move that crosses it is the most visited."""
    state = csb.initial(1)
    k = 0
    state.next[0], state.passed[0] = k, 3 * state.count - 1
    # the others out of the way
    state.x[:], state.y[:] = [0.0, 0.0, 16000.0, 16000.0], [0.0, 9000.0, 0.0, 9000.0]
    state.x[0], state.y[0] = state.cx[k] - 1100, state.cy[k]
    state.vx[0], state.vy[0], state.angle[0], state.ca[0], state.sa[0], state.rotated[0] = (
        400,
        0,
        0.0,
        1.0,
        0.0,
        1,
    )
    search = Smitsimax(csb, make(Params, {}), seed=5)
    search.start(state, 0)
    search.advance(2000)
    joint = np.array(
        [csb.resolve(state, a, int(x)) for a, x in zip((0, 1), search.choice(), strict=True)]
        + [0, 0]
    )
    csb.rules.step(state, joint, generator(1), None)
    assert csb.rules.is_over(state) and csb.advantage(state, 0) == 1.0


@pytest.mark.long
def test_more_iterations_do_not_play_worse() -> None:
    """The trap of running scaling with a large c: 4,000 against 250 iterations, six tracks, both
    sides, scores at least a half.
    """
    points = [half_point(track, side) for track in range(2, 8) for side in (0, 1)]
    assert np.mean(points) >= 0.5, points


def half_point(track: int, side: int) -> float:
    """What 4,000 iterations score from `side` on a track: 1, 0.5 or 0."""
    game = configured("csb", track=track)
    state, rng, turn = game.initial(track), generator(track), 0
    searches = [Smitsimax(game, Params(), seed=track), Smitsimax(game, Params(), seed=track + 100)]
    budgets = [4000, 250] if side == 0 else [250, 4000]
    while not game.rules.is_over(state):
        joint = np.zeros(game.agents, np.int64)
        for seat, search in enumerate(searches):
            seen = state.copy()
            assert game.rules.observe is not None and game.rules.sample is not None
            game.rules.observe(seen, seat)
            game.rules.sample(seen, seat, generator(track, seat, turn))
            search.seed = 1000 * track + turn
            search.start(seen, seat)
            search.advance(budgets[seat])
            for agent, action in zip(game.agents_of(seat), search.choice(), strict=True):
                joint[agent] = game.resolve(state, agent, int(action))
        game.rules.step(state, joint, rng, None)
        turn += 1
    return (game.advantage(state, side) + 1.0) / 2.0


def test_the_joint_map_adds_up_to_the_trees(csb: Game) -> None:
    """Rows and columns of the two watched agents sum to their own root visits and means."""
    search = searching(csb)
    search.watch(1, 3)
    search.advance(900)
    snapshot = search.snapshot()
    found, agents = snapshot.joint, snapshot.agents
    assert found is not None and found.agents == (1, 3)
    assert found.visits.sum(axis=1).tolist() == agents[1].visits.tolist()
    assert found.visits.sum(axis=0).tolist() == agents[3].visits.tolist()
    assert (
        found.rows.tolist() == agents[1].actions.tolist()
        and found.columns.tolist() == agents[3].actions.tolist()
    )
    weighted = np.nansum(found.mean * found.visits, axis=1) / found.visits.sum(axis=1)
    assert np.allclose(weighted, agents[1].mean)
    assert found.unit == agents[1].unit and "equilibrium" in found.equilibrium


def test_watching_others_counts_anew_and_changes_no_tree(csb: Game) -> None:
    watched, other = searching(csb), searching(csb)
    for search in (watched, other):
        search.advance(300)
    watched.watch(0, 1)
    for search in (watched, other):
        search.advance(300)
    assert numbers(watched.snapshot()) == numbers(other.snapshot())
    joint, default = watched.snapshot().joint, other.snapshot().joint
    assert joint is not None and joint.agents == (0, 1) and joint.visits.sum() == 300
    assert default is not None and default.agents == (0, 2) and default.visits.sum() == 600


def test_the_joint_map_of_a_matrix_game_is_the_matrix() -> None:
    search = searching(configured("matrix", matrix="rps"), depth=1, scaling="fixed", scale=1.0)
    search.advance(2000)
    found = search.snapshot().joint
    assert found is not None and found.mean.tolist() == [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]


@pytest.mark.parametrize(("c", "threads", "most"), [(1.0, 1, 0.15), (3.0, 1, 0.15), (3.0, 2, 0.5)])
def test_upper_bounds_end_up_equal(c: float, threads: int, most: float) -> None:
    """UCB1 tries the highest bound, which falls: an action that is worse has fewer visits and the
    same bound. Threads do not know at once what the others do.
    """
    game = configured("goofspiel")
    search = searching(game, c=c, threads=threads, parallel="tree")
    search.start(game.initial(1), 0)
    search.advance(60_000)
    for stats in search.snapshot().agents:
        spread = stats.bound.max() - stats.bound.min()
        bonus = (stats.bound - stats.mean).min()
        assert spread < most * bonus, (c, threads, spread, bonus)


def test_the_trees_grow_deeper_once_the_first_turns_are_settled(csb: Game) -> None:
    """Up to then bit for bit as without; from then on in every iteration, however they are cut."""
    plain, whole, parts = searching(csb), searching(csb, deeper=3), searching(csb, deeper=3)
    for search in (plain, whole):
        search.advance(SETTLED)
    assert numbers(plain.snapshot()) == [
        (*rest, depth[:6]) for *rest, depth in numbers(whole.snapshot())
    ]
    assert whole.snapshot().turns == 6 * SETTLED
    whole.advance(500)
    assert whole.snapshot().turns == 6 * SETTLED + 9 * 500
    for n in (1, SETTLED - 2, 3, 98, 400):
        parts.advance(n)
    assert numbers(parts.snapshot()) == numbers(whole.snapshot())
    assert len(parts.snapshot().agents[0].depth) == 9 and parts.scratch.depth_nodes[9].all()


def test_the_depth_that_is_in_use_is_told(csb: Game) -> None:
    search, deepest = searching(csb, deeper=3), searching(csb, depth=29, deeper=30)
    assert "Turns ahead" not in searching(csb).snapshot().scalars
    for n, depth in ((SETTLED - 1, 6), (1, 9), (1, 9)):
        search.advance(n)
        assert search.snapshot().scalars["Turns ahead"] == depth
    deepest.advance(SETTLED + 5)
    assert int(deepest.scratch.last_turns[0]) == DEEPEST
    assert search.update(replace(search.params, "deeper", 0)) is None
    assert search.snapshot().iterations == 0
