"""Matches: turns in order, budgets, repetition, illegal answers, series of pairs."""

import doctest
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

import lab.match.play
from engines.game import FORFEIT, PASS
from engines.knobs import KnobError
from lab.experiments.series import play_series, schedule
from lab.match.budget import Budget
from lab.match.decide import Decision, Player, derive, seen, think
from lab.match.play import MatchResult, deciding, joint_of, make_turn, play
from lab.match.seats import parse_game, parse_seat
from tests import clock


def chosen(result: MatchResult) -> list[tuple[int, ...]]:
    return [turn.joint for turn in result.turns]


def decisions(result: MatchResult, seat: int) -> Sequence[Decision]:
    return [d for turn in result.turns if (d := turn.decisions[seat]) is not None]


def test_the_module_example_runs() -> None:
    done = doctest.testmod(lab.match.play)
    assert done.failed == 0 and done.attempted > 0


def test_in_turn_games_only_the_mover_decides() -> None:
    result = play("tictactoe", ["random", "random"], seed=3)
    for number, turn in enumerate(result.turns):
        mover = number % 2
        assert turn.turn == number + 1
        assert turn.joint[1 - mover] == PASS and turn.joint[mover] >= 0
        assert [d is not None for d in turn.decisions] == [mover == 0, mover == 1]


def test_simultaneous_games_ask_every_seat_and_each_agent_of_it() -> None:
    result = play("csb", ["scripted", "random"], seed=3)
    assert len(result.outcome) == 2 and result.reason
    for turn in result.turns[:5]:
        assert len(turn.joint) == 4 and PASS not in turn.joint
        assert all(d is not None and len(d.choice) == 2 for d in turn.decisions)


def test_the_same_seed_gives_the_same_match_and_another_one_another() -> None:
    one, again, other = (
        play("uttt", ["uct", "random"], budget="50it", seed=seed) for seed in (1, 1, 2)
    )
    assert chosen(one) == chosen(again) and one.outcome == again.outcome
    assert chosen(one) != chosen(other)


def test_iterations_are_exact_and_reach_the_search() -> None:
    result = play("tictactoe", ["uct:reuse=no", "random"], budget="777it", seed=1)
    assert {d.iterations for d in decisions(result, 0)} == {777}
    assert all(
        d.snapshot.iterations == 777 and sum(n for n, _ in d.calls) == 777
        for d in decisions(result, 0)
    )
    assert all(d.iterations == 0 for d in decisions(result, 1))


def test_a_node_budget_ends_at_the_nodes() -> None:
    result = play("uttt", ["uct:reuse=no", "random"], budget="500n", seed=1)
    first = decisions(result, 0)[0]
    # the last iteration may make a node's children
    assert 500 <= first.snapshot.nodes <= 500 + 81 * 2


def test_a_node_budget_ends_where_the_tree_can_grow_no_more() -> None:
    game = parse_game("tictactoe")
    state = game.initial(0)
    player = Player(game, 0, parse_seat("uct:reuse=no", game), 1)
    for cell in (0, 1, 2, 4, 3, 5, 7, 6):
        game.rules.step(state, np.array([cell, cell]), None, None)
    player.begin(state, 8)
    think(player, Budget.parse("100000n"))
    assert player.decide().choice == (8,)


@pytest.mark.parametrize(
    ("iteration_ms", "iterations", "overrun_ms"), [(0.125, 40, 0.0), (0.5, 16, 3.0)]
)
def test_a_time_budget_is_used_and_overrun_is_told(
    iteration_ms: float, iterations: int, overrun_ms: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nearly all of the time is used; the first sixteen iterations are done in any case."""
    clock.given(monkeypatch, iteration_ms / 1000)
    result = play("uttt", ["uct", "random"], budget="5ms", seed=1)
    for decision in decisions(result, 0)[:-2]:
        assert iterations - 1 <= decision.iterations <= iterations
        assert decision.seconds == pytest.approx(decision.iterations * iteration_ms / 1000)
        assert decision.overrun_ms == pytest.approx(overrun_ms)


def test_each_decision_repeats_from_its_state_alone() -> None:
    game = parse_game("uttt")
    spec = parse_seat("uct:reuse=no", game, Budget.parse("200it"))
    result = play(game, [spec, spec], seed=5)
    states = [result.initial, *(turn.state for turn in result.turns)]
    number = 7
    player = Player(game, number % 2, spec, 5)
    player.begin(states[number], number)
    think(player, Budget.parse("200it"))
    recorded = result.turns[number].decisions[number % 2]
    assert recorded is not None and player.decide().choice == recorded.choice


def test_an_illegal_answer_forfeits_and_says_so() -> None:
    game = parse_game("tictactoe")
    state = game.initial(0)
    joint, errors = joint_of(game, state, {0: (99,)})
    assert joint.tolist() == [FORFEIT, PASS] and "X sent an illegal action (99)" in errors[0]
    turn = make_turn(game, state, 0, [None, None], {0: (99,)}, 0)
    assert [v.number for v in turn.values] == [0.0, 1.0] and turn.errors == errors


@pytest.mark.parametrize("name", ["tictactoe", "uttt", "csb", "matrix"])
def test_a_forfeit_never_crashes(name: str) -> None:
    game = parse_game(name)
    state = game.initial(1)
    for number in range(30):
        if game.rules.is_over(state):
            return
        actions = {seat: (FORFEIT,) * len(game.agents_of(seat)) for seat in deciding(game, state)}
        state = make_turn(game, state, number, [None] * game.seats, actions, 1).state


def test_no_search_sees_what_its_seat_may_not_see() -> None:
    game = parse_game("csb")
    state = game.initial(1)
    state.rotated[:] = 1
    state.angle[2] = 0.123456
    state.boosted[3] = 1
    other = state.copy()
    other.angle[2], other.boosted[3] = 0.123457, 0
    views = [seen(game, s, 0, 1, 0) for s in (state, other)]
    assert views[0].tobytes() == views[1].tobytes()
    assert state.angle[2] == 0.123456  # the match's own state is not touched


def test_a_person_cannot_play_without_the_window() -> None:
    with pytest.raises(KnobError, match="window"):
        play("tictactoe", ["human", "random"])


def test_frames_show_the_match() -> None:
    result = play("uttt", ["random", "random"], seed=1)
    frames = result.frames()
    assert [f.turn for f in frames] == list(range(len(result.turns) + 1))
    assert frames[-1].outcome == result.outcome and frames[-1].reason == result.reason
    assert frames[1].labels[0] and not frames[1].labels[1]
    assert not frames[0].outcome and frames[0].values == frames[0].values


def test_knobs_act_in_the_middle_of_a_decision_and_are_noted() -> None:
    game = parse_game("uttt")
    player = Player(game, 0, parse_seat("uct", game), 1)
    player.begin(game.initial(1), 0)
    player.advance(100)
    assert player.change({"c": 2.0}) is None
    with pytest.raises(KnobError, match="did you mean"):
        player.change({"cc": 2.0})
    player.advance(100)
    decision = player.decide()
    assert [(c.iteration, dict(c.values)) for c in decision.changes] == [(100, {"c": 2.0})]
    assert player.spec.params.c == 2.0 and player.search.params.c == 2.0  # type: ignore[union-attr]


def test_derived_seeds_differ() -> None:
    seeds = {
        derive(seed, 2, seat, turn) for seed in range(5) for seat in range(2) for turn in range(50)
    }
    assert len(seeds) == 500 and all(0 <= s < 1 << 63 for s in seeds)


def test_a_series_plays_each_seed_in_every_seating() -> None:
    game = parse_game("uttt")
    series = play_series(game, ["uct", "random"], matches=5, budget="50it", seed=10)
    assert [(m.seed, m.sides) for m in series.matches] == [
        (10, (0, 1)),
        (10, (1, 0)),
        (11, (0, 1)),
        (11, (1, 0)),
        (12, (0, 1)),
    ]
    for match in series.matches:
        assert sum(match.points) == 1.0
    score = series.score(0)
    assert score.count == 3 and score.matches == 5
    assert score.mean is not None and series.score(1).mean == pytest.approx(1 - score.mean)


def test_points_follow_the_side_not_the_seat() -> None:
    series = play_series("uttt", ["uct", "random"], matches=4, budget="300it", seed=1)
    assert series.score(0).wins >= 3


def test_without_swapping_every_match_has_its_own_seed() -> None:
    game = parse_game("uttt")
    setup = play(game, ["random", "random"]).setup
    plan = schedule(replace(setup, seed=4), 3, swap=False)
    assert [(s.seed, sides) for s, sides in plan] == [(4, (0, 1)), (5, (0, 1)), (6, (0, 1))]
