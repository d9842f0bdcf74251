"""Worker processes that speak lines of JSON (`lab.batch.serve`): each is fed by a thread of this
process with one job after the other, every answer is a `Future`, and a process that dies is
replaced. A `Pool` gives the answers in the order in which they come.
"""

from __future__ import annotations

import contextlib
import json
import queue
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar
from weakref import WeakSet

from lab.again import environment
from lab.batch.errors import ENDED, CalledOff

# one each: the processes share the cores
THREADS = ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
# a match reuses the last one's memory: new pages cost milliseconds
MEMORY = {"MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": str(1 << 40)}
# for workers to end their programs and exit; one that still loads or compiles takes longer
LEAVE_S = 0.7
PROGRAMS = '"cmd'  # in a plan or a job where programs may play
# a process may be killed because of others (memory); a match that kills two is not retried
TRIES = 2
Job = Mapping[str, Any]
T = TypeVar("T")


class JobPlan(Protocol):
    """What is played: the plan as a worker reads it, and the module whose `begin` it calls."""

    worker: ClassVar[str]

    @property
    def line(self) -> dict[str, Any]:
        """The plan as JSON."""


_ALL: WeakSet[Processes] = WeakSet()


class Died(Exception):
    """The process ended before it answered; the text is its last output."""


@dataclass(frozen=True)
class JobAnswer:
    """What became of a job; `died` says how a process ended during it, "" where none did, `again`
    that it is retried.
    """

    job: Job
    line: Mapping[str, Any]
    died: str = ""
    again: bool = False


def playing() -> dict[str, str]:
    """The environment of a process that plays games."""
    return (
        environment()
        # what a game or an algorithm prints must not fail on the locale
        | {"PYTHONIOENCODING": "utf-8"}
        | dict.fromkeys(THREADS, "1")
        | MEMORY
    )


class MatchWorker:
    """One process."""

    def __init__(self, plan: JobPlan) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as the process, closed with it
        self._process = subprocess.Popen(
            [sys.executable, "-m", "lab.batch", plan.worker],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env=playing(),
        )
        self._sending = threading.Lock()
        self._asked = 0  # jobs so far: a frame of another one is not passed on
        self._has_programs = False
        self._send(plan.line)

    def _send(self, line: Job) -> None:
        assert self._process.stdin is not None
        text = json.dumps(line)
        self._has_programs = self._has_programs or PROGRAMS in text
        # it has died or is exiting: the missing answer will show it
        with self._sending, contextlib.suppress(OSError, ValueError):
            self._process.stdin.write(text.encode() + b"\n")
            self._process.stdin.flush()

    def ask(self, job: Job, on_frame: Callable[[Job], object] = lambda line: None) -> Job:
        """The answer to a job; Died if there will be none. Frames that were asked for meanwhile go
        to `on_frame`.
        """
        assert self._process.stdout is not None
        self._asked += 1
        self._send(job)
        while True:
            line = self._process.stdout.readline()
            if not line.endswith(b"\n"):
                raise Died(self._last_words())
            found: dict[str, Any] = json.loads(line)
            if "frame" not in found:
                return found
            if found["frame"] == self._asked:
                on_frame(found)

    def look(self) -> None:
        """Asks for a frame of the job that is running."""
        self._send({"frame": self._asked})

    def _last_words(self) -> str:
        code = self._process.wait()
        self._errors.seek(0)
        said = self._errors.read().decode(errors="replace").strip().splitlines()
        how = f"killed by signal {-code}" if code < 0 else f"ended with code {code}"
        return f"{how}: {said[-1]}" if said and code >= 0 else how

    def leave(self) -> None:
        """Closes its input, which ends the process."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()

    def end(self, within_s: float = LEAVE_S) -> None:
        """Ends the process: at once, or where programs may play in it, once it has ended them."""
        if self._has_programs:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(max(0.0, within_s))
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """Ends the process and releases its pipes."""
        self.leave()
        self.end()
        for pipe in (self._process.stdin, self._process.stdout, self._errors):
            # None has no close; a pipe that is broken or being read ends with its process
            with contextlib.suppress(OSError, AttributeError, ValueError):
                pipe.close()  # type: ignore[union-attr]


@dataclass(frozen=True)
class _Waiting(Generic[T]):
    """A job that waits for a process, and what its answer is read with."""

    job: Job
    read: Callable[[JobAnswer], T]
    future: Future[T]


def at_work() -> int:
    """How many processes that this one has started are doing a job now."""
    return sum(len(each.running) for each in list(_ALL))


def as_it_is(answer: JobAnswer) -> JobAnswer:
    """The answer itself."""
    return answer


class Processes:
    """Some workers, each with a thread of this process that feeds it. `on_again` gets the answer of
    a process that died where its job is retried, `on_frame` a frame that was asked for; threads
    call both.
    """

    def __init__(
        self,
        plan: JobPlan,
        count: int,
        on_again: Callable[[JobAnswer], object] = lambda answer: None,
        on_frame: Callable[[Job, Job], object] = lambda job, frame: None,
    ) -> None:
        self._plan, self._on_again, self._on_frame = plan, on_again, on_frame
        self._jobs: queue.SimpleQueue[_Waiting[Any] | None] = queue.SimpleQueue()
        self._stopping = False
        _ALL.add(self)
        self._changing = threading.Lock()
        self._workers = [MatchWorker(plan) for _ in range(count)]
        self._running: list[Job | None] = [None] * count
        self._threads = [
            threading.Thread(target=self._serve, args=(i,), name="feeder", daemon=True)
            for i in range(count)
        ]
        for thread in self._threads:
            thread.start()

    def submit(self, job: Job, read: Callable[[JobAnswer], T]) -> Future[T]:
        """What `read` makes of the answer to a job, which can be cancelled while it waits.
        CalledOff once everything is being ended.
        """
        future: Future[T] = Future()
        with self._changing:
            if self._stopping:
                raise CalledOff(ENDED)
            self._jobs.put(_Waiting(job, read, future))
        return future

    @property
    def running(self) -> list[Job]:
        """The jobs that processes are doing now."""
        return [job for job in self._running if job is not None]

    def look(self, wanted: Callable[[Job], bool]) -> None:
        """Asks for a frame of every running job that is wanted."""
        for worker, job in zip(self._workers, self._running, strict=True):
            if job is not None and wanted(job):
                worker.look()

    def _serve(self, index: int) -> None:
        while (waiting := self._jobs.get()) is not None:
            if waiting.future.set_running_or_notify_cancel():
                self._running[index] = waiting.job
                answer = self._answer(index, waiting.job)
                self._running[index] = None
                _settle(waiting, answer)

    def _answer(self, index: int, job: Job) -> JobAnswer | None:
        """The answer of a process, or how the last one that tried died; None while closing."""
        for attempt in range(1, TRIES + 1):
            try:
                frames = lambda frame: self._on_frame(job, frame)  # noqa: E731 - one line says it
                return JobAnswer(job, self._workers[index].ask(job, frames))
            except Died as death:
                if not self._replace(index):
                    return None
                line = {"error": f"its process was {death}"}
                answer = JobAnswer(job, line, str(death), again=attempt < TRIES)
                if not answer.again:
                    return answer
                self._on_again(answer)
        return None

    def _replace(self, index: int) -> bool:
        """Starts another process, unless all are being ended."""
        with self._changing:
            if not self._stopping:
                self._workers[index].close()
                self._workers[index] = MatchWorker(self._plan)
            return not self._stopping

    def close(self) -> None:
        """Cancels what waits and ends every process, whatever it is doing."""
        with self._changing:
            self._stopping = True
        with contextlib.suppress(queue.Empty):
            while True:
                waiting = self._jobs.get_nowait()
                if waiting is not None and waiting.future.cancel():
                    waiting.future.set_running_or_notify_cancel()  # wakes those who wait
        for _ in self._threads:
            self._jobs.put(None)
        for worker in self._workers:
            worker.leave()
        until = time.monotonic() + LEAVE_S
        for worker in self._workers:
            worker.end(until - time.monotonic())
        for thread in self._threads:
            thread.join()
        for worker in self._workers:
            worker.close()


def _settle(waiting: _Waiting[T], answer: JobAnswer | None) -> None:
    if answer is None:
        waiting.future.set_exception(CalledOff(ENDED))
        return
    try:
        waiting.future.set_result(waiting.read(answer))
    except Exception as error:  # the reader's, for whoever waits
        waiting.future.set_exception(error)


POLL_S = 0.2


class Pool:
    """Some processes for one plan, and their answers in the order in which they come."""

    def __init__(self, plan: JobPlan, processes: int) -> None:
        self._answers: queue.SimpleQueue[JobAnswer] = queue.SimpleQueue()
        self._size = processes
        self._processes = Processes(plan, processes, on_again=self._answers.put)

    def ask(self, job: Job, meanwhile: Callable[[], object] = lambda: None) -> JobAnswer:
        """The answer to one job while there is no other; `meanwhile` is called every POLL_S."""
        self._put(job)
        while (answer := self._next()) is None or answer.again:
            meanwhile()
        return answer

    def answers(self, jobs: Iterator[Job | None]) -> Iterator[JobAnswer | None]:
        """Runs as many jobs at a time as there are workers; yields each answer as it comes, and
        None after every POLL_S without one.

        `jobs` yields None where the next job depends on pending answers.
        """
        flying, waiting = 0, next(jobs, None)
        while True:
            while waiting is not None and flying < self._size:
                self._put(waiting)
                flying, waiting = flying + 1, next(jobs, None)
            if not flying:
                return
            answer = self._next()
            flying -= answer is not None and not answer.again
            yield answer
            waiting = waiting or next(jobs, None)

    def _put(self, job: Job) -> None:
        self._processes.submit(job, as_it_is).add_done_callback(self._came)

    def _came(self, future: Future[JobAnswer]) -> None:
        if not future.cancelled() and future.exception() is None:
            self._answers.put(future.result())

    def _next(self) -> JobAnswer | None:
        try:
            return self._answers.get(timeout=POLL_S)
        except queue.Empty:
            return None

    def close(self) -> None:
        """Ends every process, whatever it is doing."""
        self._processes.close()
