"""Two recorded matches: the first turn that is different, and how each ended."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.game import same
from lab.files.replay import Replay
from lab.match.play import set_up
from lab.review.matches import matches_apart
from tests.lab.review.exact import game_named, replayed


@pytest.fixture(scope="module")
def match() -> Replay:
    return replayed(game_named("tictactoe"), 4)


def test_the_same_twice(match: Replay) -> None:
    found = matches_apart(match, match)
    assert found.turn is None and found.sentences[0] == (
        f"All {len(match.turns)} moves are the same."
    )
    assert [each.split(":")[0] for each in found.sentences[1:]] == ["First", "Second"]


def test_the_first_different_turn_and_both_positions(match: Replay) -> None:
    game, other = match.game, replayed(match.game, 5)
    turn = next(k for k, t in enumerate(match.turns) if t.joint != other.turns[k].joint)
    mixed = replace(other, turns=(*match.turns[:turn], *other.turns[turn:]))
    found = matches_apart(match, mixed)
    assert found.turn == turn + 1
    assert same(found.states[0], match.turns[turn].state)
    assert same(found.states[1], other.turns[turn].state)
    before = match.turns[turn - 1].state if turn else match.initial
    for each in (match, mixed):
        joint = each.turns[turn].joint
        (label,) = [game.label(before, k, a) for k, a in enumerate(joint) if a >= 0]
        assert label in found.sentences[0]


def test_one_goes_on(match: Replay) -> None:
    short = replace(match, turns=match.turns[:3], lines=match.lines[:3], outcome=(), reason="")
    found = matches_apart(short, match)
    assert found.turn == 4 and "only the second goes on" in found.sentences[0]
    assert found.sentences[1].endswith("3 moves; interrupted.")
    assert same(found.states[0], short.turns[-1].state)


def test_positions_games_and_set_up_turns(match: Replay) -> None:
    hand = set_up(match.game, match.turns[3].state, 1)
    edited = replace(match, turns=(match.turns[0], hand), lines=match.lines[:2])
    assert "the second has a position set up by hand" in matches_apart(match, edited).sentences[0]
    begun = replace(match, initial=match.turns[0].state)
    assert "begin in different positions" in matches_apart(match, begun).sentences[0]
    other = replayed(game_named("connect_four"), 1)
    assert "different games" in matches_apart(match, other).sentences[0]
