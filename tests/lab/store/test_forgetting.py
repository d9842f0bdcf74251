"""Arenas and bots that are taken out of a store, brought back, forgotten and renamed."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import pytest

from lab.batch.about import Host
from lab.store.errors import StoreError
from lab.store.kept import KeptArena
from lab.store.store import Store
from tests.lab.store.facts import RULES, failed, game, lineup, player

NIGHT = "arena night"
AB, AC, BC, ABC = lineup("a", "b"), lineup("a", "c"), lineup("b", "c"), lineup("a", "b", "c")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store with the arena "night" of a, b and c, and a test that asked for one of its games."""
    with Store(tmp_path / "games.db") as found:
        found.new_arena("night", RULES, "my note")
        found.experiment(NIGHT, "arena", "the question")
        for name, role in (("a", "benchmark"), ("b", "candidate"), ("c", "benchmark")):
            found.add_bot("night", name, player(name), role)  # type: ignore[arg-type] # one of the roles
        found.set_role("night", "c", "retired")
        found.add(NIGHT, 0, AB, [game(1, 0), game(1, 1, (0.0, 0.0)), failed(2, 0)])
        found.add(NIGHT, 0, AC, [game(1, 0), game(1, 1)])
        found.add(NIGHT, 0, BC, [game(1, 0, (-1.0, 1.0))])
        found.experiment("mine", "test", "file")
        found.add("mine", 0, AB, [game(1, 0), game(5, 0)])
        yield found
        assert found.check().problems == ()


def night(store: Store) -> KeptArena:
    return store.arenas("night")[0]


def test_a_bot_is_forgotten_with_the_games_that_nobody_else_asked_for(store: Store) -> None:
    assert store.own_games(NIGHT) == 5  # a failed one too
    assert store.own_games(NIGHT, player("a")) == 4 and store.own_games(NIGHT, player("z")) == 0
    assert store.forget_bot("night", "a") == 4
    assert [bot.name for bot in night(store).bots] == ["b", "c"]
    assert store.experiments(NIGHT)[0].games == 1 and len(store.listed(NIGHT)) == 1
    assert store.games(BC) == [game(1, 0, (-1.0, 1.0))] and store.games(AC) == []
    # the test keeps what it asked for, and the group that is no longer whole leaves the tally
    assert store.games(AB) == [game(1, 0), game(5, 0)] and store.tally(AB) == {}
    assert store.experiments("mine")[0].games == 2
    with pytest.raises(StoreError, match="no bot a in night"):
        store.forget_bot("night", "a")


def test_a_game_of_three_goes_with_each_of_them(store: Store) -> None:
    store.add(NIGHT, 0, ABC, [game(1, 0, (1.0, 0.0, -1.0), sides=3)])
    assert store.own_games(NIGHT, player("c")) == 4
    assert store.forget_bot("night", "c") == 4 and store.games(ABC) == []
    assert len(store.games(AB)) == 3


def test_a_bot_comes_back_as_it_was(store: Store) -> None:
    before = night(store)
    removed = store.remove_bot("night", "c")
    assert removed == before.bots[2] and removed.until is not None
    assert [bot.name for bot in night(store).bots] == ["a", "b"]
    assert len(store.games(AC)) == 2
    store.restore_bot("night", removed)
    assert night(store) == before


def test_games_of_a_player_that_is_a_bot_again_stay(store: Store) -> None:
    """Somebody else may add the same player while it can still be brought back."""
    removed = store.remove_bot("night", "c")
    store.add_bot("night", "c again", player("c"))
    assert store.forget_player("night", removed.entrant) == 0 and len(store.games(AC)) == 2
    with pytest.raises(StoreError, match="exactly as c again does"):
        store.restore_bot("night", removed)
    store.remove_bot("night", "c again")
    assert store.forget_player("night", removed.entrant) == 3


def test_an_arena_comes_back_as_it_was(store: Store) -> None:
    store.new_arena("day", RULES)
    before = night(store)
    assert store.remove_arena("night") == before
    assert [arena.name for arena in store.arenas()] == ["day"] and len(store.games(AB)) == 3
    store.restore_arena(before)
    assert night(store) == before
    with pytest.raises(StoreError, match="an arena night already"):
        store.restore_arena(before)


def test_an_arena_keeps_everything_under_another_name(store: Store) -> None:
    store.new_arena("day", RULES)
    before, games = night(store), store.listed(NIGHT)
    with pytest.raises(StoreError, match="an arena day already"):
        store.rename_arena("night", "day")
    with pytest.raises(StoreError, match="no arena noon"):
        store.rename_arena("noon", "dusk")
    store.experiment("arena dusk", "arena", "left over")
    with pytest.raises(StoreError, match="arena dusk already"):
        store.rename_arena("night", "dusk")
    assert night(store) == before  # nothing happened by half
    store.rename_arena("night", "dawn")
    (found,) = store.arenas("dawn")
    assert (found.bots, found.note, found.created) == (before.bots, before.note, before.created)
    assert store.listed("arena dawn") == games and not store.experiments(NIGHT)
    assert store.experiments("arena dawn")[0].file == "the question"


# -- computers ------------------------------------------------------------------------------------


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
