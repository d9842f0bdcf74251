"""Plays a sweep: the allocator says what comes next, the pool plays it, the store keeps it.

What is played depends on the plan and on finished results only, so at iteration or node budgets the
results are the same for any number of processes, and after any interruption.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from itertools import chain
from pathlib import Path

from lab.batch.errors import BatchError
from lab.batch.pool import Job, Pool, cores
from lab.experiments.keeping import OnStep, RunStep, give_up_if_hopeless, keep
from lab.experiments.sweep.allocate import Allocator, Group
from lab.experiments.sweep.plan import SweepPlan
from lab.experiments.sweep.result import SweepResult
from lab.experiments.sweep.store import Results, SweepStore
from lab.match.seats import format_seat
from lab.words import numerals


def sweep(
    plan: SweepPlan,
    out: str | Path | None = None,
    processes: int | None = None,
    on_step: OnStep = lambda step: None,
) -> SweepResult:
    """Plays the missing matches of a plan on all cores, or on `processes` processes, and returns
    all results; `out` keeps them.
    """
    run = SweepRun(plan, Path(out) if out is not None else None, processes or cores())
    run.play(on_step)
    return run.result


class SweepRun:
    """One run of a sweep; `result` may be asked for at any time, also after an interruption."""

    def __init__(self, plan: SweepPlan, out: Path | None, processes: int) -> None:
        self.plan, self.grid = plan, plan.grid
        self._out, self._processes = out, processes
        self._results = Results(plan)
        self._allocator = Allocator(self.grid)
        # when the run began, and how many matches were finished by then
        self._began, self._before = time.monotonic(), 0

    @property
    def result(self) -> SweepResult:
        """What is known so far."""
        return SweepResult(self.grid, self._results)

    def play(self, on_step: OnStep) -> None:
        """Plays until nothing is left; an interruption ends the processes and loses no finished
        match.
        """
        with SweepStore(self.plan, self._out) as store:
            self._results, self._before = store.results, len(store.results.played)
            on_step(self._step(store.results.note))
            jobs = self._jobs()
            first = next(jobs, None)
            if first is None:
                return
            with closing(
                Pool(self.plan, max(1, min(self._processes, self.grid.total - self._done)))
            ) as pool:
                self._prepare(pool, on_step)
                self._began = time.monotonic()
                self._play(store, pool, chain([first], jobs), on_step)

    # -- what comes next ---------------------------------------------------------------------------

    def _mean(self, group: Group) -> float | None:
        point, number = group
        seats = self.grid.game.seats
        keys = [(point, number * seats + i) for i in range(seats)]
        if any(key in self._results.failed for key in keys):
            return (
                math.nan
                if all(key in self._results.failed or key in self._results.played for key in keys)
                else None
            )
        found = [self._results.played[key].points[0] for key in keys if key in self._results.played]
        return sum(found) / seats if len(found) == seats else None

    def _jobs(self) -> Iterator[Job | None]:
        """Matches to play, in order; None where the next one depends on pending results."""
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

    # -- playing -----------------------------------------------------------------------------------

    def _prepare(self, pool: Pool, on_step: OnStep) -> None:
        """Compiles what is needed, one setting after the other, so that no two processes compile
        the same.
        """
        for index, seat in enumerate(self.grid.settings):
            what = (
                f"{format_seat(seat, self.grid.game, with_budget=False)} ({index + 1} of "
                f"{len(self.grid.settings)})"
            )
            tell = partial(on_step, self._step(note=f"preparing {what}"))
            tell()
            answer = pool.ask({"warm": index}, tell)
            if index == 0 and answer.died:
                raise BatchError(
                    f"No match can be played: the process that plays them was {answer.died}."
                )

    def _play(
        self, store: SweepStore, pool: Pool, jobs: Iterator[Job | None], on_step: OnStep
    ) -> None:
        for answer in pool.answers(jobs):
            told = "" if answer is None else keep(store, answer, self.grid.named)
            on_step(self._step(told))
            give_up_if_hopeless(told, self._results.played, self._results.failed)

    @property
    def _done(self) -> int:
        return len(self._results.played) + len(self._results.failed)

    def _step(self, told: str = "", note: str = "") -> RunStep:
        done, total = min(self._done, self.grid.total), self.grid.total
        fresh = len(self._results.played) - self._before
        rate = fresh / (time.monotonic() - self._began) if fresh else 0.0
        pace = (
            f", {60 * rate:,.0f} a minute, {numerals.duration((total - self._done) / rate)} left"
            if rate
            else ""
        )
        return RunStep(done, total, note or f"{done:,} of {total:,} matches{pace}", told)
