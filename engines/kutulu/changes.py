"""What a change by hand does to a position of Code of Kutulu, and what follows from it: light,
ages of wanderers, slashers, effects.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engines.editing import EditError
from engines.game import State
from engines.java import MULTIPLIER, scrambled
from engines.kutulu.maps import MAPS, NOWHERE, OFFSET, distance
from engines.kutulu.minions import in_sight
from engines.kutulu.state import (
    COMPANY,
    LIGHT_REACH,
    LIT,
    MOST_EFFECTS,
    MOST_MINIONS,
    NOBODY,
    PLANNED,
    PLAYERS,
    RUNNING,
    SANITY,
    SHELTER_ENERGY,
    SHELTERED,
    SLASHER,
    SLASHER_SPAWN,
    SPAWNING,
    STALK,
    STALKING,
    STUN,
    STUNNED,
    WANDERER,
    WANDERING,
    WAVE,
    YELL_TURNS,
    YELLED,
)

FULL = 3  # the first league with slashers, yells and shelters
MINION = ("id", "cell", "seen", "kind", "mood", "spawn", "life", "wait", "target")
EFFECT = ("kind", "tick", "caster", "receiver", "cell")
WORD_BITS = 64  # of the words of lit cells

# -- what there is ---------------------------------------------------------------------------------


def seed_of(s: State) -> int:
    """The seed of what follows: of the generator's state."""
    return scrambled(int(s.rng))


def set_seed(s: State, seed: int) -> None:
    """Draws what follows from another seed."""
    s.rng = (seed ^ MULTIPLIER) & ((1 << 48) - 1)


def nearest(s: State, x: float, y: float) -> int:
    """The walkable cell whose middle is nearest to a point of the board."""
    cells = MAPS[int(s.map)].cells
    return min(
        range(len(cells)), key=lambda k: (cells[k][0] + 0.5 - x) ** 2 + (cells[k][1] + 0.5 - y) ** 2
    )


def effect(s: State, kind: int, caster: int, receiver: int = NOBODY, cell: int = NOWHERE) -> int:
    """The place of an effect in the list, -1 if it is not in play."""
    wanted = (kind, caster, receiver, cell)
    return next((k for k in range(int(s.effects)) if _whose(s, k) == wanted), -1)


def _whose(s: State, k: int) -> tuple[int, int, int, int]:
    return int(s.e_kind[k]), int(s.e_caster[k]), int(s.e_receiver[k]), int(s.e_cell[k])


def came(s: State, k: int) -> int:
    """The turn in which a wanderer came."""
    age = s.spawn_time - s.m_spawn[k] + s.life_time - s.m_life[k]
    return int(s.turn - age)


def waves(s: State) -> list[int]:
    """The turns in which wanderers of this position can have come, the latest first."""
    first = max(int(s.first), int(s.turn - s.spawn_time - s.life_time) + 1)
    return [turn for turn in range(int(s.turn) - 1, first - 1, -1) if turn % WAVE == 0]


def minions(s: State, kind: int) -> list[int]:
    """The places of all minions of a kind."""
    return [k for k in range(int(s.minions)) if s.m_kind[k] == kind]


# -- explorers -------------------------------------------------------------------------------------


def set_alive(s: State, a: int, alive: bool) -> None:
    """Brings an explorer back, or takes it out of the match."""
    s.alive[a], s.gone[a] = alive, 0 if alive else max(int(s.first), int(s.turn) - 1)
    s.sanity[a] = max(1, int(s.sanity[a]) or SANITY) if alive else 0
    s.score[a] = 0 if alive else s.gone[a]
    if int(s.cell[a]) >= int(s.cells):
        s.cell[a] = MAPS[int(s.map)].starts[a]


def set_hunted(s: State, a: int, hunted: bool) -> None:
    """Sends an explorer its slasher, or takes one away."""
    s.hunted[a] = hunted
    if hunted:
        _add(s, SLASHER, int(s.cell[a]), SLASHER_SPAWN, a)
        return
    slashers = minions(s, SLASHER)
    if slashers:
        own = [k for k in slashers if s.m_target[k] == a]
        remove(s, own[0] if own else slashers[-1])


def set_effect(
    s: State, kind: int, caster: int, tick: int, receiver: int = NOBODY, cell: int = NOWHERE
) -> None:
    """Lets an effect last so many turns more; 0 ends it. Of plan and light only one is in play."""
    other = {PLANNED: LIT, LIT: PLANNED}.get(kind)
    if tick and other is not None:
        set_effect(s, other, caster, 0)
    k = effect(s, kind, caster, receiver, cell)
    if tick and k < 0:
        k = int(s.effects)
        if k == MOST_EFFECTS:
            raise EditError("No further effect fits into the match.")
        s.effects = k + 1
        s.e_kind[k], s.e_caster[k], s.e_receiver[k], s.e_cell[k] = kind, caster, receiver, cell
    if tick:
        s.e_tick[k] = tick
    elif k >= 0:
        _drop(s, "e", EFFECT, k, int(s.effects))
        s.effects -= 1


def set_yell(s: State, caster: int, receiver: int, held: bool) -> None:
    """Whether a yell of one explorer holds another, who cannot be yelled at by it again."""
    set_effect(s, YELLED, caster, (YELL_TURNS - 1) * held, receiver)
    if held:
        s.yelled[receiver] |= 1 << caster


# -- minions ---------------------------------------------------------------------------------------


def _add(s: State, kind: int, cell: int, spawn: int, target: int) -> int:
    """A new minion at the end of the list; returns its place. All are numbered again, so that the
    numbers of the rest of the match fit too.
    """
    k = int(s.minions)
    if k == MOST_MINIONS:
        raise EditError(f"There are never more than {MOST_MINIONS} minions.")
    s.m_kind[k], s.m_cell[k], s.m_mood[k], s.m_spawn[k] = kind, cell, SPAWNING, spawn
    s.m_life[k], s.m_wait[k], s.m_target[k], s.m_seen[k] = s.life_time, 0, target, NOWHERE
    s.minions = k + 1
    s.m_id[: k + 1] = range(PLAYERS, PLAYERS + k + 1)
    s.next_id = PLAYERS + k + 1
    return k


def remove(s: State, k: int) -> None:
    """Takes a minion away."""
    _drop(s, "m", MINION, k, int(s.minions))
    s.minions -= 1


def _drop(s: State, prefix: str, names: Sequence[str], k: int, count: int) -> None:
    """Removes the k-th row of a list of the record."""
    for name in names:
        column = s[f"{prefix}_{name}"]
        column[k : count - 1] = column[k + 1 : count].copy()


def set_wanderers(s: State, count: int) -> None:
    """Adds wanderers at the spawns, in the latest waves that have room; or takes the last away."""
    while len(there := minions(s, WANDERER)) > count:
        remove(s, there[-1])
    spawns = MAPS[int(s.map)].spawns
    while len(minions(s, WANDERER)) < count:
        room = _room(s)
        if not room:
            words = f"{WAVE} turns, one from each spawn, and live {int(s.life_time)} turns"
            raise EditError(f"Wanderers come every {words}: there is no room for more.")
        cell = spawns[len(minions(s, WANDERER)) % len(spawns)]
        set_came(s, _add(s, WANDERER, cell, 0, NOBODY), room[0])


def _room(s: State) -> list[int]:
    """The waves in which one more wanderer can have come."""
    taken = Counter(came(s, k) for k in minions(s, WANDERER))
    return [turn for turn in waves(s) if taken[turn] < len(MAPS[int(s.map)].spawns)]


def set_came(s: State, k: int, turn: int) -> None:
    """Gives a wanderer the age that belongs to the turn in which it came."""
    age = int(s.turn) - turn
    s.m_spawn[k] = max(0, int(s.spawn_time) - age)
    s.m_life[k] = s.life_time - max(0, age - int(s.spawn_time))
    s.m_mood[k] = SPAWNING if s.m_spawn[k] else WANDERING


def set_mood(s: State, k: int, mood: int) -> None:
    """What a slasher does; for what passes, how long follows."""
    s.m_mood[k] = mood
    s.m_spawn[k] = SLASHER_SPAWN if mood == SPAWNING else 0
    s.m_wait[k] = {STALKING: STALK, STUNNED: STUN}.get(mood, 0)


def set_turn(s: State, turn: int) -> None:
    """Sets the number of the turn; wanderers keep their age as nearly as waves allow, those that
    cannot have come are gone.
    """
    ages = {int(s.m_id[k]): int(s.turn) - came(s, k) for k in minions(s, WANDERER)}
    s.turn = turn
    for number, age in ages.items():
        k = s.m_id[: s.minions].tolist().index(number)
        s.m_life[k], s.m_spawn[k] = 0, 0  # counts for no wave meanwhile
        room = _room(s)
        if room:
            set_came(s, k, min(room, key=lambda wave: abs(turn - age - wave)))
        else:
            remove(s, k)


def set_map(s: State, place: int) -> None:
    """Another maze: everything goes to the nearest walkable cells, shelters are those of the
    maze.
    """
    if place == s.map:
        return
    before = MAPS[int(s.map)].cells
    open_ = any(s.e_kind[k] == SHELTERED for k in range(int(s.effects)))
    for k in range(int(s.effects) - 1, -1, -1):
        if s.e_kind[k] == SHELTERED:
            set_effect(s, SHELTERED, NOBODY, 0, cell=int(s.e_cell[k]))
    s.map, s.offset, s.cells = place, OFFSET[place], len(MAPS[place].cells)
    for column in (s.cell, s.m_cell[: s.minions]):
        middles = [(x + 0.5, y + 0.5) for x, y in (before[int(cell)] for cell in column)]
        column[:] = [nearest(s, *middle) for middle in middles]
    s.m_seen[:] = NOWHERE
    for cell in MAPS[place].shelters if open_ else ():
        set_effect(s, SHELTERED, NOBODY, SHELTER_ENERGY, cell=cell)
    set_turn(s, int(s.turn))


# -- what follows ----------------------------------------------------------------------------------


def follow(s: State) -> None:
    """Brings up to date what follows: effects and targets of those who are out, light, who is
    alone, what slashers see; the match goes on.
    """
    s.over, s.frights[:] = RUNNING, 0
    for k in range(int(s.effects) - 1, -1, -1):
        kind, caster, receiver, cell = _whose(s, k)
        if any(who != NOBODY and not s.alive[who] for who in (caster, receiver)):
            set_effect(s, kind, caster, 0, receiver, cell)
    for a in range(PLAYERS):
        s.gone[a] = min(int(s.gone[a]), int(s.turn))
        s.score[a] = s.gone[a] if s.score[a] > 0 else s.score[a]
    for k in range(int(s.minions)):
        if s.m_target[k] != NOBODY and not s.alive[s.m_target[k]]:
            s.m_target[k] = NOBODY
        _see(s, k)
    _follow_slashers(s)
    _follow_light(s)
    _clear_ends(s)


def _see(s: State, k: int) -> None:
    """Where a slasher sees its target: while it appears in its own cell, else where it is in
    sight.
    """
    target, mood = int(s.m_target[k]), int(s.m_mood[k])
    if s.m_kind[k] == WANDERER or target == NOBODY or mood in (WANDERING, STUNNED):
        s.m_seen[k] = NOWHERE
    elif mood == SPAWNING:
        s.m_seen[k] = s.m_cell[k]
    elif in_sight(s, s.m_cell[k], s.cell[target]) >= 0:
        s.m_seen[k] = s.cell[target]


def _follow_slashers(s: State) -> None:
    """Each slasher has come for somebody: those of low sanity are marked as hunted first."""
    count = len(minions(s, SLASHER))
    rest = sorted(
        (a for a in range(PLAYERS) if s.alive[a] and not s.hunted[a]),
        key=lambda a: int(s.sanity[a]),
    )
    for a in rest:
        if count > int((s.hunted | (1 - s.alive)).sum()):
            s.hunted[a] = 1
    for a in range(PLAYERS):
        if count < int(s.hunted.sum()) and not s.alive[a]:
            s.hunted[a] = 0


def _follow_light(s: State) -> None:
    """The cells that the lights in play reach, and who is alone."""
    lit = 0
    for k in range(int(s.effects)):
        if s.e_kind[k] == LIT:
            start = int(s.cell[s.e_caster[k]])
            lit |= sum(1 << c for c in range(int(s.cells)) if distance(s, start, c) <= LIGHT_REACH)
    for word in range(len(s.lit)):
        bits = lit >> WORD_BITS * word & (1 << WORD_BITS) - 1
        s.lit[word] = bits - (1 << WORD_BITS) * (bits >> WORD_BITS - 1)
    cells = MAPS[int(s.map)].cells
    for a in range(PLAYERS):
        (x, y), others = cells[int(s.cell[a])], [b for b in range(PLAYERS) if b != a and s.alive[b]]
        there = [cells[int(s.cell[b])] for b in others]
        s.isolated[a] = s.alive[a] and all(abs(x - u) + abs(y - v) > COMPANY for u, v in there)


def _clear_ends(s: State) -> None:
    """Nothing is left where the lists of minions and effects end."""
    for prefix, names, count in (("m", MINION, s.minions), ("e", EFFECT, s.effects)):
        for name in names:
            empty = NOWHERE if name in ("seen", "target", "caster", "receiver") else 0
            s[f"{prefix}_{name}"][count:] = NOWHERE if (prefix, name) == ("e", "cell") else empty
