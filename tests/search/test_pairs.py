"""Every algorithm on every game that it supports: legal answers at any budget, resumable, repeatable, and the same plays as before."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines import games
from engines.game import PASS, SIMULTANEOUS, Game, State
from search import algorithms
from search.base import Search, generator
from tests.conformance import position
from tests.matches import content

SIGNATURES = Path(__file__).with_name("signatures.txt")
PAIRS = [(g, a) for g in games() for a in algorithms() if algorithms()[a].supports(games()[g]()) is None]
REFUSED = [(g, a) for g in games() for a in algorithms() if (g, a) not in PAIRS]


def search_of(game: Game, name: str, seed: int = 7) -> Search:
    return algorithms()[name](game, seed=seed)


def seat_to_move(game: Game, state: State) -> int:
    mover = int(game.rules.to_move(state))
    return 0 if mover == SIMULTANEOUS else game.owner[mover]


@pytest.mark.parametrize(("game", "algorithm"), PAIRS)
@settings(max_examples=12)
@given(seed=st.integers(0, 1000), share=st.floats(0.0, 1.0), budget=st.integers(0, 60))
def test_any_budget_gives_a_legal_answer(game: str, algorithm: str, seed: int, share: float, budget: int) -> None:
    played = games()[game]()
    state = position(played, seed, share)
    before = content(state)
    for seat in range(played.seats):
        search = search_of(played, algorithm)
        search.start(state, seat)
        search.advance(budget) if budget else None
        snapshot, chosen = search.snapshot(), search.choice()
        assert content(state) == before, "a search works on a copy"
        mover = int(played.rules.to_move(state))
        for agent, action in zip(played.agents_of(seat), chosen, strict=True):
            if mover in (SIMULTANEOUS, agent):
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


@pytest.mark.parametrize(("game", "algorithm"), REFUSED)
def test_a_pair_that_does_not_fit_has_a_sentence(game: str, algorithm: str) -> None:
    reason = algorithms()[algorithm].supports(games()[game]())
    assert reason and reason[0].isupper() and reason.endswith(".")


def signature(game: Game, algorithm: str) -> str:
    """Ten decisions of seat after seat from the bench position, 200 iterations each, as one line."""
    state, rng = game.bench_position(), generator(5)
    moves = []
    for turn in range(10):
        if game.rules.is_over(state):
            break
        joint = np.full(game.agents, PASS, np.int64)
        for seat in range(game.seats):
            search = search_of(game, algorithm, seed=turn)
            search.start(state, seat)
            search.advance(200)
            for agent, action in zip(game.agents_of(seat), search.choice(), strict=True):
                joint[agent] = game.resolve(state, agent, int(action)) if action != PASS else PASS
        game.rules.step(state, joint, rng, None)
        moves += [int(x) for x in joint]
    number = 0
    for move in moves:
        number = (number * 1_000_003 + move + 7) % (1 << 61)
    return str(number)


def test_signatures() -> None:
    """A change of play changes these numbers; SMITSILAB_WRITE_SIGNATURES=1 writes them anew, to be committed with the reason."""
    lines = [f"{g} {a} {signature(games()[g](), a)}" for g, a in PAIRS]
    assert lines == [f"{g} {a} {signature(games()[g](), a)}" for g, a in PAIRS], "the same twice"
    if os.environ.get("SMITSILAB_WRITE_SIGNATURES"):
        SIGNATURES.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert SIGNATURES.read_text(encoding="utf-8").splitlines() == lines
