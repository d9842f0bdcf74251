"""Two players on one position of a running match."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import numpy as np
import pytest

from lab.live.session import Session
from lab.match.budget import ITERATIONS, TIME, Budget
from lab.match.decide import Player, think
from lab.match.records import WAITING, Contender
from lab.match.seat import SearchSeat
from lab.match.seats import parse_seat
from tests.lab.toys import Open, Toy, joints, play_out, until

A, B = "toy:depth=2", "toy:depth=7"


def spec(text: str, session: Session, budget: Budget | None = None) -> SearchSeat:
    found = parse_seat(text, session.game, budget)
    assert isinstance(found, SearchSeat)
    return found


def done(session: Session) -> Callable[[], bool]:
    return lambda: (
        len(session.compared) == 2 and all(c.finished or c.failure for c in session.compared)
    )


def compared(session: Session) -> tuple[Contender, Contender]:
    until(session, done(session))
    first, second = session.compared
    return first, second


def test_both_do_exactly_their_iterations_and_are_not_confused(opened: Open) -> None:
    session = opened("toy", "random")
    budget = Budget(ITERATIONS, 700)
    session.compare(spec(B, session, budget), 0, spec(A, session, budget))
    first, second = compared(session)
    assert first.thought is not None and second.thought is not None
    assert [c.thought.snapshot.iterations for c in (first, second) if c.thought] == [700, 700]
    seed = first.thought.snapshot.agents[0]
    assert seed.best != second.thought.snapshot.agents[0].best, "the toy plays by its depth"
    for text, side in ((A, first), (B, second)):
        alone = Player(session.game, 0, spec(text, session, budget), session.setup.seed)
        alone.begin(session.frames[0].state, 0)
        think(alone, budget)
        assert side.thought is not None
        mine, theirs = side.thought.snapshot.agents[0], alone.search.snapshot().agents[0]
        assert mine.best == theirs.best and np.array_equal(mine.visits, theirs.visits)


def test_each_may_have_a_budget_of_its_own(opened: Open) -> None:
    session = opened("toy", "random")
    session.compare(
        spec(B, session, Budget(ITERATIONS, 90)), 0, spec(A, session, Budget(ITERATIONS, 640))
    )
    first, second = compared(session)
    counts = [c.thought.snapshot.iterations for c in (first, second) if c.thought]
    assert counts == [640, 90]


def test_without_another_a_is_the_seats_player(opened: Open) -> None:
    session = opened("toy:depth=5", "toy:depth=11", budget="80it")
    session.compare(spec(B, session, Budget(ITERATIONS, 60)), 0)
    first, second = compared(session)
    assert isinstance(first.spec, SearchSeat) and first.spec.params.depth == 5  # type: ignore[union-attr]
    assert first.thought is not None and first.thought.snapshot.iterations == 80
    assert second.thought is not None and second.thought.snapshot.iterations == 60


def test_a_change_of_b_leaves_a_as_it_is(opened: Open) -> None:
    session = opened("toy", "random")
    budget = Budget(ITERATIONS, 300)
    session.compare(spec(B, session, budget), 0, spec(A, session, budget))
    before, _ = compared(session)
    session.compare(spec("toy:depth=9", session, budget), 0, spec(A, session, budget))
    until(session, lambda: session.compared[1].spec.params.depth == 9)  # type: ignore[union-attr]
    first, second = compared(session)
    assert first.thought is before.thought, "A was not searched again"
    assert second.thought is not None and second.thought.snapshot.iterations == 300


def test_any_position_is_compared_and_the_match_stays_as_it_is(opened: Open) -> None:
    session = opened("toy", "random")
    play_out(session)
    line = joints(session)
    session.compare(spec(B, session, Budget(ITERATIONS, 50)), 1, spec(A, session), 2)
    first, second = compared(session)
    assert (first.turn, second.turn) == (2, 2)
    assert first.seat == 0, "after two moves seat 1 is to move, whoever was asked for"
    assert joints(session) == line
    session.compare(None, 0)
    until(session, lambda: not session.compared)
    assert not any(kind in ("first", "second") for _, kind in session.view.workers)


def test_milliseconds_are_cpu_time(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """An iteration costs a hundredth of a millisecond on the clock of its own thread."""
    work, plain = threading.local(), Toy.advance

    def advance(toy: Toy, n: int, spent: float = 0.0) -> bool:
        work.done = getattr(work, "done", 0) + n
        return plain(toy, n, spent)

    monkeypatch.setattr(Toy, "advance", advance)
    monkeypatch.setattr(time, "thread_time", lambda: getattr(work, "done", 0) * 1e-5)
    session = opened("toy", "random")
    session.compare(spec(B, session, Budget(TIME, 5)), 0, spec(A, session, Budget(TIME, 20)))
    counts = [c.thought.snapshot.iterations for c in compared(session) if c.thought]
    assert counts == [pytest.approx(2000, rel=0.02), pytest.approx(500, rel=0.02)]


def test_a_failure_of_b_does_not_stop_the_match(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = opened("random", "random")
    monkeypatch.setattr(Toy, "crash_at", 10)
    session.compare(spec(B, session, Budget(ITERATIONS, 50)), 0, spec(A, session))
    _, second = compared(session)
    assert second.failure is not None and "the toy broke" in second.failure.sentence
    assert session.status.failure is None and session.status.activity == WAITING
    play_out(session)


def test_who_does_not_search_is_refused_in_one_sentence(opened: Open) -> None:
    session = opened("human", "random")
    session.compare(spec(B, session), 0)
    until(session, lambda: any("A person has no search" in n for n in session.status.notes))
    session.compare(spec("random", session), 0, spec(A, session))
    until(session, lambda: any("does not search" in n for n in session.status.notes))
    assert not session.compared


def test_an_over_position_is_refused(opened: Open) -> None:
    session = opened("toy", "random")
    play_out(session)
    session.compare(spec(B, session), 0, spec(A, session))
    until(session, lambda: any("nothing to compare" in note for note in session.status.notes))
    assert not session.compared
