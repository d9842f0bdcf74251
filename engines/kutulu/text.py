"""The contest's text: what an explorer reads and answers.

Once: width, height, the rows, then the sanity lost alone and in company and the wanderers' spawn
and life times. Each turn the number of entities and a line `type id x y param0 param1 param2` for
each: explorers (the reader first), minions, effects. Answer: WAIT, MOVE x y, PLAN, LIGHT, YELL,
then any text after white space; UP, RIGHT, DOWN, LEFT are accepted too. A well-formed but
impossible answer means waiting.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engines.game import FORFEIT, PASS, Game, Parsed, State
from engines.kutulu import rules as r
from engines.kutulu.maps import BESIDE, MAPS, NOWHERE
from engines.kutulu.minions import towards
from engines.kutulu.state import (
    LEFT,
    PLAYERS,
    RUSH,
    SHELTERED,
    SPAWNING,
    WAIT,
    WANDERER,
    WANDERING,
    YELLED,
)
from engines.reading import as_int32

WORDS = ("UP", "RIGHT", "DOWN", "LEFT", "WAIT", "PLAN", "LIGHT", "YELL")
MINIONS = ("WANDERER", "SLASHER")
EFFECTS = ("EFFECT_PLAN", "EFFECT_LIGHT", "EFFECT_YELL", "EFFECT_SHELTER")
FLAGS = re.IGNORECASE | re.ASCII | re.DOTALL
MOVE = re.compile(r"MOVE (-?[0-9]+) (-?[0-9]+)(?:\s+(.*))?", FLAGS)
WORD = re.compile(rf"({'|'.join(WORDS)})(?:\s+(.*))?", FLAGS)


def place(s: State, cell: int) -> tuple[int, int]:
    """Column and row of a cell."""
    return MAPS[int(s.map)].cells[int(cell)]


def intro(game: Game, s: State, seat: int) -> list[str]:
    """The lines an explorer reads once."""
    here = MAPS[int(s.map)]
    hidden = str.maketrans("SU", "..") if s.league < 3 else str.maketrans("S", ".")
    rows = [row.translate(hidden) for row in here.rows]
    return [
        str(here.width),
        str(here.height),
        *rows,
        f"{int(s.lonely)} {int(s.group)} {int(s.spawn_time)} {int(s.life_time)}",
    ]


def view(game: Game, s: State, seat: int) -> list[str]:
    """The lines an explorer reads each turn."""
    lines = [*_explorers(s, seat), *(minion(s, k) for k in range(int(s.minions))), *_effects(s)]
    return [str(len(lines)), *lines]


def _explorers(s: State, seat: int) -> Iterator[str]:
    for k in range(PLAYERS):
        a = (seat + k) % PLAYERS
        if s.alive[a]:
            x, y = place(s, s.cell[a])
            yield f"EXPLORER {a} {x} {y} {int(s.sanity[a])} {int(s.plans[a])} {int(s.lights[a])}"


def minion(s: State, k: int) -> str:
    """A minion's line."""
    x, y = place(s, s.m_cell[k])
    return (
        f"{MINIONS[int(s.m_kind[k])]} {int(s.m_id[k])} {x} {y} {countdown(s, k)} "
        f"{int(s.m_mood[k])} {target(s, k)}"
    )


def countdown(s: State, k: int) -> int:
    """The number that applies to a minion's state; a slasher that neither spawns, stalks nor is
    stunned shows a wanderer's life.
    """
    if s.m_mood[k] == SPAWNING:
        return int(s.m_spawn[k])
    return (
        int(s.m_life[k])
        if s.m_kind[k] == WANDERER or s.m_mood[k] in (WANDERING, RUSH)
        else int(s.m_wait[k])
    )


def target(s: State, k: int) -> int:
    """The explorer that a minion targets, -1 if none is alive."""
    a = int(s.m_target[k])
    return a if a >= 0 and s.alive[a] else -1


def _effects(s: State) -> Iterator[str]:
    for k in range(int(s.effects)):
        kind, tick, caster, receiver = (
            int(s[name][k]) for name in ("e_kind", "e_tick", "e_caster", "e_receiver")
        )
        if kind == YELLED:
            if s.alive[receiver]:
                yield f"EFFECT_YELL -1 -1 -1 {tick} {caster} {receiver}"
            continue
        x, y = place(s, s.e_cell[k] if kind == SHELTERED else s.cell[caster])
        yield f"{EFFECTS[kind]} -1 {x} {y} {tick} {caster} -1"


def parse(game: Game, s: State, seat: int, lines: Sequence[str]) -> Parsed:
    """An answer as one action; an impossible one becomes WAIT."""
    if s.over or not s.alive[seat]:
        return Parsed((PASS,))
    line = lines[0] if lines else ""
    move, word = MOVE.fullmatch(line), WORD.fullmatch(line)
    x, y = (as_int32(move[k]) if move is not None else None for k in (1, 2))
    if move is not None and x is not None and y is not None:
        action, message = step_towards(s, seat, x, y), move[3]
    elif word is not None:
        action, message = WORDS.index(word[1].upper()), word[2]
    else:
        return Parsed(
            (FORFEIT,),
            f"expected WAIT, MOVE x y, PLAN, LIGHT or YELL, got {line[:80]!r}"
            if line
            else "no answer",
        )
    return Parsed((action if r.is_legal(s, seat, action) else WAIT,), message=message or "")


def step_towards(s: State, agent: int, x: int, y: int) -> int:
    """The first direction of the contest's path to (x, y), WAIT if there is none."""
    end, start = MAPS[int(s.map)].number(x, y), int(s.cell[agent])
    if end in (NOWHERE, start):
        return WAIT
    cell = towards(s, start, end, 0)
    return WAIT if cell == NOWHERE else BESIDE[s.map, start].tolist().index(cell)


def send(game: Game, s: State, seat: int, actions: Sequence[int]) -> list[str]:
    """The line of an action; steps name the cell they lead to."""
    action = actions[0]
    if action < 0 or action > LEFT:
        return [WORDS[action] if action >= 0 else ""]
    cell = int(BESIDE[s.map, s.cell[seat], action])
    x, y = place(s, cell) if cell != NOWHERE else place(s, s.cell[seat])
    return [f"MOVE {x} {y}"]
