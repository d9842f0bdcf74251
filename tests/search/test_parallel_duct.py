"""DUCT on several threads: trees whose sum plain Python finds too, or one tree; and what all
searches count of two agents' root actions against each other.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from engines.game import Game, State
from engines.knobs import make
from search import algorithms
from search.base import generator
from search.branches import Wish
from search.duct import DUCT, Params
from search.parallel.crew import seed_of
from tests.search.positions import configured
from tests.search.shared_blocks import broken_blocks
from tests.search.shared_trials import grown

# with prizes at random, whose kernels are compiled for this many cards in test_duct.py too
FEW = {"prizes": "random", "cards": 5}


def behind(game: Game) -> State:
    """Goofspiel after a round that the second seat has won with its last but one card."""
    state = game.initial(1)
    game.rules.step(state, np.array([2, game.longest - 1]), generator(0), None)
    return state


def searching(game: Game, state: State, seed: int = 4, **params: Any) -> DUCT:
    search = DUCT(game, make(Params, params), seed=seed)
    search.start(state, 0)
    return search


def by_path(*searches: DUCT) -> Counter[tuple[int, ...]]:
    """Visits of every node on show by the actions that lead to it, in all trees together."""
    found = Counter[tuple[int, ...]]()
    for search in searches:
        (part,) = search.branches(Wish((0,), most=1 << 20))
        found.update({part.path(row): int(part.visits[row]) for row in range(len(part))})
    return found


# of a game of chance, trees list the same actions in different orders
@pytest.mark.parametrize(
    ("options", "rule"), [({}, "exp3"), pytest.param(FEW, "ucb1", marks=pytest.mark.long)]
)
def test_trees_added_up_are_the_sum_of_single_searches(options: dict[str, Any], rule: str) -> None:
    game = configured("goofspiel", **options)
    state = behind(game)
    whole = searching(game, state, rule=rule, threads=3, memory=30_000)
    whole.watch(1, 0)
    for n in (1, 100, 0, 398):
        whole.advance(n)
        whole.snapshot()
    alone = [searching(game, state, seed_of(4, k), rule=rule, memory=10_000) for k in range(3)]
    for search, n in zip(alone, (167, 166, 166), strict=True):
        search.watch(1, 0)
        search.advance(n)
    snapshot, parts = whole.snapshot(), [each.snapshot() for each in alone]
    assert snapshot.iterations == 499 and snapshot.turns == sum(p.turns for p in parts)
    assert snapshot.nodes == sum(p.nodes for p in parts)
    assert snapshot.memory_bytes == sum(p.memory_bytes for p in parts)
    for k, stats in enumerate(snapshot.agents):
        for action, n, mean, policy, highest in zip(
            stats.actions, stats.visits, stats.mean, stats.policy, stats.highest, strict=True
        ):
            at = [int(np.flatnonzero(p.agents[k].actions == action)[0]) for p in parts]
            each = [(p.agents[k], place) for p, place in zip(parts, at, strict=True)]
            counts = [int(agent.visits[place]) for agent, place in each]
            assert n == sum(counts)
            means = [agent.mean[place] for agent, place in each]
            assert mean == pytest.approx(np.nansum(np.multiply(means, counts)) / n)
            assert highest == np.nanmax([agent.highest[place] for agent, place in each])
            if rule == "ucb1":
                assert policy == pytest.approx(n / stats.visits.sum())
        assert stats.depth.sum() == sum(p.agents[k].depth.sum() for p in parts)
        assert stats.mean_depth == pytest.approx(
            np.dot([p.agents[k].mean_depth for p in parts], [167, 166, 166]) / 499
        )
    assert snapshot.joint is not None
    assert np.array_equal(snapshot.joint.visits, sum(p.joint.visits for p in parts))
    assert by_path(whole) == by_path(*alone)
    assert whole.choice()[0] == snapshot.agents[0].actions[snapshot.agents[0].visits.argmax()]


def test_a_part_of_the_sum_has_what_its_zoom_and_its_line_need() -> None:
    game = configured("goofspiel")
    whole = searching(game, behind(game), threads=2)
    whole.advance(3000)
    alone = [searching(game, behind(game), seed_of(4, k)) for k in range(2)]
    for search in alone:
        search.advance(1500)
    visits = by_path(*alone)
    line = whole.branches(Wish((0,)))[0].line
    assert len(line) >= 6 and all(visits[line[:k]] for k in range(1, 7))
    focus = line[:3]  # in the middle of a turn
    part = whole.branches(Wish((0,), focus=(focus,), least=0.05))[0]
    assert part.focus == focus and part.visits[0] == visits[focus] > 100
    assert len(part) > 10
    for row in range(len(part)):
        assert part.visits[row] == visits[part.path(row)]
    agent = whole.snapshot().agents[1]
    assert whole.line(1, int(agent.actions[agent.best])).tolist() == agent.pv.tolist()
    assert agent.pv.size > 2


def test_the_same_seed_repeats_them_however_iterations_are_cut() -> None:
    game = configured("goofspiel")
    one, other = (searching(game, behind(game), threads=4) for _ in range(2))
    one.advance(3001)
    for n in (7, 1000, 1, 993, 1000):
        other.advance(n)
        other.branches(Wish((0,)))
    assert by_path(one) == by_path(other)
    stats = [search.snapshot().agents[1] for search in (one, other)]
    assert np.array_equal(stats[0].mean, stats[1].mean)
    assert stats[0].unsettled == stats[1].unsettled


def test_threads_that_grow_one_tree_lose_nothing() -> None:
    search = grown(configured("goofspiel"), "duct", 4, 300_000)
    assert list(broken_blocks(search, 300_000)) == []
    snapshot = search.snapshot()
    assert snapshot.iterations == 300_000 and not snapshot.full
    assert [stats.visits.sum() for stats in snapshot.agents] == [300_000, 300_000]
    assert search.choice()[0] in snapshot.agents[0].actions


def test_a_full_tree_goes_on_without_new_nodes() -> None:
    search = grown(configured("goofspiel"), "duct", 3, 60_000, memory=4096, c=5.0)
    snapshot = search.snapshot()
    assert snapshot.full and snapshot.nodes == 4096
    assert list(broken_blocks(search, 60_000)) == []


def test_threads_of_one_tree_draw_their_own_numbers() -> None:
    search = grown(configured("goofspiel"), "duct", 3, 2)
    search.start(configured("goofspiel").initial(1), 0)
    drawn = [rng.random() for rng in search._hands.generators]
    assert drawn == [generator(seed_of(search.seed, k)).random() for k in range(3)]
    assert len(set(drawn)) == 3


@pytest.mark.parametrize("pair", [(0, 1), (1, 0)])
@pytest.mark.parametrize(
    "name", ["duct", *(pytest.param(n, marks=pytest.mark.long) for n in ("smitsimax", "uct"))]
)
def test_the_joint_map_has_the_first_agents_values(name: str, pair: tuple[int, int]) -> None:
    """Where a seat is behind, agents' values have different sums."""
    game, kind = configured("goofspiel"), algorithms()[name]
    search = kind(game, make(kind.Params, {"threads": 3, "parallel": "tree"}), seed=2)
    search.start(behind(game), 0)
    search.watch(*pair)
    # UCT counts no iteration that ends at a node before its second agent has chosen: any number
    # may, while the thread that makes the node has no processor
    exact, snapshot = name != "uct", search.snapshot()
    while snapshot.joint is None or snapshot.joint.visits.sum() < 1000:
        search.advance(1500)
        snapshot = search.snapshot()
    joint, first = snapshot.joint, next(a for a in snapshot.agents if a.agent == pair[0])
    assert joint is not None and joint.agents == pair
    assert joint.rows.tolist() == first.actions.tolist()
    other = next(a for a in snapshot.agents if a.agent == pair[1])
    missing = first.visits - joint.visits.sum(axis=1)
    beside = other.visits - joint.visits.sum(axis=0)
    assert (missing >= 0).all() and (beside >= 0).all()
    assert not exact or not (missing.any() or beside.any())
    gained = (np.nan_to_num(joint.mean) * joint.visits).sum(axis=1)
    counted = first.mean * joint.visits.sum(axis=1)
    means = np.nan_to_num(gained - counted)
    assert (np.abs(means) <= missing + 1e-6).all()
    mirrored = (1.0 - first.mean) * first.visits
    assert name != "duct" or not np.allclose(gained, mirrored)


def test_threads_may_change_in_mid_search() -> None:
    game = configured("goofspiel")
    search, generations = searching(game, behind(game)), set()
    for threads, form in ((2, "root"), (2, "tree"), (3, "root"), (1, "root"), (4, "tree")):
        search.update(make(Params, {"threads": threads, "parallel": form}))
        assert search.snapshot().iterations == 0
        search.advance(50)
        assert search.snapshot().iterations == 50
        generations.add(search.snapshot().generation)
    assert len(generations) == 5
    search.update(make(Params, {}))
    alone = searching(game, behind(game))
    for each in (search, alone):
        each.advance(50)
    assert by_path(search) == by_path(alone)


@pytest.mark.parametrize("form", ["root", "tree"])
def test_root_moves_can_be_limited(form: str) -> None:
    game = configured("goofspiel")
    search = DUCT(game, make(Params, {"threads": 3, "parallel": form}), seed=2)
    search.start(game.initial(1), 0, None, {0: np.array([2, 5]), 1: np.array([1, 3, 6])})
    search.advance(90)
    first, second = search.snapshot().agents
    assert first.actions.tolist() == [2, 5] and first.visits.sum() == 90
    assert second.actions.tolist() == [1, 3, 6] and second.visits.sum() == 90
