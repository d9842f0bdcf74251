"""Records as bytes."""

from __future__ import annotations

import numpy as np
import pytest

from engines import games
from engines.game import same
from engines.records import packed, plain, records


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


def test_plain_python_reads_and_writes_the_same_fields() -> None:
    inner = np.dtype([("x", np.float64), ("y", np.int8, (2,))], align=True)
    dtype = np.dtype([("n", np.int32), ("row", np.int64, (3,)), ("at", inner, (2,))], align=True)
    usual = records(1, dtype)[0]
    usual.n, usual.row, usual.at[1].y[0] = 7, (1, 2, 3), 5
    made = plain(usual)
    for record in (usual, made):
        record.n += 1
        record.row[1], record.at[0].x = 9, 2.5
        record.row = record.row[::-1].copy()
        record.at[1].y = 6
    assert made.n == 8 and type(made.n) is type(usual.n) and made.at[1].y.tolist() == [6, 6]
    assert packed(made) == packed(usual) == packed(made.copy())
    for change in (lambda: made.m, lambda: setattr(made, "m", 1)):
        with pytest.raises(AttributeError):
            change()
