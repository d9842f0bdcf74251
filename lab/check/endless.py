"""A deadline for the methods of a game from a file while it is played: a picture or a label that
never comes back in a position that no check came upon would stop the window for good.

A thread ends the call by an exception in the thread that is in it, which works wherever Python
runs. Compiled rules cannot be ended, but hold nobody up: they run without Python's lock.
"""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, wraps
from types import FunctionType, TracebackType
from typing import Any
from weakref import WeakSet

from engines import own_files
from engines.game import Game
from lab.check.blame import Endless
from lab.check.deadline import WAIT_S

LOOK_S = 0.5


class Late(Endless):
    """A call that was ended."""

    def __init__(self) -> None:
        super().__init__(f"did not come back within {WAIT_S:g} s")


@dataclass
class Call:
    """A call from outside."""

    began: float = field(default_factory=time.monotonic)
    ended: bool = False


class CallWatch:
    """Ends calls that last longer than `seconds`."""

    def __init__(self, seconds: float = WAIT_S) -> None:
        self.seconds = seconds
        self._calls: dict[int, Call] = {}
        self._known: WeakSet[Callable[..., Any]] = WeakSet()
        self._guard = threading.Lock()  # a call does not end while it is being ended
        self._thread: threading.Thread | None = None

    def follow(self, kind: type[Any]) -> None:
        """Watches the methods that a game defines itself, once; a search may take its time. Those
        of sheets are the lab's.
        """
        for each in kind.__mro__ if issubclass(kind, Game) else ():
            for name, found in list(vars(each).items()):
                own = each.__module__ == own_files.home_of(kind) and isinstance(found, FunctionType)
                if own and found not in self._known:
                    call = self._watched(found)
                    self._known.add(call)
                    setattr(each, name, call)

    def _watched(self, method: FunctionType) -> Callable[..., Any]:
        # it is not called again: the window would wait again
        endless: list[tuple[Endless, TracebackType | None]] = []

        @wraps(method)
        def call(*args: Any, **named: Any) -> Any:
            thread = threading.get_ident()
            if thread in self._calls and not self._calls[thread].ended:  # from within another one
                return method(*args, **named)
            for error, trace in endless:
                raise error.with_traceback(trace)
            self._begin(thread)
            try:
                return method(*args, **named)
            except Endless as error:
                endless.append((error, error.__traceback__))
                raise
            except SystemExit as error:  # Qt would end the window
                raise RuntimeError("it ends the program").with_traceback(
                    error.__traceback__
                ) from None
            finally:
                self._end(thread)

        return call

    def _begin(self, thread: int) -> None:
        self._calls[thread] = Call()
        if self._thread is None:
            with self._guard:
                if self._thread is None:
                    self._thread = threading.Thread(target=self._look, daemon=True, name="endless")
                    self._thread.start()

    def _end(self, thread: int) -> None:
        with self._guard:
            call = self._calls.pop(thread, None)
            if call is not None and call.ended:  # the exception may not have come yet
                _raise(thread, None)

    def _look(self) -> None:
        while True:
            time.sleep(min(LOOK_S, self.seconds / 4))
            now = time.monotonic()
            for thread, call in list(self._calls.items()):
                if now - call.began > self.seconds and not call.ended:
                    with self._guard:
                        if self._calls.get(thread) is call:
                            call.ended = True
                            _raise(thread, Late)


def _raise(thread: int, kind: type[BaseException] | None) -> None:
    """Has a thread raise this as soon as it runs Python, or None to have it not."""
    given = None if kind is None else ctypes.py_object(kind)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), given)


@cache
def watch_calls() -> None:
    """The games of files that were loaded in this process, or will be, are watched."""
    own_files.follow(CallWatch().follow)
