"""How a bot's rating came about."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from lab.experiments.arena.pool import arena_named
from lab.experiments.arena.scores import POINTS, history
from lab.experiments.arena.view import standing
from lab.store.listing import GameFilter
from lab.store.store import Store
from tests.lab.ui.arena.filled import NAME, STRONG, fill


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
