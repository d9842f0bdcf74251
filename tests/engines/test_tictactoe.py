"""Tic-tac-toe: all sequences of moves, lines on boards of all sizes, Zobrist keys, and the strict
reading of moves.
"""

from __future__ import annotations

import numpy as np
import pytest

from engines.game import FORFEIT, PASS, State
from engines.tictactoe import ZOBRIST, TicTacToe
from tests.matches import generator, legal, outcome, random_match
from tests.perft import perft


def played(game: TicTacToe, *cells: int) -> State:
    state = game.initial(0)
    for cell in cells:
        joint = np.full(2, PASS, np.int64)
        joint[game.rules.to_move(state)] = cell
        game.rules.step(state, joint, None, None)
    return state


def test_perft() -> None:
    assert perft(TicTacToe(), 9) == [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]


@pytest.mark.parametrize(
    ("rows", "columns", "k"), [(3, 4, 3), (4, 4, 4), (5, 7, 4), (7, 7, 5), (2, 5, 3), (2, 2, 3)]
)
def test_lines_on_other_boards(rows: int, columns: int, k: int) -> None:
    """After every move of random matches: k in a row by definition, no more and no less."""
    game = TicTacToe.configure(rows=rows, columns=columns, k=k)
    for seed in range(12):
        for before, joint, after in random_match(game, seed):
            mover = int(before.turn) & 1
            mine = np.array(
                [int(after.marks[mover]) >> c & 1 for c in range(rows * columns)]
            ).reshape(rows, columns)
            assert after.won == (mover + 1 if _longest(mine) >= k else 0)
            assert int(joint[mover]) == after.last
        assert outcome(game, after)[0] == (0, 1, -1)[after.won]


def _longest(mine: np.ndarray) -> int:
    lines = [*mine, *mine.T, *(np.diagonal(m, d) for m in (mine, mine[::-1]) for d in range(-6, 7))]
    return max(len(run) for line in lines for run in "".join(map(str, line)).split("0"))


def test_known_results_of_small_boards() -> None:
    """Who starts wins three in a row on 3 x 4; 3 x 3 is a draw."""
    for columns, worth in ((3, 0), (4, 1)):
        game = TicTacToe.configure(columns=columns)
        assert _worth(game, game.initial(0), {}) == worth


def _worth(game: TicTacToe, state: State, known: dict[int, float]) -> float:
    """What X gets with best play, every position once by its key; a winning move ends the look at
    the others.
    """
    assert game.rules.key is not None
    at, mover = int(game.rules.key(state)), int(state.turn) & 1
    if at not in known:
        if game.rules.is_over(state):
            known[at] = outcome(game, state)[0]
            return known[at]
        worth = -1.0
        for cell in sorted(legal(game, state, mover), key=lambda c: abs(c - game.longest / 2)):
            after, joint = state.copy(), np.full(2, PASS, np.int64)
            joint[mover] = cell
            game.rules.step(after, joint, None, None)
            worth = max(worth, _worth(game, after, known) * (1 - 2 * mover))
            if worth == 1.0:
                break
        known[at] = worth * (1 - 2 * mover)
    return known[at]


BEFORE = ("xo__", "_x_o", "_o_x")
AFTER = ("xoo_", "_xoo", "_oox")


def full_key(board: tuple[str, ...]) -> int:
    """The numbers of all marks, exclusive-or-ed, of a board of 4 columns."""
    numbers = [
        ZOBRIST["xo".index(sign), cell] for cell, sign in enumerate("".join(board)) if sign != "_"
    ]
    return int(np.bitwise_xor.reduce(numbers, initial=np.uint64(0)))


def test_a_key_is_updated_in_several_places_and_back() -> None:
    """A XOR B XOR B = A: three new marks change three numbers, and taking them away changes them
    back.
    """
    changed = [
        c for c, (a, b) in enumerate(zip("".join(BEFORE), "".join(AFTER), strict=True)) if a != b
    ]
    assert changed == [2, 6, 10]
    update = int(np.bitwise_xor.reduce(ZOBRIST[1, changed]))
    assert full_key(BEFORE) ^ update == full_key(AFTER)
    assert full_key(AFTER) ^ update == full_key(BEFORE)


def test_the_key_kept_by_step_is_the_key_of_the_board() -> None:
    game = TicTacToe.configure(columns=4)
    assert (
        int(played(game, 0, 1, 5, 7, 11, 9).hash)
        == int(played(game, 11, 9, 0, 7, 5, 1).hash)
        == full_key(BEFORE)
    )
    for seed in range(10):
        for _, _, after in random_match(game, seed):
            signs = [
                "xo"[seat] if int(after.marks[seat]) >> c & 1 else ""
                for c in range(12)
                for seat in (0, 1)
            ]
            board = "".join((signs[2 * c] + signs[2 * c + 1]) or "_" for c in range(12))
            assert int(after.hash) == full_key((board,))


@pytest.mark.parametrize(
    "line", ["", "1", "1  1", " 1 1", "1.0 1", "3 0", "-1 -1", "٣ 0", "1_0 0", "a b"]
)
def test_bad_lines_forfeit(line: str) -> None:
    game = TicTacToe()
    assert game.parse(game.initial(0), 0, [line]).actions == (FORFEIT,)


def test_words_behind_a_move_are_a_message() -> None:
    game = TicTacToe()
    parsed = game.parse(game.initial(0), 0, ["+1 2 good luck"])
    assert (parsed.actions, parsed.message) == ((5,), "good luck")


def test_words() -> None:
    game = TicTacToe()
    state = game.initial(0)
    game.rules.step(state, np.array([4, PASS]), None, None)
    assert game.explain(state, 0, 0) == "It is O's move."
    assert game.explain(state, 1, 4) == "This cell is taken."
    assert game.prompt(state, 1) == "play any of the 8 open cells"
    game.rules.step(state, np.array([PASS, FORFEIT]), None, None)
    assert game.reason(state) == "O gave no legal answer"
    assert game.explain(state, 0, 0) == "The match is over."


def test_the_script_wins_blocks_and_takes_open_lines() -> None:
    policy, rng = TicTacToe.rules.policy, generator(1)
    assert policy is not None
    assert policy(played(TicTacToe()), 0, rng) == 4
    assert policy(played(TicTacToe(), 0, 3, 1, 4), 0, rng) == 2
    assert policy(played(TicTacToe(), 0, 4, 1), 1, rng) == 2
    assert {int(policy(played(TicTacToe(), 4), 1, rng)) for _ in range(30)} == {0, 2, 6, 8}
    wide = TicTacToe.configure(rows=2, columns=5)
    assert {int(policy(played(wide), 0, rng)) for _ in range(30)} == {2, 7}
