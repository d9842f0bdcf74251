"""A program's process: lines in, lines out; it cannot block us, and nothing of it is left once it
is stopped.

It leads a process group of its own. Three threads serve its pipes: one writes its input, one splits
its output into timestamped lines, one keeps its standard error. Buffers are bounded. It is stopped
with SIGTERM to the group, then SIGKILL, and only then reaped, so that its process id cannot be
reused before; a signal that asks us to end meanwhile is deferred until that is done. A child that
starts its own session is not followed: Linux could report it (PR_SET_CHILD_SUBREAPER), but not
whose it is, and by then it may be a daemon that others use, such as those of build tools and key
agents. On Windows the process tree is ended by taskkill. If we are killed, `watcher` ends them.
"""

from __future__ import annotations

import atexit
import contextlib
import math
import os
import queue
import select
import shutil
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections import deque
from collections.abc import Sequence
from typing import IO, NamedTuple

from engines.knobs import KnobError
from lab.programs.watcher import unwatched, watched
from lab.signals import undisturbed

if sys.platform == "linux":
    import fcntl
    import termios

MOST_UNREAD = 1 << 20  # bytes of output that nobody has asked for: more is a flood
MOST_STDERR = 1 << 14  # characters of standard error kept between two turns, half of them its last
START_S = 5.0  # time for a program to start, before the clock of its first turn runs
GRACE_S = 0.1  # from SIGTERM to SIGKILL
# standard error bytes per read: an endless writer must not be read endlessly
_PIECES = 16
_JOIN_S = 1.0
_LOOK_S = 0.002
_RUNNING: weakref.WeakSet[Process] = weakref.WeakSet()
_STARTING = threading.Lock()  # held while a program starts, and for good by `start_no_more`


class ProgramLine(NamedTuple):
    """A line of output and when it arrived, by time.perf_counter."""

    text: str
    at: float


class Process:
    """A running program. KnobError if it cannot be started."""

    def __init__(self, words: Sequence[str], start_s: float = START_S) -> None:
        # one that ended us halfway would leave a program that nobody knows
        with undisturbed(), _STARTING:
            self._process = _started(words)
            watched(self._process.pid)
            self._news = threading.Condition()
            self._lines: deque[ProgramLine] = deque()
            self._rest, self._unread = b"", 0
            self._stderr, self._tail, self._dropped = "", "", 0
            # when it was last seen not reading
            self._start_s, self._reads, self._idle_at = start_s, False, math.inf
            self._to_say: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
            self.flooded = self.ended = False
            self._closing = threading.Lock()  # acquired for good by the first caller of close
            self._threads = [
                threading.Thread(target=each, name="program", daemon=True)
                for each in (self._write, self._read, self._drain)
            ]
            for thread in self._threads:
                thread.start()
            _RUNNING.add(self)

    # -- lines -------------------------------------------------------------------------------------

    def say(self, lines: Sequence[str]) -> None:
        """Sends lines to its standard input, without waiting until they are read."""
        self._to_say.put("".join(f"{line}\n" for line in lines).encode())

    def hear(self, count: int, until: float) -> list[ProgramLine]:
        """The next `count` lines; fewer if they have not arrived by the time `until`, if its output
        has ended, or in a flood.
        """
        with self._news:
            while (
                len(self._lines) < count
                and not self.ended
                and not self.flooded
                and (left := until - time.perf_counter()) > 0
            ):
                self._news.wait(left)
            found = [self._lines.popleft() for _ in range(min(count, len(self._lines)))]
            self._unread = sum(len(line.text) + 1 for line in self._lines) + len(self._rest)
        return found

    def reading(self, since: float) -> float:
        """Waits for the time from which a first answer is timed: when the program began to read the
        lines sent at `since`.

        Until then it is starting: loading an interpreter, a virtual machine, libraries. A program
        that answers before it reads is timed from its answer; one that does neither, from the end
        of its start-up time. (Only Linux shows whether a pipe has been read.)
        """
        until = since + self._start_s
        with self._news:
            while (
                not (self._reads or self._lines or self.ended or self.flooded)
                and (left := until - time.perf_counter()) > 0
            ):
                self._news.wait(left)
            return min(self._idle_at, time.perf_counter())

    def unfinished(self) -> str:
        """Output after the last newline."""
        with self._news:
            return _decoded(self._rest)

    def take_stderr(self) -> str:
        """Its standard error since the last call, including what is in the pipe now."""
        with self._news:
            for _ in range(_PIECES):
                if not (self._has_stderr(0.0) and self._keep(_chunk(self._process.stderr))):
                    break
            text, tail, dropped = self._stderr, self._tail, self._dropped
            self._stderr, self._tail, self._dropped = "", "", 0
        return (
            f"{text}\n... {dropped:,} characters left out ...\n{tail}" if dropped else text + tail
        )

    def how_it_ended(self) -> str:
        """How it ended, once its output has ended: "ended with exit code 1"."""
        status = self._status(GRACE_S)
        if status is None:
            return "closed its output"
        if status >= 0:
            return f"ended with exit code {status}"
        name = signal.strsignal(-status)
        return f"was ended by signal {-status}{f' ({name.lower()})' if name else ''}"

    def _write(self) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            for number, text in enumerate(iter(self._to_say.get, None)):
                began, data = time.perf_counter(), text
                while data:
                    data = data[self._process.stdin.write(data) or 0 :]
                if number == 0 and sys.platform == "linux":
                    self._watch(len(text), began)
        with contextlib.suppress(OSError):
            self._process.stdin.close()

    def _watch(self, told: int, now: float) -> None:
        """Waits until the program begins to read the given bytes; stops watching if it answers
        first.
        """
        self._idle_at = now
        while _unread(self._process.stdin) == told and self._to_say.empty() and not self.ended:
            self._idle_at = now
            time.sleep(_LOOK_S)
            now = time.perf_counter()
        with self._news:
            self._reads = True
            self._news.notify_all()

    def _read(self) -> None:
        while not self.flooded and (chunk := _chunk(self._process.stdout)):
            self._split(chunk, time.perf_counter())
        with self._news:
            if self._rest:
                self._lines.append(ProgramLine(_decoded(self._rest), time.perf_counter()))
                self._rest = b""
            self.ended = True
            self._news.notify_all()

    def _split(self, chunk: bytes, at: float) -> None:
        *whole, rest = (self._rest + chunk).split(b"\n")
        with self._news:
            self._lines.extend(ProgramLine(_decoded(line), at) for line in whole)
            self._rest = rest
            self._unread += len(chunk)
            self.flooded = self._unread > MOST_UNREAD
            self._news.notify_all()

    def _drain(self) -> None:
        if sys.platform == "win32":
            while self._keep(_chunk(self._process.stderr)):
                pass
            return
        while self._has_stderr(None):
            # read only while nobody asks, so that what was written before an answer is there with
            # it
            with self._news:
                if self._has_stderr(0.0) and not self._keep(_chunk(self._process.stderr)):
                    return

    def _has_stderr(self, patience_ms: float | None) -> bool:
        """Whether there is standard error to read, or its end; waits for it without a limit if
        `patience_ms` is None.
        """
        if sys.platform == "win32":
            return False
        assert self._process.stderr is not None
        if self._process.stderr.closed:
            return False
        look = select.poll()
        look.register(self._process.stderr, select.POLLIN)
        return bool(look.poll(patience_ms))

    def _keep(self, chunk: bytes) -> bool:
        """Keeps a piece of standard error; False at its end."""
        text, half = chunk.decode(errors="replace"), MOST_STDERR // 2
        room = half - len(self._stderr)
        self._stderr += text[:room]
        rest = self._tail + text[room:]
        self._tail = rest[-half:]
        self._dropped += len(rest) - len(self._tail)
        return bool(chunk)

    # -- the end -----------------------------------------------------------------------------------

    def close(self) -> None:
        """Ends the program and everything it started in its group; a second call does nothing."""
        if not self._closing.acquire(blocking=False):
            return
        with undisturbed():
            self._end()

    def _end(self) -> None:
        self._to_say.put(None)
        if sys.platform == "win32":
            subprocess.run(
                ["taskkill", "/T", "/F", "/PID", str(self._process.pid)],
                capture_output=True,
                check=False,
            )
        else:
            self._signal(signal.SIGTERM)
            self._status(GRACE_S)
            self._signal(signal.SIGKILL)
        unwatched(self._process.pid)
        self._process.wait()
        for thread in self._threads:
            thread.join(_JOIN_S)
        # a pipe in use belongs to a child that left the group
        if not any(thread.is_alive() for thread in self._threads):
            for pipe in (self._process.stdout, self._process.stderr):
                assert pipe is not None
                pipe.close()

    def _signal(self, number: int) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)

    def _status(self, patience_s: float) -> int | None:
        """Its exit code (minus the signal) if it ends within that time. It is not reaped, so that
        its process id stays taken.
        """
        until = time.perf_counter() + patience_s
        while (status := self._peek()) is None and time.perf_counter() < until:
            time.sleep(_LOOK_S)
        return status

    def _peek(self) -> int | None:
        if sys.platform == "win32":
            return self._process.poll()
        found = os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if found is None:
            return None
        return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status


def _started(words: Sequence[str]) -> subprocess.Popen[bytes]:
    """The program's process; KnobError if it cannot be started."""
    try:
        return subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        if isinstance(error, FileNotFoundError) and shutil.which(words[0]) is not None:
            reason = "the interpreter that its first line names was not found"
        raise KnobError(
            f"The program {words[0]} cannot be started: {reason[:1].lower()}{reason[1:]}."
        ) from None


def _unread(pipe: IO[bytes] | None) -> int | None:
    """Bytes written to a pipe that have not been read; None if that cannot be known."""
    if sys.platform != "linux" or pipe is None:
        return None
    try:
        return int.from_bytes(fcntl.ioctl(pipe.fileno(), termios.FIONREAD, bytes(4)), sys.byteorder)
    except (OSError, ValueError):
        return None


def _chunk(pipe: IO[bytes] | None) -> bytes:
    """The next bytes of a pipe, b"" at its end."""
    assert pipe is not None
    try:
        return os.read(pipe.fileno(), 1 << 16)
    except (OSError, ValueError):
        return b""


def start_no_more() -> None:
    """From now on no program starts: who tries waits for the end of this process."""
    _STARTING.acquire()


def end_all() -> None:
    """Ends every program: nothing outlives the lab, even if there was no time to close it."""
    with undisturbed():
        for process in list(_RUNNING):
            process.close()


atexit.register(end_all)


def _decoded(line: bytes) -> str:
    return line.rstrip(b"\r").decode(errors="replace")
