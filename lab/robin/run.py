"""Plays a round robin: the plan says what comes next, the pool plays it, the store keeps it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lab.robin.plan import Key, Plan
from lab.robin.result import Result
from lab.robin.store import Store
from lab.sweep.pool import Answer, Pool
from lab.sweep.run import HOPELESS, POLL_S, cores
from lab.sweep.store import SweepError


@dataclass(frozen=True)
class Step:
    """How far a run has come; `told` is a sentence about something that went wrong, or ""."""

    done: int
    total: int
    note: str = ""
    told: str = ""


OnStep = Callable[[Step], Any]


def robin(plan: Plan, out: str | Path | None = None, processes: int | None = None, on_step: OnStep = lambda step: None) -> Result:
    """Plays what is missing of a plan over all cores, or so many processes, and returns all results; `out` keeps them."""
    run = Run(plan, Path(out) if out is not None else None, processes or cores())
    run.play(on_step)
    return run.result


class Run:
    """One run of a round robin; `result` may be asked for at any time, also after an interruption."""

    def __init__(self, plan: Plan, out: Path | None, processes: int) -> None:
        self.plan, self._out, self._processes = plan, out, processes
        self.result = Result(plan, {}, {})

    def look(self) -> None:
        """Reads what is known, and plays nothing."""
        with Store(self.plan, self._out) as store:
            self.result = Result(self.plan, store.met, store.failed)

    def play(self, on_step: OnStep) -> None:
        """Plays until nothing is left; an interruption ends the processes and loses nothing finished."""
        with Store(self.plan, self._out) as store:
            self.result = Result(self.plan, store.met, store.failed)
            missing = [key for key in self.plan.schedule() if key not in store.met]
            if not missing:
                return
            pool = Pool(self.plan, min(self._processes, len(missing)))
            try:
                self._prepare(pool, missing, on_step)
                self._play(store, pool, iter(missing), on_step)
            finally:
                pool.close()

    def _prepare(self, pool: Pool, missing: list[Key], on_step: OnStep) -> None:
        """Compiles what is needed, one player after the other, so that no two processes compile the same."""
        needed = [player for player in self.plan.players if any(player in pair for pair, _ in missing)]
        for index, player in enumerate(needed):
            pool.submit({"warm": player})
            on_step(self._step(f"preparing {player} ({index + 1} of {len(needed)})"))
            while (answer := pool.answer(POLL_S)) is None or answer.again:
                pass
            if answer.died or "error" in answer.line:
                raise SweepError(f"{player} cannot play: {answer.line['error']}")

    def _play(self, store: Store, pool: Pool, keys: Iterator[Key], on_step: OnStep) -> None:
        flying, waiting = 0, next(keys, None)
        while flying or waiting is not None:
            while waiting is not None and flying < self._processes:
                pool.submit({"pair": list(waiting[0]), "match": waiting[1]})
                flying, waiting = flying + 1, next(keys, None)
            answer = pool.answer(POLL_S)
            if answer is None:
                continue
            flying -= not answer.again
            told = self._take(store, answer)
            on_step(self._step(told=told))
            if told and not store.met and len(store.failed) >= HOPELESS:
                raise SweepError(f"The first {HOPELESS} matches all failed, the last one so: {told}")

    def _take(self, store: Store, answer: Answer) -> str:
        """Keeps an answer; a sentence if something went wrong."""
        key = tuple(answer.job["pair"]), answer.job["match"]
        seed = self.plan.seed + key[1] // self.plan.seatings
        where = f"{' against '.join(key[0])}, seed {seed}"
        if answer.again:
            return f"The process that played {where} was {answer.died}; the match is played again."
        if "error" in answer.line:
            store.add(key, {"seed": seed, "error": str(answer.line["error"])})
            return f"The match {where} failed ({answer.line['error']})."
        store.add(key, answer.line)
        return ""

    def _step(self, note: str = "", told: str = "") -> Step:
        done = self.result.matches
        return Step(done, self.plan.total, note or f"{done:,} of {self.plan.total:,} matches", told)
