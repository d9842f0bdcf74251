"""What a game itself counts during a match: the standing of its seats, and who leads."""

from __future__ import annotations

import pytest

from lab.match.play import play
from lab.match.seats import parse_game

COUNTED = {
    "brew": True,
    "goofspiel": True,
    "xmasrush": True,
    "matrix:rounds=20": True,
    "csb": True,
    "uttt": False,  # three boards in a row win whoever has more
}


@pytest.mark.parametrize("seed", range(1, 4))
@pytest.mark.parametrize("spec", COUNTED)
def test_who_has_more_in_the_end_has_won(spec: str, seed: int) -> None:
    game = parse_game(spec)
    result = play(spec, ["random", "greedy:budget=4it"], seed=seed)
    last = result.turns[-1].state if result.turns else None
    assert last is not None
    score = game.score(last)
    assert len(score) == game.seats
    outcome = result.outcome
    if COUNTED[spec] and score[0] != score[1]:
        assert (score[0] > score[1]) == (outcome[0] > outcome[1])


@pytest.mark.parametrize("spec", COUNTED)
def test_nobody_leads_before_the_first_turn(spec: str) -> None:
    game = parse_game(spec)
    score = game.score(game.initial(7))
    assert len(set(score)) == 1
