"""UCT: results on small games, serialised simultaneous turns, the tree kept between moves."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest

from engines import games
from engines.game import PASS, Game
from engines.knobs import make, replace
from lab.check.matches import position
from search.base import generator
from search.measure import SeatValue, ValueKind
from search.uct import UCT, Params
from search.uct.search import UctArena
from tests.matches import legal
from tests.search.positions import begun, configured, played

searching = partial(begun, UCT)


@pytest.fixture(scope="module")
def uttt() -> Game:
    return configured("uttt")


def test_it_wins_when_it_can_and_blocks_when_it_must(tictactoe: Game) -> None:
    win = searching(tictactoe, played(tictactoe, 0, 3, 1, 4))
    win.advance(500)
    assert win.choice().tolist() == [2]
    block = searching(tictactoe, played(tictactoe, 0, 4, 1), seat=1)
    block.advance(2000)
    assert block.choice().tolist() == [2]


def test_a_seat_that_waits_has_the_other_sides_value(tictactoe: Game) -> None:
    """X is about to win: high for X, low for O, which only looks on."""
    position = played(tictactoe, 0, 3, 1, 4)
    values = []
    for seat in (0, 1):
        search = searching(tictactoe, position, seat=seat)
        search.advance(500)
        found = search.snapshot().value
        assert found is not None
        values.append(found.number)
    assert values[0] > 0.9 and values[1] < 0.1 and sum(values) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("seed", "share", "living"),
    [(0, 1.0, [3]), (0, 0.9, [1, 3]), (4, 0.9, [1, 2, 3]), (3, 0.9, [0, 1, 3])],
)
def test_only_who_is_left_chooses(seed: int, share: float, living: list[int]) -> None:
    """Where explorers have died, the root belongs to the first living one in turn order."""
    game = configured("kutulu")
    state = position(game, seed, share)
    assert [a for a in range(game.agents) if legal(game, state, a)] == living
    for seat in range(game.seats):
        search = searching(game, state, seat)
        search.advance(400)
        stats = search.snapshot().agents
        assert {a.agent for a in stats} == set(living)
        for of in stats:
            assert of.actions.tolist() == legal(game, state, of.agent)
            assert of.visits.sum() > 300 or of.agent != next(
                a for a in search.scratch.order if a in living
            )
        assert search._variation()[0][0] == next(a for a in search.scratch.order if a in living)


def test_it_never_loses_tic_tac_toe(tictactoe: Game) -> None:
    """Against itself only draws, against random play no loss, from both seats."""
    assert {match(tictactoe, (1000, 1000), seed) for seed in range(10)} == {0.0}
    assert min(match(tictactoe, (500, 0), seed) for seed in range(10)) >= 0.0
    assert max(match(tictactoe, (0, 500), seed) for seed in range(10)) <= 0.0


def match(game: Game, budgets: tuple[int, int], seed: int) -> float:
    """The first seat's outcome; a budget of 0 plays any action."""
    state, rng = game.initial(seed), generator(seed)
    searches = [UCT(game, seed=seed), UCT(game, seed=seed + 1)]
    last = None
    while not game.rules.is_over(state):
        seat = game.owner[game.rules.to_move(state)]
        searches[seat].start(state, seat, last)
        if budgets[seat]:
            searches[seat].advance(budgets[seat])
        joint = np.full(game.agents, PASS, np.int64)
        joint[seat] = (
            searches[seat].choice()[0]
            if budgets[seat]
            else game.rules.random_action(state, seat, rng)
        )  # type: ignore[misc]
        game.rules.step(state, joint, rng, None)
    return game.advantage(state, 0)


def test_chunks_leave_no_trace(uttt: Game) -> None:
    whole, parts = searching(uttt), searching(uttt)
    whole.advance(3000)
    for n in (1, 99, 900, 2000):
        parts.advance(n)
    assert whole.snapshot().nodes > 1 << 12
    assert [a.visits.tolist() for a in whole.snapshot().agents] == [
        a.visits.tolist() for a in parts.snapshot().agents
    ]


def test_counts_agree(uttt: Game) -> None:
    search = searching(uttt)
    search.advance(2000)
    snapshot = search.snapshot()
    agent = snapshot.agents[0]
    assert snapshot.iterations == 2000 == agent.visits.sum()
    assert agent.depth.sum() == snapshot.nodes - 1 and agent.depth[0] == 81
    assert np.nanmin(agent.mean) >= 0.0 and np.nanmax(agent.mean) <= 1.0
    assert snapshot.value == SeatValue(float(agent.mean[agent.best]), ValueKind.SCORE)
    assert agent.pv.size >= 2 and agent.actions[agent.best] == agent.pv[0] == search.choice()[0]


def test_who_moves_second_knows() -> None:
    """Rock-paper-scissors serialised: the player that chooses second wins every time, so the first
    expects to lose.
    """
    game = configured("matrix", matrix="rps")
    careful, knowing = searching(game, second="others"), searching(game, second="own")
    careful.advance(5000)
    knowing.advance(5000)
    assert careful.snapshot().agents[0].mean.max() < 0.1
    assert knowing.snapshot().agents[0].mean.max() > 0.9


def test_the_tree_is_kept_between_moves(uttt: Game) -> None:
    search = searching(uttt)
    search.advance(4000)
    own = int(search.choice()[0])
    after = played(uttt, own)
    reply = int(searching(uttt, after, seat=1).choice()[0])
    answer = np.array([PASS, reply])
    search.start(played(uttt, own, reply), 0, answer)
    kept = search.snapshot()
    assert (
        kept.iterations == 0
        and 0 < kept.reused < 4000
        and kept.agents[0].visits.sum() == kept.reused
    )
    search.advance(100)
    assert search.snapshot().agents[0].visits.sum() == kept.reused + 100
    search.start(played(uttt, own, reply), 0, None)
    assert search.snapshot().reused == 0, "nothing is kept where it is not known what was played"
    off = searching(uttt, reuse=False)
    off.advance(4000)
    off.start(played(uttt, own, reply), 0, answer)
    assert off.snapshot().reused == 0


@pytest.mark.parametrize(
    "knobs",
    [
        {},
        pytest.param({"rave": 200, "solver": True, "widening": True}, marks=pytest.mark.long),
        {"selection": "tuned"},
    ],
)
def test_two_arenas_in_turn_hold_what_new_ones_would(uttt: Game, knobs: dict[str, Any]) -> None:
    """Later decisions write over the memory of earlier ones; nothing of these may show."""
    state, searches = uttt.initial(1), [searching(uttt, **knobs) for _ in range(2)]
    answer, memory = None, []
    for turn in range(8):
        for each, search in enumerate(searches):
            if each == 1:  # as if there were none before
                search._spare = UctArena(search.tree, search.growth)
            search.start(state, 0, answer)
            search.advance(600 + 20_000 * (turn == 1))
        found, fresh = (search.snapshot() for search in searches)
        assert found.agents[0].visits.tolist() == fresh.agents[0].visits.tolist()
        np.testing.assert_array_equal(found.agents[0].mean, fresh.agents[0].mean)
        assert (found.nodes, found.reused) == (fresh.nodes, fresh.reused)
        memory.append(searches[0].tree.visits.ctypes.data)
        own = searches[0].choice()
        joint = np.array([own[0], PASS])
        uttt.rules.step(state, joint, generator(turn), None)
        reply = legal(uttt, state, 1)[turn % 3]
        answer = np.array([PASS, reply])
        uttt.rules.step(state, answer, generator(turn), None)
    assert found.reused > 0
    assert len(set(memory[3:])) == 2 and memory[3] == memory[5] == memory[7]


def test_nothing_is_kept_of_another_line(uttt: Game) -> None:
    search = searching(uttt)
    search.advance(2000)
    own = int(search.choice()[0])
    other = next(int(a) for a in search.snapshot().agents[0].actions if a != own)
    after = played(uttt, other)
    reply = int(searching(uttt, after, seat=1).choice()[0])
    search.start(played(uttt, other, reply), 0, np.array([PASS, reply]))
    assert search.snapshot().reused == 0


def test_full_it_visits_the_same_nodes_and_looks_no_deeper(uttt: Game) -> None:
    search = searching(uttt, memory=1 << 12)
    search.advance(4000)
    before = search.snapshot()
    search.advance(4000)
    after = search.snapshot()
    assert before.full and after.full and after.nodes == before.nodes
    assert after.iterations == 8000 and after.turns > before.turns
    (early,), (late,) = before.agents, after.agents
    assert late.depth.tolist() == early.depth.tolist()
    assert late.visits.sum() == early.visits.sum() + 4000
    assert not np.array_equal(late.mean, early.mean)


def test_a_short_playout_is_evaluated(uttt: Game) -> None:
    search = searching(uttt, playout_depth=0)
    search.advance(500)
    snapshot = search.snapshot()
    assert snapshot.value is not None and snapshot.value.kind is ValueKind.EVALUATION
    assert snapshot.turns < 500 * 20
    search.update(replace(search.params, "playout_depth", 200))
    assert search.snapshot().iterations == 0, "values of another kind begin anew"


def test_four_agents_share_one_tree() -> None:
    game = configured("csb")
    search = searching(game, playout_depth=4)
    search.advance(3000)
    snapshot = search.snapshot()
    assert [a.agent for a in snapshot.agents] == [0, 1, 2, 3]
    assert all(a.visits.sum() <= 3000 for a in snapshot.agents)
    assert search.choice().size == 2 and (search.choice() >= 0).all()


def test_a_full_arena_is_told_and_the_search_goes_on(uttt: Game) -> None:
    search = searching(uttt, memory=4096)
    search.advance(8000)
    assert (
        search.snapshot().full
        and search.snapshot().nodes <= 4096
        and search.snapshot().iterations == 8000
    )


def test_a_seat_that_waits_and_a_finished_match(tictactoe: Game) -> None:
    waiting = searching(tictactoe, played(tictactoe, 4), seat=0)
    waiting.advance(300)
    assert waiting.choice().tolist() == [PASS] and waiting.snapshot().agents[0].agent == 1
    over = searching(tictactoe, played(tictactoe, 0, 3, 1, 4, 2))
    assert over.advance(10) and over.choice().tolist() == [PASS] and over.snapshot().iterations == 0


def test_the_joint_map_of_serialised_turns() -> None:
    game = games()["matrix"].configure(matrix="rps")
    search = UCT(game, make(Params, {}), seed=1)
    search.start(game.initial(1), 0)
    search.advance(900)
    found = search.snapshot().joint
    assert found is not None and found.visits.sum() == 897, (
        "in the first iteration below each row the other's reply is not yet in the tree"
    )
    assert found.agents == (0, 1)
    seen = found.visits > 0
    assert np.isnan(found.mean[~seen]).all()
    assert (
        found.mean[seen].tolist() == np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])[seen].tolist()
    )
    assert (found.visits.sum(axis=1) + 1).tolist() == search.snapshot().agents[0].visits.tolist()
    sequential = searching(configured("tictactoe"))
    sequential.advance(10)
    assert sequential.snapshot().joint is None
