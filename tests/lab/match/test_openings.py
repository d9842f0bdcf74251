"""Openings of random plies: which positions they are, and which texts are none."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.knobs import KnobError
from engines.records import packed
from lab.match.openings import Openings
from lab.match.seats import parse_game

BOARD = parse_game("tictactoe")


def after(text: str, seed: int) -> str:
    """The opening of a seed in tic-tac-toe, as its editor writes it."""
    editing = BOARD.editing()
    assert editing is not None
    return editing.text(Openings.named(text).position(BOARD, seed))


def test_every_number_of_plies_and_every_reply_is_as_likely_as_the_others() -> None:
    """Of 3,600 seeds: each of 2, 3 and 4 plies, and each pair of the 72 first two."""
    texts = [after("random:2-4", seed) for seed in range(3600)]
    plies = Counter(sum(text.partition(" ")[0].count(c) for c in "XO") for text in texts)
    assert set(plies) == {2, 3, 4}
    assert all(abs(count - 1200) < 5 * np.sqrt(1200) for count in plies.values())
    pairs = Counter(after("random:2", seed) for seed in range(3600))
    assert len(pairs) == 72
    assert sum((n - 50) ** 2 / 50 for n in pairs.values()) < 71 + 5 * np.sqrt(2 * 71)


@given(st.integers(0, 1 << 62), st.integers(1, 4), st.integers(0, 3))
@settings(max_examples=50, deadline=None)
def test_an_opening_belongs_to_its_seed(seed: int, low: int, more: int) -> None:
    wanted = Openings(low, low + more)
    first, again = wanted.position(BOARD, seed), wanted.position(BOARD, seed)
    assert packed(first) == packed(again) and not BOARD.check(first)
    text = after(wanted.text, seed).partition(" ")[0]
    crosses, noughts = text.count("X"), text.count("O")
    assert low <= crosses + noughts <= low + more and crosses - noughts in (0, 1)
    assert not BOARD.rules.is_over(first)
    assert Openings.named(wanted.text) == wanted


@pytest.mark.parametrize("name", ["tron", "goofspiel", "connect_four"])
def test_all_agents_move_in_a_ply_of_games_that_are_played_at_once(name: str) -> None:
    game = parse_game(name)
    state = Openings(2, 2).position(game, 7)
    assert not game.check(state) and packed(state) != packed(game.initial(7))


@pytest.mark.parametrize(
    "text",
    ["random:", "random:0", "random:4-2", "random:x", "random:2-", "random:101", "random:-1"],
)
def test_a_text_that_is_none_gets_a_sentence(text: str) -> None:
    with pytest.raises(KnobError, match=r"should read random:2-4, of 1 to 100 plies\.$"):
        Openings.read(text)


def test_a_game_that_random_plies_end_is_named() -> None:
    with pytest.raises(KnobError, match="Tic-tac-toe is over after 9 random plies: name fewer"):
        Openings(9, 9).position(BOARD, 1)
    assert Openings.read("starts.txt") is None and Openings(1, 1).words == "after 1 random ply"
