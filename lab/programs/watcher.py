"""Ends programs whose lab was killed without a word (kill -9, a crash, memory that ran out).

A process of its own hears which groups of processes there are, over a pipe that only the lab holds.
When the lab is gone, however it went, the pipe ends, and with it every group that is left. Linux
could send a signal (PR_SET_PDEATHSIG), but when the thread ends that started the program, and only
if code runs between fork and exec, which other threads forbid.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import subprocess
import sys
import threading

_SCRIPT = """
import os, signal, subprocess, sys
for name in ("SIGINT", "SIGTERM", "SIGHUP"):
    if hasattr(signal, name):
        signal.signal(getattr(signal, name), signal.SIG_IGN)
known = set()
for line in sys.stdin.buffer:
    number = int(line)
    known.add(number) if number > 0 else known.discard(-number)
for number in known:
    try:
        if os.name == "nt":
            subprocess.run(["taskkill", "/T", "/F", "/PID", str(number)], capture_output=True)
        else:
            os.killpg(number, signal.SIGKILL)
    except OSError:
        pass
"""
_ENDS_S = 1.0  # for the watcher to see the end of its pipe


class _Watcher:
    """The watcher of this process, started with the first program."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._guard = threading.Lock()

    def tell(self, number: int) -> None:
        """Says that a group is there, or with a minus that it is gone. What it cannot be told, it
        does not end: nothing else depends on it.
        """
        with self._guard, contextlib.suppress(OSError, ValueError):
            if self._process is None:
                self._process = subprocess.Popen(
                    [sys.executable, "-I", "-S", "-c", _SCRIPT],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    bufsize=0,
                    start_new_session=True,
                )
            assert self._process.stdin is not None
            self._process.stdin.write(b"%d\n" % number)

    def close(self) -> None:
        """Lets it end; it ends whatever is left."""
        with self._guard, contextlib.suppress(OSError, subprocess.TimeoutExpired):
            if self._process is not None and self._process.stdin is not None:
                self._process.stdin.close()
                self._process.wait(_ENDS_S)

    def forget(self) -> None:
        """In a child of a fork: the watcher is the parent's."""
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
            self._process.returncode = 0  # not ours to wait for
        self._process, self._guard = None, threading.Lock()


_watcher = _Watcher()
atexit.register(_watcher.close)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_watcher.forget)


def watched(group: int) -> None:
    """Has a group of processes ended when this process is gone."""
    _watcher.tell(group)


def unwatched(group: int) -> None:
    """Forgets a group that has ended."""
    _watcher.tell(-group)
