"""What Code of Kutulu's evaluation expects of minions, shelters and company, against the rules
themselves.
"""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.game import PASS, State, same
from engines.kutulu import CodeOfKutulu
from engines.kutulu import rules as r
from engines.kutulu.evaluation import unheard
from engines.kutulu.maps import BESIDE, MAPS, NOWHERE, distance
from engines.kutulu.minions import apart, in_sight
from engines.kutulu.outlook import (
    AHEAD,
    FAR,
    SOFTER,
    frights,
    from_company,
    refuge,
    slasher_chance,
    unavoidable,
)
from engines.kutulu.state import (
    COMPANY,
    LEFT,
    LIGHT,
    NOBODY,
    PLAYERS,
    RUSH,
    SANITY,
    SHELTER_ENERGY,
    SHELTERED,
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


def test_a_slasher_goes_rather_for_its_target() -> None:
    s = alone(1, 0, 1)
    s.alive[1] = True
    seen = [c for c in range(int(s.cells)) if in_sight(s, s.m_cell[0], c) >= 0]
    s.cell[0], s.cell[1] = seen[0], seen[-1]
    assert s.cell[0] != s.cell[1]
    free = slasher_chance(s, 0, 0)
    s.m_target[0] = 0
    assert slasher_chance(s, 0, 0) == free > slasher_chance(s, 1, 0) > 0.0
    s.m_target[0] = 1
    assert slasher_chance(s, 1, 0) == free > slasher_chance(s, 0, 0) > 0.0
    s.cell[0] = s.cell[1]
    assert slasher_chance(s, 0, 0) == free, "who stands beside its target"


def quiet(s: State, action: int) -> None:
    """A turn without minions in which the first explorer acts; nothing of it is left but its place
    and what shelters lose.
    """
    s.minions, s.sanity[:], s.hunted[:] = 0, 100, 1
    GAME.rules.step(s, np.array([action, WAIT, WAIT, WAIT], np.int64), None, None)


def found(s: State, shelter: int) -> tuple[int, int]:
    """The turns until the first explorer, which walks to a shelter and stays, stands in it while it
    is open, and what it is healed there.
    """
    s, turns, healed, stood = s.copy(), 0, 0, 0
    for now in itertools.count():
        is_open = any(s.e_kind[k] == SHELTERED and s.e_cell[k] == shelter for k in range(s.effects))
        if is_open and s.cell[0] == shelter and not stood:
            turns, stood = now, 1
        if (stood and not is_open) or now > SOFTER.size + SHELTER_ENERGY:
            return turns, healed
        beside = BESIDE[s.map, s.cell[0]].tolist()
        far = [distance(s, to, shelter) if to != NOWHERE else FAR for to in beside]
        quiet(s, WAIT if s.cell[0] == shelter else int(np.argmin(far)))
        if s.cell[0] == shelter:
            healed += int(s.sanity[0]) + int(s.lonely if s.isolated[0] else s.group) - 100
    raise AssertionError


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**6), turn=st.integers(0, 70), left=st.integers(1, SHELTER_ENERGY))
def test_a_shelter_promises_what_heals_who_walks_there(seed: int, turn: int, left: int) -> None:
    """All that it heals, less a tenth for each turn until one stands in it while it is open."""
    s, shelters = GAME.initial(seed), MAPS[int(GAME.initial(seed).map)].shelters
    for _ in range(turn):
        quiet(s, WAIT)
    for k in range(int(s.effects)):
        s.e_tick[k] = left if k % 2 else SHELTER_ENERGY
    s.cell[0] = generator(seed).integers(int(s.cells))
    best = 0.0
    for cell in shelters:
        turns, healed = found(s, cell)
        best = max(best, 0.9**turns * healed if turns < SOFTER.size else 0.0)
    s.sanity[0] = 210
    assert np.isclose(refuge(s, 0), min(best, SANITY - 210))
    s.sanity[0] = 10
    assert np.isclose(refuge(s, 0), best)


def test_who_can_yell_at_whom_in_the_end() -> None:
    """As many as one may still yell at when all stand on one cell."""
    s = GAME.initial(3)
    s.cell[:] = s.cell[0]
    s.alive[3], s.yelled[1] = 0, 0b0001
    assert [unheard(s, a) for a in range(3)] == [1, 2, 2]
    for a in range(3):
        assert unheard(s, a) == sum(bool(r.can_yell_at(s, a, b)) for b in range(PLAYERS))


def test_a_search_that_leaves_light_out_never_makes_any() -> None:
    s = GAME.initial(1)
    before, dark = s.copy(), GAME.weights(GAME.EvalParams(dark=True))
    assert GAME.rules.prepare is not None
    GAME.rules.prepare(s, GAME.weights())
    assert same(s, before)
    GAME.rules.prepare(s, dark)
    assert not any(GAME.rules.is_legal(s, a, LIGHT) for a in range(PLAYERS))
    s.lights[:] = before.lights
    assert same(s, before)
