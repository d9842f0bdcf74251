"""How often each seat foresaw the others' moves: of its own predictions, those that came true."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engines import games
from lab.match.decide import Decision
from lab.match.history import MatchHistory
from lab.match.play import first_frame, make_turn
from search.base import Snapshot
from tests.lab.ui.thoughts import stats

GAME = games()["matrix"].configure(rounds=5)
ROCK, PAPER, SCISSORS = range(3)


def decision(seat: int, own: int, foreseen: int) -> Decision:
    """A decision of `seat` for `own`, with a tree for each agent: the other's says `foreseen`."""
    trees = tuple(
        replace(
            stats(agent, np.array([3, 2, 1]), np.zeros(3), np.array([3])),
            best=own if agent == seat else foreseen,
        )
        for agent in (0, 1)
    )
    return Decision(seat, (own,), 6, (), (), Snapshot(1, seat, 6, 6, 3, 0, trees), 0.0, 0.0)


def test_each_seat_is_told_the_share_of_its_own_predictions_that_came_true() -> None:
    """Seat 1 foresees one of four moves of seat 2, seat 2 three of four moves of seat 1."""
    played = [(ROCK, PAPER), (PAPER, PAPER), (SCISSORS, ROCK), (ROCK, SCISSORS)]
    by_first = [PAPER, ROCK, PAPER, ROCK]
    by_second = [ROCK, PAPER, SCISSORS, PAPER]
    state = GAME.initial(1)
    history = MatchHistory(GAME, first_frame(GAME, state))
    shown = []
    for turn, (joint, one, other) in enumerate(zip(played, by_first, by_second, strict=True)):
        decisions = [decision(0, joint[0], one), decision(1, joint[1], other)]
        actions = {seat: (action,) for seat, action in enumerate(joint)}
        head = history.head
        history.add(make_turn(GAME, head.state, turn, decisions, actions, 1, head.values), ())
        shown.append((history.foreseen(0), history.foreseen(1)))
    assert shown[0] == ((1.0,), (1.0,))
    assert shown[-1] == ((0.25,), (0.75,))
    history.cut(3)
    assert (history.foreseen(0), history.foreseen(1)) == ((1 / 3,), (1.0,))


def test_another_move_than_the_one_taken_back_ends_what_may_be_redone() -> None:
    state = GAME.initial(1)
    for again, left in ((SCISSORS, True), (ROCK, False)):
        history = MatchHistory(GAME, first_frame(GAME, state))
        for joint in ((ROCK, PAPER), (SCISSORS, PAPER), (PAPER, PAPER)):
            add(history, joint)
        history.cut(1)
        add(history, (again, PAPER))
        assert (history.ahead is not None) == left and history.redo() == left
        played = [turn.joint for turn in history.turns]
        assert played == [(ROCK, PAPER), (again, PAPER), (PAPER, PAPER)][: 2 + left]


def add(history: MatchHistory, joint: tuple[int, int]) -> None:
    """Plays a joint action that nobody searched for."""
    head = history.head
    actions = {seat: (action,) for seat, action in enumerate(joint)}
    turn = make_turn(GAME, head.state, head.turn, [None, None], actions, 1, head.values)
    history.add(turn, (None, None))


def test_the_line_that_was_left_comes_back_and_this_one_takes_its_place() -> None:
    """Also where play departs twice, or goes back beyond the place where it departed."""
    history = MatchHistory(GAME, first_frame(GAME, GAME.initial(1)))
    first = [(ROCK, PAPER), (SCISSORS, PAPER), (PAPER, PAPER)]
    for joint in first:
        add(history, joint)
    assert history.other_line == 0 and history.switch() == 3
    history.cut(1)
    for joint in ((ROCK, ROCK), (PAPER, ROCK)):
        add(history, joint)
    second = [turn.joint for turn in history.turns]
    assert history.other_line == 3
    history.cut(0)  # beyond the place where it departed
    assert history.switch() == 1
    assert [turn.joint for turn in history.turns] == first and history.ahead is None
    assert history.switch() == 1
    assert (
        [turn.joint for turn in history.turns] == second == [first[0], (ROCK, ROCK), (PAPER, ROCK)]
    )
    assert [f.turn for f in history.frames] == [0, 1, 2, 3]
