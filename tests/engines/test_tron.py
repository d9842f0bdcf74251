"""Tron: recorded matches, ribbons that vanish in time, the flood against a plain one, and the words
of the window.
"""

from __future__ import annotations

import gzip
import json
from collections import deque
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.game import FORFEIT, PASS, State
from engines.tron import Tron
from engines.tron import rules as r
from engines.tron.flooding import NO_FLOOD, flood, territory
from engines.tron.picture import ribbon
from engines.tron.rules import DOWN, DX, DY, HEIGHT, LEFT, RIGHT, UP, WIDTH
from lab.check.matches import position
from tests.matches import outcome, random_match

ROOT = Path(__file__).parents[2]
OWN = sorted((ROOT / "tests" / "traces" / "tron").glob("*.jsonl.gz"))
ALL = sorted((ROOT.parent / "shared" / "traces" / "tron").glob("*.jsonl.gz"))


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]


@pytest.mark.parametrize("path", OWN + ALL, ids=lambda p: p.name.partition(".")[0])
def test_recorded_match(path: Path) -> None:
    records = read(path)
    found = list(Tron().conform(records))
    assert found == [None] * len(records[1:-1])


def test_own_recordings_cover_what_happens() -> None:
    heads = [read(path)[0] for path in OWN]
    assert {head["players"] for head in heads} == {2, 3, 4}
    assert {"lower", "msg", "invalid", "suicide"} <= {bot for head in heads for bot in head["bots"]}


def laid(game: Tron, *starts: tuple[int, int]) -> State:
    """Players on these cells."""
    state = game.blank()
    r.clear(state, game.agents)
    for p, (x, y) in enumerate(starts):
        r.place_on(state, p, x, y)
    return state


def ride(game: Tron, state: State, *actions: int) -> None:
    for action in actions:
        joint = np.full(game.agents, PASS, np.int64)
        joint[int(state.mover)] = action
        game.rules.step(state, joint, None, None)


def test_a_ribbon_is_gone_before_the_next_player_moves() -> None:
    game = Tron.configure(players=3)
    state = laid(game, (0, 0), (2, 0), (20, 10))
    ride(game, state, RIGHT, LEFT)  # 1 rides into 0's ribbon: out
    assert state.place.tolist()[:3] == [0, 3, 0] and state.alive == 2 and state.mover == 2
    assert not int(state.taken[1]) >> 3 & 1, "its start cell is free again"
    ride(game, state, UP, RIGHT)
    assert state.x[0] == 2 and state.place[0] == 0
    assert game.view(state, 2)[2] == "-1 -1 -1 -1"


def test_a_boxed_in_player_is_asked_and_leaves() -> None:
    game = Tron()
    state = laid(game, (0, 0), (5, 5))
    state.taken[1] |= 0b100
    state.taken[2] |= 0b010
    assert [int(game.rules.legal(state, 0, np.zeros(4, np.int64)))] == [1] and game.prompt(
        state, 0
    ) == "there is no way out"
    assert game.rules.is_legal(state, 0, DOWN)
    ride(game, state, UP)
    assert (
        outcome(game, state) == [-1.0, 1.0]
        and game.reason(state) == "Player 2 is the last one riding"
    )


def test_places_are_spread_evenly() -> None:
    game = Tron.configure(players=4)
    state = laid(game, (0, 0), (9, 9), (15, 9), (20, 9))
    ride(game, state, FORFEIT, UP, FORFEIT, UP)  # the first one out is last
    ride(game, state, FORFEIT)
    assert outcome(game, state) == pytest.approx([-1.0, 1 / 3, -1 / 3, 1.0])


@given(players=st.integers(2, 4), seed=st.integers(0, 2**32))
def test_mirrored_starts_favour_no_seat(players: int, seed: int) -> None:
    """Point reflection swaps two heads, and each reflection maps four onto themselves; the first is
    where a random start has it, and the kernels are the same.
    """
    game, plain = (
        Tron.configure(players=players, starts="mirrored"),
        Tron.configure(players=players),
    )
    state, random = game.initial(seed), plain.initial(seed)
    heads = list(zip(state.x.tolist(), state.y.tolist(), strict=True))[:players]
    assert heads[0] == (random.x[0], random.y[0]) and len(set(heads)) == players
    turned = [(WIDTH - 1 - x, HEIGHT - 1 - y) for x, y in heads]
    assert turned[:2] == heads[1::-1]
    if players == 4:
        assert turned == [heads[k] for k in (1, 0, 3, 2)]
        assert [(WIDTH - 1 - x, y) for x, y in heads] == [heads[k] for k in (2, 3, 0, 1)]
    assert not game.check(state) and game.kernel_key == plain.kernel_key


def plain_flood(game: Tron, state: State) -> list[int]:
    """The cells each player reaches first, by a queue of cells."""
    taken = {
        (x, y) for y in range(HEIGHT) for x in range(WIDTH) if int(state.taken[y + 1]) >> x + 1 & 1
    }
    order = [(int(state.mover) + k) % game.agents for k in range(game.agents)]
    edges = {p: deque([(int(state.x[p]), int(state.y[p]))]) for p in order if not state.place[p]}
    reached = dict.fromkeys(range(game.agents), 0)
    while any(edges.values()):
        for p, edge in edges.items():
            for _ in range(len(edge)):
                x, y = edge.popleft()
                for way in range(4):
                    cell = (x + int(DX[way]), y + int(DY[way]))
                    if 0 <= cell[0] < WIDTH and 0 <= cell[1] < HEIGHT and cell not in taken:
                        taken.add(cell)
                        reached[p] += 1
                        edge.append(cell)
    return [reached[p] for p in range(game.agents)]


@settings(max_examples=30)
@given(players=st.integers(2, 4), seed=st.integers(0, 10**6), share=st.floats(0, 0.99))
def test_the_flood_is_a_flood(players: int, seed: int, share: float) -> None:
    game = Tron.configure(players=players)
    state = position(game, seed, share)
    c = NO_FLOOD.copy()[0]
    flood(state, c)
    cells = [int(territory(c, p)) for p in range(players)]
    assert cells == plain_flood(game, state)


@settings(max_examples=20)
@given(seed=st.integers(0, 10**6))
def test_ribbons_are_rebuilt_from_the_state(seed: int) -> None:
    game = Tron.configure(players=3)
    paths = {p: [] for p in range(3)}
    for before, _, after in random_match(game, seed):
        p = int(before.mover)
        paths[p] = paths[p] or [(int(before.x[p]) + 0.5, int(before.y[p]) + 0.5)]
        if not after.place[p]:
            paths[p].append((int(after.x[p]) + 0.5, int(after.y[p]) + 0.5))
            assert list(ribbon(after, p)) == paths[p]


def test_what_is_refused_is_explained() -> None:
    game = Tron()
    state = laid(game, (0, 0), (1, 0))
    assert game.explain(state, 0, UP) == "That is the edge of the grid."
    assert game.explain(state, 0, RIGHT) == "A ribbon is there."
    assert game.explain(state, 1, DOWN) == "It is the move of Player 1."
    assert game.parse(state, 0, ["left"]).error == "LEFT: that is the edge of the grid"
    assert game.parse(state, 0, ["down we go"]).message == "we go"
    assert Tron.configure(spelling="exact").parse(state, 0, ["down"]).actions == (FORFEIT,)


def test_the_script_does_not_ride_into_a_dead_end() -> None:
    game = Tron()
    state = laid(game, (10, 0), (25, 15))
    for row in range(1, 6):
        state.taken[row] |= 1 << 13 | 1 << 15  # a corridor of one cell, closed below
    state.taken[6] |= 0b111 << 13
    state.x[0], state.y[0] = 12, 0
    rng = np.random.Generator(np.random.SFC64(1))
    state.taken[1] &= ~(1 << 13)
    assert game.rules.policy is not None and game.rules.policy(state, 0, rng) != RIGHT
