"""A review that is stopped and goes on finds the same; so do worker processes."""

from dataclasses import replace

import numpy as np
import pytest

from engines.game import FORFEIT, PASS
from lab.files.review_lines import FORFEITED, ONE_MOVE, ReviewedMove, encode_move
from lab.match.play import step
from lab.review.run import ReviewRun, judge, order
from tests.lab.review.exact import game_named, numbered, planned, replayed, reviewed


def lines(moves: list[ReviewedMove]) -> list[dict]:
    return [encode_move(move, move.turn) for move in moves]


@pytest.mark.parametrize("most", [1, 3, 6])
def test_stopped_and_gone_on_with_the_same_lines(most: int) -> None:
    replay = replayed(game_named("tictactoe"), 4)
    whole = lines(reviewed(planned(replay, budget="300it")))
    begun = reviewed(planned(replay, budget="300it"), most=most)
    known = {(move.turn, move.seat): move for move in begun}
    rest = reviewed(planned(replay, budget="300it"), known)
    assert lines(begun) + lines(rest) == whole
    assert [line["reviewed"] for line in whole] == sorted(
        (line["reviewed"] for line in whole), reverse=True
    )


def test_the_search_after_a_move_is_the_next_move_s_own() -> None:
    """A position is searched once, however many moves ask for it."""
    replay = replayed(game_named("tictactoe"), 4)
    plan = planned(replay, budget="300it")
    run = ReviewRun(plan, {}, 0)
    moves = dict(numbered(plan, [move for step in run.steps() for move in step.moves]))
    others = sum(not move.agrees and move.line != () for move in moves.values())
    assert run.searches <= len(moves) + others
    for turn, move in moves.items():
        if turn + 1 in moves and moves[turn + 1].value is not None:
            after = moves[turn + 1].value
            assert after is not None and move.after_played is not None
            assert move.after_played.value == after.value.mirrored()


def test_worker_processes_find_the_same() -> None:
    plan = planned(replayed(game_named("tictactoe"), 4), budget="200it", turns=[3, 4])
    found = [move for step in ReviewRun(plan, {}, 2).steps() for move in step.moves]
    assert lines(found) == lines(reviewed(plan))


def test_seats_and_turns_are_those_asked_for() -> None:
    replay = replayed(game_named("tictactoe"), 4)
    assert order(planned(replay, turns=[2, 5])) == [(5, 0), (2, 1)]
    assert order(planned(replay, seats=[1], turns=[2, 5])) == [(2, 1)]


def test_another_move_is_judged_as_if_it_had_been_played() -> None:
    replay = replayed(game_named("tictactoe"), 4)
    plan = planned(replay, budget="300it")
    turn, move = next(p for p in numbered(plan, reviewed(plan)) if p[1].lost > 0)
    assert judge(plan, turn, move.seat, move.played).lost == move.lost
    best = judge(plan, turn, move.seat, move.best)
    assert best.agrees and best.lost == 0 and best.after_played == move.after_best


def test_a_forfeit_and_an_only_move_are_not_judged() -> None:
    replay = replayed(game_named("tictactoe"), 1)
    plan = planned(replay, budget="100it")
    assert len(replay.turns) == 9
    assert dict(numbered(plan, reviewed(plan)))[9].skipped == ONE_MOVE
    joint = (PASS, FORFEIT)
    state, _ = step(replay.game, replay.turns[0].state, np.array(joint, np.int64), 0, 1)
    given_up = replace(replay.turns[1], joint=joint, state=state)
    short = replace(replay, turns=(replay.turns[0], given_up), lines=({}, {}))
    (move,) = reviewed(planned(short, budget="100it", turns=[2]))
    assert move.skipped == FORFEITED and not move.is_judged
