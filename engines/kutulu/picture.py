"""What Code of Kutulu looks like: the maze, explorers with their sanity, wanderers, slashers and
their lines of sight, effects, and a panel.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import cache

from engines.game import State
from engines.kutulu.maps import MAPS, NOWHERE, WALL, distance
from engines.kutulu.state import (
    LIGHT,
    PLAN,
    PLAN_REACH,
    PLANNED,
    PLAYERS,
    RUSH,
    SANITY,
    SHELTERED,
    SPAWNING,
    STALKING,
    STUNNED,
    WANDERER,
    YELL,
    YELLED,
)
from engines.kutulu.text import place
from engines.scene import AnyItem, Circle, Line, Mark, Point, Rect, Scene, Text

SKIRT = ((-0.34, 0.36), (-0.17, 0.24), (0.0, 0.36), (0.17, 0.24), (0.34, 0.36))
DOME = tuple(
    (0.34 * math.cos(a), -0.04 + 0.34 * math.sin(a))
    for a in (math.pi * (1 + k / 8) for k in range(9))
)
GHOST = (*DOME, *SKIRT[::-1])
STAR = tuple(
    (r * math.cos(k * math.pi / 4), r * math.sin(k * math.pi / 4))
    for k, r in enumerate((0.48, 0.17) * 4)
)
HOUSE = ((-0.4, 0.4), (-0.4, -0.05), (0.0, -0.42), (0.4, -0.05), (0.4, 0.4))
BUTTONS = ((PLAN, "Plan"), (LIGHT, "Light"), (YELL, "Yell"))
PANEL = 0.195  # height of the panel, as a share of the maze's width
# of explorers that share a cell
SPREAD = ((-0.24, -0.22), (0.24, 0.26), (0.24, -0.22), (-0.24, 0.26))


@cache
def maze(number: int, shelters: bool) -> tuple[AnyItem, ...]:
    """The fixed parts: walls, spawns as rings, shelters as houses."""
    here = MAPS[number]
    items: list[AnyItem] = [Rect(0, 0, here.width, here.height, fill="field")]
    for y, row in enumerate(here.rows):
        items += [
            Rect(run.start(), y, len(run[0]), 1, fill="line2")
            for run in re.finditer(f"{WALL}+", row)
        ]
    items += [Circle(*_middle(number, cell), 0.3, stroke="ink3") for cell in here.spawns]
    if shelters:
        items += [_shape(HOUSE, *_middle(number, cell), "ink3", "none") for cell in here.shelters]
    return tuple(items)


def _middle(number: int, cell: int) -> Point:
    x, y = MAPS[number].cells[cell]
    return x + 0.5, y + 0.5


def _shape(
    outline: tuple[Point, ...],
    x: float,
    y: float,
    stroke: str,
    fill: str,
    name: str = "",
    dash: bool = False,
) -> Line:
    return Line(
        tuple((x + u, y + v) for u, v in outline),
        stroke,
        1.5,
        closed=True,
        fill=fill,
        id=name,
        dash=dash,
    )


def scene(state: State, names: tuple[str, ...]) -> Scene:
    """The maze with everything in it, and a panel with a column for each explorer below."""
    here, number = MAPS[int(state.map)], int(state.map)
    items = [
        *_areas(state),
        *_shelters(state),
        *_sights(state),
        *_minions(state),
        *_explorers(state),
    ]
    for a in range(PLAYERS):
        items += _column(state, a, names[a])
    height = here.height + PANEL * here.width
    return Scene(
        0, 0, here.width, height, still=maze(number, bool(state.league >= 3)), items=tuple(items)
    )


def _areas(state: State) -> Iterator[AnyItem]:
    """Lit cells, and a dot of the planner's hue in each cell that a plan reaches."""
    for cell in range(int(state.cells)):
        x, y = place(state, cell)
        if int(state.lit[cell >> 6]) >> (cell & 63) & 1:
            yield Rect(x, y, 1, 1, fill="mark", alpha=0.45)
        for k in range(int(state.effects)):
            caster = int(state.e_caster[k])
            if (
                state.e_kind[k] == PLANNED
                and distance(state, int(state.cell[caster]), cell) <= PLAN_REACH
            ):
                yield Circle(
                    x + 0.2 + 0.2 * caster, y + 0.12, 0.07, fill=f"agent{caster}", stroke="none"
                )


def _shelters(state: State) -> Iterator[AnyItem]:
    for k in range(int(state.effects)):
        if state.e_kind[k] == SHELTERED:
            x, y = _middle(int(state.map), int(state.e_cell[k]))
            yield _shape(HOUSE, x, y, "accent", "field")
            yield Text(x, y + 0.14, str(int(state.e_tick[k])), "accent", 0.5, bold=True, world=True)


def _sights(state: State) -> Iterator[AnyItem]:
    """Lines from slashers that stalk or rush to where they will jump."""
    for k in range(int(state.minions)):
        if state.m_mood[k] in (STALKING, RUSH) and state.m_seen[k] != NOWHERE:
            ends = (
                _middle(int(state.map), int(state.m_cell[k])),
                _middle(int(state.map), int(state.m_seen[k])),
            )
            if ends[0] != ends[1]:
                yield Line(
                    ends, "accent", 2.0, dash=bool(state.m_mood[k] == STALKING), group="paths"
                )


def _minions(state: State) -> Iterator[AnyItem]:
    """Wanderers as ghosts whose eyes have the hue of their target, slashers as stars; dashed while
    they cannot move yet or are stunned.
    """
    shared: dict[int, int] = {}
    for k in range(int(state.minions)):
        cell, mood, name = int(state.m_cell[k]), int(state.m_mood[k]), f"minion{int(state.m_id[k])}"
        x, y = _middle(int(state.map), cell)
        shift = shared.get(cell, 0)
        shared[cell] = shift + 1
        x += 0.12 * (shift % 4)
        idle = mood in (SPAWNING, STUNNED)
        stroke, fill = (
            ("ink2", "field") if idle else ("field", "accent" if mood == RUSH else "ink2")
        )
        wanderer = state.m_kind[k] == WANDERER
        yield _shape(GHOST if wanderer else STAR, x, y, stroke, fill, name, dash=idle)
        if idle:
            left = int(state.m_spawn[k] if mood == SPAWNING else state.m_wait[k])
            yield Text(x, y, str(left), "ink", 0.42, bold=True, world=True, id=f"{name}left")
        else:
            yield from _eyes(state, k, x, y, name)


def _eyes(state: State, k: int, x: float, y: float, name: str) -> Iterator[AnyItem]:
    target = int(state.m_target[k])
    role = f"agent{target}" if target >= 0 and state.alive[target] else "field"
    apart = (-0.13, 0.13) if state.m_kind[k] == WANDERER else (0.0,)
    for dx in apart:
        yield Circle(
            x + dx,
            y - (0.06 if len(apart) > 1 else 0.0),
            0.1,
            fill=role,
            stroke="field",
            id=f"{name}eye{dx}",
        )


def _explorers(state: State) -> Iterator[AnyItem]:
    """Marks with a bar of sanity; a ring around the frightened, a word at those held by a yell."""
    held = {
        int(state.e_receiver[k]) for k in range(int(state.effects)) if state.e_kind[k] == YELLED
    }
    crowd: dict[int, int] = {}
    cells = [int(state.cell[a]) for a in range(PLAYERS) if state.alive[a]]
    for a in range(PLAYERS):
        if not state.alive[a]:
            continue
        cell = int(state.cell[a])
        shared, k = cells.count(cell) > 1, crowd.get(cell, 0)
        crowd[cell] = k + 1
        x, y = _middle(int(state.map), cell)
        x, y, wide = (x + SPREAD[k][0], y + SPREAD[k][1], 0.44) if shared else (x, y, 0.9)
        low = y + (0.18 if shared else 0.36)
        if state.frights[a]:
            yield Circle(x, y, 0.7 * wide, stroke="accent", width=3.0)
        yield Mark(
            x,
            y - 0.08,
            a,
            0.45 * wide,
            size=9.0 if shared else 14.0,
            id=f"explorer{a}",
            group="names",
        )
        yield Rect(
            x - wide / 2, low, wide, 0.13, fill="panel", stroke="edge", width=0.5, id=f"bar{a}"
        )
        yield Rect(
            x - wide / 2,
            low,
            wide * int(state.sanity[a]) / SANITY,
            0.13,
            fill=f"agent{a}",
            id=f"sanity{a}",
        )
    for cell in sorted({int(state.cell[a]) for a in held if state.alive[a]}):
        x, y = _middle(int(state.map), cell)
        there = [a for a in held if state.alive[a] and state.cell[a] == cell]
        said = "held" if len(there) == 1 else f"{len(there)} held"
        yield Text(x, y - 0.62, said, "accent", 0.42, bold=True, world=True)


def button(state: State, agent: int, action: int) -> tuple[float, float, float, float]:
    """Where a power of an explorer is clicked, one below the other: x, y, width, height."""
    here = MAPS[int(state.map)]
    wide = here.width / PLAYERS
    down = 0.28 + 0.163 * (action - PLAN)
    return wide * (agent + 0.03), here.height + wide * down, wide * 0.93, wide * 0.15


def _column(state: State, a: int, name: str) -> Iterator[AnyItem]:
    """An explorer's sanity and the powers that are left."""
    here = MAPS[int(state.map)]
    wide = here.width / PLAYERS
    x, y, unit = wide * a, float(here.height), wide / 5
    alive = bool(state.alive[a])
    yield Text(
        x + 0.03 * wide,
        y + 0.5 * unit,
        name,
        "ink" if alive else "ink3",
        0.56 * unit,
        bold=True,
        anchor="left",
        world=True,
    )
    fate = str(int(state.sanity[a])) if alive else "out"
    yield Text(
        x + 0.96 * wide,
        y + 0.5 * unit,
        fate,
        f"agent{a}" if alive else "ink3",
        0.6 * unit,
        bold=True,
        anchor="right",
        world=True,
    )
    yield Rect(
        x + 0.03 * wide,
        y + 0.92 * unit,
        0.93 * wide,
        0.34 * unit,
        fill="panel",
        stroke="edge",
        width=0.5,
    )
    yield Rect(
        x + 0.03 * wide,
        y + 0.92 * unit,
        0.93 * wide * int(state.sanity[a]) / SANITY,
        0.34 * unit,
        fill=f"agent{a}",
        id=f"column{a}",
    )
    left = {
        PLAN: int(state.plans[a]),
        LIGHT: int(state.lights[a]),
        YELL: sum(not int(state.yelled[b]) >> a & 1 for b in range(PLAYERS) if b != a),
    }
    for action, word in BUTTONS:
        bx, by, bw, bh = button(state, a, action)
        if state.league < (3 if action == YELL else 2):
            continue
        role = "ink2" if alive and left[action] else "ink3"
        yield Rect(bx, by, bw, bh, fill="panel", stroke="edge", width=0.8, rounding=2)
        said = f"{word}, {left[action]} left"
        yield Text(bx + bw / 2, by + bh / 2, said, role, 0.52 * unit, world=True)
