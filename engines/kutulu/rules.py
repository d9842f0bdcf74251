"""Code of Kutulu's rules on a state record: actions, effects, sanity, ends. Minions are in
engines.kutulu.minions.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.draws import draw_below
from engines.game import PASS, SIMULTANEOUS
from engines.jit import rule
from engines.kutulu.maps import BESIDE, MAPS, MOST_SHELTERS, NOWHERE, distance
from engines.kutulu.minions import apart, move_minions, send_slashers, send_wanderers
from engines.kutulu.state import (
    ALONE,
    COMPANY,
    FORFEITED,
    LEFT,
    LIGHT,
    LIGHT_REACH,
    LIGHT_TURNS,
    LIT,
    NOBODY,
    NOBODY_LEFT,
    PLAN,
    PLAN_HEAL,
    PLAN_REACH,
    PLAN_TURNS,
    PLANNED,
    PLAYERS,
    RUNNING,
    SANITY,
    SHELTER_ENERGY,
    SHELTER_HEAL,
    SHELTER_TURNS,
    SHELTERED,
    SHOUT,
    TIME_OVER,
    TURNS,
    WAIT,
    WAVE,
    YELL,
    YELL_TURNS,
    YELLED,
)

SHELTERS = np.array(
    [[*each.shelters, *[NOWHERE] * (MOST_SHELTERS - len(each.shelters))] for each in MAPS]
)
COUNT = np.array([bin(mask).count("1") for mask in range(256)])
# the k-th action of a mask
NTH = np.array([([k for k in range(8) if mask >> k & 1] + [PASS] * 8)[:8] for mask in range(256)])


@rule
def to_move(s: Any) -> int:
    return SIMULTANEOUS


@rule
def is_over(s: Any) -> bool:
    return s.over != RUNNING


@rule
def alive(s: Any) -> int:
    """How many explorers are still in the match."""
    return s.alive[0] + s.alive[1] + s.alive[2] + s.alive[3]


@rule
def held(s: Any) -> int:
    """The explorers still held by a yell of the last turn, as bits."""
    found = 0
    for k in range(s.effects):
        if s.e_kind[k] == YELLED:
            found |= 1 << s.e_receiver[k]
    return found


@rule
def busy(s: Any, agent: int) -> bool:
    """Whether an explorer has an effect in play, yells included: it can then neither plan nor
    light.
    """
    count = 0
    for k in range(s.effects):
        count += s.e_caster[k] == agent
    return count > 0


@rule
def can_yell_at(s: Any, agent: int, other: int) -> bool:
    """Whether a yell would reach another explorer that this one has not yelled at before."""
    if other == agent or not s.alive[other] or s.yelled[other] >> agent & 1:
        return False
    return apart(s, s.cell[agent], s.cell[other]) <= SHOUT


@rule
def options(s: Any, agent: int) -> int:
    """The actions that have an effect now, and WAIT, as bits."""
    if s.over != RUNNING or not s.alive[agent]:
        return 0
    if held(s) >> agent & 1:
        return 1 << WAIT
    mask = 1 << WAIT
    for way in range(4):
        mask |= (BESIDE[s.map, s.cell[agent], way] != NOWHERE) << way
    if s.league >= 2 and not busy(s, agent):
        mask |= (s.plans[agent] > 0) << PLAN | (s.lights[agent] > 0) << LIGHT
    if s.league >= 3:
        for other in range(PLAYERS):
            if can_yell_at(s, agent, other):
                mask |= 1 << YELL
    return mask


@rule
def legal(s: Any, agent: int, out: Any) -> int:
    mask = options(s, agent)
    count = COUNT[mask]
    for k in range(count):
        out[k] = NTH[mask, k]
    return count


@rule
def is_legal(s: Any, agent: int, action: int) -> bool:
    return action >= 0 and action <= YELL and options(s, agent) >> action & 1 == 1


@rule
def random_action(s: Any, agent: int, rng: Any) -> int:
    mask = options(s, agent)
    return NTH[mask, draw_below(rng, COUNT[mask])]


@rule
def rest(s: Any, agent: int) -> int:
    """The action that changes least: waiting."""
    return WAIT if s.over == RUNNING and s.alive[agent] else PASS


@rule
def step(s: Any, joint: Any, rng: Any, log: Any) -> None:
    """One turn in the contest's order; random numbers come from the state's own generator."""
    # 1. bad answers, 2. light fades
    for a in range(PLAYERS):
        s.frights[a] = 0
        if s.alive[a] and (joint[a] < 0 or joint[a] > YELL):
            leave(s, a, FORFEITED)
    for word in range(4):
        s.lit[word] = 0
    if alive(s) == 0:
        s.over = NOBODY_LEFT
        s.turn += 1
        return
    # 3. slashers, 4. wanderers
    if s.league >= 3:
        send_slashers(s)
    if s.turn % WAVE == 0:
        send_wanderers(s)
    # 5. actions
    act(s, joint)
    # 6. effects, 7. minions
    take_effect(s)
    move_minions(s)
    # 8. sanity, 9. deaths
    lose_sanity(s)
    for a in range(PLAYERS):
        if s.alive[a] and s.sanity[a] == 0:
            leave(s, a, s.turn)
    # 10. shelters, 11. the end
    if s.league >= 3 and s.turn != 0 and s.turn % SHELTER_TURNS == 0:
        open_shelters(s)
    finish(s)


@rule
def leave(s: Any, agent: int, score: int) -> None:
    """Takes an explorer out of the match; its plan and light go with it, its yells stay."""
    s.alive[agent] = 0
    s.sanity[agent] = 0
    s.score[agent] = score
    s.gone[agent] = s.turn
    n = 0
    for k in range(s.effects):
        if s.e_caster[k] != agent or s.e_kind[k] == YELLED:
            keep(s, k, n)
            n += 1
    s.effects = n


@rule
def keep(s: Any, k: int, n: int) -> None:
    """Moves an effect to an earlier place of the list."""
    s.e_kind[n], s.e_tick[n], s.e_cell[n] = s.e_kind[k], s.e_tick[k], s.e_cell[k]
    s.e_caster[n], s.e_receiver[n] = s.e_caster[k], s.e_receiver[k]


@rule
def add(s: Any, kind: int, tick: int, caster: int, receiver: int, cell: int) -> None:
    k = s.effects
    s.e_kind[k], s.e_tick[k], s.e_caster[k], s.e_receiver[k], s.e_cell[k] = (
        kind,
        tick,
        caster,
        receiver,
        cell,
    )
    s.effects += 1


@rule
def act(s: Any, joint: Any) -> None:
    """Resolves yells first, from everybody's old positions; then the others move, plan or light,
    unless held.
    """
    before = still = held(s)
    for a in range(PLAYERS):
        if s.alive[a] and joint[a] == YELL and s.league >= 3 and not before >> a & 1:
            for other in range(PLAYERS):
                if can_yell_at(s, a, other):
                    add(s, YELLED, YELL_TURNS, a, other, NOWHERE)
                    s.yelled[other] |= 1 << a
                    still |= 1 << other
    for a in range(PLAYERS):
        if not s.alive[a] or still >> a & 1:
            continue
        action = joint[a]
        if action <= LEFT:
            cell = BESIDE[s.map, s.cell[a], action]
            if cell != NOWHERE:
                s.cell[a] = cell
        elif s.league >= 2 and action == PLAN and s.plans[a] > 0 and not busy(s, a):
            s.plans[a] -= 1
            add(s, PLANNED, PLAN_TURNS, a, NOBODY, NOWHERE)
        elif s.league >= 2 and action == LIGHT and s.lights[a] > 0 and not busy(s, a):
            s.lights[a] -= 1
            add(s, LIT, LIGHT_TURNS, a, NOBODY, NOWHERE)


@rule
def take_effect(s: Any) -> None:
    """Applies all effects in order, then removes those that are used up."""
    n = 0
    for k in range(s.effects):
        kind = s.e_kind[k]
        if kind == SHELTERED:
            for a in range(PLAYERS):
                if s.alive[a] and s.cell[a] == s.e_cell[k]:
                    heal(s, a, SHELTER_HEAL)
                    s.e_tick[k] = max(0, s.e_tick[k] - 1)
        else:
            s.e_tick[k] -= 1
            if kind == PLANNED:
                plan(s, s.e_caster[k])
            elif kind == LIT:
                light_up(s, s.cell[s.e_caster[k]])
        if s.e_tick[k] > 0:
            keep(s, k, n)
            n += 1
    s.effects = n


@rule
def heal(s: Any, agent: int, amount: int) -> None:
    s.sanity[agent] = min(SANITY, s.sanity[agent] + amount)


@rule
def plan(s: Any, caster: int) -> None:
    """Heals the caster, then everybody near it and the caster once more for each."""
    heal(s, caster, PLAN_HEAL)
    for a in range(PLAYERS):
        if a != caster and s.alive[a] and distance(s, s.cell[caster], s.cell[a]) <= PLAN_REACH:
            heal(s, a, PLAN_HEAL)
            heal(s, caster, PLAN_HEAL)


@rule
def light_up(s: Any, start: int) -> None:
    """Marks the cells that a light reaches."""
    for cell in range(s.cells):
        if distance(s, start, cell) <= LIGHT_REACH:
            s.lit[cell >> 6] |= np.int64(1) << (cell & 63)


@rule
def lose_sanity(s: Any) -> None:
    """Everybody loses a little, less with another explorer nearby; the last one alive loses it
    fast.
    """
    last = alive(s) == 1
    for a in range(PLAYERS):
        if not s.alive[a]:
            continue
        s.isolated[a] = 1
        for other in range(PLAYERS):
            if other != a and s.alive[other] and apart(s, s.cell[a], s.cell[other]) <= COMPANY:
                s.isolated[a] = 0
        loss = ALONE if last else s.lonely if s.isolated[a] else s.group
        s.sanity[a] = max(0, s.sanity[a] - loss)


@rule
def open_shelters(s: Any) -> None:
    """Opens all shelters again, after the other effects."""
    n = 0
    for k in range(s.effects):
        if s.e_kind[k] != SHELTERED:
            keep(s, k, n)
            n += 1
    s.effects = n
    for k in range(MOST_SHELTERS):
        if SHELTERS[s.map, k] != NOWHERE:
            add(s, SHELTERED, SHELTER_ENERGY, NOBODY, NOBODY, SHELTERS[s.map, k])


@rule
def finish(s: Any) -> None:
    """Ends the match when nobody is left or the turns are over; survivors get their points only at
    the turn numbered 200.
    """
    if alive(s) == 0:
        s.over = NOBODY_LEFT
    elif s.turn - s.first + 1 >= TURNS:
        s.over = TIME_OVER
        for a in range(PLAYERS):
            if s.alive[a] and s.turn >= TURNS:
                s.score[a] = TURNS + s.sanity[a]
    s.turn += 1


@rule
def outcome(s: Any, out: Any) -> None:
    """Ranks by score, from 1 for the first to -1 for the last, ties at their mean; 0 while it goes
    on.
    """
    for a in range(PLAYERS):
        ahead = 0
        for other in range(PLAYERS):
            ahead += s.score[a] > s.score[other]
            ahead -= s.score[a] < s.score[other]
        out[a] = ahead / (PLAYERS - 1) if s.over != RUNNING else 0.0
