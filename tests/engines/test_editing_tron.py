"""Positions of Tron changed by hand: heads, ribbons and who rides."""

from __future__ import annotations

import pytest

from engines import games
from engines.editing import EditError, Editing, changed, judged, playable, used
from engines.game import Game, State
from engines.tron.editing import FREE, owner_of
from engines.tron.rules import WIDTH
from tests.engines.test_editing import editor
from tests.matches import random_match


def reached() -> tuple[Game, Editing, State]:
    """The third turn of a match of two."""
    game = games()["tron"]()
    return game, editor(game), [after for _, _, after in random_match(game, 1, 3)][-1]


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


def test_short_ribbons_can_be_played() -> None:
    game, editing, state = reached()
    after = used(editing, state, "clear")
    assert playable(judged(editing, after)) and game.check(after) == ""


def test_the_text_puts_riders_out_and_moves_heads() -> None:
    game, editing, state = reached()
    lines = editing.text(state).splitlines()
    assert lines[0] == f"{game.seats} {int(state.mover)}" and lines == game.view(
        state, int(state.mover)
    )
    x, y = int(state.x[0]), int(state.y[0])
    free = next((k, 0) for k in range(WIDTH) if owner_of(state, k, 0) == FREE)
    lines[1] = f"{x} {y} {free[0]} {free[1]}"
    after = editing.read(state, "\n".join(lines))
    assert (int(after.x[0]), int(after.y[0])) == free and game.check(after) == ""
    assert (int(after.start_x[0]), int(after.start_y[0])) == (x, y)
    with pytest.raises(EditError, match="one for each player"):
        editing.read(state, lines[0])
    other = f"{int(state.x[1])} {int(state.y[1])}"
    with pytest.raises(EditError, match="is in this cell"):
        editing.read(state, "\n".join([lines[0], f"{x} {y} {other}", *lines[2:]]))
