"""Xmas Rush: what moves and events are called, clicks, slides, and the answers of programs."""

from __future__ import annotations

import numpy as np
import pytest

from engines.game import FORFEIT, State
from engines.scene import Rect
from engines.xmasrush import XmasRush
from engines.xmasrush.board import STAY, path_of
from engines.xmasrush.state import CELLS, DOWN, LEFT, RIGHT, UP
from tests.engines.test_xmasrush import laid, play, push


def test_words() -> None:
    game, state = XmasRush(), laid(items=[("KEY", 0, 20)])
    assert (
        game.label(state, 0, push(DOWN, 2)) == "column 2 down"
        and game.label(state, 0, push(LEFT, 5)) == "row 5 left"
    )
    assert game.explain(state, 0, STAY) == "This is a push turn: click an arrow next to the board."
    play(state, (push(UP, 3), push(UP, 2)))
    assert (
        game.label(state, 0, path_of([RIGHT, RIGHT, DOWN])) == "to 2 1: right 2, down"
        and game.label(state, 0, STAY) == "stay"
    )
    assert game.explain(state, 0, 3) == "This is a move turn: click a cell that a path leads to."


def test_clicks() -> None:
    game, state = XmasRush(), laid(["0101"] * (CELLS + 2))
    assert [
        game.cell(state, 0, *spot) for spot in ((2.5, -0.3), (2.5, 7.3), (-0.3, 4.5), (7.3, 4.5))
    ] == [*(push(DOWN, 2), push(UP, 2), push(RIGHT, 4), push(LEFT, 4))]
    assert game.cell(state, 0, -2.0, 1.0) is None
    play(state, (push(UP, 3), push(UP, 2)))
    assert game.cell(state, 0, 2.5, 0.5) == path_of([RIGHT, RIGHT])
    below = game.cell(state, 0, 2.5, 1.5)
    assert (
        below is not None
        and game.explain(state, 0, below) == "No path of at most 20 steps leads to 2 1."
    )


def test_a_pushed_row_slides() -> None:
    """Every tile of the row is drawn one further, under the same name."""
    game, state = XmasRush(), XmasRush().initial(5)
    before = corners(game, state)
    play(state, (push(RIGHT, 2), push(RIGHT, 4)))
    after = corners(game, state)
    assert all(
        after[f"tile{k}"] == (before[f"tile{k}"][0] + 1, before[f"tile{k}"][1])
        for k in range(14, 20)
    )
    assert after["tile49"][0] < 1 and before["tile49"][0] < 0, "the tile in hand came in"


def corners(game: XmasRush, state: State) -> dict[str, tuple[float, float]]:
    """Where each rectangle of the picture begins."""
    return {item.id: (item.x, item.y) for item in game.scene(state).items if isinstance(item, Rect)}


def test_events() -> None:
    game, state = XmasRush(), laid(items=[("KEY", 0, 1), ("KEY", 1, 9)])
    told = []
    for joint in (
        (push(UP, 3), push(UP, 3)),
        (STAY, STAY),
        (push(UP, 3), push(LEFT, 5)),
        (path_of([RIGHT]), STAY),
    ):
        before, log = state.copy(), game.new_log()
        game.rules.step(state, np.array(joint), None, log)
        told.append([event.text for event in game.events(before, state, log)])
    assert told[0] == ["both pushed the same line, 1 in a row"] and told[1] == []
    assert told[2] == [] and told[3] == ["Player 1 found the key"]


@pytest.mark.parametrize(
    "line",
    [
        "",
        "PASS",
        "MOVE UP",
        "PUSH 7 UP",
        "PUSH 3 UP ",
        " PUSH 3 UP",
        "PUSH  3 UP",
        "push 3 up",
        "PUSH 03 UP",
    ],
)
def test_bad_pushes(line: str) -> None:
    assert XmasRush().parse(laid(), 0, [line]).actions == (FORFEIT,)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "MOVE",
        "MOVE UP  UP",
        "PUSH 3 UP",
        "PASS ",
        "MOVE UP\t",
        "MOVE" + " UP" * 21,
        "MOVE" + " RIGHT" * 21,
    ],
)
def test_bad_moves(line: str) -> None:
    state = laid()
    state.turn = 1
    assert XmasRush().parse(state, 0, [line]).actions == (FORFEIT,)


def test_good_answers() -> None:
    game, state = XmasRush(), laid()
    assert game.parse(state, 0, ["PUSH 6 LEFT"]).actions == (push(LEFT, 6),)
    assert XmasRush.configure(trim=True).parse(state, 0, [" PUSH 6 LEFT "]).actions == (
        push(LEFT, 6),
    )
    state.turn = 1
    assert game.parse(state, 0, ["PASS"]).actions == (STAY,)
    longest = "MOVE" + " RIGHT" * 20
    assert game.send(state, 0, game.parse(state, 0, [longest]).actions) == [longest]
