"""Tic-tac-toe: all sequences of moves, and the strict reading of moves."""

from __future__ import annotations

import numpy as np
import pytest

from engines.game import FORFEIT, PASS
from engines.tictactoe import TicTacToe
from tests.perft import perft


def test_perft() -> None:
    assert perft(TicTacToe(), 9) == [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]


@pytest.mark.parametrize("line", ["", "1", "1  1", " 1 1", "1.0 1", "3 0", "-1 -1", "٣ 0", "1_0 0", "a b"])
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
    assert game.reason(state) == "O answered with an illegal move"
    assert game.explain(state, 0, 0) == "The match is over."
