"""How good a position of Code of Kutulu is for each explorer, and the script that plays without
looking ahead.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from engines.game import PASS
from engines.jit import rule
from engines.knobs import RESTART, Value, number, switch
from engines.kutulu.maps import BESIDE, NOWHERE, distance
from engines.kutulu.minions import apart, in_sight
from engines.kutulu.outlook import frights, from_company, refuge, unavoidable
from engines.kutulu.rules import is_over, options, outcome
from engines.kutulu.state import (
    COMPANY,
    FRIGHT,
    LEFT,
    LIGHT,
    LIGHT_REACH,
    PLAN,
    PLAN_REACH,
    PLAYERS,
    RUSH,
    SANITY,
    SHELTERED,
    SPAWNING,
    STALKING,
    STUNNED,
    WAIT,
    WANDERER,
    WANDERING,
    YELL,
)

FAR = 1000
LOW_SANITY = 200  # below this the script spends a turn on a plan or a shelter
IN_DANGER = -20.0  # the script expects a fright on a cell rated lower


@dataclass(frozen=True)
class EvalParams:
    """Weights of what `value` sees while the match goes on."""

    sanity: float = number(
        1.0, 0.0, 5.0, "Sanity", "Worth of a full mind.", effect=RESTART, main=True
    )
    danger: float = number(
        0.12,
        0.0,
        2.0,
        "Danger",
        "What a minion on one's cell costs; half of it one cell away, a third at two.",
        effect=RESTART,
        main=True,
    )
    company: float = number(
        0.03,
        0.0,
        1.0,
        "Company",
        "Worth of another explorer within two cells.",
        effect=RESTART,
        main=True,
    )
    plans: float = number(
        0.06, 0.0, 1.0, "Plans", "Worth of each PLAN that is left.", effect=RESTART
    )
    lights: float = number(
        0.01, 0.0, 1.0, "Lights", "Worth of each LIGHT that is left.", effect=RESTART
    )
    survivors: float = number(
        1.0,
        0.0,
        1.0,
        "Survivors",
        "How much of the places already won by outliving others counts as safe.",
        effect=RESTART,
    )
    approach: float = number(
        0.0,
        0.0,
        5.0,
        "Approach",
        "What each step away from company costs, in turns of being alone.",
        effect=RESTART,
    )
    wanderers: float = number(
        0.0,
        0.0,
        5.0,
        "Wanderers",
        "What the frights cost that wanderers are likely to bring, all together: one on one's cell "
        "is sure, and each step away leaves 0.6 of that.",
        effect=RESTART,
    )
    slashers: float = number(
        0.0,
        0.0,
        5.0,
        "Slashers",
        "The same for slashers, by whom they see and how soon they rush.",
        effect=RESTART,
    )
    trapped: float = number(
        0.0,
        0.0,
        5.0,
        "Trapped",
        "What the frights cost that an explorer cannot avoid by any of its next three turns.",
        effect=RESTART,
    )
    shelters: float = number(
        0.0,
        0.0,
        5.0,
        "Shelters",
        "Worth of what the best shelter heals, less the farther it is.",
        effect=RESTART,
    )
    yells: float = number(
        0.0,
        0.0,
        1.0,
        "Yells",
        "Worth of each other explorer left that one can still yell at.",
        effect=RESTART,
    )
    dark: bool = switch(
        False,
        "No light",
        "Searches leave LIGHT out, for everybody: it seldom helps, and minions that look for ways "
        "around it cost several times what the rest of a turn does.",
        effect=RESTART,
    )


# company and danger by what they bring; without LIGHT three times as many iterations fit
WARY: Mapping[str, Value] = {
    "w.approach": 1.0,
    "w.company": 0.0,
    "w.danger": 0.0,
    "w.dark": True,
    "w.shelters": 1.0,
    "w.slashers": 1.0,
    "w.trapped": 1.0,
    "w.wanderers": 1.0,
    "w.yells": 0.05,
}
# found by 1,500 games against UCT and both `wary` (resources/docs/tuned.md)
TUNED: Mapping[str, Value] = {
    **WARY,
    "c": 0.36,
    "w.approach": 2.3,
    "w.shelters": 0.9,
    "w.slashers": 0.85,
    "w.wanderers": 2.9,
    "w.yells": 0.04,
}


@rule
def prepare(s: Any, w: Any) -> None:
    """Where searches leave LIGHT out, nobody has any left."""
    if w[12] > 0.0:
        for a in range(PLAYERS):
            s.lights[a] = 0


@rule
def value(s: Any, w: Any, out: Any) -> None:
    """Each explorer's lead over the average of the others left, between the values of leaving next
    and of being last.
    """
    outcome(s, out)
    if is_over(s):
        return
    total, left = 0.0, 0
    for a in range(PLAYERS):
        if s.alive[a]:
            out[a] = (
                w[0] * s.sanity[a] / SANITY
                - (w[1] * threat(s, a) if w[1] > 0.0 else 0.0)
                + w[2] * in_company(s, a, s.cell[a])
            )
            out[a] += w[3] * s.plans[a] + w[4] * s.lights[a]
            if w[6] > 0.0:
                out[a] -= w[6] * (s.lonely - s.group) * from_company(s, a) / SANITY
            if w[7] > 0.0 or w[8] > 0.0:
                out[a] -= FRIGHT * frights(s, w, a) / SANITY
            if w[9] > 0.0:
                out[a] -= w[9] * FRIGHT * unavoidable(s, a) / SANITY
            if w[10] > 0.0:
                out[a] += w[10] * refuge(s, a) / SANITY
            if w[11] > 0.0:
                out[a] += w[11] * unheard(s, a)
            total += out[a]
            left += 1
    safe = -1.0 + w[5] * 2.0 * (PLAYERS - left) / (PLAYERS - 1)
    for a in range(PLAYERS):
        if not s.alive[a]:
            out[a] = place(s, a)
        elif left == 1:
            out[a] = 1.0
        else:
            lead = out[a] - (total - out[a]) / (left - 1)
            out[a] = 0.5 * (1.0 + safe) + 0.5 * (1.0 - safe) * 0.99 * np.tanh(2.0 * lead)


@rule
def unheard(s: Any, agent: int) -> int:
    """How many others are left that the explorer has not yelled at."""
    count = 0
    for other in range(PLAYERS):
        count += other != agent and s.alive[other] and not s.yelled[other] >> agent & 1
    return count


@rule
def place(s: Any, agent: int) -> float:
    """The result of an explorer who is out: all who remain will rank ahead."""
    ahead = 0
    for other in range(PLAYERS):
        if s.alive[other]:
            ahead -= 1
        else:
            ahead += s.score[agent] > s.score[other]
            ahead -= s.score[agent] < s.score[other]
    return ahead / (PLAYERS - 1)


@rule
def threat(s: Any, agent: int) -> float:
    """1 / (1 + steps) to the nearest minion that can move; a slasher about to rush counts as one
    cell away along its line of sight.
    """
    least = FAR
    for k in range(s.minions):
        if s.m_mood[k] == STUNNED or (s.m_mood[k] == SPAWNING and s.m_spawn[k] > 2):
            continue
        far = distance(s, s.m_cell[k], s.cell[agent])
        if (s.m_mood[k] == RUSH or s.m_mood[k] == STALKING) and in_sight(
            s, s.m_cell[k], s.cell[agent]
        ) >= 0:
            far = min(far, 1)
        least = min(least, far)
    return 1.0 / (1.0 + least)


@rule
def in_company(s: Any, agent: int, cell: int) -> bool:
    """Whether another explorer is within two cells of the cell."""
    count = 0
    for other in range(PLAYERS):
        count += other != agent and s.alive[other] and apart(s, cell, s.cell[other]) <= COMPANY
    return count > 0


@rule
def policy(s: Any, agent: int, rng: Any) -> int:
    """The script: steps where it is safest and in company, plans when low, lights and yells when
    that diverts a wanderer to another explorer.
    """
    mask = options(s, agent)
    if mask == 0:
        return PASS
    best, highest = WAIT, rate(s, agent, s.cell[agent]) + 0.1 * rng.random()
    for way in range(LEFT + 1):
        if mask >> way & 1:
            worth = rate(s, agent, BESIDE[s.map, s.cell[agent], way]) + 0.1 * rng.random()
            if worth > highest:
                best, highest = way, worth
    hunter = nearest_hunter(s, agent)
    if mask >> YELL & 1 and 2 <= hunter <= 3:
        return YELL
    if highest < IN_DANGER or rate(s, agent, s.cell[agent]) < IN_DANGER:
        return best
    friends = others_within(s, agent, PLAN_REACH)
    if mask >> PLAN & 1 and s.sanity[agent] < LOW_SANITY - 40 * (PLAYERS - 1 - friends):
        return PLAN
    if (
        mask >> LIGHT & 1
        and 2 < hunter <= LIGHT_REACH
        and others_within(s, agent, 2 * LIGHT_REACH) > others_within(s, agent, LIGHT_REACH)
    ):
        return LIGHT
    return best


@rule
def rate(s: Any, agent: int, cell: int) -> float:
    """The script's rating of a cell to end the turn on, roughly in points of sanity."""
    worth = 0.0
    for k in range(s.minions):
        worth -= (
            wanderer_risk(s, agent, k, cell)
            if s.m_kind[k] == WANDERER
            else slasher_risk(s, agent, k, cell)
        )
    nearest = FAR
    for other in range(PLAYERS):
        if other != agent and s.alive[other]:
            nearest = min(nearest, distance(s, cell, s.cell[other]))
    if nearest < FAR:
        worth += (
            6.0 + 2.0 * (s.lonely - s.group) if in_company(s, agent, cell) else 0.0
        ) - 1.0 * nearest
    if s.sanity[agent] < LOW_SANITY:
        for k in range(s.effects):
            if s.e_kind[k] == SHELTERED:
                worth += 10.0 / (1.0 + distance(s, cell, s.e_cell[k]))
    for way in range(4):
        worth += 0.3 * (BESIDE[s.map, cell, way] != NOWHERE)
    return worth


@rule
def wanderer_risk(s: Any, agent: int, k: int, cell: int) -> float:
    """What a wanderer is about to cost on the cell; less if it is after somebody else."""
    if s.m_mood[k] == SPAWNING and s.m_spawn[k] > 2:
        return 0.0
    far = distance(s, s.m_cell[k], cell)
    if far > 6:
        return 0.0
    risk = 30.0 if far <= 1 else 10.0 / far
    return risk if s.m_target[k] == agent or far <= 1 else 0.5 * risk


@rule
def slasher_risk(s: Any, agent: int, k: int, cell: int) -> float:
    """What a slasher is about to cost on the cell: it strikes where it sees its target or last saw
    it; the sooner it rushes, the higher the risk.
    """
    mood = s.m_mood[k]
    soon = s.m_spawn[k] if mood == SPAWNING else s.m_wait[k]
    if (mood == STUNNED and soon > 1) or (mood == SPAWNING and soon > 3):
        return 0.0
    if mood == RUSH and cell == s.m_seen[k]:
        return 30.0
    if in_sight(s, s.m_cell[k], cell) < 0:
        return 0.0
    risk = 30.0 if mood == RUSH else 3.0 if mood in (WANDERING, STUNNED) else 12.0 / max(1, soon)
    target = s.m_target[k]
    return 0.4 * risk if target >= 0 and target != agent and s.cell[target] != cell else risk


@rule
def nearest_hunter(s: Any, agent: int) -> int:
    """Steps to the nearest wanderer that targets the explorer."""
    least = FAR
    for k in range(s.minions):
        if s.m_kind[k] == WANDERER and s.m_mood[k] == WANDERING and s.m_target[k] == agent:
            least = min(least, distance(s, s.m_cell[k], s.cell[agent]))
    return least


@rule
def others_within(s: Any, agent: int, reach: int) -> int:
    """How many other explorers are at most `reach` steps away."""
    count = 0
    for other in range(PLAYERS):
        if other != agent and s.alive[other] and distance(s, s.cell[agent], s.cell[other]) <= reach:
            count += 1
    return count
