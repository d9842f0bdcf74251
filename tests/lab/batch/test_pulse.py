"""A computer that slept is noticed."""

from __future__ import annotations

from lab.batch.work import ASLEEP_S, Pulse


def test_a_gap_is_noticed_and_a_busy_computer_is_not() -> None:
    times = iter([100.0, 101.2, 104.0, 105.0])
    pulse = Pulse(lambda: next(times))
    for _ in range(3):
        pulse.beat()
    assert pulse.asleep == "" and 1.7 < pulse.gap < 1.9 < ASLEEP_S
    times = iter([100.0, 101.0, 113.0, 114.0])
    pulse = Pulse(lambda: next(times))
    for _ in range(3):
        pulse.beat()
    assert pulse.asleep == "The computer slept, or the process stood still, for 11 s."


def test_a_gap_at_the_end_counts() -> None:
    times = iter([0.0, 60.0])
    with Pulse(lambda: next(times)) as pulse:
        pass
    assert pulse.asleep
