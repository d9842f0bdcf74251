"""Positions of Tron changed by hand: heads, ribbons and who rides."""

from __future__ import annotations

import pytest

from engines import games
from engines.editing import EditError, changed, judged, playable
from tests.engines.test_editing import editor


def test_a_dragged_head_draws_its_ribbon_and_leaves_other_ribbons_alone() -> None:
    game = games()["tron"]()
    editing, state = editor(game), game.initial(1)
    x, y = int(state.x[0]), int(state.y[0])
    after = changed(editing, state, "head0", (x + 1.5, y + 0.5))
    assert (after.x[0], after.y[0]) == (x + 1, y) and game.check(after) == ""
    assert int(after.taken[y + 1]) >> x + 2 & 1, "the new cell is taken"
    assert int(after.taken[y + 1]) >> x + 1 & 1, "the start stays"
    rival = (int(state.x[1]) + 0.5, int(state.y[1]) + 0.5)
    with pytest.raises(EditError, match="The ribbon of Player 2 is in this cell"):
        changed(editing, after, "head0", rival)
    with pytest.raises(EditError, match="has its head or its start"):
        changed(editing, after, f"cell{y * 30 + x}", -1)


def test_who_is_out_has_the_place_of_its_turn() -> None:
    game = games()["tron"].configure(players=4)
    editing, state = editor(game), game.initial(1)
    after = changed(editing, state, "rides2", 0)
    after = changed(editing, after, "rides0", 0)
    assert after.place.tolist() == [3, 0, 4, 0] and after.alive == 2 and after.mover == 1
    assert game.check(after) == "" and playable(judged(editing, after))
    last = changed(editing, after, "rides1", 0)
    assert not playable(judged(editing, last)) and last.mover == 3
    with pytest.raises(EditError, match="The last rider stays"):
        changed(editing, last, "rides3", 0)
    back = changed(editing, after, "rides2", 1)
    assert back.place.tolist() == [4, 0, 0, 0] and game.check(back) == ""
