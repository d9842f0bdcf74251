"""The picture scripts: a user's own game breaks none of them."""

from __future__ import annotations

import pytest

from engines import games
from engines.game import Game
from tests.engines.toys.nim import Nim
from tests.pictures.boards import later


@pytest.mark.parametrize("kind", [Nim, games()["tictactoe"]])
def test_a_board_in_mid_match_needs_no_script(kind: type[Game]) -> None:
    game = kind()
    assert not game.rules.is_over(later(game, 200))
    assert kind is not Nim or game.rules.policy is None
