"""Plays a round robin: the plan says what comes next, the pool plays it, the store keeps it."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from lab.batch.errors import BatchError
from lab.batch.pool import Pool, cores
from lab.experiments.keeping import OnStep, RunStep, give_up_if_hopeless, keep
from lab.experiments.robin.plan import Key, RobinPlan
from lab.experiments.robin.result import RobinResult
from lab.experiments.robin.store import RobinStore


def robin(
    plan: RobinPlan,
    out: str | Path | None = None,
    processes: int | None = None,
    on_step: OnStep = lambda step: None,
) -> RobinResult:
    """Plays the missing matches of a plan on all cores, or on `processes` processes, and returns
    all results; `out` keeps them.
    """
    run = RobinRun(plan, Path(out) if out is not None else None, processes or cores())
    run.play(on_step)
    return run.result


class RobinRun:
    """One run of a round robin; `result` may be asked for at any time, also after an
    interruption.
    """

    def __init__(self, plan: RobinPlan, out: Path | None, processes: int) -> None:
        self.plan, self._out, self._processes = plan, out, processes
        self.result = RobinResult(plan, {}, {})

    def look(self) -> None:
        """Reads what is known, even while another run is playing, and plays nothing."""
        with RobinStore(self.plan, self._out, writes=False) as store:
            self.result = RobinResult(self.plan, store.met, store.failed)

    def play(self, on_step: OnStep) -> None:
        """Plays until nothing is left; an interruption ends the processes and loses no finished
        match.
        """
        with RobinStore(self.plan, self._out) as store:
            self.result = RobinResult(self.plan, store.met, store.failed)
            missing = [key for key in self.plan.schedule() if key not in store.met]
            if not missing:
                return
            with closing(Pool(self.plan, min(self._processes, len(missing)))) as pool:
                self._prepare(pool, missing, on_step)
                self._play(store, pool, missing, on_step)

    def _prepare(self, pool: Pool, missing: list[Key], on_step: OnStep) -> None:
        """Compiles what is needed, one player after the other, so that no two processes compile the
        same.
        """
        needed = [
            player for player in self.plan.players if any(player in pair for pair, _ in missing)
        ]
        for index, player in enumerate(needed):
            on_step(self._step(note=f"preparing {player} ({index + 1} of {len(needed)})"))
            answer = pool.ask({"warm": player})
            if answer.died or "error" in answer.line:
                raise BatchError(f"{player} cannot play: {answer.line['error']}")

    def _play(self, store: RobinStore, pool: Pool, missing: list[Key], on_step: OnStep) -> None:
        for answer in pool.answers({"pair": pair, "match": match} for pair, match in missing):
            if answer is not None:
                told = keep(store, answer, self.plan.named)
                on_step(self._step(told))
                give_up_if_hopeless(told, store.met, store.failed)

    def _step(self, told: str = "", note: str = "") -> RunStep:
        done = self.result.matches
        return RunStep(
            done, self.plan.total, note or f"{done:,} of {self.plan.total:,} matches", told
        )
