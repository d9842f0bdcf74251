"""Positions of Code of Kutulu changed by hand: explorers, wanderers and slashers in a maze, effects
in play, and the seed of what follows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.editing import (
    ERROR,
    NOTE,
    OK,
    EditError,
    Editing,
    Group,
    Handle,
    Parts,
    PartValue,
    Quantity,
    Remark,
    Tool,
    lines_of,
    number_in,
    place_in,
)
from engines.game import State, same
from engines.kutulu import changes, hearing, text
from engines.kutulu.changes import FULL
from engines.kutulu.maps import MAPS
from engines.kutulu.state import (
    LIGHT_TURNS,
    LIGHTS,
    LIT,
    NOBODY,
    NOBODY_LEFT,
    PLAN_TURNS,
    PLANNED,
    PLANS,
    PLAYERS,
    RUSH,
    SANITY,
    SHELTER_ENERGY,
    SHELTERED,
    SLASHER,
    SLASHER_SANITY,
    SLASHER_SPAWN,
    SPAWNING,
    STALK,
    STALKING,
    STUN,
    STUNNED,
    TIME_OVER,
    TURNS,
    WANDERER,
    WANDERING,
    YELLED,
)
from engines.reading import Reader

MATCH, SHELTERS = "Match", "Shelters"
KINDS = ("Wanderer", "Slasher")
MOODS = (
    (SPAWNING, "appears"),
    (WANDERING, "walks"),
    (STALKING, "stalks"),
    (RUSH, "rushes"),
    (STUNNED, "is stunned"),
)
LIMITS = {SPAWNING: SLASHER_SPAWN, STALKING: STALK, STUNNED: STUN}  # turns that a mood lasts
HIGHEST_SEED = (1 << 48) - 1


class ExplorersEditing(Editing):
    """Four explorers, minions and effects. What the contest's generator draws next is hidden from
    all seats; its seed can be set.
    """

    tools = (Tool("draw", "Draw another seed", "restart"),)
    text_title = "What a bot would read"
    text_note = "maze, then all in it; edit here too"
    shakes = ("Explorer", "Minion")
    reach = 2.0
    help = (
        "Drag explorers, wanderers and slashers: they go to the nearest free cell. Arrows move the "
        "chosen one by a cell; Tab goes on."
    )

    # -- parts -------------------------------------------------------------------------------------

    def parts(self, state: State) -> Parts:
        names = [self.game.agent_name(a) for a in range(PLAYERS)]
        minions = [Group(name, apart=True) for name in _minion_names(state)]
        groups = [*(Group(name, a) for a, name in enumerate(names)), *minions, Group(MATCH)]
        handles = [_explorer(state, a, names[a]) for a in range(PLAYERS) if state.alive[a]]
        handles += [_minion(state, k, group.name) for k, group in enumerate(minions)]
        fields = [each for a in range(PLAYERS) for each in _explorer_fields(state, a, names)]
        fields += [
            each for k, g in enumerate(minions) for each in _minion_fields(state, k, g.name, names)
        ]
        fields += [*_match_fields(state), *_shelter_fields(state)]
        if any(field.group == SHELTERS for field in fields):
            groups.append(Group(SHELTERS))
        return Parts(tuple(groups), tuple(handles), fields=tuple(fields))

    # -- changes -----------------------------------------------------------------------------------

    def change(self, state: State, part: str, value: PartValue) -> None:
        before = state.copy()
        what, _, rest = part.partition(".")
        if what.startswith("explorer"):
            _change_explorer(state, int(what[8:]), rest, value)
        elif what.startswith("minion"):
            _change_minion(state, int(what[6:]), rest, value)
        elif what == "shelter":
            changes.set_effect(state, SHELTERED, NOBODY, round(number_in(value)), cell=int(rest))
        else:
            setters = {
                "map": changes.set_map,
                "turn": changes.set_turn,
                "wanderers": changes.set_wanderers,
                "seed": changes.set_seed,
            }
            setters[what](state, round(number_in(value)))
        if not same(state, before):
            changes.follow(state)

    def use(self, state: State, tool: str) -> None:
        changes.set_seed(state, (changes.seed_of(state) * 25214903917 + 11) & HIGHEST_SEED)

    # -- words -------------------------------------------------------------------------------------

    def remarks(self, state: State) -> Sequence[Remark]:
        names = [self.game.agent_name(a) for a in range(PLAYERS)]
        return (_left(state), _wanderers(state), *_slashers(state, names), *_held(state, names))

    # -- text --------------------------------------------------------------------------------------

    def text(self, state: State) -> str:
        seat = next((a for a in range(PLAYERS) if state.alive[a]), 0)
        return "\n".join([*text.intro(self.game, state, seat), *text.view(self.game, state, seat)])

    def read(self, state: State, text: str) -> State:
        lines = lines_of(text)
        if lines == lines_of(self.text(state)):
            return state.copy()
        read = Reader(lines)
        try:
            heard = hearing.heard(self.game, hearing.listen(self.game, read), read)
        except (ValueError, EOFError) as error:
            raise EditError(str(error)) from None
        if read.at < len(lines):
            raise EditError(f"Nothing follows the entities, but there is {lines[read.at]!r}.")
        if heard.game.options.league != self.game.options.league:
            words = f"of league {heard.game.options.league}, this match is of"
            raise EditError(f"The text is {words} {self.game.options.league}.")
        return self._remembered(state, heard.state)

    def _remembered(self, then: State, heard: State) -> State:
        """The position of a text with what the text does not say as it was, if that fits."""
        alone, full = heard.copy(), heard.copy()
        alone.rng = full.rng = then.rng
        full.turn, full.gone[:] = then.turn, then.gone
        out = full.alive == 0
        full.gone[out] = full.gone[out].clip(full.first, full.turn)
        full.hunted[:] = then.hunted
        full.yelled[:] = then.yelled | heard.yelled
        for s in (full, alone):
            s.score[s.alive == 0] = s.gone[s.alive == 0]
            changes.follow(s)
            if not self.game.check(s):
                return s
        return alone


# -- what there is ---------------------------------------------------------------------------------


def _minion_names(s: State) -> list[str]:
    return [f"{KINDS[int(s.m_kind[k])]} {k + 1}" for k in range(int(s.minions))]


def _explorer(s: State, a: int, name: str) -> Handle:
    x, y = text.place(s, s.cell[a])
    return Handle(
        f"explorer{a}", "Explorer", name, x + 0.5, y + 0.5, f"at {x}, {y}", radius=0.5,
        field=f"explorer{a}.x",
    )  # fmt: skip


def _minion(s: State, k: int, name: str) -> Handle:
    x, y = text.place(s, s.m_cell[k])
    words = f"at {x}, {y}, {dict(MOODS)[int(s.m_mood[k])]}"
    return Handle(
        f"minion{k}", "Minion", name, x + 0.5, y + 0.5, words, radius=0.45, field=f"minion{k}.x"
    )


def _place_fields(s: State, part: str, group: str, cell: int) -> Iterator[Quantity]:
    x, y = text.place(s, cell)
    wide, high = MAPS[int(s.map)].width - 1, MAPS[int(s.map)].height - 1
    yield Quantity(f"{part}.x", "x", group, x, 0, wide, f"0 to {wide}")
    yield Quantity(f"{part}.y", "y", group, y, 0, high, f"0 to {high}")


def _explorer_fields(s: State, a: int, names: Sequence[str]) -> Iterator[Quantity]:
    part, name = f"explorer{a}", names[a]
    if s.alive[a]:
        yield from _place_fields(s, part, name, s.cell[a])
        yield Quantity(
            f"{part}.sanity", "Sanity", name, int(s.sanity[a]), 1, SANITY, f"1 to {SANITY}"
        )
        if s.league >= 2:
            yield Quantity(f"{part}.plans", "Plans left", name, int(s.plans[a]), 0, PLANS)
            yield Quantity(f"{part}.lights", "Lights left", name, int(s.lights[a]), 0, LIGHTS)
            for kind, title, most in ((PLANNED, "Plan", PLAN_TURNS), (LIT, "Light", LIGHT_TURNS)):
                k = changes.effect(s, kind, a)
                tick = int(s.e_tick[k]) if k >= 0 else 0
                yield Quantity(
                    f"{part}.effect.{kind}", f"{title} lasts", name, tick, 0, most - 1, "turns"
                )
    yield Quantity(f"{part}.alive", "Sane", name, int(s.alive[a]), switch=True)
    if s.alive[a] and s.league >= FULL:
        yield Quantity(
            f"{part}.hunted", "Its slasher has come", name, int(s.hunted[a]), switch=True
        )
        for b in range(PLAYERS):
            if b != a and s.alive[b]:
                held = changes.effect(s, YELLED, b, a) >= 0
                yield Quantity(
                    f"{part}.held.{b}", f"Held by {b + 1}'s yell", name, held, switch=True
                )
                used = int(s.yelled[a]) >> b & 1
                yield Quantity(f"{part}.yelled.{b}", f"{b + 1} has yelled", name, used, switch=True)


def _minion_fields(s: State, k: int, name: str, names: Sequence[str]) -> Iterator[Quantity]:
    part = f"minion{k}"
    yield from _place_fields(s, part, name, s.m_cell[k])
    mood = int(s.m_mood[k])
    if s.m_kind[k] == WANDERER:
        turns = tuple((turn, f"turn {turn}") for turn in changes.waves(s))
        yield Quantity(f"{part}.came", "Came in", name, changes.came(s, k), choices=turns)
    else:
        yield Quantity(f"{part}.mood", "What it does", name, mood, choices=MOODS)
        if mood in LIMITS:
            left = int(s.m_spawn[k] if mood == SPAWNING else s.m_wait[k])
            yield Quantity(f"{part}.left", "For", name, left, 1, LIMITS[mood], "turns more")
    alive = [(a, names[a]) for a in range(PLAYERS) if s.alive[a]]
    whom = ((NOBODY, "nobody"), *alive)
    target = int(s.m_target[k]) if s.m_target[k] in dict(whom) else NOBODY
    yield Quantity(f"{part}.target", "Hunts", name, target, choices=whom)


def _match_fields(s: State) -> Iterator[Quantity]:
    mazes = tuple((m, each.name) for m, each in enumerate(MAPS))
    yield Quantity("map", "Maze", MATCH, int(s.map), choices=mazes)
    first = int(s.first)
    yield Quantity("turn", "Turn", MATCH, int(s.turn), first, first + TURNS - 1, f"of {TURNS}")
    count = len(changes.minions(s, WANDERER))
    most = len(changes.waves(s)) * len(MAPS[int(s.map)].spawns)
    yield Quantity("wanderers", "Wanderers", MATCH, count, 0, max(count, most), f"0 to {most}")
    seed = changes.seed_of(s)
    yield Quantity("seed", "Seed of what follows", MATCH, seed, 0, HIGHEST_SEED)


def _shelter_fields(s: State) -> Iterator[Quantity]:
    for cell in MAPS[int(s.map)].shelters if s.league >= FULL else ():
        k = changes.effect(s, SHELTERED, NOBODY, cell=cell)
        energy = int(s.e_tick[k]) if k >= 0 else 0
        x, y = text.place(s, cell)
        title = f"At {x}, {y}"
        yield Quantity(f"shelter.{cell}", title, SHELTERS, energy, 0, SHELTER_ENERGY, "energy")


# -- changes ---------------------------------------------------------------------------------------


def _cell_of(s: State, cell: int, what: str, value: PartValue) -> int:
    """The walkable cell to which something is moved: by its handle, or by one number."""
    if not what:
        return changes.nearest(s, *place_in(value))
    x, y = text.place(s, cell)
    number = round(number_in(value))
    return changes.nearest(
        s, *(place + 0.5 for place in ((number, y) if what == "x" else (x, number)))
    )


def _change_explorer(s: State, a: int, what: str, value: PartValue) -> None:
    what, _, whom = what.partition(".")
    if what in ("", "x", "y"):
        s.cell[a] = _cell_of(s, s.cell[a], what, value)
        return
    number = round(number_in(value))
    if what == "alive":
        changes.set_alive(s, a, bool(number))
    elif what == "hunted":
        if number != s.hunted[a]:
            changes.set_hunted(s, a, bool(number))
    elif what == "effect":
        changes.set_effect(s, int(whom), a, number)
    elif what == "held":
        changes.set_yell(s, int(whom), a, bool(number))
    elif what == "yelled":
        if not number:
            changes.set_yell(s, int(whom), a, False)
        s.yelled[a] = int(s.yelled[a]) & ~(1 << int(whom)) | number << int(whom)
    else:
        s[what][a] = number


def _change_minion(s: State, k: int, what: str, value: PartValue) -> None:
    if what in ("", "x", "y"):
        s.m_cell[k] = _cell_of(s, s.m_cell[k], what, value)
        return
    number = round(number_in(value))
    if what == "came":
        changes.set_came(s, k, number)
    elif what == "mood":
        if number != s.m_mood[k]:
            changes.set_mood(s, k, number)
    elif what == "left":
        s["m_spawn" if s.m_mood[k] == SPAWNING else "m_wait"][k] = number
    elif number != NOBODY or (s.m_target[k] != NOBODY and s.alive[s.m_target[k]]):
        s.m_target[k] = number


# -- remarks ---------------------------------------------------------------------------------------


def _left(s: State) -> Remark:
    left = int(s.alive.sum())
    if not left or s.over in (NOBODY_LEFT, TIME_OVER):
        return Remark(ERROR, "The match is over", "Nothing is left to play.")
    played = int(s.turn - s.first)
    return Remark(OK, f"{left} of {PLAYERS} are sane, {TURNS - played} turns are left")


def _wanderers(s: State) -> Remark:
    there = [changes.came(s, k) for k in changes.minions(s, WANDERER)]
    crowded = [turn for turn in there if there.count(turn) > len(MAPS[int(s.map)].spawns)]
    if crowded:
        spawns = len(MAPS[int(s.map)].spawns)
        words = f"{there.count(crowded[0])} wanderers came in turn {crowded[0]}"
        return Remark(ERROR, words, f"This maze has {spawns} spawns, so {spawns} come at once.")
    return Remark(OK, f"{len(there)} wanderers, at most one from each spawn every fifth turn")


def _slashers(s: State, names: Sequence[str]) -> Iterator[Remark]:
    if s.league < FULL:
        return
    count = len(changes.minions(s, SLASHER))
    yield Remark(OK, f"{count} slashers, one for each explorer hunted")
    for a in range(PLAYERS):
        if s.alive[a] and not s.hunted[a] and s.sanity[a] < SLASHER_SANITY:
            words = f"{names[a]} has less than {SLASHER_SANITY} sanity: its slasher comes at once"
            yield Remark(NOTE, words)


def _held(s: State, names: Sequence[str]) -> Iterator[Remark]:
    held = {int(s.e_receiver[k]) for k in range(int(s.effects)) if s.e_kind[k] == YELLED}
    for a in sorted(held):
        yield Remark(NOTE, f"A yell holds {names[a]}: it can only wait this turn")
