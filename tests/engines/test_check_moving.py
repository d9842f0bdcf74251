"""Positions of the games of movement from outside: all that can come up in a match pass `check`, as
they are, as a seat sees them, and as a text tells them; recorded attacks do not.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engines import games
from engines.game import FORFEIT, Game, Heard, State
from engines.knobs import Value
from engines.kutulu.game import SPELLINGS
from engines.marslander.maps import MAPS
from engines.pacman.layouts import own
from engines.reading import Reader
from lab.cli.conform import recordings
from lab.files.codec import OddLine, decode_state
from tests.engines.test_hearing import TRACES, played, recorded, seen
from tests.matches import generator, legal, movers, option_sets, random_match

FEW = 40  # turns
FINDINGS = Path(__file__).parents[3] / "shared" / "findings"
Options = dict[str, Value]
MORE: dict[str, list[Options]] = {
    "csb": [Options(track=number) for number in range(1, 14)],
    "tron": [Options(players=players) for players in (2, 3, 4)],
    "pacman": [
        *(Options(layout=name) for name in own()),
        *(Options(ghosts=ghosts, rounds=10, scare=scare) for ghosts, scare in ((0, 40), (1, 0))),
    ],
    "marslander": [Options(map=name, ceiling="open") for name in (*MAPS, "random")],
    "kutulu": [
        *(Options(league=league, first_turn=first) for league in "1234" for first in "01"),
        *(Options(map=name) for name in SPELLINGS),
    ],
}
NAMES = tuple(MORE)
CONTESTS = [name for name in NAMES if games()[name].contest]
CONFIGURED = [
    games()[name].configure(**options)
    for name in NAMES
    for options in [*option_sets(games()[name]), *MORE[name]]
]
each = pytest.mark.parametrize("game", CONFIGURED, ids=lambda game: game.spec)
named = pytest.mark.parametrize("name", NAMES)


def told(game: Game, state: State) -> Iterator[State]:
    """What each seat sees of a position, and what it may draw in place of the rest."""
    for seat in range(game.seats if game.rules.observe is not None else 0):
        view = seen(game, state, seat)
        yield view.copy()
        if game.rules.sample is not None:
            game.rules.sample(view, seat, generator(seat))
            yield view


def passes(game: Game, state: State) -> None:
    assert not any([game.check(view) for view in (state, *told(game, state))])


@named
def test_bounds_name_every_field(name: str) -> None:
    game = games()[name]()
    assert set(game.bounds()) == set(game.dtype.names or ())


@each
def test_the_first_turns_pass(game: Game) -> None:
    for seed in range(3):
        passes(game, game.initial(seed))
        for state, _ in played(game, seed, FEW):
            assert game.check(state) == ""
        for _, _, state in random_match(game, seed, FEW):
            assert game.check(state) == ""


@named
@pytest.mark.parametrize("seed", [4, 5])
def test_every_position_of_a_match_passes(name: str, seed: int) -> None:
    """To its end; what seats see of it now and then."""
    game = games()[name]()
    passes(game, game.bench_position())
    for number, (before, joint) in enumerate(played(game, seed, game.longest)):
        state = before.copy()
        game.rules.step(state, joint, generator(seed, number), None)
        assert game.check(state) == ""
        if number % 9 == 0:
            passes(game, before)
    passes(game, state)
    for _, _, state in random_match(game, seed):
        assert game.check(state) == ""


@named
def test_forfeits_pass(name: str) -> None:
    """Of each agent, while the others move, and of all."""
    game = games()[name].configure(**({"players": 4} if name == "tron" else {}))
    for number, (state, joint) in enumerate(played(game, 6, FEW)):
        asked = movers(game, state)
        for bad in (*((agent,) for agent in asked), asked):
            after, answers = state.copy(), np.array(joint)
            answers[list(bad)] = FORFEIT
            game.rules.step(after, answers, generator(number), None)
            passes(game, after)


@pytest.mark.parametrize("name", CONTESTS)
def test_every_position_of_recorded_matches_passes(name: str) -> None:
    for file in recordings(TRACES / name):
        game, steps = recorded(name, file)
        for number, (state, joint) in enumerate(steps):
            assert game.check(state) == "", f"{file} {number}"
            if number % 10 == 0 or number == len(steps) - 1:
                passes(game, state)
                game.rules.step(state, joint, generator(number), None)
                passes(game, state)


@pytest.mark.parametrize("name", CONTESTS)
@pytest.mark.parametrize("late", [0, 1, 33])
def test_what_a_text_tells_passes(name: str, late: int) -> None:
    """Each seat hears a match from its start or from the middle, and every fifth turn alone."""
    game = games()[name].configure(**({"players": 4} if name == "tron" else {}))
    before: dict[int, tuple[Heard, tuple[int, ...]]] = {}
    for number, (state, joint) in enumerate(played(game, 7, 120)):
        for seat in range(game.seats if number >= late else 0):
            own_agents = game.agents_of(seat)
            if not any(legal(game, state, a) for a in own_agents if a in movers(game, state)):
                continue
            intro, view = game.intro(state, seat), game.view(state, seat)
            last = before.get(seat)
            teller = last[0].game if last is not None else game
            now = teller.heard(intro, Reader(view), *(last or ()))
            assert now.game.check(now.state) == ""
            before[seat] = now, tuple(int(joint[a]) for a in own_agents)
            if number % 5 == 0:
                alone = game.heard(intro, Reader(view))
                assert alone.game.check(alone.state) == ""
    assert len(before) == game.seats


@named
def test_no_field_may_leave_its_bounds(name: str) -> None:
    game = games()[name]()
    for field, (low, high) in game.bounds().items():
        dtype = game.dtype[field].base
        strange: list[Any] = [low - 1, high + 1]
        if dtype.kind == "i":
            kinds = np.iinfo(dtype)
            strange = [value for value in strange if kinds.min <= value <= kinds.max]
        else:
            strange += [np.nan, np.inf, -np.inf]
        for value in strange:
            state = game.bench_position()
            values = np.array(state[field])
            values.flat[-1] = value
            state[field] = values
            said = game.check(state)
            assert said.startswith(f"{field} is ") and not said.endswith("."), said


def test_a_lander_near_the_edge_is_told_beyond_it_and_passes() -> None:
    """The text rounds 6999.7 metres to 7000, from which no flight would go on."""
    game = games()["marslander"].configure(map="easy")
    state = game.initial(1)
    state.x, state.y = 6999.7, 2999.6
    now = game.heard(game.intro(state, 0), Reader(game.view(state, 0)))
    assert (now.state.x, now.state.y) == (7000.0, 3000.0)
    assert game.check(now.state) == ""


FOUND: list[tuple[str, Mapping[str, Any], str]] = [  # what crashed or hung the compiled rules
    ("tron", {"mover": 2_000_000_000}, "mover"),
    ("tron", {"mover": 400, "alive": 1_094_861_636}, "alive"),
    ("tron", {"players": -2}, "players"),
    ("tron", {"alive": 2**31 - 1}, "alive"),
    ("tron", {"y": [12, 255, 0, 0]}, "y is 255"),
    ("pacman", {"x": [9, 0, 0, 2**31 - 1, 0, 0, 0, 0, 0]}, "x is"),
    ("pacman", {"way": [4, 2**31 - 1, 1, 4, 4, 4, 4, 4, 4]}, "way"),
    ("kutulu", {"cells": 2**31 - 1}, "cells"),
    ("kutulu", {"offset": 2**31 - 1}, "offset"),
    ("kutulu", {"effects": -(2**31)}, "effects"),
    ("kutulu", {"minions": 2**31 - 1}, "minions"),
    ("csb", {"runner": [-1_000_000] * 2}, "runner"),
    ("csb", {"count": 0}, "count"),
]


@pytest.mark.parametrize(("name", "fields", "words"), FOUND)
def test_an_attack_is_refused(name: str, fields: Mapping[str, Any], words: str) -> None:
    game = games()[name]()
    state = game.initial(3)
    for field, value in fields.items():
        state[field] = value
    assert words in game.check(state)


@pytest.mark.skipif(not FINDINGS.is_dir(), reason="the recorded attacks are kept elsewhere")
@pytest.mark.parametrize("name", NAMES)
def test_recorded_attacks_are_refused(name: str) -> None:
    files = [*FINDINGS.glob("hostile-starts/*.jsonl"), *FINDINGS.glob("poc-*.jsonl")]
    for file in sorted(file for file in files if f"-{name}-" in file.name):
        with file.open(encoding="utf-8") as lines:
            header = json.loads(lines.readline())
        game = games()[name].configure(**header["options"])
        with pytest.raises(OddLine, match="its start position is impossible"):
            decode_state(game, header["initial"])
