"""While a bench or a studio waits, all else lives: threads that run Python, timers, the window."""

from __future__ import annotations

import threading
import time

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from lab.ui import waiting


@pytest.mark.usefixtures("qapp")
def test_threads_run_while_it_waits() -> None:
    """With Python's lock held, a thread would not come back from its first sleep."""
    rounds, stop = [0], threading.Event()

    def run() -> None:
        while not stop.is_set():
            rounds[0] += 1
            time.sleep(0.0001)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        before = rounds[0]
        waiting.wait(0.2)
        assert rounds[0] > before + 10
    finally:
        stop.set()
        thread.join()


def test_timers_tick_at_their_own_pace(qapp: QApplication) -> None:
    """Looked at every 10 ms, a timer of 4 ms would tick less than half as often."""
    timer, ticks = QTimer(qapp), [0]

    def tick() -> None:
        ticks[0] += 1
        if ticks[0] == 30:
            timer.stop()

    timer.timeout.connect(tick)
    timer.start(4)
    turns = 0
    while timer.isActive():
        waiting.wait(0.06)
        turns += 1
        assert turns < 100
    assert ticks[0] == 30


def test_it_waits_for_a_condition_but_not_forever(qapp: QApplication) -> None:
    seen: list[int] = []
    QTimer.singleShot(20, qapp, lambda: seen.append(1))
    assert waiting.wait_until(lambda: seen, 60.0)
    assert not waiting.wait_until(lambda: len(seen) > 1, 0.02)


@pytest.mark.usefixtures("qapp")
def test_an_error_in_a_condition_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        waiting.wait_until(lambda: 1 // 0, 1.0)
