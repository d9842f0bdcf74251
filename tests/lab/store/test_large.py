"""A store of a hundred thousand games answers from its tally, checks itself and is compacted."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from lab.store import reading
from lab.store.store import Store
from lab.store.tidying import compact
from tests import process
from tests.lab.store import writing
from tests.lab.store.facts import RULES, game, lineup

NAMES = ("a", "b", "c", "d", "e")
PAIRS = [(one, two) for k, one in enumerate(NAMES) for two in NAMES[k + 1 :]]
GROUPS = 5_000  # of each of ten pairs, of two games each
# a group of `seed` 0 again for each further seed: with its seats, as asked for
COPIES = """
CREATE TEMP TABLE seed AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n
  WHERE x + 1 < {groups}) SELECT x FROM n;
CREATE TEMP TABLE copied AS SELECT (SELECT max(id) FROM game) + row_number() OVER () AS id,
  game.id AS old, x FROM game CROSS JOIN seed;
INSERT INTO game (id, lineup, seed, seating, attempt, started, seconds, turns, reason)
  SELECT copied.id, lineup, x, seating, attempt, started + x, seconds, turns, reason
  FROM copied JOIN game ON game.id = old;
INSERT INTO seat SELECT copied.id, seat, side, player, outcome, points, place, cpu_s, worst_ms,
  decisions, iterations, nodes, late, errors, fault, warned
  FROM copied JOIN seat ON seat.game = old;
INSERT INTO asked SELECT experiment, copied.id, part, turned FROM copied JOIN asked ON game = old;
UPDATE tally SET groups = groups * {groups}, games = games * {groups};
UPDATE experiment SET games = games * {groups};
"""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Each pair has won once and drawn once, from its first player's side, again and again."""
    found = tmp_path_factory.mktemp("large") / "games.db"
    with Store(found) as store:
        store.experiment("mine", "table")
        for part, pair in enumerate(PAIRS):
            store.add("mine", part, lineup(*pair), [game(0, 0), game(0, 1, (0.0, 0.0))])
    with closing(sqlite3.connect(found)) as db:
        db.executescript(f"BEGIN; {COPIES.format(groups=GROUPS)} COMMIT;")
    return found


def test_everything_is_in_order_and_in_the_crosstable(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store(path, writes=False) as store:
        found = store.check()
        assert (found.games, found.groups, found.problems) == (100_000, 50_000, ())
        # no game is read for the crosstable
        monkeypatch.setattr(reading, "records", None)
        meetings = store.meetings(RULES)
        assert {each.groups for each in meetings} == {GROUPS} and len(meetings) == len(PAIRS)
        for each in meetings:
            first = min((0, 1), key=lambda side: each.lineup.sides[side].text)
            assert each.tally[first] == {540: GROUPS} and each.tally[1 - first] == {180: GROUPS}
        monkeypatch.undo()
        assert [each.record.seed for each in store.listed("mine", last=3)] == [4999, 4998, 4997]
        last = store.games(lineup("e", "d"), [GROUPS - 1])
    assert [(game.seating, game.points(0)) for game in last] == [(0, 0.5), (1, 0.0)]


def test_what_was_forgotten_gives_its_space_back(path: Path) -> None:
    with Store(path) as store:
        store.experiment("other", "table")
        for part, pair in enumerate(PAIRS[:2]):
            store.adopt("other", part, lineup(*pair), range(100))
        assert store.forget("mine") == 100_000 - 400
    before, after = compact(path, 60.0)
    assert after < before / 20
    with Store(path, writes=False) as store:
        found = store.check()
        assert (found.games, found.groups, found.problems) == (400, 200, ())
        assert sorted(each.groups for each in store.meetings(RULES)) == [100, 100]


# -- a killed writer ------------------------------------------------------------------------------


ROOT = Path(__file__).parent.parent.parent.parent
ROUNDS = 20
pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that fork")


def test_nothing_that_was_said_is_lost(tmp_path: Path) -> None:
    """Four writers are killed in each of 20 rounds, in every other one while a fifth writes on:
    what was said is there, once, and the tally is what the games give.
    """
    path = tmp_path / "games.db"
    lines = process.said(writing.__file__, str(path), "7", str(ROUNDS)).splitlines()
    rounds = [json.loads(line) for line in lines]
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
