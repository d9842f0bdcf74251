"""Worker processes for one plan: jobs go in, answers come out, and a process that dies is
replaced.
"""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator
from concurrent.futures import Future

from lab.batch.computer import cores
from lab.batch.processes import Job, JobAnswer, JobPlan, Processes, as_it_is

__all__ = ["Job", "JobAnswer", "JobPlan", "Pool", "cores"]

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
