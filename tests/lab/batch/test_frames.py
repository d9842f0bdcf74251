"""What a worker shows of the game that it plays."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from lab.batch import work
from lab.batch.frames import LiveFrame, WorkerGame
from lab.batch.work import ASLEEP_S, Pulse
from lab.match.play import Turn
from tests.lab.batch.playing import JOB
from tests.waiting import until

BOTH = replace(JOB, sides=("uct:budget=4000it", "uct:c=2,budget=4000it"))


def expected(watched: Callable[[], bool]) -> bool:
    """Whether any turn of the games says what a search expects."""
    turns = list[Turn]()
    work.play(BOTH.line, lambda seating, turn: turns.append(turn), watched)
    return any(value.known and not value.proven for turn in turns for value in turn.values)


def test_what_searches_expect_is_known_while_somebody_asks_for_frames() -> None:
    """Statistics take time, which is not spent on games that nobody looks at."""
    table, ends = WorkerGame(), threading.Event()
    assert table._asked == -math.inf and not expected(table._is_watched)

    def play() -> None:
        while not ends.is_set():
            table.play(BOTH.line)

    def seen() -> bool:
        frame = table.frame()
        values = LiveFrame.read(BOTH, frame).values if frame is not None else ()
        return any(value.known and not value.proven for value in values)

    with ThreadPoolExecutor(1) as thread:
        playing = thread.submit(play)
        try:
            until(seen)
        finally:
            ends.set()
        playing.result()
    assert expected(lambda: True)


# -- a sign of life -------------------------------------------------------------------------------


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
