"""What an explorer of Code of Kutulu knows from the contest's text: the maze, everybody in it, and
what it remembers.

It remembers the turn, who left when, whom a slasher has come for, who yelled at whom, and where
slashers saw their targets. Without memory the first turn that fits the ages of wanderers and
shelters is assumed. The maze and its constants narrow down the league; the wanderers tell whether
turns count from 0 or 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engines.game import Game, Heard, Read, State
from engines.kutulu import text
from engines.kutulu.maps import MAPS, NOWHERE, SHELTER, START, KutuluMap
from engines.kutulu.minions import in_sight
from engines.kutulu.rules import can_yell_at, held
from engines.kutulu.state import (
    ALONE,
    LIGHT_TURNS,
    LIGHTS,
    MOST_EFFECTS,
    MOST_MINIONS,
    NOBODY,
    PLAN_TURNS,
    PLANS,
    PLAYERS,
    RUSH,
    SANITY,
    SHELTER_ENERGY,
    SHELTER_TURNS,
    SHELTERED,
    SLASHER,
    SLASHER_SANITY,
    SPAWNING,
    STALKING,
    STUNNED,
    TURNS,
    WANDERER,
    WANDERING,
    WAVE,
    YELL,
    YELL_TURNS,
    YELLED,
    line_up,
)
from engines.reading import Reader, numbers, quoted, whole, with_options, words

WIDEST, HIGHEST = 100, 10_000
FULL = 3  # the first league with everything in play
QUIET = (3, 1, 3, 40)  # the constants below it
MOST_SPAWN_TIME, MOST_LIFE_TIME = 6, 40
CONSTANTS = "the constants `sanityLossLonely sanityLossGroup wandererSpawnTime wandererLifeTime`"
ENTITY = "an entity `entityType id x y param0 param1 param2`"
EXPLORER, YELL_EFFECT = "EXPLORER", text.EFFECTS[YELLED]
NONE, ANYBODY = (NOBODY, NOBODY), (0, PLAYERS - 1)
HIGH = {  # the lowest and the highest id and params of each type
    EXPLORER: (ANYBODY, (1, SANITY), (0, PLANS), (0, LIGHTS)),
    "WANDERER": (
        (PLAYERS, HIGHEST),
        (1, MOST_LIFE_TIME),
        (SPAWNING, WANDERING),
        (NOBODY, PLAYERS - 1),
    ),
    "SLASHER": (
        (PLAYERS, HIGHEST),
        (1, MOST_LIFE_TIME),
        (SPAWNING, STUNNED),
        (NOBODY, PLAYERS - 1),
    ),
    "EFFECT_PLAN": (NONE, (1, PLAN_TURNS), ANYBODY, NONE),
    "EFFECT_LIGHT": (NONE, (1, LIGHT_TURNS), ANYBODY, NONE),
    YELL_EFFECT: (NONE, (1, YELL_TURNS), ANYBODY, ANYBODY),
    "EFFECT_SHELTER": (NONE, (1, SHELTER_ENERGY), NONE, NONE),
}


class Entity(NamedTuple):
    """A line of the text."""

    kind: str
    number: int
    cell: int
    a: int
    b: int
    c: int


def listen(game: Game, read: Read) -> list[str]:
    """Reads the maze and the constants."""
    lines = [read(), read()]
    _, height = whole(lines, "the maze's width and height", 1, WIDEST)
    return lines + [read() for _ in range(height + 1)]


def heard(
    game: Game,
    intro: Sequence[str],
    read: Read,
    before: Heard | None = None,
    sent: Sequence[int] = (),
) -> Heard:
    """Reads one turn."""
    game, start = _begun(game, intro) if before is None else (before.game, before.state)
    entities = _read(read, int(start.map))
    seat, s = entities[0].number, start.copy()
    if entities[0].kind != EXPLORER or (before is not None and seat != before.seat):
        raise ValueError("The first entity is the explorer who reads.")
    _tell(s, entities)
    if before is None:
        _suppose(s)
    else:
        game = _count_turns(game, s, start, before.turn + 1)
        _remember(s, start)
        _own_yells(s, start, seat, sent)
    for k in range(int(s.minions)):
        s.m_seen[k] = _last_seen(s, k, start if before is not None else None)
    assert game.rules.observe is not None
    game.rules.observe(s, seat)
    if _read(Reader(game.view(s, seat)), int(s.map)) != entities:
        raise ValueError("By the rules of Code of Kutulu nothing leads to these entities.")
    return Heard(game, seat, int(s.turn - s.first), s)


def _begun(game: Game, intro: Sequence[str]) -> tuple[Game, State]:
    """The game described by the intro, and its start."""
    read = Reader(intro)
    width, height = (
        numbers(read, 1, f"the maze's {what}", 1, WIDEST)[0] for what in ("width", "height")
    )
    rows = tuple(read() for _ in range(height))
    constants = numbers(read, 4, CONSTANTS, 1, ALONE)
    if constants[2] > MOST_SPAWN_TIME or constants[3] > MOST_LIFE_TIME:
        raise ValueError(
            f"Wanderers appear within {MOST_SPAWN_TIME} turns and live {MOST_LIFE_TIME} "
            "turns at most."
        )
    shown, hidden = str.maketrans(START, "."), str.maketrans(START + SHELTER, "..")
    found = [
        m for m, each in enumerate(MAPS) if rows in (_drawn(each, shown), _drawn(each, hidden))
    ]
    if not found:
        raise ValueError(f"This maze of {width} times {height} cells is none of the contest's.")
    league = int(game.options.league)
    if any(SHELTER in row for row in rows) or tuple(constants) != QUIET:
        league = league if league >= FULL else FULL + 1
    elif MAPS[found[0]].shelters:
        league = min(league, FULL - 1)
    game, s = with_options(game, league=str(league)), game.blank()
    line_up(s, found[0], int(game.options.first_turn))
    s.league, (s.lonely, s.group, s.spawn_time, s.life_time) = league, constants
    return game, s


def _drawn(maze: KutuluMap, hidden: dict[int, int]) -> tuple[str, ...]:
    return tuple(row.translate(hidden) for row in maze.rows)


def _read(read: Read, maze: int) -> list[Entity]:
    [count] = numbers(read, 1, "the number of entities", 1, PLAYERS + MOST_MINIONS + MOST_EFFECTS)
    return [_entity(read, maze) for _ in range(count)]


def _entity(read: Read, maze: int) -> Entity:
    kind, *rest = words(read, 7, ENTITY)
    number, x, y, *params = whole(rest, ENTITY, -1, HIGHEST)
    if kind not in HIGH:
        raise ValueError(
            f"Expected {ENTITY} whose type is {', '.join(HIGH)}, but it is {quoted(kind)}."
        )
    cell = MAPS[maze].number(x, y)
    if (cell == NOWHERE) != (kind == YELL_EFFECT):
        raise ValueError(f"There is no floor at {x} {y} for {kind}.")
    if any(
        not low <= value <= high
        for value, (low, high) in zip((number, *params), HIGH[kind], strict=True)
    ):
        raise ValueError(f"{kind} has a number that the contest never sends: {' '.join(rest)}.")
    return Entity(kind, number, cell, *params)


def _tell(s: State, entities: Sequence[Entity]) -> None:
    """Writes what the text says into `s`."""
    s.alive[:] = s.sanity[:] = s.minions = s.effects = 0
    for each in entities:
        if each.kind == EXPLORER:
            a = each.number
            s.alive[a], s.cell[a], s.sanity[a], s.plans[a], s.lights[a] = 1, *each[2:]
        elif each.kind in text.MINIONS:
            _tell_minion(s, each)
        else:
            _tell_effect(s, each)
    _check(s)


def _tell_minion(s: State, each: Entity) -> None:
    k, kind, number, mood = int(s.minions), text.MINIONS.index(each.kind), each.a, each.b
    if k == MOST_MINIONS:
        raise ValueError(f"There are never more than {MOST_MINIONS} minions.")
    s.m_id[k], s.m_kind[k], s.m_cell[k], s.m_mood[k], s.m_target[k] = (
        each.number,
        kind,
        each.cell,
        mood,
        each.c,
    )
    s.m_spawn[k] = number if mood == SPAWNING else 0
    s.m_life[k] = number if kind == WANDERER and mood == WANDERING else s.life_time
    s.m_wait[k] = number if mood in (STALKING, STUNNED) else 0
    s.minions, s.next_id = k + 1, max(int(s.next_id), each.number + 1)


def _tell_effect(s: State, each: Entity) -> None:
    k, kind = int(s.effects), text.EFFECTS.index(each.kind)
    if k == MOST_EFFECTS:
        raise ValueError(f"There are never more than {MOST_EFFECTS} effects.")
    s.e_kind[k], s.e_tick[k], s.e_caster[k], s.e_receiver[k] = kind, *each[3:]
    s.e_cell[k] = each.cell if kind == SHELTERED else NOWHERE
    s.effects = k + 1
    if kind == YELLED:
        s.yelled[each.c] |= 1 << each.b


def _check(s: State) -> None:
    """ValueError if there are more of a kind than the rules ever make, which would not fit into a
    state.
    """
    ages, number = _ages(s), int(s.minions)
    effects = [
        (int(s.e_kind[k] == YELLED), int(s.e_caster[k]), int(s.e_receiver[k]), int(s.e_cell[k]))
        for k in range(int(s.effects))
    ]
    shelters = {cell for _, caster, _, cell in effects if caster == NOBODY}
    if len({age % WAVE for age in ages}) > 1 or any(
        age <= 0 or ages.count(age) > len(MAPS[int(s.map)].spawns) for age in ages
    ):
        raise ValueError("Wanderers come every fifth turn, one from a spawn.")
    if (
        (s.m_kind[:number] == SLASHER).sum() > PLAYERS
        or len(effects) > len(set(effects))
        or not shelters <= {*MAPS[int(s.map)].shelters}
    ):
        raise ValueError(
            "Each explorer has one slasher and one effect at a time, and shelters are where "
            "the maze has them."
        )


def _ages(s: State) -> list[int]:
    """How many turns ago each wanderer appeared."""
    wanderers = [k for k in range(int(s.minions)) if s.m_kind[k] == WANDERER]
    return [int(s.spawn_time - s.m_spawn[k] + s.life_time - s.m_life[k]) for k in wanderers]


def _count_turns(game: Game, s: State, then: State, played: int) -> Game:
    """Numbers the turn, from 0 or 1 as the wanderers show; the first wanderers also show how late
    the first text was. Modifies `s` in place.
    """
    ages, most = _ages(s), 1 if _ages(then) else WAVE
    fits = [
        (first, played + late)
        for late in range(most)
        for first in (int(s.first), 1 - int(s.first))
        if all((first + played + late - age) % WAVE == 0 for age in ages)
    ]
    if not fits:
        raise ValueError(
            f"In turns whose number {WAVE} divides wanderers come, but not so that they fit "
            "the turns played."
        )
    first, played = fits[0]
    if played >= TURNS:
        raise ValueError(f"The match is over after {TURNS} turns.")
    s.first, s.turn = first, first + played
    return with_options(game, first_turn=str(first))


def _suppose(s: State) -> None:
    """Fills in what the text alone leaves open; modifies `s` in place."""
    ages, alive = _ages(s), [a for a in range(PLAYERS) if s.alive[a]]
    if ages:
        s.turn = max(ages) + WAVE * int(s.first)
    while SHELTERED in s.e_kind[: int(s.effects)] and s.turn <= SHELTER_TURNS:
        s.turn += WAVE
    s.gone[s.alive == 0] = s.first
    slashers = [k for k in range(int(s.minions)) if s.m_kind[k] == SLASHER]
    hunted = {int(s.m_target[k]) for k in slashers if s.m_mood[k] == SPAWNING} & {*alive}
    more = max(0, len(slashers) - len(hunted) - (PLAYERS - len(alive)))
    s.hunted[[*hunted, *sorted({*alive} - hunted, key=lambda a: int(s.sanity[a]))[:more]]] = 1


def _remember(s: State, then: State) -> None:
    """Fills in what follows from the previous turn; modifies `s` in place."""
    for a in range(PLAYERS):
        if s.alive[a] > then.alive[a]:
            raise ValueError("An explorer who has left does not come back.")
        if then.alive[a] and not s.alive[a]:
            s.gone[a] = s.turn - 1
        if s.league >= FULL and then.sanity[a] < SLASHER_SANITY:
            s.hunted[a] = 1


def _own_yells(s: State, then: State, seat: int, sent: Sequence[int]) -> None:
    """The text does not report a yell at explorers who left in the same turn, but its caster knows
    of it; modifies `s` in place.
    """
    if list(sent) == [YELL] and s.league >= FULL and not held(then) >> seat & 1:
        for a in range(PLAYERS):
            if not s.alive[a] and can_yell_at(then, seat, a):
                _tell_effect(s, Entity(YELL_EFFECT, NOBODY, NOWHERE, YELL_TURNS - 1, seat, a))


def _last_seen(s: State, k: int, then: State | None) -> int:
    """Where a minion last saw its target; for a lost target, where it was seen in the previous
    turn.
    """
    cell, mood, target = int(s.m_cell[k]), int(s.m_mood[k]), int(s.m_target[k])
    old = (
        next((n for n in range(int(then.minions)) if then.m_id[n] == s.m_id[k]), None)
        if then is not None
        else None
    )
    if s.m_kind[k] == WANDERER or mood in (WANDERING, STUNNED):
        return NOWHERE
    appears = mood == SPAWNING
    if mood == RUSH:  # either it has just appeared, at its target's old place, or it has stalked
        in_view = target != NOBODY and in_sight(s, cell, s.cell[target]) >= 0
        appears = (
            then.m_mood[old] == SPAWNING if then is not None and old is not None else not in_view
        )
    if appears or target != NOBODY:
        return NOWHERE if target == NOBODY else cell if appears else int(s.cell[target])
    # two at once confuse it
    lost = not any(s.alive[a] and in_sight(s, cell, s.cell[a]) >= 0 for a in range(PLAYERS))
    return int(then.m_seen[old]) if lost and then is not None and old is not None else NOWHERE
