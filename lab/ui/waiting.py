"""Waiting with the window alive, in its own event loop. `QTest.qWait` looks at events in steps of
10 ms and sleeps between them with Python's lock held: timers came late, and no search ran.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QEventLoop, Qt, QTimer

LOOK_S = 0.002  # between two looks at a condition


def wait(seconds: float) -> None:
    """Lets the window live for so long."""
    loop, ends = QEventLoop(), QTimer()
    ends.setSingleShot(True)
    ends.setTimerType(Qt.TimerType.PreciseTimer)
    ends.timeout.connect(loop.quit)
    ends.start(round(1000 * seconds))
    loop.exec()


def wait_until(condition: Callable[[], object], seconds: float) -> bool:
    """Waits for a condition; False if it takes longer."""
    ends = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > ends:
            return False
        wait(LOOK_S)
    return True
