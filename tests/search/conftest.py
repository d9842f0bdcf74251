"""Games that several tests of searches play."""

from __future__ import annotations

import pytest

from engines.game import Game
from tests.search.positions import configured


@pytest.fixture(scope="module")
def tictactoe() -> Game:
    return configured("tictactoe")
