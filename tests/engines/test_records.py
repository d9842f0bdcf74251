"""Records as bytes."""

from __future__ import annotations

import numpy as np
import pytest

from engines import games
from engines.game import same
from engines.records import packed


@pytest.mark.parametrize("name", sorted(games()))
def test_equal_positions_have_equal_bytes_whatever_is_in_their_padding(name: str) -> None:
    game = games()[name]()
    state = game.initial(3)
    used = np.zeros(state.dtype.itemsize, bool)
    for kind, offset in (field[:2] for field in state.dtype.fields.values()):
        used[offset : offset + kind.itemsize] = True
    data = np.frombuffer(state.tobytes(), np.uint8)
    other = game.load(np.where(used, data, 255).astype(np.uint8).tobytes())
    assert packed(state) == packed(other) and same(game.load(packed(other)), state)
