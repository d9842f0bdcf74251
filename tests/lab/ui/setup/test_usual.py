"""Who sits where an option changes the number of seats."""

from __future__ import annotations

from dataclasses import replace

from lab.match.seats import make_setup, parse_game, parse_search
from lab.ui.setup.usual import filled, seated


def test_new_seats_have_the_player_that_the_game_opens_with() -> None:
    """Alpha-beta plays for two; so all four riders are those of a match that opens with four, and
    nobody changes who fits.
    """
    two, four = parse_game("tron"), parse_game("tron:players=4")
    setup = replace(make_setup(two, [two.opens_with] * 2, 1), options=four.options)
    opening = filled(parse_search(four.opens_with, four))
    assert seated(setup, four).seats == (opening,) * 4
    riders = make_setup(two, ["uct:c=0.5", "random"], 1)
    found = seated(replace(riders, options=four.options), four).seats
    assert found == (*riders.seats, *riders.seats[-1:] * 2)
