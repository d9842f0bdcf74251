"""Searches on several threads: a tree each, whose sum plain Python finds too, or one tree, whose
laws hold whoever did what.
"""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.game import Game, State
from engines.jit import plain, rule
from engines.knobs import make
from lab.match.decide import Player
from lab.match.seats import make_seat, parse_game
from search import algorithms
from search.base import Search
from search.branches import Wish
from search.parallel import crew
from search.parallel.crew import seed_of, shares, together
from search.smitsimax import Params as SmitsimaxParams
from search.smitsimax import Smitsimax
from search.uct import UCT, Params
from tests.plain_python import told
from tests.search.positions import configured, played
from tests.search.shared_trials import broken, grown

OWN_TREES = {"rave": 50, "solver": True, "widening": True}  # knobs of UCT
GAMES = pytest.mark.parametrize("name", ["connect_four", "goofspiel"])


def searching(game: Game, state: State | None = None, seed: int = 4, **params: Any) -> UCT:
    search = UCT(game, make(Params, params), seed=seed)
    search.start(game.initial(1) if state is None else state, 0)
    return search


def singles(game: Game, counts: list[int], seed: int = 4, **params: Any) -> list[UCT]:
    """Searches of one thread with the seeds and iterations that the threads of one search have."""
    found = [searching(game, seed=seed_of(seed, k), **params) for k in range(len(counts))]
    for search, n in zip(found, counts, strict=True):
        search.advance(n)
    return found


def by_path(search: Any) -> tuple[Counter[tuple[int, ...]], Counter[tuple[int, ...]]]:
    """Visits and totals of every node by the actions that lead to it, in plain Python."""
    search.branches(Wish((0,), most=1 << 20))  # adds all up where there are several trees
    tree, visits, totals = search.tree, Counter[Any](), Counter[Any]()
    todo: list[tuple[tuple[int, ...], int]] = [((), 0)]
    while todo:
        path, node = todo.pop()
        visits[path], totals[path] = int(tree.visits[node]), float(tree.total[node])
        first = int(tree.first_child[node])
        for child in range(first, first + int(tree.child_count[node])) if first else ():
            todo.append(((*path, int(tree.action[child])), child))
    return visits, totals


# -- threads and shares ----------------------------------------------------------------------------


@given(st.integers(0, 1000), st.lists(st.integers(0, 50), min_size=1), st.integers(1, 9))
def test_however_iterations_are_cut_each_thread_has_its_share(
    before: int, calls: list[int], count: int
) -> None:
    done = np.array(shares(0, before, count))
    for n in calls:
        done += shares(before, n, count)
        before += n
    assert done.sum() == before and done.max() - done.min() <= 1
    assert done.tolist() == sorted(done.tolist(), reverse=True)


def test_the_first_thread_has_the_seed_of_the_search() -> None:
    seeds = [seed_of(11, k) for k in range(64)]
    assert seeds[0] == 11 and len(set(seeds)) == 64
    assert not set(seeds[1:]) & {seed_of(12, k) for k in range(64)}


def test_an_error_is_raised_when_all_threads_have_ended() -> None:
    ended: list[int] = []

    def fail() -> None:
        raise ValueError("first")

    with pytest.raises(ValueError, match="first"):
        together([fail, partial(ended.append, 1), partial(ended.append, 2)])
    assert sorted(ended) == [1, 2]
    with pytest.raises(ValueError, match="first"):
        together([partial(ended.append, 3), fail])


def test_nobody_waits_for_a_thread_that_never_began(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where all take their work from one store. The only other thread is busy elsewhere."""
    busy, ran = Event(), []
    with ThreadPoolExecutor(1) as only:
        only.submit(busy.wait, 60)
        monkeypatch.setattr(crew, "_hands", lambda: only)
        found = together([lambda: 7, lambda: ran.append(1)], shared=True)
        assert found == ([7], 0.0) and not busy.is_set()
        busy.set()
    assert not ran


def test_threads_compile_only_where_the_one_that_asks_does() -> None:
    fresh = [rule(lambda x: x + 1) for _ in range(3)]
    with plain():
        assert together([partial(each, 4) for each in fresh])[0] == [5, 5, 5]
    assert [each._made for each in fresh] == [None, None, None]


# -- a tree each -----------------------------------------------------------------------------------


@GAMES
def test_trees_added_up_are_the_sum_of_single_searches(name: str) -> None:
    game = configured(name)
    whole = searching(game, threads=3, memory=30_000)
    for n in (1, 100, 0, 398):
        whole.advance(n)
        whole.snapshot()
    alone = singles(game, [167, 166, 166], memory=10_000)
    visits, totals = Counter[Any](), Counter[Any]()
    for each in alone:
        visits.update(by_path(each)[0])
        totals.update(by_path(each)[1])
    found, sums = by_path(whole)
    assert found == visits
    assert all(sums[path] == pytest.approx(totals[path]) for path in totals)
    snapshot = whole.snapshot()
    parts = [each.snapshot() for each in alone]
    assert snapshot.iterations == 499 and snapshot.turns == sum(p.turns for p in parts)
    assert snapshot.nodes == sum(p.nodes for p in parts)
    for k, stats in enumerate(snapshot.agents):
        assert stats.visits.tolist() == sum(p.agents[k].visits for p in parts).tolist()
        assert stats.depth.sum() == sum(p.agents[k].depth.sum() for p in parts)
        lowest = np.fmin.reduce([p.agents[k].lowest for p in parts])
        assert np.array_equal(stats.lowest, lowest, equal_nan=True)
        means = np.array([p.agents[k].mean for p in parts])
        weights = np.array([p.agents[k].visits for p in parts])
        expected = np.nansum(means * weights, axis=0) / weights.sum(axis=0)
        assert stats.mean == pytest.approx(expected)
    assert whole.choice()[0] == max(visits, key=lambda path: (len(path) == 1, visits[path]))[0]


def test_evaluations_added_up_are_on_the_scale_of_all() -> None:
    """Each tree has seen other values, so its shown means are on an axis of its own."""
    game = configured("connect_four")
    whole = searching(game, threads=2, playout_depth=12)
    whole.advance(200)
    alone = singles(game, [100, 100], memory=1 << 19, playout_depth=12)
    low, high = (
        f([getattr(each.scratch, end)[0] for each in alone])
        for f, end in ((min, "low"), (max, "high"))
    )
    assert alone[0].scratch.low[0] != alone[1].scratch.low[0]
    totals, visits = Counter[Any](), Counter[Any]()
    for each in alone:
        visits.update(by_path(each)[0])
        totals.update(by_path(each)[1])
    stats = whole.snapshot().agents[0]
    expected = [(totals[(a,)] / visits[(a,)] - low) / (high - low) for a in stats.actions.tolist()]
    assert stats.mean == pytest.approx(expected) and stats.scale == high - low
    bonus = Params().c * np.sqrt(np.log(200) / stats.visits)
    assert stats.bound == pytest.approx(np.array(expected) + bonus)


def test_trees_of_all_agents_are_added_up() -> None:
    """Smitsimax: every agent has a root, and the trace is the first thread's."""
    game = configured("goofspiel")

    def begun(params: Any, seed: int, n: int) -> Smitsimax:
        search = Smitsimax(game, params, seed=seed)
        search.start(game.initial(1), 0)
        search.advance(n)
        return search

    whole = begun(make(SmitsimaxParams, {"threads": 3, "memory": 30_000}), 4, 301)
    alone = [
        begun(make(SmitsimaxParams, {"memory": 10_000}), seed_of(4, k), n)
        for k, n in enumerate((101, 100, 100))
    ]
    snapshot, parts = whole.snapshot(), [each.snapshot() for each in alone]
    assert snapshot.nodes == sum(p.nodes for p in parts) and snapshot.iterations == 301
    assert snapshot.trace == parts[0].trace and snapshot.trace_values == parts[0].trace_values
    for k, stats in enumerate(snapshot.agents):
        visits = np.array([p.agents[k].visits for p in parts])
        assert stats.visits.tolist() == visits.sum(axis=0).tolist()
        assert whole.choice()[0] == snapshot.agents[0].actions[snapshot.agents[0].best]
    part = whole.branches(Wish((0, 1)))[1]
    assert part.agent == 1 and part.visits[0] == 301
    first = {part.path(row): int(part.visits[row]) for row in part.children(0)}
    stats = snapshot.agents[1]
    assert first == {
        (a,): n for a, n in zip(stats.actions.tolist(), stats.visits.tolist(), strict=True)
    }


def test_the_same_seed_repeats_them_however_iterations_are_cut() -> None:
    game = configured("tictactoe")
    one, other = (searching(game, threads=4, solver=True) for _ in range(2))
    one.advance(3001)
    for n in (7, 1000, 1, 993, 1000):
        other.advance(n)
        other.branches(Wish((0,)))
    assert by_path(one) == by_path(other)
    assert one.snapshot().agents[0].visits.tolist() == other.snapshot().agents[0].visits.tolist()


def test_a_part_of_the_sum_says_what_it_leaves_out() -> None:
    game = configured("connect_four")
    whole = searching(game, threads=2)
    whole.advance(600)
    path = (int(whole.choice()[0]),)
    part = whole.branches(Wish((0,), focus=(path,), least=0.1))[0]
    visits = Counter[Any]()
    for each in singles(game, [300, 300], memory=1 << 19):
        visits.update(by_path(each)[0])
    assert part.focus == path and part.visits[0] == visits[path]
    for row in range(len(part)):
        here = part.path(row)
        assert part.visits[row] == visits[here]
        children = [p for p in visits if len(p) == len(here) + 1 and p[: len(here)] == here]
        assert part.rest[row] == len(children) - part.children(row).size


def test_nodes_keep_their_numbers_while_trees_grow() -> None:
    whole = searching(configured("connect_four"), threads=2)
    whole.advance(200)
    before = whole.branches(Wish((0,)))[0]
    whole.advance(3000)
    after = whole.branches(Wish((0,)))[0]
    paths = {after.path(row): after.node[row] for row in range(len(after))}
    known = [row for row in range(len(before)) if before.path(row) in paths]
    assert len(known) > 50 and before.generation == after.generation
    assert all(paths[before.path(row)] == before.node[row] for row in known)


def test_each_tree_keeps_what_fits_the_move_that_was_played() -> None:
    """The seat plays the best of the sum, which need not be the best of each tree."""
    game = configured("connect_four")
    whole = searching(game, threads=3)
    whole.advance(300)
    state, action = game.initial(1), int(whole.choice()[0])
    path = (action, 3)
    expected = sum(by_path(each)[0][(*path, k)] for each in whole._singles for k in range(7))
    after = played(game, *path)
    whole.start(after, 0, np.array([-1, 3]))
    assert whole.snapshot().reused == expected > 0
    assert not np.array_equal(state, after)


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize(
    ("name", "game", "knobs"),
    [
        *(("uct", "tictactoe", {knob: value}) for knob, value in OWN_TREES.items()),
        ("duct", "goofspiel", {"rule": "exp3"}),
        ("duct", "goofspiel:prizes=random,cards=5", {"c": 0.5}),
        ("smitsimax", "kutulu", {"actions": "now", "depth": 3}),
    ],
)
def test_what_cannot_share_a_tree_has_one_for_each_thread(
    name: str, game: str, knobs: dict[str, Any]
) -> None:
    kind, played = algorithms()[name], parse_game(game)
    parts = []
    for form in ("root", "tree"):
        search = kind(played, make(kind.Params, knobs | {"threads": 2, "parallel": form}), seed=4)
        search.start(played.initial(1), 0)
        search.advance(200)
        parts += search.branches(Wish((0,), most=1 << 20))
    for field in ("depth", "action", "visits", "mean"):
        one, other = (getattr(part, field) for part in parts)
        assert one.size > 30 and np.array_equal(one, other, equal_nan=True)


# -- one tree --------------------------------------------------------------------------------------


def test_threads_that_grow_one_tree_lose_nothing() -> None:
    search = grown(configured("tictactoe"), "uct", 8, 20_000)
    assert list(broken(search, 20_000)) == []
    snapshot = search.snapshot()
    assert snapshot.iterations == 20_000 and not snapshot.full
    assert snapshot.agents[0].visits.sum() == 20_000
    assert search.choice()[0] in snapshot.agents[0].actions


def test_threads_that_interrupt_one_another_everywhere_lose_nothing() -> None:
    found = told("tests.search.shared_trials")
    assert len(found) > 12 and not {name: wrong for name, wrong in found.items() if wrong}


# -- the knobs -------------------------------------------------------------------------------------


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize(
    ("name", "knobs", "half"),
    [
        ("uct", {"playout_depth": 1}, 1.0),
        ("duct", {"playout_depth": 1, "scaling": "running"}, 0.5),
        ("smitsimax", {}, 1.0),
    ],
)
def test_values_are_scaled_by_what_all_threads_saw(
    name: str, knobs: dict[str, Any], half: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the first thread came last and found nothing to do."""

    def last_first(tasks: Any, shared: bool = False) -> tuple[list[Any], float]:
        return [task() for task in tasks[::-1]][::-1], 0.0

    monkeypatch.setattr("search.parallel.hands.together", last_first)
    game, kind = configured("goofspiel"), algorithms()[name]
    search = kind(game, make(kind.Params, {"threads": 2, "parallel": "tree", **knobs}), seed=4)
    search.start(game.initial(1), 0)
    search.advance(200)
    s = search.scratch
    assert s.scale == pytest.approx(half * (s.high - s.low)) and (s.scale != 1.0).all()
    assert s.values.any()


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("name", ["uct", "duct", "smitsimax"])
def test_root_actions_of_one_tree_know_how_far_their_values_lie_apart(name: str) -> None:
    game, kind = configured("goofspiel"), algorithms()[name]
    search = kind(game, make(kind.Params, {"threads": 2, "parallel": "tree"}), seed=4)
    search.start(game.initial(1), 0)
    search.advance(300)
    found = [(stats, k) for stats in search.snapshot().agents for k in range(stats.actions.size)]
    seen = [(stats, k) for stats, k in found if stats.visits[k] > 2]
    assert len(seen) > 2
    for stats, k in seen:
        assert stats.lowest[k] <= stats.mean[k] <= stats.highest[k], stats.agent
        apart = stats.highest[k] - stats.lowest[k]
        assert (stats.error[k] > 0.0) == (apart > 0.0) and stats.error[k] <= apart
    assert any(stats.error[k] > 0.0 for stats, k in seen)


def test_threads_may_change_in_mid_search() -> None:
    game = configured("tictactoe")
    search = searching(game)
    generations = set()
    for threads, form in ((2, "root"), (2, "tree"), (3, "root"), (1, "root"), (4, "tree")):
        search.update(make(Params, {"threads": threads, "parallel": form}))
        assert search.snapshot().iterations == 0
        search.advance(50)
        assert search.snapshot().iterations == 50
        generations.add(search.snapshot().generation)
    assert len(generations) == 5
    alone = searching(game)
    alone.advance(50)
    search.update(Params())
    search.advance(50)
    assert by_path(search) == by_path(alone)


@pytest.mark.parametrize("form", ["root", "tree"])
def test_root_moves_can_be_limited(form: str) -> None:
    game = configured("tictactoe")
    search = UCT(game, make(Params, {"threads": 3, "parallel": form}), seed=2)
    search.start(game.initial(1), 0, None, {0: np.array([2, 5])})
    search.advance(90)
    stats = search.snapshot().agents[0]
    assert stats.actions.tolist() == [2, 5] and stats.visits.sum() == 90


def test_the_cpu_time_of_all_threads_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    game = configured("tictactoe")
    spec = make_seat(UCT, game, {"threads": 2})
    player = Player(game, 0, spec, 1)
    player.begin(game.initial(1), 0)
    helped = iter((1.0, 3.5))
    monkeypatch.setattr(Search, "helped_s", property(lambda self: next(helped)))
    monkeypatch.delattr("search.parallel.threaded.ThreadedSearch.helped_s")
    before = player.cpu_s
    player.advance(4)
    assert 2.5 <= player.cpu_s - before < 3.5
