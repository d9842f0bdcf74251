"""Learning in a process of its own, as the window has it: each job makes a generation, and a frame
says how far that is. The run itself is in files, so a process that is ended loses no more than the
generation it was making.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import wait
from contextlib import closing
from dataclasses import dataclass
from typing import Any, ClassVar

from lab.batch.errors import BatchError
from lab.batch.processes import Job, Processes, as_it_is
from lab.experiments.keeping import OnStep, RunStep
from lab.learning.question import LearnQuestion
from lab.learning.run import Learning
from lab.words.asked import line_of, read_line

EVERY_S = 0.3  # between two looks at what is being done
SHARES = {"plays": (0.0, 0.6), "learns": (0.6, 0.1), "trial": (0.7, 0.3)}  # of a generation
_now: dict[str, Any] = {}  # in the worker: what is done, how much of it, of how much


@dataclass(frozen=True)
class LearnPlan:
    """The plan as a worker reads it."""

    question: LearnQuestion
    worker: ClassVar[str] = "lab.learning.work"

    @property
    def line(self) -> dict[str, Any]:
        """The plan as JSON."""
        return line_of(self.question)


# -- in the worker ---------------------------------------------------------------------------------


def begin(line: Mapping[str, Any]) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    """What makes the generations of a plan, one a job."""
    learning: list[Learning] = []

    def work(_job: Mapping[str, Any]) -> dict[str, Any]:
        if not learning:  # here, so that a refusal is an answer
            learning.append(Learning(LearnQuestion(**read_line(LearnQuestion, line))))
        (run,) = learning
        if not run.ended:
            _now["number"] = len(run.generations) + 1
            run.step(lambda what, done, of: _now.update(what=what, done=done, of=of))
        return {"ended": run.ended}

    return work


def frame() -> dict[str, Any] | None:
    """What is being done."""
    return {"now": dict(_now)} if "what" in _now else None


# -- outside ---------------------------------------------------------------------------------------


def learn(question: LearnQuestion, on_step: OnStep) -> None:
    """Learns what is missing, in another process, which ends where `on_step` raises. BatchError
    says why it ended early.
    """
    known = dict[str, Any]()
    plan, look = LearnPlan(question), lambda job, found: known.update(found["now"])
    with closing(Processes(plan, 1, on_frame=look)) as processes:
        ended = False
        while not ended:
            answer = processes.submit({}, as_it_is)
            while not answer.done():
                wait((answer,), EVERY_S)
                processes.look(lambda job: True)
                on_step(step_of(question, known))
            found: Job = answer.result().line
            if "error" in found:
                raise BatchError(f"{found['error']}.")
            ended = bool(found["ended"])


def step_of(question: LearnQuestion, known: Mapping[str, Any]) -> RunStep:
    """How far it is, in thousandths of a generation."""
    total = 1000 * question.generations
    if "what" not in known:
        return RunStep(0, total, "preparing")
    number, what, done, of = (known[name] for name in ("number", "what", "done", "of"))
    first, part = SHARES[what]
    share = number - 1 + first + part * min(1.0, done / max(1, of))
    words = {
        "plays": f"plays: {done:,} of {of:,} positions",
        "learns": "learns",
        "trial": f"is tested: {done} of {of} matches",
    }
    return RunStep(round(1000 * share), total, f"generation {number} {words[what]}")
