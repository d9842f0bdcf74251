"""Matches of the window in the store: those that its players have played from start to end."""

from __future__ import annotations

from dataclasses import astuple, replace
from pathlib import Path

import pytest

from engines.game import PASS
from lab.experiments.series import WINDOW, AnswerTimes, answer_times, joined, keep_match
from lab.live.session import Session
from lab.match.decide import Decision
from lab.match.play import MatchResult, play
from lab.store.store import Store
from lab.ui.control.files import MatchKeeper
from search.base import Snapshot
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


# -- times of answers -----------------------------------------------------------------------------


NOTHING = Snapshot(generation=0, seat=0, iterations=0, turns=0, nodes=0, memory_bytes=0)


def answer(seat: int, ms: float, limit_ms: float, lines: tuple[str, ...] = ("0 0",)) -> Decision:
    """A program's decision."""
    late = max(0.0, ms - limit_ms)
    plain = Decision(seat, (PASS,), 0, (), (), NOTHING, 0.0, ms / 1000, late)
    return replace(plain, lines=lines, limit_ms=limit_ms, error="" if lines else "it exited")


def made(*decisions: Decision) -> MatchResult:
    """A match in which a turn has each of these decisions, the seats swapped by its setup."""
    whole = play("tictactoe", ["random", "random"], seed=1)
    turns = tuple(
        replace(whole.turns[0], decisions=tuple(d if d.seat == s else None for s in range(2)))
        for d in decisions
    )
    return replace(whole, turns=turns)


def test_times_are_those_of_the_side_and_not_of_the_seat() -> None:
    result = made(answer(0, 900, 1000), answer(1, 10, 1000), answer(0, 20, 100), answer(1, 90, 100))
    other, own = answer_times(result, (1, 0))
    assert own is not None and other is not None
    assert astuple(own) == pytest.approx((2, 920, 900, 80))
    assert astuple(other) == pytest.approx((2, 100, 90, 10))
    assert own.mean_ms == pytest.approx(460)


def test_late_answers_count_and_those_of_a_program_that_was_stopped_do_not() -> None:
    result = made(
        answer(0, 40, 100),
        answer(0, 130, 100, lines=()),  # it never came, and the match waited so long
        answer(0, 0, 100, lines=()),  # stopped
        replace(answer(1, 40, 0), limit_ms=0.0),  # a search
    )
    found, none = answer_times(result, (0, 1))
    assert none is None and found is not None
    assert astuple(found) == pytest.approx((2, 170, 130, -30))
    assert found.text == (
        "2 answers: 85.0 ms on average, 130.0 ms at worst, up to 30.0 ms after the limit"
    )


def test_matches_are_joined_by_their_worst() -> None:
    one, other = AnswerTimes(3, 30.0, 20.0, 80.0), AnswerTimes(1, 50.0, 50.0, 950.0)
    assert joined([one, None, other]) == AnswerTimes(4, 80.0, 50.0, 80.0)
    assert joined([None]) is None and joined([]) is None
    assert other.text == (
        "1 answer: 50.0 ms on average, 50.0 ms at worst, at least 950.0 ms before the limit"
    )
