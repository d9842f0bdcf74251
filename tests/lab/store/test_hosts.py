"""What the store knows of the computers that played."""

from __future__ import annotations

import os
import platform
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

from lab.batch.about import Host
from lab.store.store import Store
from tests.lab.store.facts import game, lineup

AB = lineup("a", "b")
FAR = Host("far", "Epyc", 64, "3.12.1", "0.60.0", "digest", speed=0.8)


def test_each_game_belongs_to_the_computer_with_the_versions_that_played_it(tmp_path: Path) -> None:
    with Store(tmp_path / "games.db") as store:
        store.experiment("mine", "test")
        store.add("mine", 0, AB, [replace(game(1, 0), host=platform.node()), game(1, 1)])
        store.set_hosts([FAR])
        store.add("mine", 0, AB, [replace(game(2, k), host="far") for k in range(2)])
        store.set_hosts([replace(FAR, cores=32, speed=0.9)])
        store.set_hosts([replace(FAR, numba="0.61.0", speed=0.0)])
        store.add("mine", 0, AB, [replace(game(3, 1), host="far")])
        found = {(each.name, each.numba): each for each in store.hosts()}
        assert store.games(AB)[2].host == "far"
    own = found[platform.node(), version("numba")]
    assert (own.python, own.speed, own.games) == (platform.python_version(), None, 1)
    assert own.cpu and own.cores is not None and 1 <= own.cores <= (os.cpu_count() or 1)
    older, newer = found["far", "0.60.0"], found["far", "0.61.0"]
    assert (older.cpu, older.cores, older.python, older.speed) == ("Epyc", 32, "3.12.1", 0.9)
    assert (older.games, newer.games, newer.speed) == (2, 1, None)
    assert (found["here", ""].cores, found["here", ""].games) == (None, 1)
    assert len(found) == 4
