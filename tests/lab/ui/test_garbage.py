"""Garbage is collected in the window's thread alone."""

from __future__ import annotations

import gc
import threading
import weakref

from PySide6.QtCore import QObject, Signal
from pytestqt.qtbot import QtBot


class Told(QObject):
    """Connected to what it is told by, in a circle, as views and their controls are."""

    happened = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.me = self
        self.happened.connect(self.hear)

    def hear(self) -> None:
        """Nothing."""


def test_no_other_thread_collects_garbage(qtbot: QtBot) -> None:
    """One that frees what is connected to Qt can wait for the window's thread, and that for it."""
    threads: set[str] = set()

    def noted(phase: str, _info: dict[str, int]) -> None:
        threads.add(threading.current_thread().name)

    def make() -> None:
        for _ in range(20 * gc.get_threshold()[0]):
            circle: list[object] = []
            circle.append(circle)

    gc.callbacks.append(noted)
    try:
        gone = weakref.ref(Told())
        others = [threading.Thread(target=make, name="other") for _ in range(3)]
        for other in others:
            other.start()
        for other in others:
            other.join()
        make()
        assert not threads, "nobody collects by itself"
        qtbot.waitUntil(lambda: "MainThread" in threads and gone() is None)
    finally:
        gc.callbacks.remove(noted)
    assert threads == {"MainThread"}
    assert not gc.isenabled()
