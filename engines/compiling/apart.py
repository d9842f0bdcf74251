"""Compiling in a thread of its own, where Ctrl-C would end it in its middle.

LLVM calls back into Python, and what is raised there is dropped: a Ctrl-C was lost now and then,
and the program went on. One that was not lost left LLVM half way, on which the process crashed when
it ended. Python delivers Ctrl-C to the main thread; so that thread waits, and can be interrupted at
once, while another one compiles to its end.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import Any

from engines.compiling.uncollected import uncollected

POLL_S = 0.1  # a wait without an end is not interrupted on every system
STACK = 16 << 20  # bytes: LLVM goes deep, and some systems give threads half a megabyte
_starting = threading.Lock()


def apart(work: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, which another thread runs where Ctrl-C would raise KeyboardInterrupt."""

    def run(*args: Any) -> Any:
        if not _is_interrupted_by_ctrl_c():
            with uncollected():
                return work(*args)
        found: Future[Any] = Future()
        _start(lambda: _settle(found, work, args))
        while not wait([found], POLL_S).done:
            pass
        return found.result()

    return run


def _is_interrupted_by_ctrl_c() -> bool:
    """Whether Ctrl-C raises an exception in this thread."""
    if threading.current_thread() is not threading.main_thread():
        return False
    return callable(signal.getsignal(signal.SIGINT))


def _start(work: Callable[[], object]) -> None:
    """Runs it in a thread that the program's end does not wait for."""
    with _starting:
        before = threading.stack_size(STACK)
        try:
            threading.Thread(target=work, name="compiler", daemon=True).start()
        finally:
            threading.stack_size(before)


def _settle(found: Future[Any], work: Callable[..., Any], args: tuple[Any, ...]) -> None:
    try:
        with uncollected():
            result = work(*args)
        found.set_result(result)
    except BaseException as error:  # of the one who waits
        found.set_exception(error)
