"""Matches of the window in the store: those that its players have played from start to end."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from engines.game import PASS
from lab.experiments.series import WINDOW, keep_match
from lab.live.session import Session
from lab.match.play import MatchResult
from lab.store.store import Store
from lab.ui.control.keeping import MatchKeeper
from tests.lab.toys import setup
from tests.waiting import until

SEATS = ("random", "scripted")
PLAYERS = setup(*SEATS, budget="20it", game="tictactoe", seed=3)


def begun(folder: Path) -> tuple[list[MatchResult], Session]:
    """A session of tic-tac-toe after one turn, and the list of what it tells."""
    found: list[MatchResult] = []
    session = Session(PLAYERS, pace_s=0.0, save_folder=folder)
    session.tell_results(found.append)
    session.step()
    until(lambda: len(session.frames) == 2)
    return found, session


def ended(session: Session) -> None:
    """Plays on to the end, and ends the session."""
    session.play()
    until(lambda: session.frames[-1].outcome)
    session.close()


def test_a_match_of_the_window_is_kept_and_mixes_with_no_other(tmp_path: Path) -> None:
    found, session = begun(tmp_path)
    ended(session)
    (result,) = found
    keeper = MatchKeeper(tmp_path / "games.db")
    keeper.take(result)
    keeper.take(result)
    assert keeper._thread is not None
    keeper._thread.join()
    with Store(tmp_path / "games.db") as store:
        (kept,) = store.asked(WINDOW)
        assert store.experiments(WINDOW)[0].kind == "window"
        assert [side.algorithm for side in kept.lineup.sides] == list(SEATS)
        record = kept.record
        assert (record.seed, record.turns, record.reason) == (3, len(result.turns), result.reason)
        assert [seat.outcome for seat in record.seats] == list(session.frames[-1].outcome)
        assert record.tape and kept.lineup.condition.clock == "wall"
        assert store.meetings(kept.lineup.condition) == []


def test_a_match_whose_players_changed_is_not_told(tmp_path: Path) -> None:
    found, session = begun(tmp_path)
    session.set_seat(1, PLAYERS.seats[0])
    ended(session)
    assert found == []


def test_a_match_with_a_turn_that_was_tried_out_is_not_told(tmp_path: Path) -> None:
    found, session = begun(tmp_path)
    (taken, _) = session.frames[1].joint
    session.add_branch(1, [(PASS, (taken + 1) % 9)])
    ended(session)
    assert found == []


def test_a_match_with_a_person_is_not_kept(tmp_path: Path) -> None:
    found, session = begun(tmp_path)
    ended(session)
    people = setup("human", "random", budget="20it", game="tictactoe", seed=3)
    with Store(tmp_path / "games.db") as store:
        keep_match(store, replace(found[0], setup=people))
        assert store.experiments() == []
