"""What a look at an experiment asks of the store: as much for many games as for few."""

from __future__ import annotations

from pathlib import Path

import pytest

from lab.experiments.claims import shelf
from lab.experiments.claims.result import parts
from lab.experiments.claims.view import view_of
from lab.store.store import Store
from tests.lab.store.facts import game, lineup
from tests.lab.ui.experiments import played


def asked(store: Store) -> list[str]:
    """What a look asks of the store."""
    questions = list[str]()
    with store._reader.moment() as db:
        db.set_trace_callback(questions.append)
    view_of(store, played.table())
    with store._reader.moment() as db:
        db.set_trace_callback(None)
    return [each for each in questions if each.startswith("SELECT")]


def test_a_look_asks_for_each_line_up_once_however_many_games_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SMITSILAB_DATA", str(tmp_path))
    monkeypatch.setattr(shelf, "shipped_folder", lambda: tmp_path / "none")
    table, found = played.table(), []
    for groups in (9, 120):
        with Store(tmp_path / f"{groups}.db") as store:
            played.fill(store, table, groups)
            found.append(asked(store))
    few, many = found
    assert few and len(many) == len(few)
    rows = len(parts(table))
    assert 0 < sum("JOIN seat" in each for each in many) <= rows
    assert 0 < sum("JOIN host" in each for each in many) <= 2 * rows  # games, and failed ones


def test_seeds_with_gaps_are_read_as_they_were_asked_for(tmp_path: Path) -> None:
    with Store(tmp_path / "games.db") as store:
        store.experiment("mine", "table")
        pair = lineup("b", "a")
        store.add("mine", 0, pair, [game(seed, k) for seed in (1, 2, 3, 7, 9) for k in (0, 1)])
        for seeds, there in (
            ([9, 2, 3, 2], [2, 3, 9]),
            (range(2, 8), [2, 3, 7]),
            ([], []),
            (None, [1, 2, 3, 7, 9]),
        ):
            assert list(store.groups(pair, seeds)) == there
        (first, second) = store.groups(pair, [7])[7]
        assert [first, second] == [game(7, 0), game(7, 1)]
