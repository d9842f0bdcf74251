"""Collecting garbage in the window's thread alone.

What is freed may be connected to Qt. A thread that frees it waits for Python's lock while it holds
one of Qt's, and the window's thread may hold Python's lock and wait for Qt's: both for ever.

Widgets that are gone are found by a look through everything only. Python's own thresholds would
wait for it until others have piled up beside them, so it takes place as often as its share of the
time allows. With glibc, memory that is free again goes back to the system after it: else what lies
between pieces in use stays with the window.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import sys
import time

from PySide6.QtCore import QObject, QTimer

EVERY_MS = 50
SHARE = 0.02  # of the time at most goes into looking through everything
M_ARENA_MAX = -8  # in malloc.h: the most heaps


def share_free_memory() -> None:
    """Has all threads allocate from one heap, where glibc gives each of them its own: a match has
    a thread for each search of each turn, and what one has freed the next ones could not use.
    """
    _glibc("mallopt", M_ARENA_MAX, 1)


def give_free_memory_back() -> None:
    """To the system, as far as it is in whole pages."""
    _glibc("malloc_trim", 0)


def _glibc(name: str, *numbers: int) -> None:
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):  # another C library
            getattr(ctypes.CDLL(None), name)(*numbers)


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
        """Collects the generations that have grown past Python's own thresholds, the oldest with
        the second.
        """
        grown = [n > most for n, most in zip(gc.get_count(), gc.get_threshold(), strict=True)]
        began = time.monotonic()
        if grown[0] and grown[1] and began >= self._rests_until:
            gc.collect()
            give_free_memory_back()
            self._rests_until = began + (time.monotonic() - began) / SHARE
        elif grown[0]:
            gc.collect(1 if grown[1] else 0)
