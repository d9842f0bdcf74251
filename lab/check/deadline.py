"""How long a call of a game may take."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

from lab.check.blame import Endless

CALL_S = 5.0  # CPU seconds of one call


@contextlib.contextmanager
def within(seconds: float) -> Iterator[None]:
    """Endless in the line that runs after so many CPU seconds, where the system can say so."""
    timed = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if not timed:
        yield
        return
    earlier = signal.signal(signal.SIGVTALRM, lambda *_: _endless(seconds))
    before = signal.setitimer(signal.ITIMER_VIRTUAL, seconds)[0]
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, earlier)
        signal.setitimer(signal.ITIMER_VIRTUAL, before)


def _endless(seconds: float) -> None:
    raise Endless(f"did not come back within {seconds:g} s")


def guarded(rule: Callable[..., Any]) -> Callable[..., Any]:
    """A rule with a deadline for each call from outside."""

    @wraps(rule)
    def call(*args: Any) -> Any:
        with within(CALL_S):
            return rule(*args)

    return call


def end_after(seconds: float) -> None:
    """The process ends after so many CPU seconds, 0 for never: compiled code cannot be stopped
    otherwise.
    """
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
