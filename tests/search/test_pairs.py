"""Every algorithm on every game that it supports: legal answers at any budget, repeatable, and the
same play as before.

Compiled, a pair costs seconds; so all pairs run in plain Python
(`NUMBA_DISABLE_JIT=1`, an index beyond an array is an error there) with the smallest budgets, and
compiled a selection in which every algorithm and every game occurs. The other pairs are long.
`signatures.txt` records the play of both.
"""

from __future__ import annotations

import os
from functools import cache

import numpy as np
import pytest
from _pytest.mark.structures import ParameterSet
from hypothesis import given, settings
from hypothesis import strategies as st

from engines import games
from engines.game import PASS, SIMULTANEOUS, Game, State
from lab.check.matches import position
from search import algorithms
from search.base import AgentStats, generator
from tests.matches import content, legal
from tests.search.signatures import (
    COMMAND,
    MEASURED,
    Pair,
    configured,
    fitting_pairs,
    missing_text,
    recorded,
    search_of,
    selected,
    short_games,
    signature,
    signed,
)

PLAIN = os.environ.get("NUMBA_DISABLE_JIT") == "1"


def with_mark(pair: Pair, soon: bool) -> ParameterSet:
    """The pair as a case of a test, which is long unless it runs soon."""
    return pytest.param(*pair, marks=[] if soon else [pytest.mark.long])


FITTING = fitting_pairs()
REFUSED = [(g, a) for g in games() for a in algorithms() if (g, a) not in FITTING]
SELECTION = selected(FITTING)
SHORT_GAMES = short_games()
PAIRS = FITTING if PLAIN else SELECTION
EVERY = [with_mark(pair, pair in PAIRS) for pair in FITTING]
CHECKED = [
    with_mark(pair, pair in PAIRS or (pair in MEASURED and not PLAIN))
    for pair in signed(FITTING, SHORT_GAMES)
]
BUDGETS = [0, 1, 3] if PLAIN else [0, 1, 2, 9, 60]


@pytest.mark.skipif(PLAIN, reason="all pairs run")
def test_the_selection_covers_everything() -> None:
    assert {g for g, _ in PAIRS} == set(games()) and {a for _, a in PAIRS} == set(algorithms())


@pytest.mark.parametrize(("game", "algorithm"), EVERY)
@settings(max_examples=3 if PLAIN else 8)
@given(seed=st.integers(0, 1000), share=st.floats(0.0, 1.0), budget=st.sampled_from(BUDGETS))
def test_any_budget_gives_a_legal_answer(
    game: str, algorithm: str, seed: int, share: float, budget: int
) -> None:
    played = configured(game)
    state = position(played, seed, share)
    before = content(state)
    for seat in range(played.seats):
        search = search_of(played, algorithm)
        search.start(state, seat)
        # vectors read past the last child; what they compute there is never used
        with np.errstate(all="ignore"):
            search.advance(budget) if budget else None
        snapshot, chosen = search.snapshot(), search.choice()
        assert content(state) == before, "a search works on a copy"
        mover = int(played.rules.to_move(state))
        for agent, action in zip(played.agents_of(seat), chosen, strict=True):
            if mover in (SIMULTANEOUS, agent) and legal(played, state, agent):
                sent = played.resolve(state, agent, int(action))
                assert played.rules.is_legal(state, agent, sent)
            else:
                assert action == PASS
        for agent in snapshot.agents:
            assert agent.visits.size == agent.actions.size == agent.mean.size == agent.error.size
            assert 0 <= agent.best < agent.actions.size
            assert all(played.label(state, agent.agent, int(a)) for a in agent.actions)
            seen = agent.visits > 0
            assert np.isfinite(agent.mean[seen]).all()
            check_spread(agent)
            if agent.depth.size > 1:  # a tree, which ends at its deepest node
                assert 0.0 <= agent.mean_depth <= agent.depth.size


def check_spread(agent: AgentStats) -> None:
    """Means lie between the lowest and the highest value, and no standard error is larger than
    values in that range can have: half the range, by sqrt(n - 1).
    """
    known = np.isfinite(agent.mean) & np.isfinite(agent.lowest) & np.isfinite(agent.highest)
    assert (agent.lowest[known] <= agent.mean[known] + 1e-6).all()
    assert (agent.mean[known] <= agent.highest[known] + 1e-6).all()
    known &= np.isfinite(agent.error) & (agent.visits > 1)
    half = (agent.highest[known] - agent.lowest[known]) / 2
    assert (agent.error[known] <= half / np.sqrt(agent.visits[known] - 1) + 1e-6).all()


WINNING = [a for g, a in PAIRS if g == "tictactoe"] + ([] if PLAIN else ["uct"])


@pytest.mark.parametrize("algorithm", WINNING)
def test_a_won_position_is_worth_winning_to_its_own_seat_alone(algorithm: str) -> None:
    """X has two in a row and moves; the search of either seat that has a value knows whose it
    is.
    """
    played = configured("tictactoe")
    state = played.initial(1)
    for turn, cell in enumerate((0, 3, 1, 4)):
        joint = np.full(2, PASS, np.int64)
        joint[turn % 2] = cell
        played.rules.step(state, joint, generator(1), None)
    for seat, sign in enumerate((1.0, -1.0)):
        search = search_of(played, algorithm)
        search.start(state, seat)
        with np.errstate(all="ignore"):
            search.advance(200)
        value = search.snapshot().value
        middle = 0.0 if value is None else (value.low + value.high) / 2
        trusts = algorithm == "expectimax" and seat == 1  # that X errs: any reply is as likely
        assert value is None or trusts or (value.number - middle) * sign > 0.12


@pytest.mark.parametrize(("game", "algorithm"), REFUSED)
def test_a_pair_that_does_not_fit_has_a_sentence(game: str, algorithm: str) -> None:
    reason = algorithms()[algorithm].supports(configured(game))
    assert reason and reason[0].isupper() and reason.endswith(".")


def finished(game: Game) -> State:
    """The end of a random match."""
    state, rng = game.initial(3), generator(3)
    search = {seat: search_of(game, "random", seat) for seat in range(game.seats)}
    while not game.rules.is_over(state):
        joint = np.full(game.agents, PASS, np.int64)
        for seat, player in search.items():
            player.start(state, seat)
            joint[list(game.agents_of(seat))] = player.choice()
        game.rules.step(state, joint, rng, None)
    return state


@pytest.mark.parametrize(("game", "algorithm"), EVERY)
def test_a_finished_match_is_an_answer(game: str, algorithm: str) -> None:
    """Nothing to do, nothing to show, no error."""
    played = configured(game)
    search = search_of(played, algorithm)
    search.start(_ends(game), 0)
    search.advance(5)
    search.snapshot()
    assert (search.choice() == PASS).all()


@cache
def _ends(name: str) -> State:
    return finished(configured(name))


@pytest.mark.parametrize(("game", "algorithm"), CHECKED)
def test_signature(game: str, algorithm: str) -> None:
    """A change of play changes these numbers; it is committed with its reason."""
    if (game, algorithm) not in recorded():
        pytest.fail(missing_text([(game, algorithm)]))
    played = signature(configured(game), algorithm)
    assert played == recorded()[game, algorithm], f"If this is meant: {COMMAND} --all"
