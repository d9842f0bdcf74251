"""Runs that are killed at any moment lose nothing that they have called finished."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from lab.store.store import Store
from tests.lab.store import writing

ROOT = Path(__file__).parent.parent.parent.parent
ROUNDS = 20

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that fork")


def test_nothing_that_was_said_is_lost(tmp_path: Path) -> None:
    """Four writers are killed in each of 20 rounds, in every other one while a fifth writes on:
    what was said is there, once, and the tally is what the games give.
    """
    path = tmp_path / "games.db"
    run = subprocess.run(
        [sys.executable, writing.__file__, str(path), "7", str(ROUNDS)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    assert run.returncode == 0, run.stderr
    rounds = [json.loads(line) for line in run.stdout.splitlines()]
    said = {
        (which, seed, seating)
        for one in rounds
        for which, seed, seatings in one
        for seating in seatings
    }
    assert len(rounds) == ROUNDS and len(said) > 3 * ROUNDS
    with Store(path, writes=False) as store:
        asked = writing.EXPERIMENT
        kept = {
            (which, record.seed, record.seating)
            for which, lineup in enumerate(writing.LINEUPS)
            for record in store.games(lineup, experiment=asked)
        }
        assert said <= kept
        found = store.check()
        # a against b and b against a are one meeting: their games are shared
        games = sum(len(store.games(writing.LINEUPS[which], experiment=asked)) for which in (0, 2))
        assert (found.problems, found.games) == ((), games)
        assert found.groups == sum(
            sum(store.tally(writing.LINEUPS[which], 0, asked).values()) for which in (0, 2)
        )
