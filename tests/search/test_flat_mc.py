"""Flat Monte Carlo: equal shares, exact expectations, the trap it cannot see, and what it knows of
hidden information.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from engines.game import PASS, Game
from engines.knobs import replace
from search.flat_mc import FlatMonteCarlo
from search.measure import ValueKind, evaluation
from tests.search.positions import begun, configured, played

searching = partial(begun, FlatMonteCarlo)


def test_it_wins_at_once_and_blocks(tictactoe: Game) -> None:
    win = searching(tictactoe, played(tictactoe, 0, 3, 1, 4))
    win.advance(2000)
    value = win.snapshot().value
    assert win.choice().tolist() == [2] and value is not None
    assert (value.number, value.kind, value.proven) == (1.0, ValueKind.SCORE, "")
    block = searching(tictactoe, played(tictactoe, 0, 4, 1), seat=1)
    block.advance(5000)
    assert block.choice().tolist() == [2]


def test_all_actions_get_the_same_share(tictactoe: Game) -> None:
    search = searching(tictactoe)
    search.advance(9 * 300 + 4)
    visits = search.snapshot().agents[0].visits
    assert sorted(visits.tolist()) == [300] * 5 + [301] * 4


def test_the_means_are_the_expectations_of_random_play(tictactoe: Game) -> None:
    """X wins 0.585, O 0.288 of random matches; by first cell the centre is best, then corners, then
    edges.
    """
    search = searching(tictactoe)
    search.advance(90_000)
    stats = search.snapshot().agents[0]
    won = 2 * stats.mean - 1
    assert (
        abs(float(np.average(won, weights=stats.visits)) - (0.5849 - 0.2881))
        < 4 * float(np.mean(stats.error)) * 2 / 3
    )
    assert won[4] > won[[0, 2, 6, 8]].max() > won[[0, 2, 6, 8]].min() > won[[1, 3, 5, 7]].max()
    assert np.nanmax(stats.error) < 0.01 and search.choice().tolist() == [4]


def test_ucb1_gives_more_to_better_actions(tictactoe: Game) -> None:
    search = searching(tictactoe, allocation="ucb1")
    search.advance(20_000)
    stats = search.snapshot().agents[0]
    assert stats.visits.argmax() == 4 == stats.best and stats.visits[4] > 3 * stats.visits[1]
    assert stats.bound.max() - stats.bound.min() < 0.05, "the bounds are kept level"


def test_it_cannot_see_a_reply() -> None:
    """Random opponents rarely find the counter of a killer, so killers look far better than 0,
    their value against a good player.
    """
    game = configured("matrix", matrix="two_killers", size=20)
    search = searching(game)
    search.advance(20_000)
    stats = search.snapshot().agents[0]
    assert np.allclose(stats.mean[:2], 19 / 20, atol=0.03) and stats.best in (0, 1)


def test_every_agent_of_a_seat_learns_by_itself() -> None:
    game = configured("csb")
    search = searching(game, playout_depth=4, allocation="ucb1")
    search.advance(500)
    search.advance(2500)
    stats = search.snapshot().agents
    assert [s.agent for s in stats] == [0, 1] and all(s.visits.sum() == 3000 for s in stats)
    means = [float(s.mean[s.best]) for s in stats]
    assert search.snapshot().value == evaluation(game, float(np.mean(means)))
    assert search.snapshot().turns <= 4 * 3000
    assert search.choice().tolist() == [int(s.actions[s.best]) for s in stats]


def test_chunks_leave_no_trace() -> None:
    game = configured("uttt")
    for allocation in ("equal", "ucb1"):
        whole = searching(game, allocation=allocation)
        parts = searching(game, allocation=allocation)
        whole.advance(700)
        for n in (1, 1, 98, 600):
            parts.advance(n)
        first, second = whole.snapshot().agents[0], parts.snapshot().agents[0]
        assert (
            first.visits.tolist() == second.visits.tolist()
            and first.mean.tolist() == second.mean.tolist()
        )


def test_other_questions_begin_anew(tictactoe: Game) -> None:
    search = searching(tictactoe)
    search.advance(100)
    search.update(replace(search.params, "allocation", "ucb1"))
    assert search.snapshot().iterations == 100
    search.update(replace(search.params, "playout_depth", 3))
    assert search.snapshot().iterations == 0 and search.snapshot().value is None


def test_a_seat_that_waits_and_a_finished_match(tictactoe: Game) -> None:
    waiting = searching(tictactoe, played(tictactoe, 4), seat=0)
    assert (
        waiting.advance(300)
        and waiting.choice().tolist() == [PASS]
        and waiting.snapshot().agents == ()
    )
    over = searching(tictactoe, played(tictactoe, 0, 3, 1, 4, 2))
    assert over.advance(10) and over.choice().tolist() == [PASS] and over.snapshot().iterations == 0
