"""What `check` says about positions of the board games in which one thing is wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from engines import games
from engines.game import PASS, Game, State
from tests.hostile import reached
from tests.matches import generator

Edits = dict[str, Any]  # field -> its new value, or what makes it of the position


def says(game: Game, state: State, edits: Edits) -> str:
    """What is said about the position after these edits, each made of the one before all."""
    assert game.check(state) == ""
    changed = state.copy()
    for field, value in edits.items():
        changed[field] = value(state) if callable(value) else value
    return game.check(changed)


def put(field: str, *changes: tuple[Any, Any]) -> Edits:
    """A field with other numbers at these indices."""

    def made(state: State) -> Any:
        values = state[field].copy()
        for index, value in changes:
            values[index] = value
        return values

    return {field: made}


def mask(*bits: int) -> int:
    return sum(1 << bit for bit in bits)


def after(name: str, *joints: tuple[int, int], **options: Any) -> tuple[Game, State]:
    """The position after these joint actions."""
    game = games()[name].configure(**options)
    state = game.initial(1)
    for joint in joints:
        game.rules.step(state, np.array(joint, np.int64), generator(1), None)
    return game, state


def first(name: str, fits: Callable[[State], bool]) -> tuple[Game, State]:
    """The first such position of a match between scripts."""
    game = games()[name]()
    return game, next(state for state in reached(game, 0) if fits(state))


def turns(*actions: int) -> list[tuple[int, int]]:
    """Moves in turn."""
    return [(a, PASS) if k % 2 == 0 else (PASS, a) for k, a in enumerate(actions)]


@pytest.mark.parametrize(
    ("edits", "words"),
    [
        ({"rows": 127}, "rows is 127, not 3"),
        ({"k": 2}, "k is 2, not 3"),
        ({"turn": -1}, "turn is -1, not 0 to 9"),
        ({"last": 9}, "last is 9"),
        ({"marks": [mask(4, 9), mask(0, 2)]}, "marks is 528"),
        ({"marks": [mask(4, 8), mask(4, 2)]}, "X and O are both in cell 1 1"),
        ({"turn": 5}, "after 5 moves there are 2 X and 2 O"),
        ({"marks": [mask(4), mask(0, 2, 8)]}, "there are 1 X and 3 O"),
        ({"last": 8}, "the last move is 8, which O has not marked"),
        ({"last": PASS}, "the last move is -1"),
        (
            {"marks": [mask(6, 7, 8, 4), mask(0, 2, 5)], "turn": 7, "last": 4},
            "before the last move",
        ),
        ({"won": 1}, "won is 1, but by the lines it is 0"),
        ({"marks": [mask(4, 8), mask(0, 2, 1)], "turn": 6}, "there are 2 X and 3 O"),
        (
            {"marks": [mask(4, 8, 5), mask(0, 2, 1)], "turn": 6},
            "won is 0, but by the lines it is 2",
        ),
        ({"lost": 2}, "O forfeited without having to move"),
        ({"hash": 1}, "the key is not that of the marks"),
    ],
)
def test_tic_tac_toe(edits: Edits, words: str) -> None:
    assert words in says(*after("tictactoe", *turns(4, 0, 8, 2)), edits)


@pytest.mark.parametrize(
    ("edits", "words"),
    [
        ({"discs": [mask(6), mask(0)]}, "a disc hangs above an empty cell"),
        ({"discs": [mask(0, 1, 2, 6), mask(3, 4, 5)], "played": 7}, "column 1 holds 7 discs"),
        ({"discs": [1 << 62, 1]}, "discs is"),
        ({"discs": [mask(21, 14), mask(21, 28)]}, "two discs are in column 4, one cell"),
        ({"discs": [mask(21, 14), mask(22, 30)]}, "a disc hangs above an empty cell"),
        ({"played": 5}, "played is 5, but there are 4 discs"),
        ({"mover": 1}, "after 4 discs it is not the move of seat 2"),
        ({"discs": [mask(21), mask(22, 28, 14)]}, "not dropped discs in turn"),
        ({"open": 126}, "the open columns are not those with room"),
        ({"last": PASS}, "last is -1 after 4 discs"),
        ({"last": 2}, "seat 2 has no disc on top of column 3"),
        ({"result": 1}, "result is 1, but by the discs it is 0"),
        ({"lost": 2, "result": 1}, "seat 2 forfeited without having to move"),
    ],
)
def test_connect_four(edits: Edits, words: str) -> None:
    assert words in says(*after("connect_four", *turns(3, 3, 2, 4)), edits)


def test_connect_four_ends_with_a_line() -> None:
    game, state = after("connect_four", *turns(0, 6, 1, 6, 2, 5, 3))
    assert state.result == 1
    assert "result is 0, but by the discs it is 1" in says(game, state, {"result": 0})
    assert "seat 2 forfeited" in says(game, state, {"lost": 2})
    going_on = put("discs", (1, mask(42, 43, 35, 44)))
    more = {"played": 8, "mover": 0, "last": 6, "result": 0}
    assert "four discs were in a line before" in says(game, state, going_on | more)


def test_connect_four_keeps_the_position_at_the_start() -> None:
    opened, empty = games()["connect_four"].configure(start="44"), games()["connect_four"]()
    assert "discs of the position at the start are missing" in opened.check(empty.initial(1))
    assert empty.check(opened.initial(1)) == ""


@pytest.mark.parametrize(
    ("edits", "words"),
    [
        ({"tie_break": 0}, "tie_break is 0, not 1"),
        ({"last": 137}, "last is 137"),
        ({"cells": 1}, "a cell of the top left board has both marks"),
        ({"won": [1, 0]}, "the top left board is not won by whom its marks say"),
        (put("empty", (4, 511)), "a cell of the middle board is open that is marked"),
        ({"room": 80}, "room is 80, but 78 cells are open"),
        ({"moves": 5}, "after 5 moves X has 2 marks and O 1"),
        ({"mover": 0}, "after 3 moves X has 2 marks and O 1"),
        ({"last": PASS}, "last is -1 after 3 moves"),
        ({"last": 4 << 4 | 9}, "the last move 73 is no mark of X"),
        ({"last": 8}, "the last move 8 is no mark of X"),
        ({"forced": 3}, "the last move sends nobody to the left board"),
        ({"forced": -1}, "the last move sends to the top board, but any may be played in"),
        ({"over": 1}, "over is 1, but the match is going on"),
        ({"lost": 1, "over": 1}, "X forfeited without having to move"),
        ({"hash": 1}, "the key is not that of the marks"),
    ],
)
def test_ultimate_tic_tac_toe(edits: Edits, words: str) -> None:
    assert words in says(*after("uttt", *turns(4 << 4 | 0, 0 << 4 | 4, 4 << 4 | 1)), edits)


def test_ultimate_tic_tac_toe_begins_with_the_first_player() -> None:
    game, start = games()["uttt"](), games()["uttt"].configure(first_player=1).initial(1)
    assert game.check(start) == "O moves first, not X"


@pytest.mark.parametrize(
    ("edits", "words"),
    [
        ({"matrix": 2}, "matrix is 2, not 1"),
        ({"choices": -2}, "choices is -2, not 3"),
        ({"score": np.nan}, "score is nan, not -200.0 to 200.0"),
        ({"played": 0}, "after 0 rounds the last actions are 1 and 0"),
        ({"last": [PASS, 0]}, "after 1 rounds the last actions are -1 and 0"),
        ({"score": 24.5}, "no 1 rounds that end with a gain of 25 make 24.5"),
        ({"score": 50.0}, "no 1 rounds"),
        ({"last": [0, 0], "played": 2, "score": -1e-300}, "that end with a gain of 0 make -1e-300"),
        ({"last": [0, 2], "played": 2, "score": 1e-300}, "gain of 50 make 1e-300"),
        ({"played": 2, "score": 40.0}, "no 2 rounds that end with a gain of 25 make 40"),
        ({"played": 4, "lost": 1}, "a seat forfeited after the last round"),
    ],
)
def test_matrix_games(edits: Edits, words: str) -> None:
    said = says(*after("matrix", (1, 0), matrix="biased_rps", rounds=4), edits)
    assert words in said


@pytest.mark.parametrize(
    ("edits", "words"),
    [
        ({"split": 1}, "split is 1, not 0"),
        ({"left": 1 << 7}, "left is 128, not 0 to 126"),
        ({"won": [64, 33]}, "there is no card 0"),
        (put("hand", (0, mask(1, 3, 4))), "seat 1 holds 3 cards and seat 2 holds 4"),
        ({"prize": 0}, "after 2 of 6 rounds the prize is 0"),
        ({"left": mask(1, 2, 4)}, "prize 4 is bid for and still to come"),
        ({"left": mask(1, 2)}, "2 prizes are to come, but 4 cards are in each hand"),
        ({"left": mask(1, 2, 5)}, "prize 4 and those to come are not in their order"),
        ({"won": [mask(6), mask(5, 6)]}, "both seats have won prize 6"),
        ({"won": [mask(6, 4), mask(5)]}, "prize 4 is won before it was bid for"),
        ({"points": [12, 12]}, "seat 2 has 6 points, but its prizes are worth 5"),
        ({"last": [0, 6]}, "seat 1 has played 2 cards, the last one a 0"),
        ({"last": [2, 5]}, "seat 2 still holds card 5, its last bid"),
        ({"hash": 1}, "the key is not that of the cards and prizes"),
    ],
)
def test_goofspiel(edits: Edits, words: str) -> None:
    assert words in says(*after("goofspiel", (5, 3), (2, 6)), edits)


def test_nobody_forfeits_a_goofspiel_that_is_over() -> None:
    game, state = after("goofspiel", (1, 2), (2, 1), cards=2, ties="split", prizes="random")
    assert "a seat forfeited after the last round" in says(game, state, {"lost": 1})


@pytest.mark.parametrize(
    ("edits", "words"),
    [
        ({"node": 13}, "node is 13, not 0 to 12"),
        ({"seats": 127}, "seats is 127, not 2"),
        ({"largest": np.nan}, "largest is nan, not 10"),
        (put("kind", (5, 1)), "kind of node 5 is not that of the tree"),
        (put("kind", (5, 127)), "kind is 127"),
        (put("child", (0, 200)), "child of node 0 is not that of the tree"),
        (put("branches", (1, 4)), "branches of node 1 is not that of the tree"),
        (put("payoff", ((4, 1), 3.0)), "payoff of node 4 is not that of the tree"),
        (put("unknown", (255, 1)), "unknown of node 255 is not that of the tree"),
        ({"lost": 1}, "player 1 forfeited without having to move"),
    ],
)
def test_textbook_trees(edits: Edits, words: str) -> None:
    assert words in says(*after("textbook", (1, PASS)), edits)


def test_nobody_forfeits_at_a_leaf() -> None:
    assert "player 2 forfeited" in says(*after("textbook", (0, PASS), (PASS, 0)), {"lost": 2})
