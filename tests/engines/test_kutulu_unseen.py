"""Code of Kutulu: what an explorer may not see."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.game import State, same
from engines.kutulu import CodeOfKutulu
from engines.kutulu import rules as r
from engines.kutulu.maps import NOWHERE
from engines.kutulu.state import FORFEITED, NOBODY, PLAYERS, SLASHER, STALKING, WAIT, YELL, YELLED
from engines.kutulu.unseen import observe
from lab.check.matches import position
from lab.match.decide import seen
from search.base import generator
from tests.engines.test_kutulu import meeting, play
from tests.hidden import compiled, decision, plain, players, run_plain
from tests.matches import legal


def observed(state: State, seat: int) -> State:
    """What a seat may see."""
    seen = state.copy()
    observe(seen, seat)
    return seen


def disguised(state: State, seat: int, seed: int) -> State:
    """Another position that the seat cannot tell from this one, whatever it heard before."""
    other, rng = state.copy(), generator(seed)
    other.rng, other.lit[:] = rng.integers(1 << 48), rng.integers(1 << 62, size=4)
    other.frights[:], other.isolated[:] = rng.integers(3, size=(2, PLAYERS))
    for a in range(PLAYERS):
        if not state.alive[a]:
            other.cell[a], other.plans[a], other.lights[a], other.yelled[a], other.hunted[a] = (
                rng.integers(2, size=5)
            )
            other.score[a] = rng.choice([FORFEITED, int(state.gone[a])])
    for k in range(int(state.minions)):
        if state.m_target[k] != NOBODY and not state.alive[state.m_target[k]]:
            other.m_target[k], other.m_seen[k] = NOBODY, NOWHERE
    other.m_id[int(state.minions) :] = rng.integers(1000)
    dead = [
        k
        for k in range(int(state.effects))
        if state.e_kind[k] == YELLED and not state.alive[state.e_receiver[k]]
    ]
    for k in dead:
        if state.e_caster[k] != seat:
            other.e_caster[k] = next(
                a for a in range(PLAYERS) if a not in (seat, state.e_caster[k])
            )
    return other


@settings(max_examples=10)
@given(seed=st.integers(0, 10**6), share=st.floats(0, 0.99))
def test_what_no_text_tells_is_hidden(seed: int, share: float) -> None:
    game = CodeOfKutulu()
    state = position(game, seed, share)
    for seat in range(PLAYERS):
        other = disguised(state, seat, seed)
        assert game.view(other, seat) == game.view(state, seat) and not same(other, state)
        assert same(observed(other, seat), observed(state, seat)) and same(
            seen(game, other, seat, 1, 2), seen(game, state, seat, 1, 2)
        )
        assert 0 < seen(game, state, seat, 1, 2).rng < 1 << 48


def test_a_yell_at_who_leaves_is_known_to_its_caster_alone() -> None:
    game, state = CodeOfKutulu(), meeting()
    state.sanity[1] = 1
    play(state, YELL, WAIT, WAIT, WAIT)
    assert (
        not state.alive[1]
        and r.busy(state, 0)
        and not any("YELL" in line for line in game.view(state, 0))
    )
    assert r.busy(observed(state, 0), 0) and not r.busy(observed(state, 2), 0)
    assert legal(game, observed(state, 0), 0) == legal(game, state, 0)


def test_where_a_slasher_lost_its_target_is_known_unless_somebody_left() -> None:
    state = meeting()
    state.turn, state.minions = 20, 1
    state.m_kind[0], state.m_mood[0], state.m_wait[0], state.m_target[0], state.m_seen[0] = (
        SLASHER,
        STALKING,
        1,
        NOBODY,
        state.cell[2],
    )
    assert observed(state, 0).m_seen[0] == state.cell[2]
    state.alive[3], state.gone[3] = 0, 17
    assert observed(state, 0).m_seen[0] == state.cell[2]
    state.gone[3] = 18  # the turn in which it began to stalk
    assert observed(state, 0).m_seen[0] == NOWHERE


@compiled
def test_no_decision_of_any_algorithm_depends_on_it() -> None:
    run_plain(__file__, CodeOfKutulu())


@plain
@pytest.mark.parametrize("name", players(CodeOfKutulu()))
def test_no_decision_depends_on_what_is_hidden(name: str) -> None:
    game, state = CodeOfKutulu(), meeting()
    state.sanity[3] = 1
    play(state, YELL, WAIT, WAIT, WAIT)
    shown = [
        seen(game, s, 0, 3, 1) for s in (state, *(disguised(state, 0, seed) for seed in range(2)))
    ]
    first, *others = [decision(game, name, s, playout_depth=2) for s in shown]
    assert others == [first, first]
