"""A session gives no seat to an algorithm that cannot play the game, and says why."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lab.live.session import Session
from lab.match.seat import SearchSeat
from tests.lab.toys import Open, over, setup, until

MISFIT = SearchSeat("smitsimax")  # tic-tac-toe: legal actions depend on the other's


def refused(session: Session) -> bool:
    return any("Legal actions depend" in note for note in session.status.notes)


def test_a_seat_keeps_its_player_when_the_new_one_does_not_fit(opened: Open) -> None:
    session = opened("toy", "random")
    session.set_seat(1, MISFIT)
    until(session, lambda: refused(session))
    assert [spec.name for spec in session.setup.seats] == ["toy", "random"]
    session.play()
    until(session, over(session))


@pytest.mark.parametrize("seat", [0, 1])
def test_a_match_with_a_misfit_does_not_begin(opened: Open, seat: int) -> None:
    session = opened("toy", "random")
    seats = [*setup("toy", "random", seed=9).seats]
    seats[seat] = MISFIT
    session.new(replace(setup("toy", "random", seed=9), seats=tuple(seats)))
    until(session, lambda: refused(session))
    assert session.setup.seed == 1
    assert [spec.name for spec in session.setup.seats] == ["toy", "random"]
