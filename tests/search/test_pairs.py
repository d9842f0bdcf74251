"""Every algorithm on every game that it supports: legal answers at any budget, repeatable, and the
same plays as before.

Compiled, a pair costs seconds; so all pairs of short games run in plain Python
(`NUMBA_DISABLE_JIT=1`, an index beyond an array is an error there) with the smallest budgets, and
compiled a selection in which every algorithm and every game comes up. SMITSILAB_ALL_PAIRS=1 runs
all pairs. `signatures.txt` says what both play.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines import games
from engines.game import PASS, SIMULTANEOUS, Game, State
from engines.knobs import Value
from search import algorithms
from search.base import Search, generator
from tests.conformance import position
from tests.matches import content, legal

SIGNATURES = Path(__file__).with_name("signatures.txt")
WRITE = bool(os.environ.get("SMITSILAB_WRITE_SIGNATURES"))
ALL = bool(os.environ.get("SMITSILAB_ALL_PAIRS"))
PLAIN = os.environ.get("NUMBA_DISABLE_JIT") == "1"
LONG = 100  # turns beyond which a match is long
EACH = 1  # games on which an algorithm runs compiled
# options that keep a match short
SHORT: dict[str, dict[str, Value]] = {"pacman": {"layout": "fork", "rounds": 20}}


@cache
def configured(name: str) -> Game:
    return games()[name].configure(**SHORT.get(name, {}))


FITTING = [
    (g, a) for g in games() for a in algorithms() if algorithms()[a].supports(configured(g)) is None
]
REFUSED = [(g, a) for g in games() for a in algorithms() if (g, a) not in FITTING]


def selection() -> list[tuple[str, str]]:
    """EACH games for every algorithm, in turn, and an algorithm for every game that did not come
    up.
    """
    chosen = []
    for k, algorithm in enumerate(algorithms()):
        fitting = [g for g, a in FITTING if a == algorithm]
        chosen += [
            (fitting[(EACH * k + i) % len(fitting)], algorithm)
            for i in range(min(EACH, len(fitting)))
        ]
    for k, game in enumerate(games()):
        if game not in {g for g, _ in chosen}:
            fitting = [pair for pair in FITTING if pair[0] == game]
            chosen.append(fitting[3 * k % len(fitting)])
    return sorted(chosen)


SELECTION = selection()
SHORT_GAMES = {g for g in games() if configured(g).longest <= LONG}
PAIRS = [
    pair for pair in FITTING if ALL or (pair[0] in SHORT_GAMES if PLAIN else pair in SELECTION)
]
SIGNED = [pair for pair in FITTING if pair in SELECTION or pair[0] in SHORT_GAMES]
CHECKED = [pair for pair in SIGNED if pair in PAIRS]
BUDGETS = [0, 1, 3] if PLAIN else [0, 1, 2, 9, 60]


def search_of(game: Game, name: str, seed: int = 7) -> Search:
    return algorithms()[name](game, seed=seed)


@pytest.mark.skipif(PLAIN, reason="all pairs run")
def test_the_selection_covers_everything() -> None:
    assert {g for g, _ in PAIRS} == set(games()) and {a for _, a in PAIRS} == set(algorithms())


@pytest.mark.parametrize(("game", "algorithm"), PAIRS)
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


@pytest.mark.parametrize(("game", "algorithm"), REFUSED)
def test_a_pair_that_does_not_fit_has_a_sentence(game: str, algorithm: str) -> None:
    reason = algorithms()[algorithm].supports(configured(game))
    assert reason and reason[0].isupper() and reason.endswith(".")


def finished(game: Game) -> State:
    """The end of a match in which everybody played at random."""
    state, rng = game.initial(3), generator(3)
    search = {seat: search_of(game, "random", seat) for seat in range(game.seats)}
    while not game.rules.is_over(state):
        joint = np.full(game.agents, PASS, np.int64)
        for seat, player in search.items():
            player.start(state, seat)
            joint[list(game.agents_of(seat))] = player.choice()
        game.rules.step(state, joint, rng, None)
    return state


@pytest.mark.parametrize(("game", "algorithm"), PAIRS)
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


def signature(game: Game, algorithm: str) -> str:
    """Two decisions of seat after seat from the bench position, 20 iterations each, as one
    number.
    """
    state, rng = game.bench_position(), generator(5)
    moves = []
    for turn in range(2):
        if game.rules.is_over(state):
            break
        joint = np.full(game.agents, PASS, np.int64)
        for seat in range(game.seats):
            search = search_of(game, algorithm, seed=turn)
            search.start(state, seat)
            with np.errstate(all="ignore"):
                search.advance(20)
            for agent, action in zip(game.agents_of(seat), search.choice(), strict=True):
                joint[agent] = game.resolve(state, agent, int(action)) if action != PASS else PASS
        game.rules.step(state, joint, rng, None)
        moves += [int(x) for x in joint]
    number = 0
    for move in moves:
        number = (number * 1_000_003 + move + 7) % (1 << 61)
    return str(number)


@cache
def recorded() -> dict[tuple[str, str], str]:
    lines = SIGNATURES.read_text(encoding="utf-8").splitlines() if SIGNATURES.exists() else []
    return {(game, algorithm): number for game, algorithm, number in map(str.split, lines)}


@pytest.mark.skipif(WRITE, reason="they are being written")
@pytest.mark.parametrize(("game", "algorithm"), CHECKED)
def test_signature(game: str, algorithm: str) -> None:
    """A change of play changes these numbers; `test_signatures_are_written` writes them anew, to be
    committed with the reason.
    """
    assert signature(configured(game), algorithm) == recorded()[game, algorithm]


@pytest.mark.skipif(not WRITE, reason="only with SMITSILAB_WRITE_SIGNATURES=1")
def test_signatures_are_written() -> None:
    """Of the pairs that run in this mode; the others keep theirs."""
    numbers = recorded() | {(g, a): signature(configured(g), a) for g, a in CHECKED}
    lines = [f"{g} {a} {numbers[g, a]}" for g, a in SIGNED if (g, a) in numbers]
    SIGNATURES.write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_no_signature_is_missing() -> None:
    assert list(recorded()) == SIGNED
