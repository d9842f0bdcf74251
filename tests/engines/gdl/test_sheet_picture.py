"""What a position of a sheet looks like: boards, pieces, bars and lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.gdl.boards import initials, is_empty
from engines.gdl.game import SheetGame, game_of
from engines.scene import AnyItem, Circle, Mark, Rect, Text
from tests.engines.gdl.test_sheet_game import game

# men that step ahead, take, and become kings in the last row; kings stay
MEN = """
(role a) (role b) (index 1) (index 2) (index 3) (succ 1 2) (succ 2 3) (other a b) (other b a)
(<= (init (cell ?x 1 a man)) (index ?x)) (<= (init (cell ?x 3 b man)) (index ?x)) (init (turn a))
(<= (ahead a ?y ?v) (succ ?y ?v)) (<= (ahead b ?y ?v) (succ ?v ?y)) (last a 3) (last b 1)
(<= (legal ?r (move ?x ?y ?u ?v)) (true (turn ?r)) (true (cell ?x ?y ?r man)) (ahead ?r ?y ?v)
    (index ?u) (not (true (cell ?u ?v ?r man))) (not (true (cell ?u ?v ?r king))))
(<= (legal ?r noop) (other ?r ?o) (true (turn ?o)))
(<= (next (turn ?o)) (true (turn ?r)) (other ?r ?o))
(<= (left ?x ?y) (does ?r (move ?x ?y ?u ?v))) (<= (left ?u ?v) (does ?r (move ?x ?y ?u ?v)))
(<= (next (cell ?x ?y ?r ?k)) (true (cell ?x ?y ?r ?k)) (not (left ?x ?y)))
(<= (next (cell ?u ?v ?r man)) (does ?r (move ?x ?y ?u ?v)) (not (last ?r ?v)))
(<= (next (cell ?u ?v ?r king)) (does ?r (move ?x ?y ?u ?v)) (last ?r ?v))
(<= can (true (turn ?r)) (true (cell ?x ?y ?r man)))
(<= terminal (not can)) (<= (goal ?r 50) (role ?r))
"""
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
    bars = [each for each in items if isinstance(each, Rect) and each.fill in ("track", "ink3")]
    track, bar = sorted(bars, key=lambda each: each.fill != "track")
    assert bar.w == pytest.approx(track.w * 3 / 5)  # five are left at the start


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


def test_a_piece_is_whose_name_or_first_letter_it_has() -> None:
    owner = men().drawing.pieces.owner
    assert owner(("b", "king")) == (1, "king") and owner(("a",)) == (0, "")
    assert owner(("bm",)) == (1, "bm") and owner(("stone",)) == (-1, "stone")


def test_only_what_differs_from_the_usual_piece_has_a_word() -> None:
    """The kings, of which there are none at the start."""
    items = drawn(men(), "(cell 1 2 a man) (cell 2 1 b king) (turn a)")
    assert {"K", "K king"} <= lines(items) and "M" not in lines(items)


def test_a_cell_in_which_something_is_taken_says_so() -> None:
    """The frame of what a piece can take is not drawn over it as a dot."""
    shown = men()
    state = shown.editing().read(shown.initial(1), "(cell 1 2 a man) (cell 2 3 b man) (turn a)")
    taken = {shown.label(state, 0, t.action): t.taken for t in shown.targets(state, 0)}
    assert taken == {"move 1 2 1 3": False, "move 1 2 2 3": True, "move 1 2 3 3": False}
    assert {t.way[0] for t in shown.targets(state, 0)} == {(0.8 + 0.5, 0.6 + 1.5)}


def men() -> SheetGame:
    return game_of(MEN, Path("men.kif"), "loaded_test")()


def test_b_is_blank_unless_letters_stand_for_roles() -> None:
    """Of red and black, whose pieces are rp and bp, and of those whose stones are r and b."""
    pieces = [("rp",), ("bp",), ("b",)]
    assert is_empty(("b",), initials(pieces, ("red", "black")))
    letters = initials([("r",), ("b",)], ("red", "black"))
    assert letters == {"r", "b"} and not is_empty(("b",), letters)
    assert is_empty(("e",), letters) and not is_empty(("b", "1"), frozenset())


def test_a_board_has_axes_alike_rather_than_more_cells() -> None:
    """Dice with pips from 0 to 6 on 5 x 5 cells, and stones on four quarters of 3 x 3."""
    (dice,), spin = game("dicecup").drawing.boards, game("spin").drawing
    assert (len(dice.xs), len(dice.ys), dice.names) == (5, 5, ("",))
    assert [(len(each.board.xs), len(each.board.ys)) for each in spin.places] == [(3, 3)] * 4


def test_many_moves_of_one_name_are_told_below_it() -> None:
    """Up to six are told whole."""
    cube, take = game("cube"), game("three")
    state = cube.initial(1)
    texts = lines(cube.scene(state).items)
    assert {"turn", "f 1", "u 3"} <= texts and "turn f 1" not in texts
    targets = cube.targets(state, 0)
    assert sorted(t.action for t in targets) == sorted(cube.legal_actions(state, 0))
    assert {"take 1", "take 2"} <= lines(take.scene(take.initial(1)).items)


def test_a_long_line_goes_on_below() -> None:
    cube = game("cube")
    told = [each for each in cube.scene(cube.initial(1)).items if isinstance(each, Text)]
    rows = [each.text for each in told if each.text.count(",") > 2]
    assert len(rows) > 1 and " ".join(rows).count(",") == 23
    assert "..." not in " ".join(rows)


def test_more_lines_are_shown_where_there_is_no_board() -> None:
    sow = game("sow")
    assert {"control: south", "pit storenorth: 0"} <= lines(sow.scene(sow.initial(1)).items)
