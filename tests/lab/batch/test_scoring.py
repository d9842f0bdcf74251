"""What a seat's decisions come to: a program is late from its limit on, a search a millisecond
later, and what is late is no bad answer.
"""

from dataclasses import replace

import pytest

from lab.batch.scoring import SEARCH_LATE_MS, seat_records
from lab.match.play import MatchResult, play
from lab.match.seats import parse_game, parse_seat

GAME = parse_game("tictactoe")
PROGRAM = parse_seat("cmd:./nobody", GAME)


@pytest.fixture(scope="module")
def match() -> MatchResult:
    return play("tictactoe", ["random", "random"], seed=3)


def overrun(match: MatchResult, by_ms: float, error: str = "") -> MatchResult:
    """The match with every answer so late; a program sits in the second seat."""
    setup = replace(match.setup, seats=(match.setup.seats[0], PROGRAM))
    turns = tuple(
        replace(
            turn,
            decisions=tuple(
                d and replace(d, overrun_ms=by_ms, error=error) for d in turn.decisions
            ),
        )
        for turn in match.turns
    )
    return replace(match, setup=setup, turns=turns)


@pytest.mark.parametrize(
    ("by_ms", "search", "program"),
    [
        (-5.0, False, False),
        (0.0, False, False),
        (0.01, False, True),
        (SEARCH_LATE_MS, False, True),
        (SEARCH_LATE_MS + 0.01, True, True),
    ],
)
def test_a_program_is_late_at_once_and_a_search_a_millisecond_later(
    match: MatchResult, by_ms: float, search: bool, program: bool
) -> None:
    for sides in ((0, 1), (1, 0)):
        first, second = seat_records(GAME, overrun(match, by_ms), sides, "wall")
        assert (first.side, second.side) == sides
        assert first.decisions > 0 < second.decisions
        assert first.late == search * first.decisions
        assert second.late == program * second.decisions
        assert first.errors == second.errors == 0


def test_a_late_answer_is_no_bad_one(match: MatchResult) -> None:
    bad = seat_records(GAME, overrun(match, 0.0, "no valid move"), (0, 1), "wall")
    assert [(seat.late, seat.errors) for seat in bad] == [(0, seat.decisions) for seat in bad]
    late = seat_records(GAME, overrun(match, 50.0, "no answer"), (0, 1), "wall")
    assert [(seat.late, seat.errors) for seat in late] == [(seat.decisions, 0) for seat in late]


def test_points_and_places_follow_the_outcome_of_the_seat(match: MatchResult) -> None:
    lost = replace(match, outcome=(-0.25, 0.25))
    for sides in ((0, 1), (1, 0)):
        first, second = seat_records(GAME, lost, sides, "it")
        assert (first.outcome, first.points, first.place) == (-0.25, 0.0, 2)
        assert (second.outcome, second.points, second.place) == (0.25, 1.0, 1)
