"""Signals that ask us to end: which are handled, and by what."""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from types import FrameType
from typing import NoReturn

# by name, since not every system has them all
CTRL_C, KILL, HANG_UP, QUIT = "SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"
Handler = Callable[[int, FrameType | None], object] | signal.Handlers | int | None


def handle(handler: Handler, *names: str) -> dict[int, Handler]:
    """Installs a handler for signals and returns their previous handlers, by number.

    An ignored signal stays ignored (Ctrl-C in a shell's background job, a closed terminal under
    nohup). Works only in the main thread; does nothing in any other.
    """
    if threading.current_thread() is not threading.main_thread():
        return {}
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    return {
        number: signal.signal(number, handler)
        for number in numbers
        if signal.getsignal(number) not in (signal.SIG_IGN, None)
    }


def answer_ctrl_c() -> None:
    """Makes Ctrl-C raise KeyboardInterrupt also where a script started us in the background, which
    ignores it: a run of hours that nobody can stop in order would be worse.
    """
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.default_int_handler)


@contextlib.contextmanager
def first_ctrl_c(answer: Callable[[], bool]) -> Iterator[None]:
    """Lets the first Ctrl-C call `answer`. Where that has nothing to wait for, and from then on,
    Ctrl-C raises KeyboardInterrupt as ever.
    """

    def heard(number: int, _frame: FrameType | None) -> None:
        signal.signal(number, signal.default_int_handler)
        if not answer():
            raise KeyboardInterrupt

    before = handle(heard, CTRL_C)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def leave(code: int) -> NoReturn:
    """Ends the process after Ctrl-C: everything is closed, but no thread is waited for. One that
    still compiles (`engines/compiling/apart.py`) would hold the process up, or crash it.
    """
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            if stream is not None:
                stream.flush()
    os._exit(code)


def end_in_order() -> None:
    """Makes a request to end (SIGTERM, as testers send it, or a closed terminal) close everything
    that was opened, so that no started program outlives us.
    """
    # Python itself turns Ctrl-C into KeyboardInterrupt
    handle(lambda number, _: sys.exit(128 + number), KILL, HANG_UP, QUIT)


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """Defers requests to end until the block is done."""
    came: list[int] = []
    before = handle(lambda number, _: came.append(number), CTRL_C, KILL, HANG_UP, QUIT)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    for number in came[:1]:
        signal.raise_signal(number)
