"""How long programs took, from decisions whose times are known."""

from __future__ import annotations

from dataclasses import astuple, replace

import pytest

from engines.game import PASS
from lab.experiments.series import AnswerTimes, answer_times, joined
from lab.match.decide import Decision
from lab.match.play import MatchResult, play
from search.base import Snapshot

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
