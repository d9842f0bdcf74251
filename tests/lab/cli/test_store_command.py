"""`smitsilab store`, as it is typed."""

from __future__ import annotations

import json
import shutil
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from lab.cli import BAD_INPUT, DIFFERENCE, OK, main
from lab.store.opening import beside_wal
from lab.store.store import Store
from tests.lab.store.facts import game, lineup
from tests.waiting import until

AB = lineup("a", "b")
RESOURCES = Path(__file__).parents[3] / "resources"


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's store, with one group that two experiments asked for, and one of one's own."""
    found = tmp_path / "games.db"
    monkeypatch.setenv("SMITSILAB_STORE", str(found))
    with Store() as store:
        for name, seeds in (("mine", (1, 2)), ("other", (1,))):
            store.experiment(name, "test")
            for seed in seeds:
                store.add(name, 0, AB, [game(seed, 0), game(seed, 1)])
    return found


def asked(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = main(["store", *words])
    found = capsys.readouterr()
    return code, found.out + found.err * (code == BAD_INPUT)


def test_the_path(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(capsys, "path") == (OK, f"{path}\n")
    _, text = asked(capsys, "path", "--json", "--store", f"{path}.other")
    assert json.loads(text) == {"path": f"{path}.other", "exists": False}


def test_a_store_in_order(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, text = asked(capsys, "check")
    assert code == OK and "4 games of 2 experiments, 2 whole groups, 0 failed games" in text
    assert "Played on here: 4 games.\nAll is in order." in text


def test_a_wrong_tally_is_found_and_repaired(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE tally SET groups = 7 WHERE side = 1")
        db.execute("UPDATE experiment SET games = 9 WHERE name = 'other'")
        db.commit()
    code, text = asked(capsys, "check")
    assert code == DIFFERENCE and "The tally of 1 line-up is not what the games give" in text
    assert "another number of games than it says" in text
    assert asked(capsys, "check", "--repair")[0] == OK
    assert json.loads(asked(capsys, "check", "--json")[1])["problems"] == []


def test_forgetting_keeps_what_others_asked_for(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, text = asked(capsys, "forget", "mine", "--json")
    assert (code, json.loads(text)) == (OK, {"experiment": "mine", "games": 2})
    with Store() as store:
        assert [each.seed for each in store.games(AB)] == [1, 1]
        assert [each.name for each in store.experiments()] == ["other"]
    assert asked(capsys, "check")[0] == OK
    assert asked(capsys, "forget", "other")[0] == OK
    assert asked(capsys, "compact")[0] == OK
    with closing(sqlite3.connect(path)) as db:
        for table in ("game", "seat", "metric", "tally", "lineup", "player", "source", "host"):
            assert db.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,), table


def test_what_is_not_there(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(capsys, "forget", "nobody")[0] == BAD_INPUT
    code, text = asked(capsys, "check", "--store", str(tmp_path / "none.db"))
    assert code == BAD_INPUT and "There is no store" in text
    assert asked(capsys, "import", str(tmp_path / "none.jsonl"))[0] == BAD_INPUT


def test_a_file_without_games_is_named_after_the_files_that_were_taken(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty, full = tmp_path / "empty.jsonl", tmp_path / "full.jsonl"
    line = {"format": "smitsilab-table", "version": 1, "game": "uttt", "budget": "2ms", "seed": 1}
    empty.write_text(json.dumps(line) + "\n", encoding="utf-8")
    full.write_bytes((RESOURCES / "strength" / "tron-8ms.jsonl").read_bytes())
    code, text = asked(capsys, "import", str(full), str(empty))
    assert code == BAD_INPUT and f"{empty} holds no games yet." in text
    assert "they are the experiment full." in text
    with Store() as store:
        assert "full" in {each.name for each in store.experiments()}


def test_a_backup_has_all_that_is_kept_while_others_write(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file alone may lack what SQLite keeps beside it."""
    folder, stop, written = tmp_path / "copies", threading.Event(), [4]
    folder.mkdir()

    def write(store: Store) -> None:
        while not stop.is_set():
            seed = 3 + written[-1]
            store.add("mine", 0, AB, [game(seed, 0), game(seed, 1)])
            written.append(written[-1] + 2)

    with Store(path) as store, ThreadPoolExecutor(1) as threads:
        writing = threads.submit(write, store)
        try:
            for k in range(1, 4):
                least = written[-1] + 2
                until(lambda least=least: written[-1] >= least)
                code, text = asked(capsys, "backup", "--out", str(folder / f"{k}.db"))
                assert code == OK and f"{k}.db" in text
                assert len(list(folder.iterdir())) == k  # each is one file
                assert least <= games_in(folder / f"{k}.db") <= written[-1] + 2
        finally:
            stop.set()
        writing.result()
        shutil.copy(path, folder / "alone.db")
        assert beside_wal(path) and games_in(path) == written[-1] > games_in(folder / "alone.db")


def games_in(path: Path) -> int:
    """The games of a store that is in order."""
    with Store(path, writes=False) as store:
        found = store.check()
    assert not found.problems
    return found.games
