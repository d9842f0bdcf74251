"""Workers of a cluster in processes of their own: one comes late, is killed, and comes again."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from lab.batch.cluster import ClusterHands
from tests.lab.batch.playing import FRAGILE, JOB, KILLER, cluster
from tests.waiting import HANG_S, until

ROOT = Path(__file__).parents[3]
pytest.importorskip("distributed")


def test_a_late_worker_plays_along_and_a_killed_one_loses_nothing() -> None:
    said: list[str] = []
    environment = os.environ | {"PYTHONPATH": str(ROOT), "SMITSILAB_LOAD": str(FRAGILE)}
    with (
        cluster(early=1) as made,
        closing(ClusterHands(made.scheduler_address, said.append)) as hands,
    ):
        words = [sys.executable, "-m", "lab", "worker", made.scheduler_address, "--processes", "1"]
        with subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, text=True) as late:
            assert late.stdout is not None and late.stdout.readline().startswith("1 process for")
            until(lambda: hands.size == 2)
            made.scale(0)  # else the job that kills its process would be played in this one
            until(lambda: hands.size == 1)
            random = replace(JOB, sides=("random", "random"))
            killer = hands.submit(KILLER)
            answers = [hands.submit(replace(random, seed=seed)) for seed in range(6)]
            assert not any(record.error for answer in answers for record in answer.result(HANG_S))
            first, second = killer.result(HANG_S)
            assert first.error == second.error == "Two workers were lost while they played it."
            late.terminate()
        assert late.returncode not in (0, None)
    assert sum("is lost; its games are played again" in each for each in said) >= 3
