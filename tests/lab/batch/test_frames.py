"""What a worker shows of the game that it plays."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from lab.batch import work
from lab.batch.frames import LiveFrame, WorkerGame
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
