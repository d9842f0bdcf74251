"""Code of Kutulu: recorded matches, set-up from seeds, ways through light against a plain search,
answers, and the words of the window.
"""

from __future__ import annotations

import gzip
import heapq
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.editing import changed
from engines.game import FORFEIT, PASS, State
from engines.kutulu import CodeOfKutulu
from engines.kutulu import rules as r
from engines.kutulu.evaluation import policy
from engines.kutulu.maps import BESIDE, MAPS, NOWHERE, SPELLINGS, distance
from engines.kutulu.minions import find_ways, towards
from engines.kutulu.state import (
    DOWN,
    LEFT,
    LIGHT,
    NOBODY,
    PLAN,
    RIGHT,
    SANITY,
    TURNS,
    UP,
    WAIT,
    WANDERER,
    WANDERING,
    YELL,
)
from tests.matches import generator, legal, outcome

ROOT = Path(__file__).parents[2]
OWN = sorted((ROOT / "tests" / "traces" / "kutulu").glob("*.jsonl.gz"))
ALL = sorted((ROOT.parent / "shared" / "traces" / "kutulu").glob("*.jsonl.gz"))
OTHERS = [path for path in ALL if path.name not in {own.name for own in OWN}]
DENOTED = {name: spelling for spelling, name in SPELLINGS.items()}


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]


@pytest.mark.parametrize("path", OWN + OTHERS, ids=lambda p: p.name.partition(".")[0])
def test_recorded_match(path: Path) -> None:
    records = read(path)
    found = list(CodeOfKutulu().conform(records))
    assert found == [None] * len(records[1:-1])


def test_own_recordings_cover_what_happens() -> None:
    heads = [read(path)[0] for path in OWN]
    assert {1, 2, 3, 4} <= {head["league"] for head in heads} and {
        head["turn_base"] for head in heads
    } == {0, 1}
    assert any("TIMEOUT" in bot for head in heads for bot in head["bots"])


@pytest.mark.parametrize("path", OWN, ids=lambda p: p.name.partition(".")[0])
def test_a_seed_gives_the_recorded_start(path: Path) -> None:
    head = read(path)[0]
    place = DENOTED[head["map_param"]] if head["map_param"] else "seed"
    game = CodeOfKutulu.configure(
        league=str(min(4, head["league"])), map=place, first_turn=str(head["turn_base"])
    )
    state = game.initial(head["seed"])
    constants = [int(state[name]) for name in ("lonely", "group", "spawn_time", "life_time")]
    assert constants == list(head["constants"].values())
    assert MAPS[int(state.map)].name == head["map"] and int(state.rng) == head["rng_state48"]


def test_a_change_in_a_recording_is_found() -> None:
    records = read(OWN[0])
    records[7]["state"]["minions"][0]["x"] += 1
    found = list(CodeOfKutulu().conform(records))
    assert found[-1] is not None and found[-1].field == "minions" and len(found) == 7


def plain_ways(state: State, start: int) -> dict[int, tuple[int, int]]:
    """Cost and first direction of the contest's way to each cell, by a heap that serves equal costs
    in the order of their coming.
    """
    queue, closed, pushed = [(0, 0, start, NOWHERE)], {}, 0
    while queue:
        cost, _, here, first = heapq.heappop(queue)
        if here in closed:
            continue
        closed[here] = (cost, first)
        for i in range(4):
            way = (i + int(state.turn)) % 4
            cell = int(BESIDE[state.map, here, way])
            if cell != NOWHERE and cell not in closed:
                pushed += 1
                lit = int(state.lit[cell >> 6]) >> (cell & 63) & 1
                heapq.heappush(
                    queue, (cost + (5 if lit else 1), pushed, cell, way if here == start else first)
                )
    return closed


@settings(max_examples=100)
@given(
    place=st.sampled_from(sorted(SPELLINGS)),
    seed=st.integers(0, 10**6),
    lights=st.integers(0, 4),
    turn=st.integers(1, 200),
)
def test_ways_to_explorers_are_those_of_a_plain_search(
    place: str, seed: int, lights: int, turn: int
) -> None:
    state, rng = CodeOfKutulu.configure(map=place).initial(seed), generator(seed)
    state.turn = turn
    state.cell[:] = rng.integers(0, int(state.cells), 4)
    for cell in rng.integers(0, int(state.cells), lights):
        r.light_up(state, int(cell))
    start = int(rng.integers(0, int(state.cells)))
    ways = plain_ways(state, start)
    find_ways(state, start)
    for cell in {int(c) for c in state.cell}:
        known = int(state.far[cell]) - 1
        assert (known < 0) == (cell not in ways)
        if cell in ways and cell != start:
            assert (known >> 2, known & 3) == ways[cell]
            if not lights:
                assert int(distance(state, start, cell)) == ways[cell][0]
                assert int(towards(state, start, cell, turn)) == int(
                    BESIDE[state.map, start, ways[cell][1]]
                )


def meeting(**options: str) -> State:
    """Two explorers side by side on the first map, the others far away."""
    state = CodeOfKutulu.configure(map="hypersonic", **options).initial(1)
    state.cell[:] = [MAPS[int(state.map)].number(*xy) for xy in ((5, 5), (6, 5), (1, 1), (13, 11))]
    return state


def play(state: State, *actions: int) -> None:
    r.step(state, np.array(actions, np.int64), None, None)


def test_a_yell_holds_for_two_turns_and_can_be_used_once() -> None:
    game, state = CodeOfKutulu(), meeting()
    state.first = state.turn = 1
    assert YELL in legal(game, state, 0) and YELL not in legal(game, state, 2)
    play(state, YELL, RIGHT, WAIT, WAIT)
    assert MAPS[int(state.map)].cells[int(state.cell[1])] == (6, 5)
    assert legal(game, state, 1) == [WAIT] and "can only wait" in game.explain(state, 1, LEFT)
    assert game.prompt(state, 1) == "a yell holds you; wait"
    assert PLAN not in legal(game, state, 0) and "still in play" in game.explain(state, 0, PLAN)
    assert "EFFECT_YELL -1 -1 -1 1 0 1" in game.view(state, 3)
    assert game.parse(state, 1, ["MOVE 7 5"]).actions == (WAIT,)
    play(state, WAIT, RIGHT, WAIT, WAIT)
    assert (
        RIGHT in legal(game, state, 1)
        and YELL not in legal(game, state, 0)
        and YELL in legal(game, state, 1)
    )
    assert "Nobody within one cell" in game.explain(state, 0, YELL)


def test_a_plan_heals_twice_in_company_and_never_beyond_the_start() -> None:
    state = meeting()
    state.sanity[:2] = 100
    play(state, PLAN, WAIT, PLAN, WAIT)
    loss = int(state.group)
    assert state.sanity.tolist()[:3] == [106 - loss, 103 - loss, SANITY - int(state.lonely)]
    assert state.plans.tolist() == [1, 2, 1, 2]


def test_light_makes_ways_longer() -> None:
    state = meeting()
    play(state, LIGHT, WAIT, WAIT, WAIT)
    lit = sum(int(state.lit[cell >> 6]) >> (cell & 63) & 1 for cell in range(int(state.cells)))
    near = sum(
        int(distance(state, int(state.cell[0]), cell)) <= 5 for cell in range(int(state.cells))
    )
    assert lit == near > 20
    state.minions, state.m_kind[0], state.m_mood[0], state.m_target[0], state.m_life[0] = (
        1,
        WANDERER,
        WANDERING,
        NOBODY,
        30,
    )
    # in the light it is 20 steps to the second explorer, but 4 cells
    state.m_cell[0] = MAPS[int(state.map)].number(9, 5)
    before = state.copy()
    play(state, WAIT, WAIT, WAIT, WAIT)
    assert state.m_cell[0] != before.m_cell[0] and not state.far.any() and not state.todo.any()


def test_survivors_have_points_only_where_turns_count_from_one() -> None:
    for first, points in (("1", TURNS + 80), ("0", 0)):
        state = meeting(first_turn=first)
        state.turn = int(first) + TURNS - 1
        state.sanity[:], state.lonely, state.group, state.effects = 80, 0, 0, 0
        state.alive[3] = state.sanity[3] = 0
        state.score[3] = 17
        play(state, WAIT, WAIT, WAIT, PASS)
        game = CodeOfKutulu.configure(first_turn=first)
        assert game.rules.is_over(state) and state.score.tolist() == [points] * 3 + [17]
        assert outcome(game, state) == pytest.approx(
            [1 / 3] * 3 + [-1.0] if points else [-1 / 3] * 3 + [1.0]
        )


def test_the_last_one_left_goes_mad_fast() -> None:
    game, state = CodeOfKutulu(), meeting()
    state.first = state.turn = 11
    play(state, WAIT, FORFEIT, FORFEIT, FORFEIT)
    assert (
        state.sanity[0] == SANITY - 50
        and not game.rules.is_over(state)
        and state.score.tolist() == [0, -1, -1, -1]
    )
    for _ in range(4):
        play(state, WAIT, PASS, PASS, PASS)
    assert game.reason(state) == "Explorer 1 stayed sane longest, until turn 15"
    assert outcome(game, state) == pytest.approx([1.0, -1 / 3, -1 / 3, -1 / 3])


@pytest.mark.parametrize(
    "line",
    [
        "WAIT",
        "plan go",
        "Move 1 1 hello",
        "MOVE -3 99",
        "MOVE 5 5",
        "UP\tx",
        "YELL",
        "MOVE 2147483647 0",
    ],
)
def test_lines_that_are_understood(line: str) -> None:
    assert CodeOfKutulu().parse(meeting(), 0, [line]).error == ""


@pytest.mark.parametrize(
    "line",
    [
        "",
        " WAIT",
        "FLY",
        "MOVE",
        "MOVE 1",
        "MOVE  1 1",
        "MOVE a b",
        "MOVE 2147483648 0",
        "WAIT!",
        "MOVE 1 1!",
    ],
)
def test_lines_that_are_fatal(line: str) -> None:
    parsed = CodeOfKutulu().parse(meeting(), 0, [line])
    assert parsed.actions == (FORFEIT,) and parsed.error


def test_a_far_target_becomes_a_step() -> None:
    game, state = CodeOfKutulu(), meeting()
    assert [
        game.parse(state, 0, [line]).actions[0]
        for line in ("MOVE 1 1", "MOVE 5 9", "MOVE 9 5", "MOVE 0 0")
    ] == [UP, DOWN, RIGHT, WAIT]
    assert game.cell(state, 0, 9.5, 5.5) == RIGHT and game.cell(state, 0, 5.5, 5.5) == WAIT
    assert game.cell(state, 0, 4.2, 4.2) is not None and game.cell(state, 0, 40.0, 4.2) is None
    assert game.explain(state, 2, UP) == "There is a wall."


def test_leagues_unlock_one_after_another() -> None:
    first, second = (CodeOfKutulu.configure(league=league).initial(5) for league in "12")
    game = CodeOfKutulu.configure(league="1")
    assert legal(game, first, 0)[-1] == WAIT and "not known" in game.explain(first, 0, PLAN)
    assert {PLAN, LIGHT} <= set(legal(game, second, 0)) and "U" not in "".join(
        game.intro(second, 0)
    )


def test_the_script_steps_away_from_a_wanderer() -> None:
    state = meeting()
    state.minions, state.m_kind[0], state.m_mood[0], state.m_target[0] = 1, WANDERER, WANDERING, 2
    state.m_cell[0] = MAPS[int(state.map)].number(3, 1)
    rng = generator(1)
    assert policy(state, 2, rng) == DOWN


def test_another_maze_by_hand_takes_all_to_the_nearest_cells() -> None:
    """In the same maze twice, nobody who was on a cell of both has moved."""
    game = CodeOfKutulu()
    editing, state = game.editing(), game.bench_position()
    assert editing is not None
    place = int(state.map)
    for other in (m for m, each in enumerate(MAPS) if m != place and each.width == 15):
        after = changed(editing, state, "map", other)
        assert game.check(after) == "" and int(after.map) == other
        for a in range(4):
            x, y = MAPS[place].cells[int(state.cell[a])]
            there = MAPS[other].number(x, y)
            assert there < 0 or after.cell[a] == there
