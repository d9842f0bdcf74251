"""What can go wrong with the file is a sentence, and loses nothing that was on disk."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from lab.store import opening, schema
from lab.store.errors import StoreError
from lab.store.place import beside, store_path
from lab.store.store import Store
from lab.store.tidying import compact
from lab.store.writer import FileLock
from tests.lab.store.facts import game, lineup
from tests.waiting import until

AB = lineup("a", "b")
SHORT_S = 0.05


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A store with one group."""
    found = tmp_path / "games.db"
    with Store(found) as store:
        store.experiment("mine", "test")
        store.add("mine", 0, AB, [game(1, 0), game(1, 1)])
    return found


def games_in(path: Path) -> int:
    with Store(path, writes=False) as store:
        return len(store.games(AB))


def test_the_store_is_in_the_data_folder_unless_another_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SMITSILAB_DATA", str(tmp_path))
    assert store_path() == tmp_path / "games.db"
    monkeypatch.setenv("SMITSILAB_STORE", str(tmp_path / "other.db"))
    assert store_path() == tmp_path / "other.db"
    assert store_path(tmp_path / "mine.db") == tmp_path / "mine.db"


def test_a_folder_is_made_for_it(tmp_path: Path) -> None:
    with Store(tmp_path / "new" / "games.db") as store:
        assert store.experiments() == []


@pytest.mark.parametrize("writes", [True, False])
def test_a_folder_is_no_store(tmp_path: Path, writes: bool) -> None:
    with pytest.raises(StoreError, match=r"is a folder; name a file in it, such as .*games\.db"):
        Store(tmp_path, writes=writes)


def test_a_store_that_is_not_there_is_not_made_for_reading(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no store"):
        Store(tmp_path / "games.db", writes=False)
    assert list(tmp_path.iterdir()) == []


def test_another_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    text, foreign = tmp_path / "text", tmp_path / "foreign.db"
    text.write_text("moves\n" * 1000)
    with closing(sqlite3.connect(foreign)) as other:
        other.execute("CREATE TABLE mine (x)")
    for each in (text, foreign):
        before = each.read_bytes()
        for writes in (True, False):
            with pytest.raises(StoreError, match="is no store of Smitsilab"):
                Store(each, writes=writes)
        assert each.read_bytes() == before


@pytest.mark.parametrize("writes", [True, False])
def test_a_newer_store_is_refused_and_left_alone(path: Path, writes: bool) -> None:
    _set_version(path, schema.VERSION + 1)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="newer Smitsilab"):
        Store(path, writes=writes)
    assert path.read_bytes() == before


def _set_version(path: Path, version: int) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute(f"PRAGMA user_version = {version}")
        other.commit()


def test_an_older_store_is_brought_up_to_date_after_a_copy(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "MIGRATIONS", {})
    monkeypatch.setattr(opening, "VERSION", schema.VERSION + 1)
    change = "ALTER TABLE arena ADD COLUMN colour TEXT NOT NULL DEFAULT 'red';"
    monkeypatch.setitem(opening.MIGRATIONS, schema.VERSION, change)
    assert games_in_with_writer(path) == 2
    copy = beside(path, f"before-{schema.VERSION}")
    columns = "SELECT count(*) FROM pragma_table_info('arena')"
    assert _one(path, columns) == _one(copy, columns) + 1
    assert _one(copy, "PRAGMA user_version") == schema.VERSION
    assert _one(copy, "SELECT count(*) FROM game") == 2


@pytest.mark.parametrize("writes", [True, False])
def test_a_store_without_faults_says_who_lost_turns_by_what_it_knows(
    path: Path, writes: bool
) -> None:
    """A bad answer of anybody, and a late one of a program; a search moves although it is late."""
    with closing(sqlite3.connect(path)) as old:
        old.executescript(
            "ALTER TABLE seat DROP COLUMN fault; ALTER TABLE seat DROP COLUMN warned;"
            "ALTER TABLE game DROP COLUMN moves;"
            "PRAGMA user_version = 1;"
            "UPDATE seat SET errors = 0 WHERE seat = 1; UPDATE seat SET late = 3;"
            "UPDATE seat SET errors = 1 WHERE seat = 0;"
            "UPDATE player SET kind = 'program' WHERE id = (SELECT min(id) FROM player);"
        )
    with Store(path, writes=writes) as store:
        assert not store.check().problems and len(store.listed("mine")) == 2
        for kept in store.listed("mine"):
            for seat in kept.record.seats:
                is_program = kept.lineup.sides[seat.side].kind == "program"
                assert bool(seat.fault) == (seat.errors > 0 or is_program) and not seat.warned
    assert _one(path, "PRAGMA user_version") == (schema.VERSION if writes else 1)


@pytest.mark.parametrize("writes", [True, False])
def test_in_a_store_without_warnings_nobody_was_warned(path: Path, writes: bool) -> None:
    with Store(path) as store:
        before = store.listed("mine")
    with closing(sqlite3.connect(path)) as old:
        old.executescript(
            "ALTER TABLE seat DROP COLUMN warned; ALTER TABLE game DROP COLUMN moves;"
            "PRAGMA user_version = 2;"
        )
    with Store(path, writes=writes) as store:
        assert not store.check().problems and store.listed("mine") == before
        assert store.used(before[0].lineup.condition, before[0].lineup.sides, "mine")


def test_a_migration_that_fails_changes_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "VERSION", schema.VERSION + 1)
    monkeypatch.setitem(
        opening.MIGRATIONS, schema.VERSION, "DELETE FROM game; ALTER TABLE nothing ADD COLUMN x;"
    )
    with pytest.raises(StoreError):
        Store(path)
    monkeypatch.undo()
    assert games_in(path) == 2 and _one(path, "PRAGMA user_version") == schema.VERSION


def games_in_with_writer(path: Path) -> int:
    with Store(path) as store:
        return len(store.games(AB))


def _one(path: Path, question: str) -> int:
    with closing(sqlite3.connect(path)) as other:
        return int(other.execute(question).fetchone()[0])


def test_a_network_drive_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A drive without shared memory, such as this way to open files, cannot carry the log."""
    monkeypatch.setattr(
        opening,
        "open_file",
        lambda path, **more: sqlite3.connect(f"file:{path}?vfs=unix-none", uri=True, **more),
    )
    with pytest.raises(StoreError, match=r"on a network drive.*--store"):
        Store(tmp_path / "games.db")


def test_an_old_sqlite_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 31, 1))
    with pytest.raises(StoreError, match=r"SQLite 3\.37 or newer"):
        Store(tmp_path / "games.db")


def test_a_full_disk_stops_the_run_and_loses_nothing(path: Path) -> None:
    with Store(path) as store:
        store.add("mine", 0, AB, [game(2, 0)])
        _limit(store, 1)
        with pytest.raises(StoreError, match=r"The disk of .* is full"):
            store.add("mine", 0, AB, [game(seed, 0) for seed in range(3, 3000)])
        assert len(store.games(AB)) == 3
        _limit(store, 1 << 30)
        store.add("mine", 0, AB, [game(3, 0)])
        assert len(store.games(AB)) == 4 and store.check().problems == ()


def _limit(store: Store, pages: int) -> None:
    """Lets the file grow to so many pages at most, as a disk would."""
    assert store._writer is not None
    store._writer._connection.execute(f"PRAGMA max_page_count = {pages}")


def test_a_file_that_another_program_locks(path: Path) -> None:
    with Store(path, patience_s=SHORT_S) as store, closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match=r"another program for 0\.05 s"):
            store.add("mine", 0, AB, [game(2, 0)])
        assert len(store.games(AB)) == 2  # reading goes on
        other.rollback()
        store.add("mine", 0, AB, [game(2, 0)])
    assert games_in(path) == 3


def test_a_run_that_does_not_let_go(path: Path) -> None:
    with Store(path, patience_s=SHORT_S) as store:
        with closing(FileLock(beside(path, "lock"), 1)) as lock, lock.held():
            with pytest.raises(StoreError, match="locked by another program"):
                store.add("mine", 0, AB, [game(2, 0)])
            with pytest.raises(StoreError, match="locked by another program"):
                Store(path, patience_s=SHORT_S)
            with pytest.raises(StoreError, match="locked by another program"):
                compact(path, SHORT_S)
        store.add("mine", 0, AB, [game(2, 0)])
    assert games_in(path) == 3


def remove(path: Path) -> None:
    path.unlink()


def remove_log(path: Path) -> None:
    path.with_name(f"{path.name}-wal").unlink()


def replace(path: Path) -> None:
    path.unlink()
    path.write_text("another")


@pytest.mark.parametrize("harm", [remove, remove_log, replace])
def test_a_file_that_is_deleted_while_it_is_in_use(
    path: Path, harm: Callable[[Path], None]
) -> None:
    """What was said to be on disk is saved under another name."""
    with Store(path) as store:
        store.add("mine", 0, AB, [game(2, 0), game(2, 1)])
        harm(path)
        for _ in range(2):
            with pytest.raises(StoreError, match=r"deleted or replaced.*rescued"):
                store.add("mine", 0, AB, [game(3, 0)])
    rescued = beside(path, "rescued")
    assert games_in(rescued) == 4
    assert not beside(path, "rescued-2").exists()


def test_what_waits_is_written_when_the_store_is_closed(path: Path) -> None:
    store = Store(path)
    with closing(FileLock(beside(path, "lock"), 1)) as lock, lock.held():
        futures = [store.add_later("mine", 0, AB, [game(seed, 0)]) for seed in range(2, 50)]
        closing_thread = threading.Thread(target=store.close)
        closing_thread.start()
        assert not any(future.done() for future in futures)
    closing_thread.join()
    assert all(future.exception() is None for future in futures)
    assert games_in(path) == 50


def test_a_change_that_is_cancelled_in_time_is_not_made(path: Path) -> None:
    with Store(path) as store:
        with closing(FileLock(beside(path, "lock"), 1)) as lock, lock.held():
            first = store.add_later("mine", 0, AB, [game(2, 0)])
            until(first.running)
            second = store.add_later("mine", 0, AB, [game(3, 0)])
            assert second.cancel() and not first.cancel()
        first.result()
    assert games_in(path) == 3


def test_a_store_that_was_closed_says_so(path: Path) -> None:
    store = Store(path)
    store.close()
    store.close()
    with pytest.raises(StoreError, match="is closed"):
        store.event("mine", "late")
    with pytest.raises(StoreError, match="is closed"):
        store.games(AB)


def test_a_store_for_reading_does_not_write(path: Path) -> None:
    with Store(path, writes=False) as store, pytest.raises(StoreError, match="read only"):
        store.event("mine", "late")


@pytest.mark.parametrize("code", [sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY])
def test_a_store_on_a_disk_that_cannot_be_written_is_read(
    code: int, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite refuses a file in whose folder it can make none, unless it is told that it is still;
    not where changes wait beside it, which would be overlooked.
    """
    usual = opening.open_file

    class OnReadOnlyDisk(sqlite3.Connection):
        def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
            if "PRAGMA" in sql:
                return super().execute(sql, *values)
            error = sqlite3.OperationalError("unable to open database file")
            error.sqlite_errorcode = code
            raise error

    def opened(where: Any, **options: Any) -> sqlite3.Connection:
        still = "immutable=1" in str(where)
        return usual(where, factory=sqlite3.Connection if still else OnReadOnlyDisk, **options)

    monkeypatch.setattr(opening, "open_file", opened)
    assert games_in(path) == 2
    with Store(path, writes=False) as store:
        assert store.check().problems == () and store.stamp() == store.stamp()
    beside_it = path.with_name(f"{path.name}-wal")
    beside_it.write_bytes(b"changes")
    with pytest.raises(StoreError, match=str(path)):
        games_in(path)


def test_a_store_with_a_trigger_is_refused_and_it_does_not_run(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TRIGGER theirs AFTER INSERT ON arena BEGIN DELETE FROM game; END")
        db.commit()
    for _ in range(2):
        with pytest.raises(StoreError, match="theirs"):
            Store(path)
    assert games_in(path) == 2
