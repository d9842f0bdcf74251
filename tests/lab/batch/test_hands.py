"""Hands: what they play and what becomes of jobs when processes die or everything is closed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from lab.batch import work
from lab.batch.games import GameRecord, GroupJob
from lab.batch.local import LocalHands

FRAGILE = Path(__file__).parents[1] / "fragile.py"
JOB = GroupJob("tictactoe", ("uct:budget=20it", "random"), "it", 0, (0, 1))


def facts(record: GameRecord) -> dict[str, object]:
    """A game without times."""
    timeless = [{**vars(seat), "cpu_s": 0, "worst_ms": 0} for seat in record.seats]
    return {**record.line, "started": 0, "seconds": 0, "seats": timeless}


@pytest.fixture(scope="module")
def hands() -> Iterator[LocalHands]:
    """Two processes that know the fragile player."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SMITSILAB_LOAD", str(FRAGILE))
        playing = LocalHands(2)
    with closing(playing):
        yield playing


def test_games_are_those_that_this_process_plays(hands: LocalHands) -> None:
    jobs = [replace(JOB, seed=seed) for seed in range(8)]
    answers = [hands.submit(job) for job in jobs]
    for job, answer in zip(jobs, answers, strict=True):
        own = [GameRecord.read(line) for line in work.play(job.line)["games"]]
        assert [facts(record) for record in answer.result()] == [facts(record) for record in own]
