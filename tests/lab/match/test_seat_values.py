"""Whose value is which number, in a match with seats of different kinds."""

from __future__ import annotations

import math

import numpy as np
import pytest

from engines import games
from engines.game import Game
from lab.match.decide import Decision
from lab.match.play import first_frame, play, step
from lab.match.values import seat_values
from search.base import Snapshot
from search.measure import SeatValue, ValueKind, evaluation, own_evaluation, result_value

SCORE, EVALUATION = ValueKind.SCORE, ValueKind.EVALUATION


def found(seat: int, value: SeatValue | None) -> Decision:
    """A decision of a search that says this of its seat."""
    return Decision(seat, (4,), 9, (), (), Snapshot(1, seat, 9, 9, 3, 0, value=value), 0.0, 0.0)


@pytest.fixture
def game() -> Game:
    return games()["tictactoe"]()


def test_who_waits_keeps_what_its_own_search_said_last(game: Game) -> None:
    """Seat 1 has searched and says 0.7 of its score; seat 2 waits and had the evaluation -0.3."""
    state = game.initial(1)
    first, second = result_value(game, game.initial(1), 0.4), evaluation(game, -0.3)
    before = (first.seen_by(0), second.seen_by(1))
    new = evaluation(game, 0.2)
    assert seat_values(game, state, [found(0, new), None], before, [0]) == (
        new.seen_by(0),
        second.seen_by(1),
    )
    assert seat_values(game, state, [None, found(1, new)], before, [1]) == (
        first.seen_by(0),
        new.seen_by(1),
    )


@pytest.mark.usefixtures("uncompiled")
def test_before_a_search_has_thought_its_seat_has_a_gap(game: Game) -> None:
    """Seat 1 has moved; what its search thinks of seat 2 is not what seat 2's search thinks."""
    state, said = game.initial(1), result_value(game, game.initial(1), 0.14)
    first, second = seat_values(game, state, [found(0, said), None], (), [0], [0, 1])
    assert first == said.seen_by(0) and not second.known
    assert seat_values(game, state, [found(0, said), None], (), [0], [0])[1] == first.mirrored()
    turn = play("tictactoe", ["flat_mc", "uct"], budget="20it", seed=4).turns[0]
    assert turn.values[0].view == 0 and not turn.values[1].known


def test_who_has_no_search_is_seen_by_the_opponents(game: Game) -> None:
    """A person who has just moved: the other side of what the search of seat 1 said last."""
    state = game.initial(1)
    before = (result_value(game, game.initial(1), 0.4).seen_by(0), evaluation(game, 0.9).seen_by(1))
    own, other = seat_values(game, state, [None, None], before, [1])
    assert (own.number, own.view) == (0.7, 0)
    assert (other.number, other.kind, other.view) == (pytest.approx(0.3), SCORE, 0)
    judged = evaluation(game, 0.25, "win").seen_by(0)
    assert judged.mirrored() == SeatValue(-0.25, EVALUATION, -1.0, 1.0, 0, "loss")


def test_who_has_no_search_elsewhere_has_the_games_own_evaluation() -> None:
    """Pods move at the same time, so that one seat's value says nothing of the other's."""
    csb = games()["csb"]()
    state = csb.initial(5)
    values = seat_values(csb, state, [found(0, evaluation(csb, 0.4)), None], (), [0, 1])
    assert values[0] == evaluation(csb, 0.4).seen_by(0)
    assert values[1] == own_evaluation(csb, state, 1) and values[1].view is None
    after, _ = step(csb, state, np.array([1, 1, 0, 0], np.int64), 5, 0)
    ahead, behind = (own_evaluation(csb, after, seat).number for seat in (0, 1))
    assert ahead != behind and state.tobytes() == csb.initial(5).tobytes()


def test_a_finished_match_has_its_result_and_only_that_is_sure() -> None:
    result = play("tictactoe", ["flat_mc", "alphabeta:depth=2"], budget="60it", seed=4)
    *turns, last = result.turns
    assert {v.kind for t in turns for v in t.values} == {SCORE, EVALUATION}
    for seat, value in enumerate(last.values):
        assert value.number == (result.outcome[seat] + 1) / 2 and value.view is None
        assert value.proven == {1: "win", 0: "draw", -1: "loss"}[int(result.outcome[seat])]
    assert not any(t.values[0].proven for t in turns), "a mean of playouts proves nothing"


def test_a_chance_to_win_needs_a_game_without_draws() -> None:
    """Two riders of Tron cannot draw, three have places, noughts and crosses may draw."""
    tron = games()["tron"]
    kinds = [
        result_value(game, game.initial(1), 0.5).kind
        for game in (tron(), tron.configure(players=3), games()["tictactoe"]())
    ]
    assert kinds == [ValueKind.PROBABILITY, SCORE, SCORE]


def test_a_position_whose_value_is_unknown_is_a_gap() -> None:
    textbook = games()["textbook"].configure(tree="MAX(a,3)")
    state = textbook.initial(1)
    after, _ = step(textbook, state, np.array([0] + [-1] * (textbook.agents - 1), np.int64), 1, 0)
    assert not own_evaluation(textbook, after, 0).known


@pytest.mark.parametrize("name", sorted(games()))
def test_evaluations_are_within_the_games_range(name: str) -> None:
    game = games()[name]()
    for value in first_frame(game, game.bench_position()).values:
        assert value.low <= value.number <= value.high and value.kind is EVALUATION


@pytest.mark.parametrize("name", sorted(games()))
def test_a_game_that_cannot_be_drawn_never_is(name: str) -> None:
    game = games()[name]()
    for seed in range(0 if game.draws else 12):
        result = play(game, ["random"] * game.seats, seed=seed)
        assert set(result.outcome) <= {-1.0, 1.0}


def test_who_lost_the_search_keeps_none_of_its_values(game: Game) -> None:
    """Sides were swapped: seat 1's search sits in seat 0 now, and what it said before is of another
    turn than what it says now.
    """
    state = game.initial(1)
    before = (SeatValue(math.nan), result_value(game, state, -0.06).seen_by(1))
    said = result_value(game, state, 0.52)
    own, other = seat_values(game, state, [found(0, said), None], before, [0], [0])
    assert own.number == pytest.approx(0.76) and other == own.mirrored()
    assert own.number + other.number == pytest.approx(1.0)
    kept = seat_values(game, state, [found(0, said), None], before, [0], [0, 1])[1]
    assert kept == before[1]
