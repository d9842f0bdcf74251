"""Collecting garbage in the window's thread alone.

What is freed may be connected to Qt. A thread that frees it waits for Python's lock while it holds
one of Qt's, and the window's thread may hold Python's lock and wait for Qt's: both for ever.
"""

from __future__ import annotations

import gc
import time

from PySide6.QtCore import QObject, QTimer

EVERY_MS = 50
SHARE = 0.02  # of the time at most goes into looking through everything


class GarbageCollector(QObject):
    """Does what Python would do by itself in whichever thread comes along; make one before any
    other thread runs, and keep it.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self._rests_until = 0.0  # no look through everything before this time
        timer = QTimer(self)
        timer.timeout.connect(self.look)
        timer.start(EVERY_MS)

    def look(self) -> None:
        """Collects the generations that have grown past Python's own thresholds."""
        grown = [n > most for n, most in zip(gc.get_count(), gc.get_threshold(), strict=True)]
        began = time.monotonic()
        if all(grown) and began >= self._rests_until:
            gc.collect()
            self._rests_until = began + (time.monotonic() - began) / SHARE
        elif grown[0]:
            gc.collect(1 if grown[1] else 0)
