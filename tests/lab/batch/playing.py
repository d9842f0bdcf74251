"""Jobs for hands, clusters for them, and what is equal in games played twice."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from lab.batch.about import current_digest
from lab.batch.games import GameRecord, GroupJob
from lab.batch.tape import moves

FRAGILE = Path(__file__).parents[1] / "fragile.py"
JOB = GroupJob("tictactoe", ("uct:budget=20it", "random"), "it", 0, (0, 1))
LONGER = replace(JOB, sides=("uct:budget=2000it", "random"))
SLOW = replace(JOB, sides=("fragile:pause_ms=100", "random"))
KILLER = replace(JOB, sides=("random", "fragile:fate=dies"))


def facts(record: GameRecord) -> dict[str, object]:
    """A game without its times."""
    timeless = [{**asdict(seat), "cpu_s": 0, "worst_ms": 0} for seat in record.seats]
    tape = moves(record.tape)
    return {**record.line, "started": 0, "seconds": 0, "seats": timeless, "tape": tape}


@contextmanager
def cluster(port: int = 0, **threads: int) -> Iterator[Any]:
    """A Dask scheduler and workers with so many threads, by name, all in this process."""
    distributed = pytest.importorskip("distributed")
    current_digest()  # Python 3.11 does not parse in two threads at once, and workers ask for it
    where = {"host": "127.0.0.1", "port": port, "dashboard": False, "dashboard_address": ":0"}
    workers = {
        name: {"cls": distributed.Worker, "options": {"nthreads": each, "dashboard": False}}
        for name, each in threads.items()
    }
    scheduler = {"cls": distributed.Scheduler, "options": where}
    with closing(
        distributed.SpecCluster(workers, scheduler, silence_logs=logging.CRITICAL)
    ) as made:
        yield made
