"""What an explorer of Code of Kutulu may not see: the generator, and whatever the text never
revealed.

The text does not say where and how an explorer left, whether mad or by a bad answer, nor what it
had; so only its caster knows of a yell at it. A slasher that lost its target jumps to where it last
saw it, which a player can track as long as nobody has left meanwhile.
"""

from __future__ import annotations

from typing import Any

from engines.draws import draw_below
from engines.jit import rule
from engines.kutulu.maps import NOWHERE
from engines.kutulu.rules import keep
from engines.kutulu.state import (
    MOST_EFFECTS,
    MOST_MINIONS,
    NOBODY,
    PLAYERS,
    RUSH,
    STALK,
    STALKING,
    YELL_TURNS,
    YELLED,
)


@rule
def observe(s: Any, seat: int) -> None:
    """Blanks everything the seat cannot know, and what the next turn recomputes without reading
    it.
    """
    s.rng = 0
    for word in range(4):
        s.lit[word] = 0
    for a in range(PLAYERS):
        s.isolated[a] = s.frights[a] = 0
        if not s.alive[a]:
            s.cell[a] = s.plans[a] = s.lights[a] = s.yelled[a] = s.hunted[a] = 0
            s.score[a] = s.gone[a]
    for k in range(s.minions):
        forget_target(s, k)
    for k in range(s.minions, MOST_MINIONS):
        s.m_id[k] = s.m_cell[k] = s.m_kind[k] = s.m_mood[k] = s.m_spawn[k] = s.m_life[k] = s.m_wait[
            k
        ] = 0
        s.m_target[k], s.m_seen[k] = NOBODY, NOWHERE
    forget_yells(s, seat)


@rule
def forget_target(s: Any, k: int) -> None:
    """Forgets a target who has left, and where it was seen; likewise the place of a lost target if
    anybody has left since the stalk began.
    """
    target = s.m_target[k]
    if target != NOBODY and not s.alive[target]:
        s.m_target[k], s.m_seen[k] = NOBODY, NOWHERE
    elif target == NOBODY and (s.m_mood[k] == STALKING or s.m_mood[k] == RUSH):
        for a in range(PLAYERS):
            if not s.alive[a] and s.gone[a] >= stalked_since(s, k):
                s.m_seen[k] = NOWHERE


@rule
def stalked_since(s: Any, k: int) -> int:
    """The turn in which a slasher that stalks or is about to rush began to stalk."""
    return s.turn - 1 - STALK + s.m_wait[k]


@rule
def forget_yells(s: Any, seat: int) -> None:
    """Yells at departed explorers: the seat's own are moved to the end, those of others are
    dropped.
    """
    n, own = 0, 0
    for k in range(s.effects):
        if s.e_kind[k] != YELLED or s.alive[s.e_receiver[k]]:
            keep(s, k, n)
            n += 1
        elif s.e_caster[k] == seat:
            own |= 1 << s.e_receiver[k]
    for a in range(PLAYERS):
        if own >> a & 1:
            s.e_kind[n], s.e_tick[n], s.e_caster[n], s.e_receiver[n], s.e_cell[n] = (
                YELLED,
                YELL_TURNS - 1,
                seat,
                a,
                NOWHERE,
            )
            n += 1
    s.effects = n
    for k in range(n, MOST_EFFECTS):
        s.e_kind[k] = s.e_tick[k] = 0
        s.e_caster[k] = s.e_receiver[k] = s.e_cell[k] = NOWHERE


@rule
def sample(s: Any, seat: int, rng: Any) -> None:
    """Draws another state of the generator."""
    s.rng = draw_below(rng, 1 << 48)
