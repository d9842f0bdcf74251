"""Moves from one cell to another: the piece first, then where it goes."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from engines.scene import Point, Target
from lab.ui.board.board import BoardView
from lab.ui.board.hand import Hand
from lab.ui.board.pointing import Cursor


def middle(cell: str) -> Point:
    """Of "a1", in the first column and row from above."""
    return "abcdefgh".index(cell[0]) + 0.5, int(cell[1]) - 0.5


def move(action: int, *cells: str) -> Target:
    x, y = middle(cells[-1])
    return Target(action, x - 0.5, y - 0.5, 0.5, 1, way=tuple(map(middle, cells)))


# two pieces, one of which has two moves; a stone that is placed; a jump that may go on
MOVES = (move(0, "a1", "a2"), move(1, "a1", "b2"), move(2, "b1", "b2"), move(3, "c3"))
LABELS = {0: "move a 1 a 2", 1: "move a 1 b 2", 2: "move b 1 b 2", 3: "put c 3"}


def places(hand: Hand) -> dict[Point, int]:
    """The middles of what can be chosen."""
    return {target.middle: target.action for target in hand.targets}


def test_pieces_are_offered_then_where_they_go() -> None:
    hand = Hand(MOVES, LABELS)
    assert set(places(hand)) == set(map(middle, ("a1", "b1", "c3")))
    assert set(hand.labels.values()) == {"move a 1, 2 moves", "move b 1 b 2", "put c 3"}
    piece = hand.at(*middle("a1"))
    assert piece is not None and hand.choose(piece) is None
    assert places(hand) == {middle("a2"): 0, middle("b2"): 1}
    assert [target.middle for target in hand.marked] == [middle("a1")]
    assert all(target.w == target.h == 1 for target in hand.targets)
    assert hand.at(*middle("b2")) == 1 and hand.choose(1) == 1


def test_another_piece_takes_its_place_and_a_click_elsewhere_lets_go() -> None:
    hand = Hand(MOVES, LABELS)
    hand.choose(places(hand)[middle("a1")])
    other = hand.at(*middle("b1"))
    assert other is not None and hand.choose(other) is None and hand.held == (middle("b1"),)
    for cell in ("b1", "a2", "c3"):  # the piece itself, a cell it cannot reach, another move's
        assert hand.at(*middle(cell)) is None
    hand.let_go()
    assert not hand.held and hand.at(*middle("c3")) == 3


def test_a_way_that_may_go_on_is_ended_by_a_second_click() -> None:
    hand = Hand((move(4, "a1", "c3"), move(5, "a1", "c3", "e1"), move(6, "a1", "c3", "e5")))
    for cell in ("a1", "c3"):
        key = hand.at(*middle(cell))
        assert key is not None and hand.choose(key) is None
    assert places(hand) == {middle("c3"): 4, middle("e1"): 5, middle("e5"): 6}


def test_a_piece_that_may_also_stay_is_chosen_twice() -> None:
    hand = Hand((move(1, "a1"), move(2, "a1", "b1")))
    (piece,) = hand.targets
    assert piece.action < 0 and hand.choose(piece.action) is None
    assert places(hand) == {middle("a1"): 1, middle("b1"): 2}


def test_moves_of_the_same_cells_share_the_last_one() -> None:
    hand = Hand((move(7, "a7", "a8"), move(8, "a7", "a8")))
    hand.choose(hand.targets[0].action)
    assert [(t.action, t.x, t.w) for t in hand.targets] == [(7, 0, 0.5), (8, 0.5, 0.5)]


def test_moves_side_by_side_say_which_they_are() -> None:
    cursor = Cursor()
    labels = {7: "queen", 8: "knight", 9: "move b 8"}
    cursor.set_targets(
        (move(7, "a7", "a8"), move(8, "a7", "a8"), move(9, "a7", "b8")), labels, None
    )
    cursor.choose(cursor.targets[0].action)
    tips = [cursor.tip(each, {8: 0.25}, "visit") for each in cursor.targets]
    assert tips[0] == "queen" and tips[1].startswith("knight: 25 %") and tips[2] == ""
    assert cursor.tip(None, {}, "visit") == ""


def test_shares_and_legal_moves_are_those_of_the_piece() -> None:
    hand = Hand(MOVES, LABELS)
    key = places(hand)[middle("a1")]
    assert hand.shares({0: 0.25, 1: 0.5, 2: 0.25})[key] == 0.75
    assert hand.open({1}) == {key} and hand.key_of(1) == key
    hand.take(1)
    assert hand.key_of(1) == 1 and hand.shares({1: 0.5}) == {1: 0.5}


def test_clicks_find_the_place_that_means_the_whole_move() -> None:
    """What a game's own `cell` knows."""
    hand = Hand(MOVES, LABELS)
    assert [hand.click(*middle(cell)) for cell in ("a1", "c1", "a1")] == [None] * 3
    assert hand.click(*middle("b2")) == MOVES[1].middle
    assert Hand(MOVES[3:]).click(7, 8) == (7, 8)


@pytest.mark.parametrize("stands", [None, middle("a1")])
def test_one_click_is_enough_where_nothing_has_a_way_of_its_own(stands: Point | None) -> None:
    """A walk from where the person's agent stands, as in Xmas Rush."""
    moves = MOVES[:2] if stands else MOVES[3:]
    hand = Hand(moves, LABELS, stands)
    assert not hand.in_parts and hand.targets == moves and hand.labels is LABELS


def test_two_clicks_play_and_escape_lets_go(board: BoardView, qtbot) -> None:
    board.set_targets(MOVES, LABELS, legal=LABELS)
    left = Qt.MouseButton.LeftButton

    def click(cell: str) -> None:
        qtbot.mouseClick(board, left, pos=board.view.point(*middle(cell)).toPoint())

    with qtbot.assertNotEmitted(board.cursor_played), qtbot.assertNotEmitted(board.clicked):
        click("a1")
        qtbot.keyClick(board, Qt.Key.Key_Escape)
        assert not board._keys.hand.held
        click("b2")
        click("a1")
        click("c1")
        assert not board._keys.hand.held
        click("b1")
    with qtbot.waitSignal(board.cursor_played) as told:
        click("b2")
    assert told.args == [2]


def test_keys_choose_the_piece_too_and_a_hint_has_chosen_it(board: BoardView, qtbot) -> None:
    board.set_targets(MOVES, LABELS, legal=LABELS)
    board.offer(1)
    assert board._keys.hand.held == (middle("a1"),) and board.cursor_action == 1
    board._take(None)
    assert board._keys.words == "move a 1, 2 moves"
    with qtbot.assertNotEmitted(board.cursor_played):
        qtbot.keyClick(board, Qt.Key.Key_Return)
        qtbot.keyClick(board, Qt.Key.Key_Down)
    with qtbot.waitSignal(board.cursor_played) as told:
        qtbot.keyClick(board, Qt.Key.Key_Return)
    assert told.args == [0]
