"""Who is let in to a cluster, and what happens when its scheduler is gone: with workers in threads
of this process, which start at once.
"""

from __future__ import annotations

import importlib.util
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest

from lab.batch import about
from lab.batch.cluster import ClusterHands, foreman, link
from lab.batch.cluster import site as tasks
from lab.batch.cluster.dispatch import Dispatch
from lab.batch.cluster.site import ClusterSite
from lab.batch.errors import BatchError
from lab.batch.games import GameRecord
from tests.lab.batch.playing import JOB, cluster, facts
from tests.waiting import HANG_S, until

pytest.importorskip("distributed")


@pytest.mark.long
def test_a_worker_with_two_threads_is_left_out_by_name() -> None:
    said: list[str] = []
    with (
        cluster(single=1, double=2) as made,
        closing(ClusterHands(made.scheduler_address, said.append)) as hands,
    ):
        assert hands.size == 1 and len(said) == 1
        assert said[0].startswith("The worker double is left out: it has 2 threads")
        hands.prepare("tictactoe", ["uct", "random"])
        (host,) = hands.hosts()
        assert host.speed == 1.0
        answers = [hands.submit(replace(JOB, seed=seed)) for seed in range(3)]
        own = [GameRecord.read(g) for a in tasks.played([JOB.line]) for g in a["games"]]
        assert [facts(g) for g in answers[0].result(HANG_S)] == [facts(g) for g in own]
        assert not any(g.error for answer in answers for g in answer.result(HANG_S))


def test_other_sources_are_left_out_and_nobody_left_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(about, "current_digest", lambda: "95f7103" + "0" * 57)
    with cluster(old=1) as made, pytest.raises(BatchError) as refusal:
        ClusterHands(made.scheduler_address)
    said = str(refusal.value)
    assert "has no worker that can play. The worker old is left out: it has other sources" in said
    assert "(95f7103, not " in said


def test_a_cluster_without_workers_says_how_to_start_one() -> None:
    with cluster() as made, pytest.raises(BatchError, match="smitsilab worker tcp://127"):
        ClusterHands(made.scheduler_address)


def test_a_scheduler_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BatchError, match=r"No Dask scheduler answered at tcp://127.0.0.1:1 within"):
        link.Link("tcp://127.0.0.1:1", within_s=0.2)
    with pytest.raises(BatchError, match="No Dask scheduler answered at nowhere"):
        link.Link("nowhere://x", within_s=0.2)


def test_without_dask_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(BatchError, match=r"pip install 'smitsilab\[cluster\]'"):
        ClusterHands("tcp://127.0.0.1:1")


def test_games_by_the_clock_and_by_unequal_cpu_time_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    by_cpu = replace(JOB, sides=("uct:budget=1ms", "random"), clock="cpu")
    with cluster(single=1) as made, closing(ClusterHands(made.scheduler_address)) as hands:
        with pytest.raises(BatchError, match="Games by the clock are not played on a cluster"):
            hands.submit(replace(by_cpu, clock="wall")).result(HANG_S)
        assert not hands.submit(by_cpu).result(HANG_S)[0].error
        slow = replace(hands.hosts()[0], name="slow")
        hands._foreman.post(lambda: hands._foreman.sites.update(slow=ClusterSite(slow, cpu_s=1e6)))
        with pytest.raises(BatchError, match=r"These 2 machines have speeds 1\.00, 0\.01"):
            hands.submit(by_cpu).result(HANG_S)
        assert not hands.submit(JOB).result(HANG_S)[0].error


def test_a_seat_that_no_machine_can_play_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with cluster(single=1) as made, closing(ClusterHands(made.scheduler_address)) as hands:
        monkeypatch.setattr(
            "lab.batch.work.made_of", lambda game, seat: {"rules": "", "player": ""}
        )
        with pytest.raises(BatchError, match="random cannot play on any machine: its rules and"):
            hands.prepare("tictactoe", ["random"])
        with pytest.raises(BatchError, match="No machine can play"):
            hands.submit(JOB).result(HANG_S)


def test_a_lost_scheduler_is_tried_again_and_nothing_is_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(foreman, "RETRY_S", 0.1)
    said: list[str] = []
    with cluster(first=1) as made:
        address = made.scheduler_address
        hands = ClusterHands(address, said.append)
    with closing(hands):
        until(lambda: not hands.size)
        answers = [hands.submit(replace(JOB, seed=seed)) for seed in range(4)]
        with cluster(port=int(address.rpartition(":")[2]), second=1):
            assert not any(g.error for answer in answers for g in answer.result(HANG_S))
            assert any("does not answer; trying again" in each for each in said)


def test_a_scheduler_that_stays_away_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foreman, "RETRY_S", 0.1)
    with cluster(first=1) as made:
        hands = ClusterHands(made.scheduler_address, patience_s=0.2)
    with closing(hands):
        with pytest.raises(BatchError, match=r"has not answered for|has no worker left"):
            hands.submit(JOB).result(HANG_S)
        with pytest.raises(BatchError):
            hands.prepare("tictactoe", ["random"])


def test_a_mistake_of_ours_leaves_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Dispatch, able: Any) -> None:
        raise ZeroDivisionError("a mistake")

    with cluster(single=1) as made, closing(ClusterHands(made.scheduler_address)) as hands:
        monkeypatch.setattr(Dispatch, "next", broken)
        with pytest.raises(BatchError, match="ZeroDivisionError: a mistake"):
            hands.submit(JOB).result(HANG_S)
