"""Greedy: the best evaluation after one turn, ties at random, chance averaged, and nothing
beyond.
"""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from engines.game import PASS, Game, State
from search.base import generator
from search.greedy import Greedy
from tests.search.positions import begun, configured, played

searching = partial(begun, Greedy)


def test_it_takes_a_win_but_sees_no_threat(tictactoe: Game) -> None:
    win = searching(tictactoe, played(tictactoe, 0, 3, 1, 4))
    assert win.advance(1000) and win.choice().tolist() == [2] and win.snapshot().iterations == 5
    threat = played(tictactoe, 0, 4, 1)
    answers = {int(finished(tictactoe, threat, seed).choice()[0]) for seed in range(40)}
    assert answers == {2, 3, 5, 6, 7, 8}, "all alike to it, so any of them"


def finished(game: Game, state: State, seed: int) -> Greedy:
    search = searching(game, state, seat=1, seed=seed)
    search.advance(1000)
    return search


def test_both_pods_of_a_seat_are_chosen_together() -> None:
    """Compared with every other pair of moves, tried by hand."""
    game = configured("csb")
    state = game.initial(3)
    search = searching(game, state, others="scripted")
    assert search.advance(10**6)
    root, rng, out = state.copy(), generator(0), np.zeros(4)
    assert game.rules.prepare is not None and game.rules.policy is not None
    game.rules.observe(root, 0)  # type: ignore[misc]
    game.rules.prepare(root, game.weights())
    others = [game.rules.policy(root, a, rng) for a in (2, 3)]
    values = {}
    for first in range(game.max_actions):
        for second in range(game.max_actions):
            after = root.copy()
            game.rules.step(after, np.array([first, second, *others]), rng, None)
            game.rules.value(after, game.weights(), out)
            values[first, second] = (out[0] + out[1]) / 2
    stats = search.snapshot().agents
    assert tuple(search.choice()) == max(values, key=lambda pair: values[pair])
    assert stats[0].mean.max() == pytest.approx(max(values.values())) == stats[1].mean.max()
    assert stats[0].mean[0] == pytest.approx(max(values[0, k] for k in range(game.max_actions)))


def test_guessed_moves_are_averaged() -> None:
    """Against random play Paper of the biased table wins 25 - 5 on average, Rock 25, Scissors
    -45.
    """
    game = configured("matrix", matrix="biased_rps")
    search = searching(game, others="random", samples=1000)
    assert not search.advance(1500) and search.advance(10_000)
    stats = search.snapshot().agents[0]
    assert search.snapshot().iterations == 3000 == stats.visits.sum()
    assert (np.abs(stats.mean - np.array([25, 20, -45]) / 3) < 4 * stats.error).all()


def test_unfinished_it_plays_the_best_it_has_tried(tictactoe: Game) -> None:
    search = searching(tictactoe, played(tictactoe, 0, 3, 1, 4))
    assert search.choice()[0] in range(9), "before the first trial any action"
    search.advance(2)
    stats = search.snapshot().agents[0]
    assert stats.visits.sum() == 2 and stats.visits[stats.best] == 1


def test_chunks_leave_no_trace() -> None:
    game = configured("csb")
    whole, parts = searching(game, others="random"), searching(game, others="random")
    whole.advance(900)
    for n in (1, 99, 800):
        parts.advance(n)
    assert [s.mean.tolist() for s in whole.snapshot().agents] == [
        s.mean.tolist() for s in parts.snapshot().agents
    ]


def test_a_seat_that_waits_and_a_finished_match(tictactoe: Game) -> None:
    waiting = searching(tictactoe, played(tictactoe, 4), seat=0)
    assert (
        waiting.advance(3)
        and waiting.choice().tolist() == [PASS]
        and waiting.snapshot().agents == ()
    )
    over = searching(tictactoe, played(tictactoe, 0, 3, 1, 4, 2))
    assert over.advance(3) and over.choice().tolist() == [PASS]
