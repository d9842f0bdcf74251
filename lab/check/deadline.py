"""How long a call of a game may take."""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Callable, Iterator
from functools import wraps
from types import FrameType
from typing import Any

from lab.check.blame import Endless

CALL_S = 5.0  # CPU seconds of one call
WAIT_S = 20.0  # seconds of one call that does nothing meanwhile
BUSY = 0.02  # a smaller share of a processor is nothing, also on a loaded machine

Handler = Callable[[int, FrameType | None], object]


@contextlib.contextmanager
def within(seconds: float) -> Iterator[None]:
    """Endless in the line that runs after so many CPU seconds, or that waits for something, where
    the system can say so.
    """
    timed = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if not timed:
        yield
        return
    began, rested = time.process_time(), _rests()

    def endless(*_: object) -> None:
        raise Endless(f"did not come back within {seconds:g} s")

    def idle(*_: object) -> None:
        if time.process_time() - began < BUSY * WAIT_S and _rests() > rested:
            raise Endless(f"waited for {WAIT_S:g} s")

    with (
        _timer(signal.ITIMER_REAL, signal.SIGALRM, WAIT_S, idle),
        _timer(signal.ITIMER_VIRTUAL, signal.SIGVTALRM, seconds, endless),
    ):
        yield


def _rests() -> int:
    """How often this process has given its processor away: one that others leave none for has not
    waited.
    """
    import resource  # where there are such timers

    return resource.getrusage(resource.RUSAGE_SELF).ru_nvcsw


@contextlib.contextmanager
def _timer(which: int, number: signal.Signals, seconds: float, handler: Handler) -> Iterator[None]:
    """Calls the handler again and again; a timer of whoever called goes on behind it."""
    earlier = signal.signal(number, handler)
    before = signal.setitimer(which, seconds, seconds)
    try:
        yield
    finally:
        signal.setitimer(which, 0)
        signal.signal(number, earlier)
        signal.setitimer(which, *before)


def guarded(rule: Callable[..., Any], note: Callable[[], object] = bool) -> Callable[..., Any]:
    """A rule or a method with a deadline for each call from outside, of whose end `note` hears."""

    @wraps(rule)
    def call(*args: Any, **named: Any) -> Any:
        with within(CALL_S):
            given = rule(*args, **named)
        note()
        return given

    return call


def end_after(seconds: float) -> None:
    """The process ends after so many CPU seconds, 0 for never: compiled code cannot be stopped
    otherwise.
    """
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
