"""What a position of a sheet looks like: boards, pieces, bars and lines."""

from __future__ import annotations

import pytest

from engines.gdl.game import SheetGame
from engines.scene import AnyItem, Circle, Mark, Rect, Text
from tests.engines.gdl.test_sheet_game import game

pytestmark = pytest.mark.usefixtures("uncompiled")


def drawn(shown: SheetGame, facts: str) -> tuple[AnyItem, ...]:
    """The picture of a position that has these facts."""
    return shown.scene(shown.editing().read(shown.initial(1), facts)).items


def lines(items: tuple[AnyItem, ...]) -> set[str]:
    return {each.text for each in items if isinstance(each, Text)}


def test_a_board_inside_a_term_is_found_and_clicked() -> None:
    five = game("five")
    (board,) = five.drawing.boards
    assert (len(board.xs), len(board.ys)) == (5, 5)
    stones = [i for i in drawn(five, "(stone (at d a) black)") if isinstance(i, Circle)]
    assert [(each.x, each.fill) for each in stones] == [(0.8 + 3.5, "seat0")]
    targets = five.targets(five.initial(1), 0)
    assert len({(t.x, t.y) for t in targets}) == 25 and all(t.w == 1 for t in targets)


def test_cells_that_a_relation_calls_free_are_no_lines() -> None:
    boards = game("twoboards")
    start = boards.scene(boards.initial(1)).items
    assert not [each for each in start if isinstance(each, Text) and "free" in each.text]


def test_bars_are_of_what_always_says_one_number() -> None:
    """Of lights those that are on are several: no counter."""
    items = drawn(game("lights"), "(left 3) (on 1) (on 2)")
    assert {"left: 3", "on: 1, 2"} <= lines(items)
    assert len([each for each in items if isinstance(each, Rect) and each.fill == "track"]) == 1


def test_a_line_says_whose_it_is() -> None:
    duel = game("duel")
    items = duel.scene(duel.initial(1)).items
    assert "hand w: 1, 2, 3" in lines(items)
    assert {each.agent for each in items if isinstance(each, Mark)} == {0, 1, 2, 3}


def test_three_roles_and_more_have_shapes_of_their_own() -> None:
    chase = game("chase")
    items = chase.scene(chase.initial(1)).items
    pieces = [each for each in items if isinstance(each, Mark) and each.id]
    assert len({each.agent for each in pieces}) == len(pieces) > 1
