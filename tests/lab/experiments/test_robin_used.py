"""What a player of a table used is counted on its own side of each pair."""

from __future__ import annotations

from lab.experiments.robin.plan import RobinPlan
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
