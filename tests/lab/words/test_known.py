"""What is said of the nodes of a depth-first search: whose value, which bound, why it was cut."""

from __future__ import annotations

import pytest

from engines.game import PASS, Game, State
from lab.match.node_line import LineWish
from lab.match.node_walk import NodeWalks
from lab.match.nodes import NodeNames
from lab.words import known
from search.alphabeta import AlphaBeta
from search.branches import Branches, Known, Path, Wish
from search.depth_first.search import DepthFirst
from search.expectimax import Expectimax
from tests.search.test_depth_first import searched, tree
from tests.search.test_ledger import PLAIN, part

# MIN's second node is refuted by its first reply, of three; its third by the last
TEXT = "MAX(MIN(3, 5, 10), MIN(2, 8, 5), MIN(7, 6, 1))"


def rows_of(found: Branches) -> dict[Path, int]:
    return {found.path(row): row for row in range(len(found))}


def cut(seat: int = 0) -> Branches:
    game, state = tree(TEXT)
    return part(searched(AlphaBeta, game, state, seat, **PLAIN))


def test_a_value_has_its_bound_and_its_seat() -> None:
    found = cut()
    at = rows_of(found)
    signed = {path: known.signed_value(found, row, 2) for path, row in at.items()}
    assert signed[0,] == "= 3.00" and signed[1,] == "≤ 2.00" and signed[2,] == "≤ 1.00"
    assert signed[0, 0] == "= −3.00", "MIN's own value"
    assert signed[1, 1] == "cut" and known.value_words(found, at[1, 1]) == "never looked at"
    assert known.value_words(found, at[1,]) == "at most 2.000 for seat 1"
    assert known.value_words(found, at[1, 0]) == "exactly −2.000 for seat 2"
    assert known.refuted(found, at[1,]) and not known.refuted(found, at[0,])
    assert (known.counted(found), known.counted(found, 1)) == ("nodes", "node")


@pytest.mark.parametrize("seat", [0, 1])
def test_the_reason_of_a_cut_names_reply_and_bound(seat: int) -> None:
    """The same for a search of either seat: MAX, who is seat 1, was already sure of 3."""
    found = cut(seat)
    at = rows_of(found)
    name = {row: f"branch {path[-1] + 1}" for path, row in at.items() if path}.__getitem__
    assert known.why_words(found, at[1,], name, "move") == (
        "Cut after branch 1: 2 replies were never looked at. Seat 1 was already sure of 3.000 by "
        "another choice at this move."
    )
    assert known.why_words(found, at[1, 2], name, "move").startswith(
        "The node above was cut before its turn came. Cut after branch 1: 2 replies"
    )
    assert known.why_words(found, at[2,], name, "move") == "", "its last reply refuted it"
    assert "leaf" in known.why_words(found, at[0, 0], name, "move")
    assert known.best_words(found, at[1,], name) == "branch 1, = −2.000"


def test_one_skipped_reply_is_one() -> None:
    game, state = tree("MAX(MIN(3, 5), MIN(2, 8))")
    found = part(searched(AlphaBeta, game, state, 0, **PLAIN))
    words = known.why_words(found, rows_of(found)[1,], lambda _row: "left", "turn")
    assert "1 reply was never looked at." in words and words.endswith("at this turn.")


def test_an_open_node_says_what_it_has_so_far() -> None:
    game, state = tree(TEXT)
    search = AlphaBeta(game, AlphaBeta.Params(**{**PLAIN, "scout": False}))
    search.start(state, 0)
    search.advance(6)  # the root, MIN's first node with three leaves, MIN's second node
    found = part(search)
    at = rows_of(found)
    assert known.depth_words(found).endswith(" so far")
    assert known.value_words(found, at[1,]) == "being searched"
    assert known.signed_value(found, at[1,], 2) == "open"
    assert known.signed_value(found, at[2,], 2) == "not yet"
    assert known.value_words(found, at[2,]) == "not reached yet"
    assert known.value_words(found, at[()]) == "3.000 so far for seat 1"
    assert found.ledger is not None
    root, second = found.ledger.open
    assert known.place_words(root) == "2 of 3" and known.place_words(second) == "none of 3 yet"
    assert known.window_words(root) == ("3.000", "+∞")
    assert known.end_words(-float("inf")) == "−∞"
    search.advance(1000)
    assert known.depth_words(part(search)) == f"Depth {game.longest}"


def test_trees_of_visits_are_spoken_of_as_before() -> None:
    found = cut()
    other = Branches(**{**vars(found), "ledger": None})
    assert known.counted(other) == "visits" and not known.refuted(other, 1)
    assert known.signed_value(other, 1, 2) == "3.00"


def named(kind: type[DepthFirst], text: str) -> tuple[Branches, dict[Path, str], Game, State]:
    game, state = tree(text)
    found = part(searched(kind, game, state, 0))
    return found, dict(NodeNames(game, state).words(found, {}, wanted=10**6)), game, state


CHANCES = "MAX(CHANCE(0.25: MIN(8, 6), 0.75: MIN(4, 9)), 5)"


def test_outcomes_of_chance_have_their_shares() -> None:
    found, words, _game, _state = named(Expectimax, CHANCES)
    assert len(words) == len(found) - 1
    assert words[0, 0, 0] == "outcome 1, 25 %" and words[0, 0, 1] == "outcome 2, 75 %"
    assert (words[0, 0, 1, 0], words[0, 0, 0, 1]) == ("left", "right")


def test_a_zoom_below_chance_keeps_its_names() -> None:
    game, state = tree(CHANCES)
    search = searched(Expectimax, game, state, 0)
    _, whole, _, _ = named(Expectimax, CHANCES)
    (zoomed,) = search.branches(Wish((0,), focus=((0, 0, 1),), keep=(((0, 0, 1),),)))
    words = NodeNames(game, state).words(zoomed, {}, wanted=10**6)
    assert zoomed.focus == (0, 0, 1) and words
    assert all(whole[path] == word for path, word in words.items())


def test_the_way_to_a_node_goes_through_the_outcome() -> None:
    """To the second outcome's second reply, whose leaf pays 9."""
    game, state = tree(CHANCES)
    search = searched(Expectimax, game, state, 0)
    wish = LineWish((0,), node=(0, (0, 0, 1, 1)))
    line = NodeWalks(game, state).line(wish, search.branches, search.snapshot())
    assert line is not None and line.reached and line.at == line.known == 3
    assert line.joints == ((0, PASS), (0, PASS), (PASS, 1))
    assert "9" in repr(line.scenes[-1]), "the leaf where the match ends"


def test_a_line_goes_on_along_the_best_replies() -> None:
    """Not along the most searched ones: MIN's best reply here is searched least."""
    game, state = tree("MAX(1, MIN(MAX(9, MAX(8, 7)), 3))")
    search = searched(AlphaBeta, game, state, 0, **PLAIN)
    wish = LineWish((0,), node=(0, (1,)))
    line = NodeWalks(game, state).line(wish, search.branches, search.snapshot())
    assert line is not None
    assert [max(joint) for joint in line.joints] == [1, 1]


def test_what_is_being_searched_has_names_below_the_rows() -> None:
    text = "MIN(1, 2)"
    for number in range(3, 11):
        text = f"{'MAX' if number % 2 else 'MIN'}({text}, {number})"
    game, state = tree(f"MAX({text})")
    search = AlphaBeta(game, AlphaBeta.Params(**PLAIN))
    search.start(state, 0)
    search.advance(11)
    (found,) = search.branches(Wish((0,)))
    assert found.ledger is not None
    path = tuple(node.action for node in found.ledger.open[1:])
    assert len(path) == 9 > int(found.depth.max()) == 8
    words = NodeNames(game, state).words(found, {}, wanted=10**6)
    assert all(path[:k] in words for k in range(1, len(path) + 1))
    assert Known(int(found.ledger.known[0])) is Known.OPEN
