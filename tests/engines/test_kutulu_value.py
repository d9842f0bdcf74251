"""What Code of Kutulu's evaluation expects of minions and company, against the rules themselves."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.game import PASS, State
from engines.kutulu import CodeOfKutulu
from engines.kutulu import rules as r
from engines.kutulu.maps import NOWHERE, distance
from engines.kutulu.minions import apart
from engines.kutulu.outlook import AHEAD, frights, from_company, unavoidable
from engines.kutulu.state import (
    COMPANY,
    LEFT,
    NOBODY,
    PLAYERS,
    RUSH,
    SLASHER,
    STALKING,
    WAIT,
    WANDERER,
    WANDERING,
)
from lab.check.matches import position
from tests.matches import generator

GAME = CodeOfKutulu()
BOTH = GAME.weights(GAME.EvalParams(wanderers=1.0, slashers=1.0))


def add(s: State, kind: int, mood: int, cell: int, wait: int = 0) -> None:
    k = int(s.minions)
    s.m_kind[k], s.m_mood[k], s.m_cell[k], s.m_wait[k] = kind, mood, cell, wait
    s.m_target[k], s.m_seen[k], s.m_life[k], s.m_id[k] = NOBODY, NOWHERE, 40, 90 + k
    s.minions = k + 1


def alone(seed: int, wanderers: int, slasher: int) -> State:
    """An explorer alone with minions near it; `slasher` is the turns until it rushes, if any."""
    s, rng = GAME.initial(seed), generator(seed)
    for other in range(1, PLAYERS):
        r.leave(s, other, 1)
    near = [c for c in range(int(s.cells)) if 0 < distance(s, c, s.cell[0]) <= AHEAD]
    for _ in range(wanderers):
        add(s, WANDERER, WANDERING, near[int(rng.random() * len(near))])
    if slasher >= 0:
        mood = STALKING if slasher else RUSH
        add(s, SLASHER, mood, near[int(rng.random() * len(near))], slasher)
    return s


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), wanderers=st.integers(0, 4), slasher=st.integers(-1, 2))
def test_the_least_frights_are_those_of_the_best_way(
    seed: int, wanderers: int, slasher: int
) -> None:
    s, joint = alone(seed, wanderers, slasher), np.full(PLAYERS, PASS, np.int64)
    least = 99
    for actions in itertools.product((*range(LEFT + 1), WAIT), repeat=AHEAD):
        after, suffered = s.copy(), 0
        for joint[0] in actions:
            GAME.rules.step(after, joint, None, None)
            suffered += int(after.frights[0])
        least = min(least, suffered)
    assert unavoidable(s, 0) == least


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), share=st.floats(0, 0.9))
def test_company_is_as_far_as_the_steps_to_it(seed: int, share: float) -> None:
    """No more steps than to a cell near another explorer, and none in company."""
    s = position(GAME, seed, share)
    for a in range(PLAYERS):
        others = [b for b in range(PLAYERS) if b != a and s.alive[b]]
        if not s.alive[a] or not others:
            continue
        near = any(apart(s, s.cell[a], s.cell[b]) <= COMPANY for b in others)
        steps = min(int(distance(s, s.cell[a], s.cell[b])) for b in others)
        assert from_company(s, a) == (0 if near else min(10, max(1, steps - COMPANY)))


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), share=st.floats(0, 0.9))
def test_a_minion_more_brings_no_fewer_frights(seed: int, share: float) -> None:
    s = position(GAME, seed, share)
    for a in np.flatnonzero(s.alive).tolist():
        known = 0.0
        few = s.copy()
        for count in range(int(s.minions) + 1):
            few.minions = count
            found = frights(few, BOTH, a)
            assert known <= found <= 2.0
            known = found
        few.minions = 0
        assert frights(few, BOTH, a) == 0.0
