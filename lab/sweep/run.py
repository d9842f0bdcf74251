"""Plays a sweep: the allocator says what comes next, the pool plays it, the store keeps it.

What is played depends on the plan and on finished results only, so at iteration or node budgets every number of processes, and every
stopping and going on, gives the same results.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lab.seats import format_seat
from lab.sweep.allocate import Allocator, Group
from lab.sweep.plan import Plan
from lab.sweep.pool import Answer, Job, Pool
from lab.sweep.result import Result
from lab.sweep.store import Results, Store, SweepError

POLL_S = 0.2
HOPELESS = 8  # failures without a single finished match after which the rest is not tried


@dataclass(frozen=True)
class Step:
    """How far a run has come. `left_s` is None until it can be told; `preparing` names the setting whose kernels are compiled or loaded;

    `told` is a sentence about something that went wrong, or "".
    """

    done: int
    total: int
    left_s: float | None = None
    per_minute: float = 0.0
    preparing: str = ""
    told: str = ""


OnStep = Callable[[Step], Any]


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def sweep(plan: Plan, out: str | Path | None = None, processes: int | None = None, on_step: OnStep = lambda step: None) -> Result:
    """Plays what is missing of a plan over all cores, or so many processes, and returns all results; `out` keeps them."""
    run = Run(plan, Path(out) if out is not None else None, processes or cores())
    run.play(on_step)
    return run.result


class Run:
    """One run of a sweep; `result` may be asked for at any time, also after an interruption."""

    def __init__(self, plan: Plan, out: Path | None, processes: int) -> None:
        self.plan, self.grid = plan, plan.grid
        self._out, self._processes = out, processes
        self._results = Results(plan)
        self._allocator = Allocator(self.grid)
        self._began, self._fresh = time.monotonic(), 0

    @property
    def result(self) -> Result:
        """What is known so far."""
        return Result(self.grid, self._results)

    def play(self, on_step: OnStep) -> None:
        """Plays until nothing is left; an interruption ends the processes and loses nothing finished."""
        with Store(self.plan, self._out) as store:
            self._results = store.results
            on_step(self._step(store.results.note))
            jobs = self._jobs()
            first = next(jobs, None)
            if first is None:
                return
            pool = Pool(self.plan, min(self._processes, self.grid.total - self._done))
            try:
                self._prepare(pool, on_step)
                self._began = time.monotonic()
                self._play(store, pool, first, jobs, on_step)
            finally:
                pool.close()

    # -- what comes next ---------------------------------------------------------------------------------------------

    def _mean(self, group: Group) -> float | None:
        point, number = group
        seats = self.grid.game.seats
        keys = [(point, number * seats + i) for i in range(seats)]
        if any(key in self._results.failed for key in keys):
            return math.nan if all(key in self._results.failed or key in self._results.played for key in keys) else None
        found = [self._results.played[key].points[0] for key in keys if key in self._results.played]
        return sum(found) / seats if len(found) == seats else None

    def _jobs(self) -> Iterator[Job | None]:
        """Matches to play, in order; None where results have to be waited for."""
        seats = self.grid.game.seats
        while not self._allocator.ended:
            group = self._allocator.next(self._mean)
            if group is None:
                yield None
                continue
            for i in range(seats):
                key = group[0], group[1] * seats + i
                if key not in self._results.played and key not in self._results.failed:
                    yield {"point": key[0], "match": key[1]}

    # -- playing -----------------------------------------------------------------------------------------------------

    def _prepare(self, pool: Pool, on_step: OnStep) -> None:
        """Compiles what is needed, one setting after the other, so that no two processes compile the same."""
        for index, seat in enumerate(self.grid.settings):
            pool.submit({"warm": index})
            what = f"{format_seat(seat, self.grid.game, with_budget=False)} ({index + 1} of {len(self.grid.settings)})"
            on_step(self._step(preparing=what))
            while (answer := pool.answer(POLL_S)) is None or answer.again:
                on_step(self._step(preparing=what))
            if index == 0 and answer.died:
                raise SweepError(f"No match can be played: the process that plays them was {answer.died}.")

    def _play(self, store: Store, pool: Pool, first: Job | None, jobs: Iterator[Job | None], on_step: OnStep) -> None:
        flying, waiting = 0, first  # None while results have to be waited for
        while True:
            while waiting is not None and flying < self._processes:
                pool.submit(waiting)
                flying, waiting = flying + 1, next(jobs, None)
            if not flying:
                return
            answer = pool.answer(POLL_S)
            flying -= answer is not None and not answer.again
            told = self._take(store, answer) if answer is not None else ""
            on_step(self._step(told))
            waiting = waiting or next(jobs, None)
            if told and not self._results.played and len(self._results.failed) >= HOPELESS:
                raise SweepError(f"The first {HOPELESS} matches all failed, the last one so: {told}")

    def _take(self, store: Store, answer: Answer) -> str:
        """Keeps an answer; a sentence if something went wrong."""
        key = answer.job["point"], answer.job["match"]
        seed = self.plan.seed + key[1] // self.grid.game.seats
        where = f"{self.grid.text(self.grid.points[key[0]])}, seed {seed}"
        if answer.again:
            return f"The process that played {where} was {answer.died}; the match is played again."
        if "error" in answer.line:
            store.add(key, {"seed": seed, "error": str(answer.line["error"])})
            return f"The match {where} failed ({answer.line['error']})."
        store.add(key, answer.line)
        self._fresh += 1
        return ""

    @property
    def _done(self) -> int:
        return len(self._results.played) + len(self._results.failed)

    def _step(self, told: str = "", preparing: str = "") -> Step:
        seconds = time.monotonic() - self._began
        left = self.grid.total - self._done
        rate = self._fresh / seconds if self._fresh else 0.0
        return Step(min(self._done, self.grid.total), self.grid.total, left / rate if rate else None, 60 * rate, preparing, told)
