"""A review that is stopped and goes on finds the same; so do worker processes."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from engines.game import FORFEIT, PASS, same
from engines.knobs import KnobError
from lab.files.replay import Replay
from lab.files.review_lines import FORFEITED, ONE_MOVE, ReviewedMove, encode_move
from lab.match.play import Turn, set_up, step
from lab.review.positions import read_plan
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


# -- lines that were set up -----------------------------------------------------------------------


TEXT = "XX./OO./... X 1 1"  # X wins at once in the last cell of the first row


def played(replay: Replay, turns: tuple[Turn, ...], *cells: int) -> tuple[Turn, ...]:
    """The turns and these moves after them, by X and O in turn."""
    game, found = replay.game, list(turns)
    for k, cell in enumerate(cells):
        joint = (cell, -1) if k % 2 == 0 else (-1, cell)
        state, _ = step(game, found[-1].state, np.array(joint, np.int64), 0, len(found))
        found.append(replace(turns[0], turn=len(found) + 1, state=state, joint=joint))
    return tuple(found)


@pytest.fixture(scope="module")
def branched() -> Replay:
    """Two turns, then a position in which X could win, misses it and lets O win."""
    replay = replayed(game_named("tictactoe"), 4)
    editing = replay.game.editing()
    assert editing is not None
    state = editing.read(replay.turns[1].state, TEXT)
    turns = played(replay, (*replay.turns[:2], set_up(replay.game, state, 2)), 8, 5)
    return replace(replay, turns=turns, lines=tuple({} for _ in turns), outcome=(), reason="")


def test_moves_around_the_position_are_judged(branched: Replay) -> None:
    plan = planned(branched, budget="2000it")
    assert order(plan) == [(5, 1), (4, 0), (2, 1), (1, 0)]
    moves = dict(numbered(plan, reviewed(plan)))
    assert sorted(moves) == [1, 2, 4, 5]
    assert moves[4].played == (8,) and moves[4].best == (2,) and moves[4].lost == 100
    assert moves[5].played == (5,) and moves[5].lost == 0
    assert moves[4].line[0] == (2, -1)


def test_moves_before_it_are_judged_as_without_it(branched: Replay) -> None:
    """The value after the last of them is that of the position that it led to."""
    alone = replace(branched, turns=branched.turns[:2], lines=branched.lines[:2])
    whole, short = (planned(each, budget="200it", turns=[1, 2]) for each in (branched, alone))
    assert reviewed(whole) == reviewed(short)


def test_a_worker_has_the_position_too(branched: Replay) -> None:
    plan = planned(branched, budget="200it")
    line = read_plan(json.loads(json.dumps(plan.as_line))).line
    assert line.joints == plan.line.joints and len(line.states) == 6
    assert all(same(a, b) for a, b in zip(line.states, plan.line.states, strict=True))
    assert ReviewRun(plan, {}, 0).total == 4


def test_the_turn_in_which_nobody_moved_is_named(branched: Replay) -> None:
    with pytest.raises(KnobError, match=r"Nobody moved in move 3: its position was set up"):
        planned(branched, turns=[3])
