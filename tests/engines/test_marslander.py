"""Mars Lander: the statement's examples, recorded flights, how a flight ends, and the script."""

from __future__ import annotations

import gzip
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.game import FORFEIT, State
from engines.marslander import MarsLander
from engines.marslander import rules as r
from engines.marslander.maps import (
    FAR,
    FLAT,
    HEIGHT,
    MAPS,
    MOST_POINTS,
    WIDTH,
    MarsMap,
    above_ground,
    landing,
    random_map,
)
from engines.marslander.rules import CRASHED, LANDED, LOST, POWERS, STRAIGHT
from tests.matches import generator, outcome

ROOT = Path(__file__).parents[2]
OWN = sorted((ROOT / "tests" / "traces" / "marslander").glob("*.jsonl.gz"))
ALL = sorted((ROOT.parent / "shared" / "traces" / "marslander").glob("*.jsonl.gz"))
PLAIN = MAPS["example"].ground


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]


@pytest.fixture(scope="module")
def game() -> MarsLander:
    return MarsLander()


def flown(game: MarsLander, state: State, *requests: str) -> list[str]:
    """What is read after each request."""
    seen = []
    for request in requests:
        game.rules.step(
            state, np.array(game.parse(state, 0, [request]).actions, np.int64), None, None
        )
        seen += game.view(state, 0)
    return seen


@pytest.mark.parametrize("path", OWN + ALL, ids=lambda p: p.name.partition(".")[0])
def test_recorded_flight(game: MarsLander, path: Path) -> None:
    records = read(path)
    assert list(game.conform(records)) == [None] * records[-1]["turns"]


def test_the_statements_examples(game: MarsLander) -> None:
    second = game.set_out(MarsMap("episode 2", PLAIN, (5000, 2500, -50, 0, 1000, 90, 0)))
    assert flown(game, second, "-45 4", "-45 4") == [
        "4950 2498 -51 -3 999 75 1",
        "4898 2493 -53 -6 997 60 2",
    ]
    first = game.set_out(MAPS["example"])
    assert flown(game, first, "0 3", "0 3") == ["2500 2499 0 -3 499 0 1", "2500 2495 0 -4 497 0 2"]


@pytest.mark.parametrize(
    ("hs", "vs", "rotate", "power", "end"),
    [
        (0, -36, 0, 4, LANDED),
        (0, -41, 0, 3, CRASHED),
        (21, -20, 0, 4, CRASHED),
        (0, -20, 15, 4, CRASHED),
        (20, -20, 0, 4, LANDED),
    ],
)
def test_how_it_may_touch_down(
    game: MarsLander, hs: int, vs: int, rotate: int, power: int, end: int
) -> None:
    state = game.set_out(MarsMap("low", PLAIN, (2700, 510, hs, vs, 100, rotate, power)))
    flown(game, state, f"{rotate} {power}")
    assert state.status == end and state.y == pytest.approx(500)
    assert outcome(game, state) == [pytest.approx((100 - power) / 100) if end == LANDED else -1.0]


def test_a_slope_is_no_landing_ground_and_the_zone_ends(game: MarsLander) -> None:
    slope = game.set_out(MarsMap("slope", PLAIN, (500, 1755, 0, -10, 100, 0, 4)))
    flown(game, slope, "0 4")
    assert slope.status == CRASHED
    for start, ceiling, end in (
        ((10, 2500, -50, 0), "lost", LOST),
        ((3000, 2990, 0, 30), "lost", LOST),
        ((3000, 2990, 0, 30), "open", 0),
    ):
        set_so = MarsLander.configure(ceiling=ceiling)
        state = set_so.set_out(MarsMap("edge", PLAIN, (*start, 100, 0, 0)))
        flown(set_so, state, "0 0")
        assert state.status == end


def test_without_fuel_it_falls(game: MarsLander) -> None:
    state = game.set_out(MarsMap("empty", PLAIN, (2500, 2500, 0, 0, 3, 0, 3)))
    assert [line.split()[-3:] for line in flown(game, state, "0 4", "0 4")] == [
        ["0", "0", "3"],
        ["0", "0", "0"],
    ]


@settings(max_examples=60)
@given(seed=st.integers(0, 10**6))
def test_random_terrain_is_a_ground(seed: int) -> None:
    chosen = random_map(seed)
    xs = [x for x, _ in chosen.ground]
    assert (
        2 <= len(xs) <= MOST_POINTS and xs == sorted(set(xs)) and (xs[0], xs[-1]) == (0, WIDTH - 1)
    )
    at = landing(chosen.ground)
    (ax, ay), (bx, by) = chosen.ground[at], chosen.ground[at + 1]
    assert ay == by and bx - ax >= FLAT and all(0 <= y < HEIGHT for _, y in chosen.ground)
    assert above_ground(chosen.ground, chosen.start[0], chosen.start[1])


@settings(max_examples=200)
@given(seed=st.integers(0, 10**6))
def test_a_lander_can_stop_in_random_terrain_before_it_leaves_the_zone(seed: int) -> None:
    """By the law of flight alone: it tilts against its way, as far as full thrust holds it."""
    x, _, across, _, _, rotate, power = map(float, random_map(seed).start)
    wanted = math.copysign(math.degrees(math.acos(3.711 / 4)), across)
    while across * wanted > 0:
        rotate += min(15.0, max(-15.0, wanted - rotate))
        power = min(4.0, power + 1)
        push = -math.sin(math.radians(rotate)) * power
        x, across = x + across + push / 2, across + push
        assert 0 <= x < WIDTH


@pytest.mark.parametrize("name", MAPS)
def test_a_way_leads_from_the_start_to_the_landing_ground(game: MarsLander, name: str) -> None:
    state = game.set_out(MAPS[name])
    row, column = int(state.y) // 100, int(state.x) // 100
    assert 0 < state.way[row, column] < FAR
    while state.way[row, column] > 0:
        around = [
            (int(state.way[i, j]), i, j)
            for i in range(row - 1, row + 2)
            for j in range(column - 1, column + 2)
            if 0 <= i < 30 and 0 <= j < 70
        ]
        assert min(around)[0] < state.way[row, column]
        _, row, column = min(around)


def test_the_script_lands_on_most_known_grounds(game: MarsLander) -> None:
    ends = []
    for chosen in MAPS.values():
        state, rng = game.set_out(chosen), generator(1)
        while not game.rules.is_over(state):
            assert game.rules.policy is not None
            game.rules.step(state, np.array([game.rules.policy(state, 0, rng)]), rng, None)
        ends.append(int(state.status))
    assert ends.count(LANDED) >= 7


def test_requests_are_read_within_their_limits(game: MarsLander) -> None:
    state = game.initial(0)
    assert game.parse(state, 0, ["-200 9 hello"]) == game.parse(state, 0, ["-90 4 hello"])
    assert game.parse(state, 0, ["-2.0 0"]).actions == ((STRAIGHT - 2) * POWERS,)
    assert game.parse(state, 0, ["fast"]).actions == (FORFEIT,)
    assert game.label(state, 0, (STRAIGHT + 15) * POWERS + 3) == "Left 15°, power 3"


def test_a_point_is_aimed_at(game: MarsLander) -> None:
    state = game.initial(0)
    x, y = game.position(state, 0) or (0.0, 0.0)
    assert game.aim(state, 0, x, y - 500, 4) == STRAIGHT * POWERS + 4
    assert game.aim(state, 0, x - 500, y, 2) == (STRAIGHT + 90) * POWERS + 2
    assert game.aim(state, 0, -1, y, 2) == (STRAIGHT + 90) * POWERS + 2, "also beyond the zone"


def test_value_prefers_a_landing_to_flight_to_a_crash(game: MarsLander) -> None:
    state = game.set_out(MarsMap("low", PLAIN, (2700, 510, 0, -20, 100, 0, 4)))
    out, values = np.zeros(1), []
    for status in (r.LANDED, r.FLYING, r.CRASHED):
        state.status = status
        game.rules.value(state, game.weights(), out)
        values.append(float(out[0]))
    assert 1 >= values[0] > 0.5 > values[1] > -0.5 > values[2] >= -1
