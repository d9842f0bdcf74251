"""Runs a review: the questions of the moves, from the last turn to the first, go to worker
processes (`{"warm": 0}` compiles what they need); each move is given as soon as it is judged.

What is searched depends on the plan alone, so the moves are the same for any number of processes
and after any interruption.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from lab.batch.errors import BatchError
from lab.batch.processes import Job, JobAnswer, Pool
from lab.batch.serve import warm
from lab.files.review_lines import ReviewedMove
from lab.review.asking import MoveAsked
from lab.review.positions import ReviewPlan, read_plan
from lab.review.searching import Finding, SearchQuestion, find, finding_of, question_of
from lab.words import numerals


def answer(plan: ReviewPlan, job: Mapping[str, Any]) -> dict[str, Any]:
    """Does one job."""
    if "warm" in job:
        warm(plan.game, plan.head.spec, plan.head.seed)
        return {}
    return find(plan, question_of(job)).as_line


def begin(line: Mapping[str, Any]) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    """In a worker process: what does the jobs of a plan."""
    return partial(answer, read_plan(line))


AHEAD = 3  # moves that are searched at the same time, for each process
EVERY_S = 0.2


@dataclass(frozen=True)
class ReviewStep:
    """How far a review has come: the newest moves that are judged, of `total` to judge `done`, and
    what it is doing, in words.
    """

    moves: tuple[ReviewedMove, ...]
    done: int
    total: int
    note: str


Known = Mapping[tuple[int, int], ReviewedMove]


class ReviewRun:
    """One run; `known` are the moves that an earlier run has judged."""

    def __init__(self, plan: ReviewPlan, known: Known, processes: int) -> None:
        self.plan, self._processes = plan, processes
        moves = [MoveAsked(plan, turn, seat) for turn, seat in order(plan)]
        self._open = [m for m in moves if (plan.numbers[m.turn - 1], m.seat) not in known]
        self.total = len(moves)
        self.searches = 0  # that were run
        self._findings: dict[SearchQuestion, Finding] = {}
        self._asked: set[SearchQuestion] = set()
        self._take_known(moves, known)

    def _take_known(self, moves: list[MoveAsked], known: Known) -> None:
        """Searches whose answers an earlier run has kept are not repeated."""
        for asked in moves:
            kept = known.get((self.plan.numbers[asked.turn - 1], asked.seat))
            if kept is not None and kept.value is not None and not kept.skipped:
                shared = Finding(kept.value, kept.best, shares={}, agrees=kept.agrees)
                self._findings[asked.position] = shared

    # -- running -----------------------------------------------------------------------------------

    def steps(self) -> Iterator[ReviewStep]:
        """Searches what is missing, and says how far it has come after each answer."""
        if not self._open:
            yield self._step(())
            return
        if not self._processes:
            yield from self._with(_here(self.plan, self._jobs()))
            return
        with closing(Pool(_Jobs(self.plan), self._processes)) as pool:
            yield self._step((), "preparing the search")
            died = pool.ask({"warm": 0}).died
            if died:
                raise BatchError(f"The match cannot be reviewed: the search's process was {died}.")
            yield from self._with(pool.answers(self._jobs()))

    def _with(self, answers: Iterator[JobAnswer | None]) -> Iterator[ReviewStep]:
        began, before = time.monotonic(), len(self._open)
        for found in answers:
            if found is not None and not found.again:
                self._take(found)
            moves = tuple(self._judged())
            yield self._step(moves, self._pace(began, before))

    def _take(self, found: JobAnswer) -> None:
        if "error" in found.line:
            raise BatchError(f"The review stopped: {found.line['error']}.")
        finding = finding_of(found.line, self.plan.game.seats)
        self._findings[question_of(found.job)] = finding
        self.searches += finding.iterations > 0

    def _judged(self) -> Iterator[ReviewedMove]:
        """The moves whose questions are all answered, in order."""
        while self._open and all(q in self._findings for q in self._needs(self._open[0])):
            yield self._open.pop(0).move(self._findings.get)

    def _needs(self, asked: MoveAsked) -> Iterator[SearchQuestion]:
        return asked.needs(self._findings.get)

    def _jobs(self) -> Iterator[Job | None]:
        """Questions to ask, in order; None where the next one depends on pending answers."""
        while self._open:
            near = self._open[: AHEAD * max(1, self._processes)]
            fresh = (q for asked in near for q in self._needs(asked) if q not in self._known)
            question = next(fresh, None)
            if question is not None:
                self._asked.add(question)
            yield question.job if question is not None else None

    @property
    def _known(self) -> set[SearchQuestion]:
        return self._asked | self._findings.keys()

    def _step(self, moves: tuple[ReviewedMove, ...], note: str = "") -> ReviewStep:
        return ReviewStep(moves, self.total - len(self._open), self.total, note)

    def _pace(self, began: float, before: int) -> str:
        done = before - len(self._open)
        said = f"{self.total - len(self._open):,} of {self.total:,} moves"
        if not done or not self._open:
            return said
        left = (time.monotonic() - began) / done * len(self._open)
        return f"{said}, {numerals.duration(left)} left"


class _Jobs:
    """The plan as the pool hands it to its processes."""

    worker: ClassVar[str] = ReviewPlan.worker

    def __init__(self, plan: ReviewPlan) -> None:
        self._plan = plan

    @property
    def line(self) -> dict[str, Any]:
        """The plan as JSON."""
        return self._plan.as_line


def order(plan: ReviewPlan) -> list[tuple[int, int]]:
    """The turns and seats that are judged, the last turn first."""
    turns = range(len(plan.line.joints), 0, -1)
    played = filter(plan.line.is_played, turns)
    wanted = (turn for turn in played if plan.turns is None or turn in plan.turns)
    return [
        (turn, seat)
        for turn in wanted
        for seat in plan.line.deciders(turn - 1)
        if seat in plan.seats
    ]


def _here(plan: ReviewPlan, jobs: Iterator[Job | None]) -> Iterator[JobAnswer]:
    """The answers, found in this process, one after the other."""
    work = partial(answer, plan)
    for job in jobs:
        if job is not None:
            yield JobAnswer(job, work(job))


def judge(plan: ReviewPlan, turn: int, seat: int, move: tuple[int, ...]) -> ReviewedMove:
    """What a review says of another move than the played one, searched in this process."""
    asked, findings = MoveAsked(plan, turn, seat, move), dict[SearchQuestion, Finding]()
    while True:
        question = next((q for q in asked.needs(findings.get) if q not in findings), None)
        if question is None:
            return asked.move(findings.get)
        findings[question] = finding_of(answer(plan, question.job), plan.game.seats)
