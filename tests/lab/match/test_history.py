"""How often each seat foresaw the others' moves: of its own predictions, those that came true."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engines import games
from lab.match.decide import Decision
from lab.match.history import MatchHistory
from lab.match.play import first_frame, make_turn
from lab.match.records import Trail
from lab.match.thinking import MOST_SAMPLES, TrailSampler, _thinned
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
        assert history.can_redo == left and history.redo() == left
        played = [turn.joint for turn in history.turns]
        assert played == [(ROCK, PAPER), (again, PAPER), (PAPER, PAPER)][: 2 + left]


def add(history: MatchHistory, joint: tuple[int, int]) -> None:
    """Plays a joint action that nobody searched for."""
    head = history.head
    actions = {seat: (action,) for seat, action in enumerate(joint)}
    turn = make_turn(GAME, head.state, head.turn, [None, None], actions, 1, head.values)
    history.add(turn, (None, None))


# -- the trail ------------------------------------------------------------------------------------


def test_every_second_sample_goes_and_the_newest_stays() -> None:
    """Each sample holds the numbers of its own iteration."""
    sampler = TrailSampler(stats(0, np.array([1, 1]), np.zeros(2), np.array([2])), 1)
    for iteration in range(1, MOST_SAMPLES + 2):
        visits = np.array([iteration, 3 * iteration])
        sampler.add(iteration, stats(0, visits, np.array([iteration, 0.5]), np.array([2])))
    kept = [*range(2, MOST_SAMPLES + 1, 2), MOST_SAMPLES + 1]
    assert sampler.iterations[: sampler.count].tolist() == kept
    assert sampler.mean[: sampler.count, 0].tolist() == kept
    assert (sampler.share[: sampler.count] == [0.25, 0.75]).all()


def test_a_search_that_becomes_faster_has_samples_all_along() -> None:
    """Spread over a turn at first, then without limit: the second half is as fine as the first."""
    at = [*range(40, 4001, 40), *range(40_000, 20_000_000, 36_000)]
    sampler = TrailSampler(stats(0, np.array([1, 1]), np.zeros(2), np.array([2])), 40)
    for iteration in at:
        sampler.add(iteration, stats(0, np.array([iteration, 1]), np.zeros(2), np.array([2])))
    kept = sampler.iterations[: sampler.count]
    gaps = np.diff(kept)
    assert kept[-1] > 0.98 * at[-1] and gaps.max() <= at[-1] / 80
    assert gaps[gaps.size // 2 :].max() <= 1.5 * gaps[: gaps.size // 2].max()


def test_an_old_trail_keeps_samples_all_along() -> None:
    """Half of the samples are in the first hundredth of the search."""
    iterations = np.array([*range(1, 101), *range(200, 10_001, 100)])
    share = np.column_stack([iterations / 20_000, 1 - iterations / 20_000])
    thin = _thinned(Trail(iterations, share, share))
    assert thin.iterations[0] == 1 and thin.iterations[-1] == 10_000
    assert np.diff(thin.iterations).max() <= 600
    assert (thin.share[:, 0] == thin.iterations / 20_000).all()
