"""Features of positions that are turned or mirrored are the turned features."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from engines import games
from engines.game import PASS, Game
from engines.uttt.board import action_at, place_of


def turned_uttt(way: int) -> Callable[[int], int]:
    """The action that one becomes when the whole board is turned `way` times, from 4 on mirrored
    first.
    """

    def moved(action: int) -> int:
        row, column = place_of(action)
        if way >= 4:
            column = 8 - column
        for _ in range(way % 4):
            row, column = column, 8 - row
        return action_at(row, column)

    return moved


def mirrored_columns(action: int) -> int:
    return 6 - action


def played(game: Game, moves: list[int]) -> list[set[int]]:
    """The rows of each position for who moves there."""
    state, joint = game.initial(1), np.full(2, PASS, np.int64)
    out, found = np.zeros(game.most_features, np.int64), []
    for action in moves:
        mover = int(game.rules.to_move(state))
        joint[:] = PASS
        joint[mover] = action
        game.rules.step(state, joint, None, None)
        if not game.rules.is_over(state):
            seat = int(game.rules.to_move(state))
            found.append(set(out[: game.rules.filled().features(state, seat, out)].tolist()))
    return found


def random_moves(game: Game, seed: int) -> list[int]:
    rng, state, found = np.random.default_rng(seed), game.initial(1), list[int]()
    actions, joint = np.zeros(game.max_actions, np.int64), np.full(2, PASS, np.int64)
    while not game.rules.is_over(state):
        mover = int(game.rules.to_move(state))
        count = game.rules.legal(state, mover, actions)
        joint[:] = PASS
        joint[mover] = found_action = int(actions[rng.integers(count)])
        found.append(found_action)
        game.rules.step(state, joint, None, None)
    return found


@pytest.mark.parametrize(
    ("name", "moved"),
    [
        *[("uttt", turned_uttt(way)) for way in range(8)],
        ("connect_four", mirrored_columns),
        ("tictactoe", lambda cell: cell // 3 * 3 + 2 - cell % 3),
        ("tictactoe", lambda cell: cell % 3 * 3 + cell // 3),
    ],
)
def test_a_turned_match_has_the_turned_rows(name: str, moved: Callable[[int], int]) -> None:
    game = games()[name]()
    fits: set[int] | None = None
    for seed in range(4):
        moves = random_moves(game, seed)
        pairs = [*zip(played(game, moves), played(game, [moved(a) for a in moves]), strict=True)]
        ways = {
            k
            for k, way in enumerate(game.symmetries())
            if all({int(way[row]) for row in rows} == other for rows, other in pairs)
        }
        fits = ways if fits is None else fits & ways
    assert fits is not None
    assert len(fits) == 1  # one of the ways is this one


def test_rows_of_lines_tell_all_marks_of_a_line() -> None:
    """By hand: X in the corner and the middle, O beside, on the usual board of tic-tac-toe."""
    game = games()["tictactoe"]()
    [rows] = played(game, [0, 1, 4])[-1:]
    # O moves: its own marks count 1, the other's 2; the first line is the top row
    assert 0 * 27 + 2 * 1 + 1 * 3 in rows
    assert len(rows) == 8
