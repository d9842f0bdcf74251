"""What a decision depends on: seed, seat and turn, and nothing else."""

from __future__ import annotations

from engines import games
from lab.match.decide import Player, seen
from lab.match.seats import Budget, parse_seat
from tests.matches import content


def seed_of(match: int, seat: int, turn: int) -> int:
    """The seed of the search that decides there."""
    game = games()["tictactoe"]()
    player = Player(game, seat, parse_seat("random", game, Budget.parse("5it")), match)
    player.begin(game.initial(1), turn)
    return player.search.seed


def test_every_decision_has_randomness_of_its_own() -> None:
    """Neither two seats nor two turns nor two matches share it; the same decision always has the
    same.
    """
    places = [(match, seat, turn) for match in (1, 2) for seat in (0, 1) for turn in (0, 1, 2)]
    seeds = [seed_of(*place) for place in places]
    assert len(set(seeds)) == len(places)
    assert [seed_of(*place) for place in places] == seeds


def test_what_is_hidden_is_drawn_anew_for_each_seat_and_turn() -> None:
    """In Witch's Brew both see the same and do not know the coming orders and spells."""
    game = games()["brew"]()
    state = game.initial(1)
    drawn = {(s, t): content(seen(game, state, s, 7, t)) for s in (0, 1) for t in (0, 1, 2)}
    assert len(set(drawn.values())) == len(drawn)
    assert content(seen(game, state, 1, 7, 2)) == drawn[1, 2]
