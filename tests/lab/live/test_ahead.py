"""A position that a search has looked at, searched beside the match: which one, and by whom."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engines.game import same
from engines.knobs import KnobError
from lab.files.replay import load, save
from lab.live.crew import AHEAD
from lab.live.session import Session
from lab.live.table import MatchTable
from lab.live.wanted_searches import Mode, ahead_of, wanted
from lab.match.play import play
from lab.match.seat import SearchSeat
from lab.match.seats import make_setup, parse_game
from tests.lab.toys import Open, play_out, setup, until

SEATS = ["uct:budget=20it,c=0.5", "uct:budget=20it,c=2"]
SETUP = make_setup(parse_game("tictactoe"), SEATS, 1)


@pytest.fixture
def table(tmp_path: Path) -> MatchTable:
    """A match of searches that was read from its file."""
    path = tmp_path / "played.jsonl"
    save(path, play("tictactoe", SEATS, seed=1))
    made = MatchTable(SETUP, tmp_path, load(path))
    while not made.look():
        pass
    return made


def test_the_way_leads_to_the_position_that_was_played(table: MatchTable) -> None:
    frames = table.history.frames
    joints = [frames[turn].joint for turn in (2, 3)]
    found = ahead_of(table, 1, joints)
    assert (found.turn, found.turns) == (1, 3) and same(found.state, frames[3].state)
    searches = wanted(table, Mode(False, ahead=found))
    (key,) = [key for key in searches if key[1] == AHEAD]
    assert key[0] == 1, "O moves after three turns"
    assert searches[key].turn == 3 and same(searches[key].state, frames[3].state)
    assert searches[key].spec == table.searchers()[1] and searches[key].budget is None


def test_a_way_that_the_rules_do_not_allow_is_refused(table: MatchTable) -> None:
    frames = table.history.frames
    with pytest.raises(KnobError, match="do not allow"):
        ahead_of(table, 1, [frames[1].joint])
    with pytest.raises(KnobError, match="The match is over"):
        ahead_of(table, 1, [frame.joint for frame in frames[2:]])


# -- what fits ------------------------------------------------------------------------------------


MISFIT = SearchSeat("smitsimax")  # tic-tac-toe: legal actions depend on the other's


def refused(session: Session) -> bool:
    return any("Legal actions depend" in note for note in session.status.notes)


def test_a_seat_keeps_its_player_when_the_new_one_does_not_fit(opened: Open) -> None:
    session = opened("toy", "random")
    session.set_seat(1, MISFIT)
    until(session, lambda: refused(session))
    assert [spec.name for spec in session.setup.seats] == ["toy", "random"]
    play_out(session)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_match_with_a_misfit_does_not_begin(opened: Open, seat: int) -> None:
    session = opened("toy", "random")
    seats = [*setup("toy", "random", seed=9).seats]
    seats[seat] = MISFIT
    session.new(replace(setup("toy", "random", seed=9), seats=tuple(seats)))
    until(session, lambda: refused(session))
    assert session.setup.seed == 1
    assert [spec.name for spec in session.setup.seats] == ["toy", "random"]
