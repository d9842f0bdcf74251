"""One contract for all hands: what they play, and what becomes of jobs when processes die."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, wait
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from lab.batch import work
from lab.batch.cluster import ClusterHands
from lab.batch.errors import BatchError
from lab.batch.games import GameRecord
from lab.batch.hands import Hands
from lab.batch.local import LiveFrame, LocalHands
from lab.match.seats import parse_game
from tests.lab.batch.playing import FRAGILE, JOB, KILLER, SLOW, facts
from tests.waiting import HANG_S, until

distributed = pytest.importorskip("distributed")
dask_config = pytest.importorskip("dask.config")
ROOT = Path(__file__).parents[3]


@dataclass
class Crowd:
    """Hands to be tested: `processes` are the ids of those that play, `another` makes further hands
    of the same kind.
    """

    hands: Hands
    processes: Callable[[Hands], list[int]]
    another: Callable[[], Hands]
    said: list[str]


def local_processes(hands: Hands) -> list[int]:
    assert isinstance(hands, LocalHands)
    return [worker._process.pid for worker in hands._processes._workers]


@contextmanager
def cluster() -> Iterator[Any]:
    """A scheduler in this process with two workers in processes of their own."""
    options = {"nthreads": 1, "memory_limit": 0, "silence_logs": logging.CRITICAL}
    nanny = {"cls": distributed.Nanny, "options": options}
    where = {"host": "127.0.0.1", "port": 0, "dashboard": False}
    scheduler = {"cls": distributed.Scheduler, "options": where}
    # a killed worker that takes long to start again is not given up
    patient = dask_config.set({"distributed.deploy.lost-worker-timeout": "1 hour"})
    with (
        patient,
        closing(
            distributed.SpecCluster(
                {"one": nanny, "two": nanny}, scheduler, silence_logs=logging.CRITICAL
            )
        ) as made,
    ):
        yield made


@pytest.fixture(scope="module", params=["local", "cluster"])
def crowd(request: pytest.FixtureRequest) -> Iterator[Crowd]:
    """Hands with two processes, which know the fragile player."""
    said: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SMITSILAB_LOAD", str(FRAGILE))
        if request.param == "local":
            with closing(LocalHands(2, said.append)) as hands:
                yield Crowd(hands, local_processes, lambda: LocalHands(1), said)
            return
        with cluster() as made:
            address = made.scheduler_address
            with closing(ClusterHands(address, said.append)) as hands:
                pids = lambda _: [nanny.pid for nanny in made.workers.values()]  # noqa: E731
                yield Crowd(hands, pids, lambda: ClusterHands(address), said)


def test_games_are_those_that_this_process_plays(crowd: Crowd) -> None:
    jobs = [replace(JOB, seed=seed) for seed in range(8)]
    answers = [crowd.hands.submit(job) for job in jobs]
    for job, answer in zip(jobs, answers, strict=True):
        own = [GameRecord.read(line) for line in work.play(job.line)["games"]]
        assert [facts(record) for record in answer.result(HANG_S)] == [facts(each) for each in own]


def test_hosts_say_what_they_are(crowd: Crowd) -> None:
    (host,) = crowd.hands.hosts()
    assert crowd.hands.size == 2 and host.name and host.cores > 0 and len(host.digest) == 64


def test_seats_are_prepared_once_each(crowd: Crowd) -> None:
    said: list[str] = []
    crowd.hands.prepare("tictactoe", ["uct", "random"], said.append)
    assert "uct (1 of " in said[0] and "random (2 of " in said[1]
    with pytest.raises(ValueError, match="no algorithm utc"):
        crowd.hands.prepare("tictactoe", ["utc"])


@pytest.mark.parametrize(
    ("job", "said"),
    [
        (replace(JOB, game="tictactoo"), "There is no game tictactoo"),
        (replace(JOB, expects="0" * 64), "The sources of Smitsilab have changed"),
        (replace(JOB, start="00"), "The start of these games cannot be read"),
    ],
)
def test_jobs_that_cannot_be_played_say_why(crowd: Crowd, job: Any, said: str) -> None:
    with pytest.raises(BatchError, match=f"^{said}"):
        crowd.hands.submit(job).result(HANG_S)


def test_nothing_is_lost_with_a_killed_process(crowd: Crowd) -> None:
    jobs = [replace(SLOW, seed=seed) for seed in range(10)]
    answers = [crowd.hands.submit(job) for job in jobs]
    answers[0].result(HANG_S)
    os.kill(crowd.processes(crowd.hands)[0], signal.SIGKILL)
    records = [record for answer in answers for record in answer.result(HANG_S)]
    assert [record.error for record in records] == [""] * 20
    assert [record.seed for record in records] == [seed for seed in range(10) for _ in (0, 1)]


def test_a_job_that_kills_its_process_is_given_up_after_two(crowd: Crowd) -> None:
    jobs = [replace(JOB, seed=seed) for seed in range(6)]
    killer, *answers = [crowd.hands.submit(job) for job in [KILLER, *jobs]]
    first, second = killer.result(HANG_S)
    assert (first.seating, second.seating) == (0, 1) and first.seats == ()
    assert first.error == second.error and first.error.endswith(".")
    assert not any(record.error for answer in answers for record in answer.result(HANG_S))
    assert crowd.said


def test_waiting_jobs_can_be_cancelled(crowd: Crowd) -> None:
    answers = [crowd.hands.submit(replace(SLOW, seed=seed)) for seed in range(24)]
    cancelled = [answer for answer in answers[::-1] if answer.cancel()]
    assert len(cancelled) >= 2  # short jobs share a task: up to 18 have begun
    played = [answer for answer in answers if answer not in cancelled]
    assert all(len(answer.result(HANG_S)) == 2 for answer in played)
    assert not crowd.hands.submit(JOB).result(HANG_S)[0].error


def test_closing_settles_every_job(crowd: Crowd) -> None:
    threads = ours()
    hands = crowd.another()
    before = crowd.processes(hands)
    answers = [hands.submit(replace(SLOW, seed=seed)) for seed in range(30)]
    hands.close()
    assert not wait(answers, HANG_S).not_done
    for answer in answers:
        if not answer.cancelled() and answer.exception() is not None:
            with pytest.raises((BatchError, CancelledError)):
                answer.result()
    assert sum(answer.cancelled() for answer in answers) > 10
    # processes that are ours are gone, a cluster's workers stay
    assert [is_alive(pid) for pid in before] == [isinstance(hands, ClusterHands)] * len(before)
    assert ours() == threads


def ours() -> list[str]:
    """The threads of hands."""
    return sorted(t.name for t in threading.enumerate() if t.name in ("cluster", "feeder", "watch"))


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_late_worker_plays_along(crowd: Crowd) -> None:
    if not isinstance(crowd.hands, ClusterHands):
        pytest.skip("the number of processes is fixed")
    words = [sys.executable, "-m", "lab", "worker", crowd.hands._foreman._address]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    until(lambda: crowd.hands.size == 2)
    answers = [crowd.hands.submit(replace(SLOW, seed=seed)) for seed in range(6)]
    with subprocess.Popen(
        [*words, "--processes", "1"], env=environment, stdout=subprocess.PIPE, text=True
    ) as late:
        assert late.stdout is not None and late.stdout.readline().startswith("1 process for")
        until(lambda: crowd.hands.size == 3)
        answers += [crowd.hands.submit(replace(SLOW, seed=seed)) for seed in range(6)]
        assert not any(record.error for answer in answers for record in answer.result(HANG_S))
        late.terminate()
    until(lambda: crowd.hands.size == 2)


def test_a_game_can_be_watched_while_it_is_played(crowd: Crowd) -> None:
    if not isinstance(crowd.hands, LocalHands):
        pytest.skip("only processes of this computer are asked for frames")
    came: list[LiveFrame] = []
    watched = replace(SLOW, sides=("fragile:pause_ms=100", "random"), seed=4)
    crowd.hands.watch([watched], came.append)
    while not came:
        wait([crowd.hands.submit(watched), crowd.hands.submit(JOB)], HANG_S)
    until(lambda: crowd.hands.running == ())  # type: ignore[attr-defined]  # local hands have it
    game = parse_game("tictactoe")
    for frame in came:
        state = game.checked(game.load(frame.state))
        assert frame.job == watched and len(frame.values) == 2
        assert frame.turn == sum(int(marks).bit_count() for marks in state.marks)
