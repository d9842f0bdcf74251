"""What the store answers: lists of games, crosstables, earlier runs, arenas, notes and events."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from lab.store.errors import StoreError
from lab.store.listing import GameFilter
from lab.store.store import Store
from tests.lab.store.facts import RULES, failed, game, lineup, player

AB, AC = lineup("a", "b"), lineup("a", "c")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "games.db") as found:
        found.experiment("mine", "test", "file", shipped=True)
        yield found


def test_games_are_listed_by_what_happened_in_them(store: Store) -> None:
    store.add("mine", 0, AB, [game(1, 0), game(1, 1), failed(2, 0)])
    store.add("mine", 1, AC, [game(3, 0, (0.0, 0.0))])

    def found(**wanted: object) -> list[tuple[int, int]]:
        kept = store.listed("mine", GameFilter(**wanted))  # type: ignore[arg-type]  # any of them
        return [(each.record.seed, each.record.seating) for each in kept]

    assert found() == [(3, 0), (1, 1), (1, 0)]
    assert found(failed=None) == [(3, 0), (2, 0), (1, 1), (1, 0)]
    assert found(part=1) == found(bot=player("c")) == found(ended="drawn") == [(3, 0)]
    # the first seat wins: a in seating 0, b in seating 1
    assert found(bot=player("a"), ended="won") == [(1, 0)]
    assert found(bot=player("a"), ended="lost") == [(1, 1)]
    # only the second seat is ever late
    assert found(bot=player("b"), late=True) == found(bot=player("b"), errors=True) == [(1, 0)]
    assert found(bot=player("b"), late=False) == [(1, 1)]
    assert found(seeds=(1,)) == [(1, 1), (1, 0)] and found(seeds=()) == []
    assert len(store.listed("mine", last=2)) == 2 and store.listed("nobody") == []


def test_a_game_by_its_number(store: Store) -> None:
    store.add("mine", 0, AB, [game(1, 0)])
    (kept,) = store.listed("mine")
    found = store.game(kept.number)
    assert found is not None and (found.lineup, found.record) == (AB, game(1, 0))
    assert store.game(99) is None


def test_the_crosstable_of_a_condition(store: Store) -> None:
    store.experiment("other", "test")
    own = replace(AC, sides=(player("a"), replace(player("c"), kind="program", program="./c")))
    store.add("mine", 0, AB, [game(1, 0), game(1, 1, (0.0, 0.0)), game(2, 0)])
    store.add("other", 0, own, [game(1, 0), game(1, 1, (-1.0, 1.0))])
    (only,) = store.meetings(RULES)
    assert (only.groups, only.games) == (1, 2)
    side = only.lineup.sides.index(player("a"))
    assert only.tally[side] == {540: 1} and only.tally[1 - side] == {180: 1}
    assert len(store.meetings(RULES, "other")) == 2
    assert store.meetings(replace(RULES, clock="cpu")) == []


def test_earlier_runs_are_those_of_other_sources(store: Store) -> None:
    newer = replace(AB, sides=(player("b", source="search-2"), player("a", source="search-2")))
    store.add("mine", 0, AB, [game(1, 0), game(1, 1, (0.0, 0.0))])
    store.add("mine", 0, newer, [game(5, 0)])
    store.add("mine", 0, AC, [game(9, 0)])
    (run,) = store.other_versions(newer)
    # side 0 of the newer one is b, which won nothing and drew once
    assert run.meetings.tally[0] == {180: 1} and run.meetings.lineup.sides[0] == player("b")
    assert (run.first, run.last, run.meetings.games) == (101.0, 101.0, 2)
    (back,) = store.other_versions(AB)
    assert back.last == 105.0 and back.meetings.groups == 0
    newest = replace(AB, sides=(player("a", source="search-3"), player("b", source="search-3")))
    assert [each.last for each in store.other_versions(newest)] == [105.0, 101.0]


def test_a_game_gets_its_actions_later(store: Store) -> None:
    store.add("mine", 0, AB, [replace(game(1, 0), tape="")])
    store.add("mine", 0, AB, [game(1, 0)])
    store.add("mine", 0, AB, [replace(game(1, 0), tape="BBBB")])
    assert store.games(AB) == [game(1, 0)]


def test_a_figure_that_is_no_number_is_left_out(store: Store) -> None:
    store.add("mine", 0, AB, [replace(game(1, 0), metrics=((None, "x", float("nan")),))])
    assert store.games(AB)[0].metrics == ()


def test_experiments_with_notes_and_events(store: Store) -> None:
    store.note("mine", "at night")
    store.event("mine", "started", "2 processes")
    store.event("", "moved")
    changed = store.experiment("mine", "sweep", "other file")
    assert (changed.kind, changed.file, changed.shipped) == ("sweep", "other file", False)
    assert changed.note == "at night"
    assert [(each.what, each.detail) for each in store.events("mine")] == [
        ("started", "2 processes")
    ]
    assert [each.what for each in store.events()] == ["moved"]
    assert store.events("nobody") == []
    with pytest.raises(StoreError, match="no experiment nobody"):
        store.note("nobody", "")


def test_an_arena_and_its_bots(store: Store) -> None:
    store.new_arena("night", RULES, "of bots")
    store.add_bot("night", "v1", player("a"), "benchmark")
    store.add_bot("night", "v2", player("b"))
    store.set_role("night", "v1", "retired")
    store.rename_bot("night", "v2", "best")
    (arena,) = store.arenas()
    assert (arena.condition, arena.note) == (RULES, "of bots")
    assert [(bot.name, bot.entrant, bot.role) for bot in arena.bots] == [
        ("v1", player("a"), "retired"),
        ("best", player("b"), "candidate"),
    ]
    assert arena.bots[0].until is not None and arena.bots[1].until is None


def test_what_an_arena_refuses(store: Store) -> None:
    store.new_arena("night", RULES)
    store.add_bot("night", "v1", player("a"))
    with pytest.raises(StoreError, match="arena night already"):
        store.new_arena("night", RULES)
    with pytest.raises(StoreError, match="bot v1 in night already"):
        store.add_bot("night", "v1", player("b"))
    with pytest.raises(StoreError, match="v2 would play exactly as v1"):
        store.add_bot("night", "v2", replace(player("a"), text="written otherwise"))
    with pytest.raises(StoreError, match="no bot v3"):
        store.set_role("night", "v3", "retired")
    with pytest.raises(StoreError, match="no arena day"):
        store.add_bot("day", "v1", player("a"))


def test_another_process_shows_in_the_stamp(store: Store) -> None:
    before = store.stamp()
    with Store(store.path) as other:
        other.event("", "moved")
    assert store.stamp() != before
    assert [each.what for each in store.events()] == ["moved"]


def test_an_arena_is_forgotten_with_its_games(store: Store) -> None:
    for name in ("night", "day"):
        store.new_arena(name, RULES)
        store.add_bot(name, "v1", player("a"))
    store.add_bot("day", "never played", player("z"))
    store.experiment("arena night", "arena")
    store.add("arena night", 0, AB, [game(1, 0), game(1, 1)])
    store.add("mine", 0, AB, [game(1, 0)])
    assert store.forget("arena night") == 1
    assert [arena.name for arena in store.arenas()] == ["day"]
    assert store.arenas()[0].bots[1].entrant == player("z")
    assert store.games(AB) == [game(1, 0)] and store.tally(AB) == {}
    assert store.check().problems == ()


def test_an_experiment_keeps_its_games_under_another_name(store: Store) -> None:
    store.experiment("theirs", "test", "file")
    store.add("mine", 0, AB, [game(1, 0), game(1, 1)])
    store.add("theirs", 0, AB, [game(1, 0)])
    with pytest.raises(StoreError, match="theirs already"):
        store.rename("mine", "theirs")
    store.rename("mine", "ours")
    assert not store.experiments("mine") and store.experiments("ours")[0].games == 2
    assert [store.own_games(name) for name in ("ours", "theirs", "nobody's")] == [1, 0, 0]
    assert store.forget("ours") == 1


def test_many_threads_ask_at_once(store: Store) -> None:
    """Each of them gets whole groups, while more are written."""

    def ask() -> set[int]:
        return {len(group) for _ in range(20) for group in store.groups(AB).values()}

    with ThreadPoolExecutor(4) as threads:
        asking = [threads.submit(ask) for _ in range(4)]
        futures = [store.add_later("mine", 0, AB, [game(k, 0), game(k, 1)]) for k in range(60)]
        assert {size for each in asking for size in each.result()} <= {2}
    assert all(future.exception() is None for future in futures)
    assert len(store.groups(AB)) == 60
