"""One contract for all hands: what they play, and what becomes of jobs when they are closed.

Processes of this computer are real here, workers of a cluster are threads of this process; those in
processes of their own have a test in test_worker_command.py.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import wait
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lab.batch import work
from lab.batch.cluster import ClusterHands
from lab.batch.entrants import lineup
from lab.batch.errors import BatchError
from lab.batch.frames import LiveFrame
from lab.batch.games import GameRecord, GroupJob
from lab.batch.hands import Hands
from lab.batch.local import LocalHands
from lab.batch.tape import replayed, unpacked
from lab.experiments.jobs import job_of
from lab.match.seats import parse_game
from tests.lab.batch.playing import FRAGILE, JOB, KILLER, LONGER, cluster, facts
from tests.waiting import HANG_S

LONG = replace(JOB, sides=("uct:budget=100000it", "random"))
PROGRAM = """
while True:
    input()
    print([input() for _ in range(int(input()))][-1])
"""
SAID: list[str] = []


@pytest.fixture(scope="module", params=["local", "cluster"])
def hands(request: pytest.FixtureRequest) -> Iterator[Hands]:
    """Hands that play two jobs at a time."""
    if request.param == "local":
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("SMITSILAB_LOAD", str(FRAGILE))
            playing = LocalHands(2, SAID.append)
            with closing(playing):
                yield playing
        return
    work.play(JOB.line)  # Python 3.11 does not compile in two threads at once
    with cluster(one=1, two=1) as made, closing(ClusterHands(made.scheduler_address)) as far:
        yield far


@pytest.fixture
def local(hands: Hands) -> LocalHands:
    """Those that play in processes of this computer."""
    if not isinstance(hands, LocalHands):
        pytest.skip("for processes of this computer")
    return hands


def test_games_are_those_that_this_process_plays(hands: Hands) -> None:
    jobs = [replace(JOB, seed=seed) for seed in range(8)]
    answers = [hands.submit(job) for job in jobs]
    for job, answer in zip(jobs, answers, strict=True):
        own = [GameRecord.read(line) for line in work.play(job.line)["games"]]
        assert [facts(record) for record in answer.result(HANG_S)] == [facts(each) for each in own]


def test_hosts_say_what_they_are(hands: Hands) -> None:
    (host,) = hands.hosts()
    assert hands.size == 2 and host.name and host.cores > 0 and len(host.digest) == 64


def test_seats_are_prepared_once_each(hands: Hands) -> None:
    said: list[str] = []
    hands.prepare("tictactoe", ["uct:c=0.3,budget=30it", "random"], said.append)
    assert all(words.startswith("preparing ") for words in said)
    assert ": UCT (1 of " in said[0] or said[0] == "preparing UCT for Tic-tac-toe (1 of 2)"
    assert "andom" in said[1] and "(2 of " in said[1]
    assert not any("=" in words for words in said)  # what people read, not what they type
    with pytest.raises(ValueError, match="no algorithm utc"):
        hands.prepare("tictactoe", ["utc"])


@pytest.mark.parametrize(
    ("job", "said"),
    [
        (replace(JOB, game="tictactoo"), "There is no game tictactoo"),
        (replace(JOB, expects="0" * 64), "The sources of Smitsilab have changed"),
        (replace(JOB, start="00"), "The start of these games cannot be read"),
    ],
)
def test_jobs_that_cannot_be_played_say_why(hands: Hands, job: Any, said: str) -> None:
    with pytest.raises(BatchError, match=f"^{said}"):
        hands.submit(job).result(HANG_S)


def test_waiting_jobs_can_be_cancelled(hands: Hands) -> None:
    answers = [hands.submit(replace(LONGER, seed=seed)) for seed in range(24)]
    cancelled = [answer for answer in answers[::-1] if answer.cancel()]
    assert len(cancelled) >= 2  # short jobs share a task: up to 18 have begun
    assert not wait(cancelled, HANG_S).not_done
    played = [answer for answer in answers if answer not in cancelled]
    assert all(len(answer.result(HANG_S)) == 2 for answer in played)
    assert not hands.submit(JOB).result(HANG_S)[0].error


def test_a_job_that_kills_its_process_is_given_up_after_two(local: LocalHands) -> None:
    jobs = [replace(JOB, seed=seed) for seed in range(6)]
    killer, *answers = [local.submit(job) for job in [KILLER, *jobs]]
    first, second = killer.result(HANG_S)
    assert (first.seating, second.seating) == (0, 1) and first.seats == ()
    assert first.error == second.error == "The process that played it was killed by signal 9."
    assert not any(record.error for answer in answers for record in answer.result(HANG_S))
    assert SAID == ["A process that played was killed by signal 9; its games are played again."]


def test_a_game_can_be_watched_while_it_is_played(hands: Hands) -> None:
    """Only the game that was chosen is seen, at whatever moments."""
    came: list[LiveFrame] = []
    running: list[tuple[GroupJob, ...]] = []
    watched, other = replace(LONG, seed=4, tape=True), replace(LONG, seed=5)

    def choose(jobs: tuple[GroupJob, ...]) -> list[GroupJob]:
        running.append(jobs)
        return [watched]

    hands.watch(choose, came.append)
    while not (came and any(other in jobs for jobs in running)):
        wait([hands.submit(watched), hands.submit(other)], HANG_S)
    hands.watch(lambda jobs: (), came.append)
    game = parse_game("tictactoe")
    for frame in came:
        state = game.checked(game.load(frame.state))
        assert frame.job == watched and len(frame.values) == 2
        assert frame.turn == sum(int(marks).bit_count() for marks in state.marks)
        turns = list(replayed(game, watched.seed, unpacked(frame.tape)))
        assert len(turns) == frame.turn and str(turns[-1].state) == str(state)


def test_a_program_plays_where_its_files_are_the_same(hands: Hands, tmp_path: Path) -> None:
    """The same games as in this process; a worker that has other files than those that were asked
    for refuses them.
    """
    bot = tmp_path / "bot.py"

    def asked() -> GroupJob:
        """A job with the files of now."""
        texts = f"cmd:{sys.executable} {bot}", "uct:budget=20it"
        return job_of(lineup(parse_game("tictactoe"), texts, "it"), 3, (0, 1))

    bot.write_text(PROGRAM)
    job = asked()
    hands.prepare("tictactoe", job.sides)
    games = hands.submit(job).result(HANG_S)
    own = [GameRecord.read(line) for line in work.play(job.line)["games"]]
    assert [facts(game) for game in games] == [facts(game) for game in own]
    assert not any(seat.errors for game in games for seat in game.seats)
    bot.write_text(PROGRAM + "# another version")
    with pytest.raises(BatchError, match=r"No machine can play|is not the one these games"):
        hands.submit(job).result(HANG_S)
    newer = asked()
    hands.prepare("tictactoe", newer.sides)
    assert not hands.submit(newer).result(HANG_S)[0].error


def test_closing_settles_every_job_and_leaves_nothing(hands: Hands) -> None:
    pids = [w._process.pid for w in hands._processes._workers] if is_local(hands) else []
    answers = [hands.submit(replace(LONGER, seed=seed)) for seed in range(60)]
    hands.close()
    assert not wait(answers, HANG_S).not_done
    assert any(answer.cancelled() for answer in answers)
    for answer in answers:
        if not answer.cancelled() and answer.exception() is not None:
            with pytest.raises(BatchError, match="were ended before they were finished"):
                answer.result()
    with pytest.raises(BatchError, match="were ended"):
        hands.submit(JOB)
    assert not any(map(is_alive, pids))
    names = {thread.name for thread in threading.enumerate()}
    assert not names & {"cluster", "feeder", "watch"}


def is_local(hands: Any) -> bool:
    return isinstance(hands, LocalHands)


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
