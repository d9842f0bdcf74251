"""Worker processes and the threads that talk to them: jobs go in, answers come out, and a process
that dies is replaced.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Protocol

import lab

# one each: the processes share the cores
THREADS = ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
# a match reuses the last one's memory: new pages cost milliseconds
MEMORY = {"MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": str(1 << 40)}
POLL_S = 0.2
# for a worker to exit and end its programs; only one that is compiling takes longer
LEAVE_S = 2.0
# a process may be killed because of others (memory); a match that kills two is not retried
TRIES = 2
Job = Mapping[str, Any]


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class JobPlan(Protocol):
    """What is played: the plan as a worker reads it, and the worker's module."""

    worker: ClassVar[str]

    @property
    def line(self) -> dict[str, Any]:
        """The plan as JSON."""


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


class MatchWorker:
    """One process."""

    def __init__(self, plan: JobPlan) -> None:
        roots = [
            str(Path(lab.__file__).parent.parent),
            *filter(None, [os.environ.get("PYTHONPATH")]),
        ]
        environment = (
            os.environ
            | {"PYTHONPATH": os.pathsep.join(roots)}
            # what a game or an algorithm prints must not fail on the locale
            | {"PYTHONIOENCODING": "utf-8"}
            | dict.fromkeys(THREADS, "1")
            | MEMORY
        )
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as the process, closed with it
        self._process = subprocess.Popen(
            [sys.executable, "-m", plan.worker],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env=environment,
        )
        self._send(plan.line)

    def _send(self, line: Job) -> None:
        assert self._process.stdin is not None
        # it has died or is exiting: the missing answer will show it
        with contextlib.suppress(OSError, ValueError):
            self._process.stdin.write(json.dumps(line).encode() + b"\n")
            self._process.stdin.flush()

    def ask(self, job: Job) -> dict[str, Any]:
        """The answer to a job; Died if there will be none."""
        assert self._process.stdout is not None
        self._send(job)
        line = self._process.stdout.readline()
        if not line.endswith(b"\n"):
            raise Died(self._last_words())
        found: dict[str, Any] = json.loads(line)
        return found

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

    def end(self) -> None:
        """Waits for the process to exit; kills it if that takes too long."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(LEAVE_S)
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """Ends the process and releases its pipes."""
        self.leave()
        self.end()
        for pipe in (self._process.stdin, self._process.stdout, self._errors):
            with contextlib.suppress(OSError, AttributeError):
                pipe.close()  # type: ignore[union-attr]  # None has no close


class Pool:
    """Some workers, each with a thread of this process that feeds it one job after the other."""

    def __init__(self, plan: JobPlan, processes: int) -> None:
        self._plan = plan
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[JobAnswer] = queue.SimpleQueue()
        self._stopping = False
        self._workers = [MatchWorker(plan) for _ in range(processes)]
        self._threads = [
            threading.Thread(target=self._serve, args=(i,), daemon=True) for i in range(processes)
        ]
        for thread in self._threads:
            thread.start()

    def ask(self, job: Job, meanwhile: Callable[[], object] = lambda: None) -> JobAnswer:
        """The answer to one job while there is no other; `meanwhile` is called every POLL_S."""
        self._jobs.put(job)
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
            while waiting is not None and flying < len(self._workers):
                self._jobs.put(waiting)
                flying, waiting = flying + 1, next(jobs, None)
            if not flying:
                return
            answer = self._next()
            flying -= answer is not None and not answer.again
            yield answer
            waiting = waiting or next(jobs, None)

    def _next(self) -> JobAnswer | None:
        try:
            return self._answers.get(timeout=POLL_S)
        except queue.Empty:
            return None

    def _serve(self, index: int) -> None:
        while (job := self._jobs.get()) is not None:
            for attempt in range(1, TRIES + 1):
                try:
                    self._answers.put(JobAnswer(job, self._workers[index].ask(job)))
                    break
                except Died as death:
                    if self._stopping:
                        return
                    again = attempt < TRIES
                    self._replace(index)
                    self._answers.put(
                        JobAnswer(job, {"error": f"its process was {death}"}, str(death), again)
                    )

    def _replace(self, index: int) -> None:
        self._workers[index].close()
        self._workers[index] = MatchWorker(self._plan)

    def close(self) -> None:
        """Ends every process, whatever it is doing."""
        self._stopping = True
        for _ in self._threads:
            self._jobs.put(None)
        for worker in self._workers:
            worker.leave()
        for worker in self._workers:
            worker.end()
        for thread in self._threads:
            thread.join()
        for worker in self._workers:
            worker.close()
