"""What a player of a table used is counted on its own side of each pair."""

from __future__ import annotations

from lab.batch.games import GameRecord, SeatRecord
from lab.experiments.robin.plan import RobinPlan
from lab.experiments.robin.question import met_of
from lab.experiments.robin.result import Met, RobinResult

PLAN = RobinPlan("tictactoe", ("random", "scripted", "greedy"), matches=2)


def met(cpu_ms: tuple[float, float], iterations: tuple[float, float]) -> Met:
    """A drawn match in which the sides used unequal time."""
    return Met(1, (0.5, 0.5), 9, "a draw", cpu_ms, iterations)


def test_time_and_iterations_are_the_players_own() -> None:
    """Greedy is the first side of its pairs, scripted always the second."""
    found = RobinResult(
        PLAN,
        {
            (("greedy", "random"), 0): met((2.0, 0.5), (40.0, 1.0)),
            (("greedy", "scripted"), 0): met((4.0, 9.0), (60.0, 7.0)),
            (("random", "scripted"), 1): met((1.5, 3.0), (3.0, 5.0)),
        },
        {},
    )
    assert found.used("greedy") == (3.0, 50.0)
    assert found.used("scripted") == (6.0, 6.0)
    assert found.used("random") == (1.0, 2.0)


def test_a_game_counts_what_each_side_used_wherever_it_sat() -> None:
    """The second side has the first seat: 4 decisions against 2, and other time and iterations."""
    seats = (
        SeatRecord(0, 1, -1.0, 0.0, 2, cpu_s=0.008, decisions=4, iterations=40, late=1),
        SeatRecord(1, 0, 1.0, 1.0, 1, cpu_s=0.006, decisions=2, iterations=50),
    )
    found = met_of(GameRecord(7, 1, seats, turns=6, reason="three in a row"), 2)
    assert (found.cpu_ms, found.iterations) == ((3.0, 2.0), (25.0, 10.0))
    assert (found.points, found.seed, found.turns) == ((1.0, 0.0), 7, 6)
    assert [each.late for each in found.faults] == [0, 1]
