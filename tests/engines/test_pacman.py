"""Pac-Man: layouts and what is wrong with them, what happens in a cell, distances against a plain
search, and how clever sides fare.
"""

from __future__ import annotations

from collections import deque
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.game import FORFEIT, PASS, State
from engines.knobs import KnobError
from engines.pacman import PacMan
from engines.pacman import rules as r
from engines.pacman.evaluation import FAR, distance, to_food
from engines.pacman.layouts import own, read
from engines.pacman.rules import DX, DY, LEFT, RIGHT, STOP, UP
from lab.check.matches import position
from tests.matches import generator, outcome


def moved(game: PacMan, state: State, *ways: int) -> None:
    for way in ways:
        joint = np.full(game.agents, PASS, np.int64)
        joint[int(state.mover)] = way
        game.rules.step(state, joint, None, None)


def drawn(text: str, tmp_path: Path, **options: int) -> tuple[PacMan, State]:
    path = tmp_path / "own.txt"
    path.write_text(text, encoding="utf-8")
    game = PacMan.configure(file=str(path), **options)
    return game, game.initial(0)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("%%%\n%P%\n%%%", "no food"),
        ("%%%%\n%P.%\n%%%", "equal length, but line 3 has 3 letters, line 1 has 4"),
        ("# a name\n\n%%%%\n%Px.\n%%%%", "unknown letter 'x' in line 4, column 3"),
        ("%%%%\n%Px.\n%%%%", "unknown letter 'x' in line 2, column 3"),
        ("%%%%\n%P..\n%%%%", "open at its border"),
        ("%%%%\n%..%\n%%%%", "one start P for Pac-Man, not 0"),
        ("%%%%%\n%P%.%\n%%%%%", "line 2, column 4 cannot be reached"),
        ("%%%%%\n%P.%%\n%%%G%\n%%%%%", "the ghost in line 3, column 4 cannot move"),
        ("%" * 31 + "\n%P.%", "equal length"),
        ("", "equal length, but it has none"),
    ],
)
def test_what_is_wrong_with_a_layout_is_said_in_a_sentence(text: str, what: str) -> None:
    with pytest.raises(KnobError, match=r"^(The|In the) layout") as caught:
        read(text, "own.txt")
    assert what in str(caught.value) and str(caught.value).endswith(".")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(KnobError, match=r"gone\.txt cannot be read"):
        PacMan.configure(file=str(tmp_path / "gone.txt"))


@pytest.mark.parametrize("name", own())
def test_own_layouts_are_whole(name: str) -> None:
    layout = own()[name]
    assert layout.title and layout.ghosts and layout.food


def test_food_pellet_ghost_and_the_last_food(tmp_path: Path) -> None:
    game, state = drawn("%%%%%%%\n%P.oG.%\n%%%%%%%", tmp_path)
    moved(game, state, RIGHT)
    assert state.score == 9 and state.left == 1
    moved(game, state, RIGHT)  # the ghost goes on in its own direction, away
    before = state.copy()
    moved(game, state, RIGHT)
    assert state.scared[1] == 40 and [e.kind for e in game.events(before, state, None)] == [
        "pellet"
    ]
    assert not game.rules.is_legal(state, 1, UP)


def test_being_caught_loses_and_a_scared_ghost_goes_home(tmp_path: Path) -> None:
    game, state = drawn("%%%%%%%\n%.P G.%\n%%%%%%%", tmp_path)
    moved(game, state, RIGHT, LEFT)
    assert outcome(game, state) == [-1.0, 1.0] and state.score == -501
    game, state = drawn("%%%%%%%\n%.P G.%\n%%%%%%%", tmp_path)
    state.scared[1] = 4
    moved(game, state, RIGHT, LEFT)
    assert outcome(game, state) == [0.0, 0.0] and state.score == 199
    assert (int(state.x[1]), int(state.scared[1]), int(state.mover)) == (4, 0, 0)


def test_a_scared_ghost_rests_every_second_move(tmp_path: Path) -> None:
    game, state = drawn("%%%%%%%%%%%%\n%P.       G%\n%%%%%%%%%%%%", tmp_path)
    state.scared[1] = 4
    moved(game, state, STOP)
    allowed = []
    for _ in range(4):
        out = np.zeros(5, np.int64)
        count = game.rules.legal(state, 1, out)
        allowed.append(out[:count].tolist())
        moved(game, state, int(out[0]), STOP)
    assert allowed == [[LEFT], [STOP], [LEFT], [STOP]]


def test_without_ghosts_it_is_a_walk(tmp_path: Path) -> None:
    game, state = drawn("%%%%%\n%P..%\n%%%%%", tmp_path)
    assert game.ghosts == 0 and game.seats == 2
    moved(game, state, RIGHT, RIGHT)
    assert (
        outcome(game, state) == [1.0, -1.0]
        and game.reason(state) == "Pac-Man has eaten everything, 518 points"
    )


def test_time_is_a_draw() -> None:
    game = PacMan.configure(rounds=10, layout="maze")
    state = game.initial(0)
    rng = generator(1)
    while not game.rules.is_over(state):
        out = np.zeros(5, np.int64)
        game.rules.legal(state, int(state.mover), out)
        moved(game, state, STOP if state.mover == 0 else int(out[0]))
    assert (
        rng
        and game.reason(state).startswith("the time is over")
        and outcome(game, state) == [0.0, 0.0]
    )


def plain_distances(state: State, x: int, y: int) -> dict[tuple[int, int], int]:
    found, todo = {(x, y): 0}, deque([(x, y)])
    while todo:
        at = todo.popleft()
        for way in range(4):
            to = (at[0] + int(DX[way]), at[1] + int(DY[way]))
            if not int(state.wall[to[1]]) >> to[0] & 1 and to not in found:
                found[to] = found[at] + 1
                todo.append(to)
    return found


@settings(max_examples=20)
@given(name=st.sampled_from(sorted(own())), seed=st.integers(0, 1000), share=st.floats(0, 0.95))
def test_distances_are_those_of_a_plain_search(name: str, seed: int, share: float) -> None:
    game = PacMan.configure(layout=name, rounds=40)
    state = position(game, seed, share)
    before = state.copy()
    x, y = int(state.x[0]), int(state.y[0])
    plain = plain_distances(state, x, y)
    for ghost in range(1, 1 + game.ghosts):
        cell = (int(state.x[ghost]), int(state.y[ghost]))
        assert distance(state, x, y, *cell) == plain.get(cell, FAR)
    food = [far for (fx, fy), far in plain.items() if int(state.food[fy]) >> fx & 1]
    assert to_food(state, x, y) == min(food, default=FAR)
    assert all(np.array_equal(state[n], before[n]) for n in state.dtype.names), (
        "the scratch is empty again"
    )


def test_what_is_refused_is_explained() -> None:
    game = PacMan()
    state = game.initial(0)
    assert game.explain(state, 0, UP) == "There is a wall." or game.rules.is_legal(state, 0, UP)
    assert game.explain(state, 1, STOP) == "It is the move of Pac-Man."
    assert game.parse(state, 0, ["north"]).actions == (FORFEIT,)
    assert game.parse(state, 0, ["left now"]) == game.parse(state, 0, ["LEFT now"])
    moved(game, state, STOP)
    assert game.explain(state, 1, STOP) == "Ghosts do not stop."
    assert game.parse(state, 1, ["STOP"]).actions == (FORFEIT, PASS)


def test_bad_answers_lose() -> None:
    game = PacMan()
    state = game.initial(0)
    moved(game, state, FORFEIT)
    assert outcome(game, state) == [-1.0, 1.0]
    state = game.initial(0)
    moved(game, state, STOP, FORFEIT)
    assert outcome(game, state) == [1.0, -1.0] and state.status == r.BAD_GHOST
