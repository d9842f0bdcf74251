"""How a bot's rating came about."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from engines.knobs import KnobError
from lab.batch.errors import BatchError
from lab.experiments.arena import rules
from lab.experiments.arena.pool import Arena, add_bot, arena_named, ask, new_arena
from lab.experiments.arena.rules import renewed, rules_of, under, write_replay
from lab.experiments.arena.scores import POINTS, history
from lab.experiments.arena.standing import games
from lab.experiments.arena.view import standing
from lab.experiments.sequential import SequentialTest
from lab.store.listing import GameFilter
from lab.store.store import Store
from tests.lab.ui.arena.filled import NAME, STRONG, fill, record


def test_the_curve_ends_at_the_standing_and_knows_only_what_was_played_by_then(
    tmp_path: Path,
) -> None:
    with Store(tmp_path / "games.db") as store:
        fill(store, groups=12)
        arena = arena_named(store, NAME)
        found = history(store, arena, STRONG)
        (row,) = [row for row in standing(store, arena).rows if row.name == STRONG]
        assert row.rating is not None and row.half is not None
        assert len(found) == POINTS and found[-1].games == row.games
        assert abs(found[-1].rating - row.rating) < 1e-6 and abs(found[-1].half - row.half) < 1e-6
        assert [point.games for point in found] == sorted({point.games for point in found})
        assert found[0].half > 2 * found[-1].half
        kept = replace(arena.kept, bots=arena.bots[:1])
        assert history(store, type(arena)(kept, arena.file), arena.bots[0].name) == ()


def test_a_clock_that_was_put_back_leaves_the_curve_as_it_is(tmp_path: Path) -> None:
    """What was played later was kept later, whatever the time of day was."""
    with Store(tmp_path / "games.db") as store:
        fill(store, groups=9)
        arena = arena_named(store, NAME)
        before = history(store, arena, STRONG)
        with closing(sqlite3.connect(store.path)) as db:
            db.execute("UPDATE game SET started = 5e8 - 40 * id WHERE id % 7 > 2")
            db.commit()
        assert history(store, arena, STRONG) == before


def test_the_games_of_a_point_are_those_kept_since_the_one_before(tmp_path: Path) -> None:
    with Store(tmp_path / "games.db") as store:
        fill(store, groups=9)
        arena = arena_named(store, NAME)
        points, bot, first = history(store, arena, STRONG), arena.bot(STRONG).entrant, 0
        for before, point in zip((None, *points), points, strict=False):
            wanted = GameFilter(bot=bot, numbers=(first, point.number))
            games = store.listed(arena.experiment, wanted, None)
            assert len(games) == point.games - (before.games if before else 0)
            first = point.number + 1
        seeds = store.listed(arena.experiment, GameFilter(bot=bot, seeds=(2, 7)), None)
        assert len(seeds) == 2 * 2 * (len(arena.bots) - 1)
        assert {each.record.seed for each in seeds} == {2, 7}


# -- rules ----------------------------------------------------------------------------------------


OLD, OLDER = "0dd5eed" + "0" * 57, "a9ed" + "0" * 60
SEATS = {"mine": "uct:c=1", "other": "uct:c=2", "late": "random"}


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """A store with the arena "duel", which has played under older rules: mine won one game in four
    of eight groups, and nobody has played with late.
    """
    monkeypatch.setattr(rules.time, "time", lambda: 1_000_000.0)
    with Store(tmp_path / "games.db") as found:
        new_arena(found, "duel", "tictactoe", "20it")
        for name, seat in SEATS.items():
            add_bot(found, arena_named(found, "duel"), name, seat, "benchmark")
        ask(found, arena_named(found, "duel"), "mine", "other", SequentialTest())
        play(found, OLD, 8, wins=2)
        yield found


def play(store: Store, source: str, groups: int, wins: int) -> None:
    """Games of mine and other under these rules; mine wins both games of the first `wins`."""
    arena = arena_named(store, "duel")
    store.set_condition("duel", replace(arena.kept.condition, source=source))
    arena = arena_named(store, "duel")
    won = [
        record(seed, k, 1.0 if seed <= wins else -1.0)
        for seed in range(1, groups + 1)
        for k in (0, 1)
    ]
    store.add(arena.experiment, 0, arena.lineup(("mine", "other")), won)


def renew(store: Store) -> tuple[Arena, list[str]]:
    said: list[str] = []
    return renewed(store, arena_named(store, "duel"), said.append, lambda seconds: None), said


def test_an_arena_goes_on_under_the_rules_of_today(store: Store) -> None:
    before = arena_named(store, "duel")
    assert before.outdated and not before.file.rules and not standing(store, before).rules
    arena, said = renew(store)
    assert not arena.outdated and arena.bots == before.bots
    now = arena.kept.condition.source[:7]
    assert said == [
        f"The rules of Tic-tac-toe have changed: duel goes on under version 2 of them ({now}). "
        "The standing of version 1 (0dd5eed) stays as it is. The test whether mine is better than "
        "other begins again."
    ]
    shown = standing(store, arena)
    assert shown.note == "3 bots, no games yet" and shown.rules == f"version 2 of the rules ({now})"
    assert shown.verdict is not None and shown.verdict.groups == 0 and not games(store, arena)
    assert renew(store)[1] == []


def test_the_standing_of_an_earlier_version_is_as_it_was(store: Store) -> None:
    was = standing(store, arena_named(store, "duel"))
    arena, _ = renew(store)
    old = standing(store, under(store, arena, "1"))
    assert old.rules == "version 1 of the rules (0dd5eed, until 1970-01-12)"
    assert [row.name for row in old.rows] == ["other", "mine"]  # late had not played
    assert old.rows == was.rows[:2] and old.crosstable == was.crosstable
    assert old.verdict == was.verdict and old.verdict is not None and old.verdict.groups == 8
    assert len(games(store, under(store, arena, "0dd5"))) == 16


def test_versions_are_known_by_number_and_digest(store: Store) -> None:
    play(store, OLDER, 2, wins=2)  # and back, without a run between
    store.set_condition("duel", replace(arena_named(store, "duel").kept.condition, source=OLD))
    arena, _ = renew(store)
    play(store, OLDER, 3, wins=3)
    arena, said = renew(store)
    now = arena.kept.condition.source
    assert [v.condition.source for v in rules_of(arena)] == [OLD, OLDER, now]
    assert "under version 3 of them" in said[0] and "version 2 (a9ed000)" in said[0]
    assert under(store, arena, "2").kept.condition.source == OLDER
    assert under(store, under(store, arena, "2"), now[:9]).kept == arena.kept
    for wrong in ("4", "", "zz", "zzzz", "a", OLD[:3], OLDER[:3], now[:3]):
        with pytest.raises(KnobError, match=r"duel has 3 versions of the rules: 1 \(0dd5eed\)"):
            under(store, arena, wrong)


def test_rules_that_come_back_have_their_games_again(store: Store) -> None:
    arena, _ = renew(store)
    today = arena.kept.condition
    play(store, today.source, 4, wins=4)
    play(store, OLD, 9, wins=2)
    arena, _ = renew(store)
    assert [v.condition.source for v in rules_of(arena)] == [OLD, today.source]
    assert standing(store, arena).crosstable["mine", "other"].groups == 4


def test_rules_that_change_before_a_game_leave_no_trace(tmp_path: Path) -> None:
    with Store(tmp_path / "empty.db") as store:
        arena = new_arena(store, "duel", "tictactoe", "20it")
        store.set_condition("duel", replace(arena.kept.condition, source=OLD))
        arena, said = renew(store)
        assert said == [] and not arena.outdated and len(rules_of(arena)) == 1


def test_a_game_under_other_rules_is_not_searched_again(store: Store, tmp_path: Path) -> None:
    (kept, *_) = store.listed("arena duel")
    with pytest.raises(BatchError, match="earlier version of the rules"):
        write_replay(kept, tmp_path / "game.jsonl")
