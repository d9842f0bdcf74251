"""Recorded matches of Code of Kutulu against the rules: every line, every field of every turn,
every random number, scores and ranks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from engines.difference import Difference, Pair, fields, first_difference
from engines.game import FORFEIT, PASS, Game, State
from engines.java import next_int
from engines.kutulu.maps import MAPS, NOWHERE
from engines.kutulu.state import PLAYERS, SLASHER, TIME_OVER, TURNS, YELLED, line_up
from engines.kutulu.text import EFFECTS, MINIONS, place
from engines.reading import with_options

MOODS = ("SPAWNING", "WANDERING", "STALKING", "RUSH", "STUNNED")
Record = Mapping[str, Any]


def replay(game: Game, records: Sequence[Record]) -> Iterator[Difference | None]:
    """Replays a recording, one result per turn."""
    header, end = records[0], records[-1]
    league, first = min(4, header["league"]), header["turn_base"]
    game = with_options(game, league=str(league), first_turn=str(first))
    state = start(game, header)
    found = first_difference(0, _compared(header["state"], state))
    for record in records[1:-1]:
        found = found or first_difference(record["turn"], _turn(game, state, record))
        if found is None and record is records[-2]:
            found = first_difference(record["turn"], _end(state, end, first))
        yield found
        if found is not None:
            return


def start(game: Game, header: Record) -> State:
    """The recorded start, with the recorded generator."""
    s = game.blank()
    line_up(s, [each.name for each in MAPS].index(header["map"]), header["turn_base"])
    constants = header["constants"]
    s.lonely, s.group = constants["sanity_loss_lonely"], constants["sanity_loss_group"]
    s.spawn_time, s.life_time = constants["wanderer_spawn_time"], constants["wanderer_life_time"]
    s.league, s.rng = int(game.options.league), header["rng_state48"]
    return game.checked(s)


def _turn(game: Game, s: State, record: Record) -> Iterator[Pair]:
    """Compares the lines all read, the random draws and the result; plays the turn in between."""
    joint = np.full(PLAYERS, PASS, np.int64)
    yield "turn", record["turn"], int(s.turn)
    for a in range(PLAYERS):
        if not s.alive[a]:
            yield "in", record["in"][a], None
            continue
        lines = [*(game.intro(s, a) if s.turn == s.first else ()), *game.view(s, a)]
        yield f"in of seat {a}", record["in"][a], "".join(f"{line}\n" for line in lines)
        late = a in record["timeout"]
        joint[a] = FORFEIT if late else game.parse(s, a, [record["out"][a]]).actions[0]
    drawn = s.copy()
    game.rules.step(s, joint, None, None)
    draws = [[bound, int(next_int(drawn, bound))] for bound, _ in record["rng"]]
    yield "rng", record["rng"], draws
    yield "generator", int(s.rng), int(drawn.rng)
    yield from _compared(record["state"], s)


def _end(s: State, end: Record, first: int) -> Iterator[Pair]:
    yield "turns", end["turns"], int(s.turn) - first
    yield "scores", end["scores"], s.score.tolist()
    ranks = [1 + sum(other > score for other in s.score) for score in s.score]
    yield "ranks", end["ranks"], ranks
    yield "over", True, bool(s.over)


def _compared(recorded: Record, s: State) -> Iterator[Pair]:
    players = [{**each, "yelled_by": sorted(each["yelled_by"])} for each in recorded["players"]]
    return fields({**recorded, "players": players}, whole(s))


def whole(s: State) -> dict[str, Any]:
    """The state as recordings write it; who was yelled at by whom is sorted, since the order has no
    meaning.
    """
    return {
        "players": [player(s, a) for a in range(PLAYERS)],
        "living": [a for a in range(PLAYERS) if s.alive[a]],
        "minions": [minion(s, k) for k in range(int(s.minions))],
        "effects": [effect(s, k) for k in range(int(s.effects))],
        "lit": [
            list(place(s, c)) for c in range(int(s.cells)) if int(s.lit[c >> 6]) >> (c & 63) & 1
        ],
        "slasher_spawned": [bool(h) for h in s.hunted],
        "next_id": int(s.next_id),
        "game_over": bool(s.over and (s.over != TIME_OVER or s.turn > TURNS)),
    }


def player(s: State, a: int) -> dict[str, Any]:
    """One explorer."""
    x, y = place(s, s.cell[a])
    numbers = {
        name: int(s[field][a])
        for name, field in (("sanity", "sanity"), ("plans", "plans"), ("lights", "lights"))
    }
    yelled = [other for other in range(PLAYERS) if s.yelled[a] >> other & 1]
    retired = s.over == TIME_OVER and s.turn > TURNS
    flags = {"isolated": bool(s.isolated[a]), "active": bool(s.alive[a]) and not retired}
    return {
        "id": a,
        "x": x,
        "y": y,
        **numbers,
        "yelled_by": yelled,
        **flags,
        "score": int(s.score[a]),
    }


def minion(s: State, k: int) -> dict[str, Any]:
    """One minion."""
    x, y = place(s, s.m_cell[k])
    found = {
        "id": int(s.m_id[k]),
        "type": MINIONS[int(s.m_kind[k])],
        "x": x,
        "y": y,
        "state": MOODS[int(s.m_mood[k])],
    }
    found |= {"spawn": int(s.m_spawn[k]), "life": int(s.m_life[k]), "target": int(s.m_target[k])}
    if s.m_kind[k] == SLASHER:
        seen = int(s.m_seen[k])
        found |= {
            "stun": int(s.m_wait[k]),
            "last_seen": list(place(s, seen)) if seen != NOWHERE else None,
        }
    return found


def effect(s: State, k: int) -> dict[str, Any]:
    """One effect."""
    kind, caster = int(s.e_kind[k]), int(s.e_caster[k])
    cell = int(s.e_cell[k]) if caster == NOWHERE else int(s.cell[caster])
    x, y = place(s, cell) if kind != YELLED else (-1, -1)
    return {
        "type": EFFECTS[kind],
        "tick": int(s.e_tick[k]),
        "caster": caster,
        "receiver": int(s.e_receiver[k]),
        "x": x,
        "y": y,
    }
