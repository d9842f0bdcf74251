"""A run that is to finish: what is running is played to its end, and nothing else is begun."""

from __future__ import annotations

import contextlib
import signal
from concurrent.futures import Future

import pytest

from lab.batch.games import GameRecord, GroupJob
from lab.cli.playing import play
from lab.experiments.keeping import RunStep
from lab.experiments.running import FINISHING, Ask, Course
from tests.lab.experiments.fake_hands import MemoryStore, meeting, played

GROUPS, SIZE = 50, 2


class PlayedStore(MemoryStore):
    """A store in memory that nobody else plays."""

    def playing(self, name: str) -> contextlib.AbstractContextManager[None]:
        """Nobody is told."""
        return contextlib.nullcontext()


class Many:
    """Asks for many groups."""

    total, note, ended = 2 * GROUPS, "", False

    def next(self, course: Course) -> Ask | None:
        """The next seed."""
        seed = len(course.asks) + 1
        return Ask(0, meeting("a", "b"), seed) if seed <= GROUPS else None


class Slow:
    """Hands of so many processes that end one running job at each step."""

    size = SIZE

    def __init__(self) -> None:
        self.jobs: list[tuple[GroupJob, Future[tuple[GameRecord, ...]]]] = []
        self.heard = 0
        self.begun: list[int] = []  # seeds
        self.ended: list[int] = []
        self.running: list[tuple[GroupJob, Future[tuple[GameRecord, ...]]]] = []

    def submit(self, job: GroupJob) -> Future[tuple[GameRecord, ...]]:
        """It waits until a process is free."""
        future: Future[tuple[GameRecord, ...]] = Future()
        self.jobs.append((job, future))
        self._begin()
        return future

    def _begin(self) -> None:
        while self.jobs and len(self.running) < SIZE:
            job, future = self.jobs.pop(0)
            if future.set_running_or_notify_cancel():
                self.begun.append(job.seed)
                self.running.append((job, future))

    def step(self) -> None:
        """The oldest running job ends."""
        if self.running:
            job, future = self.running.pop(0)
            self.ended.append(job.seed)
            future.set_result(tuple(played(job.sides, job.seed, k) for k in job.seatings))
            self._begin()

    def prepare(self, game: str, seats: object, tell: object) -> None:
        """Needs nothing."""


class Clock:
    """Lets jobs end, and has the run finish once so many games are in; `again` soon after."""

    def __init__(self, hands: Slow, after: int) -> None:
        self.hands, self.after, self.told = hands, after, list[str]()
        self.begun = list[int]()  # when it was to finish

    def __call__(self, step: RunStep) -> None:
        """A step of the run."""
        self.told += [step.told] * bool(step.told)
        if step.done >= self.after and not self.begun:
            self.begun = list(self.hands.begun)
            signal.raise_signal(signal.SIGINT)
        if not self.hands.heard % 3:  # what ended is on the disk before the next one ends
            self.hands.step()
        self.hands.heard += 1


@pytest.mark.parametrize("after", [2, 10, 36])
def test_the_first_ctrl_c_lets_the_running_games_end(after: int) -> None:
    hands, store = Slow(), PlayedStore()
    clock = Clock(hands, after)
    playing = play("many", Many(), store, hands, clock)  # type: ignore[arg-type]
    assert playing.interrupted and playing.error is None
    assert clock.told == [FINISHING]
    assert hands.begun == clock.begun == sorted(hands.ended)
    assert playing.run.done == 2 * len(hands.begun) < 2 * GROUPS
    assert sum(map(len, store.kept.values())) == playing.run.done
    assert store.events[-1] == ("many", "stopped")


class Stubborn(Clock):
    """Presses Ctrl-C once more before the running games have ended."""

    def __call__(self, step: RunStep) -> None:
        """A step of the run."""
        if self.begun:
            signal.raise_signal(signal.SIGINT)
        super().__call__(step)


def test_the_second_ctrl_c_stops_at_once() -> None:
    hands, store = Slow(), PlayedStore()
    playing = play("many", Many(), store, hands, Stubborn(hands, 10))  # type: ignore[arg-type]
    assert playing.interrupted and len(hands.ended) < len(hands.begun)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
