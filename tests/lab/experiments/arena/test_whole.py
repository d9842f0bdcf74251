"""What belongs together is kept together: wherever a command is killed, every other one works."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from lab.cli import main
from lab.experiments.arena.pool import arena_named, remove_bot, restore_bot
from lab.experiments.arena.rules import mend, not_whole
from lab.store import opening
from lab.store.store import Store
from lab.ui.arena import work as arena_work
from lab.ui.arena.records import ArenaForm, NewBot
from tests.lab.store.facts import RULES

ROWS = {
    "arena": "name, condition, note",
    "bot": "arena, name, player, role, until IS NULL",
    "experiment": "name, kind, file",
    "event": "experiment, what, detail",
    "game": "lineup, seed, seating",
}


class Camera:
    """Copies the files of a store before each statement that may write: what a process that is
    killed there leaves on the disk.
    """

    def __init__(self, path: Path, folder: Path) -> None:
        self._path, self._folder = path, folder
        self.taken: list[Path] = []
        self._last: tuple[bytes, ...] = ()

    def look(self, statement: str = "") -> None:
        """Takes a picture, if anything has changed since the last one."""
        if statement.lstrip().upper().startswith(("SELECT", "PRAGMA")):
            return
        files = [self._path, self._path.with_name(f"{self._path.name}-wal")]
        now = tuple(file.read_bytes() if file.exists() else b"" for file in files)
        if now != self._last:
            self._last = now
            picture = self._folder / f"killed-{len(self.taken)}.db"
            for file, content in zip(files, now, strict=True):
                picture.with_name(picture.name + file.name[len(self._path.name) :]).write_bytes(
                    content
                )
            self.taken.append(picture)

    @contextmanager
    def rolling(self) -> Iterator[None]:
        """Takes pictures while anything is written in this process."""
        camera, usual = self, opening.open_file

        class Watched(sqlite3.Connection):
            def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
                camera.look(sql)
                return super().execute(sql, *values)

            def executemany(self, sql: str, *values: Any) -> sqlite3.Cursor:
                camera.look(sql)
                return super().executemany(sql, *values)

        def watched(*args: Any, **options: Any) -> sqlite3.Connection:
            return usual(*args, factory=Watched, **options)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(opening, "open_file", watched)
            yield
        self.look()


def rows(path: Path) -> dict[str, list[object]]:
    """All that a store knows, but times."""
    with closing(sqlite3.connect(path)) as db:
        return {
            table: db.execute(f"SELECT {names} FROM {table}").fetchall()
            for table, names in ROWS.items()
        }


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with an arena of three bots that has a question and games."""
    path = tmp_path_factory.mktemp("whole") / "games.db"
    for words in (
        "new duel tictactoe --budget 2it",
        "add duel a --seat random",
        "add duel b --seat scripted",
        "add duel c --seat uct",
        "play duel --candidate a --than b --games 4 --processes 1",
    ):
        assert main(["arena", *words.split(), "--store", str(path)]) in (0, 1, 3)
    return path


def _window(work: Callable[..., object], *given: object) -> Callable[[Path], object]:
    def act(path: Path) -> object:
        with Store(path) as store:
            return work(store, *given)

    return act


def _line(words: str) -> Callable[[Path], object]:
    return lambda path: main(["arena", *words.split(), "--store", str(path)])


def _removed_and_back(store: Store) -> None:
    restore_bot(store, remove_bot(store, arena_named(store, "duel"), "a"))


FORM = ArenaForm(name="duel")
COMMANDS: dict[str, tuple[int, Callable[[Path], object]]] = {
    "new": (1, _line("new other tictactoe --budget 2it")),
    "add": (1, _line("add duel d --seat flat_mc")),
    "promote": (1, _line("promote duel c")),
    "retire": (1, _line("retire duel a")),
    "rename": (1, _line("rename duel a d")),
    "rename arena": (1, _line("rename duel else")),
    "forget": (1, _line("forget duel a")),
    "forget arena": (1, _line("forget duel")),
    "remove and restore": (2, _window(_removed_and_back)),
    "window: remove": (1, _window(arena_work.removed, FORM, "duel", "b")),
    "window: role": (1, _window(arena_work.with_role, FORM, "a", "retired")),
    "window: bot": (1, _window(arena_work.with_bot, FORM, NewBot("d", "flat_mc", "candidate"))),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_killed_anywhere_it_was_done_or_not_begun(name: str, kept: Path, tmp_path: Path) -> None:
    """At each moment at which the process may die the store is as before or as after, and in order;
    what took two intentions has one state between them.
    """
    intentions, act = COMMANDS[name]
    path = tmp_path / "games.db"
    shutil.copy(kept, path)
    camera = Camera(path, tmp_path)
    with camera.rolling():
        act(path)
    states: list[dict[str, list[object]]] = []
    for picture in camera.taken:
        state = rows(picture)
        if state not in states:
            states.append(state)
            with Store(picture) as store:
                assert (store.check().problems, not_whole(store)) == ((), [])
            for words in (["arena", "list"], ["store", "check"]):
                assert main([*words, "--store", str(picture)]) == 0
    assert 2 <= len(states) <= intentions + 1 and states[0] == rows(kept)
    assert rows(path) in states


def test_arenas_without_their_experiment_are_found_and_mended(kept: Path, tmp_path: Path) -> None:
    """Others stay usable; one with bots gets its game back from them, one without goes."""
    path = tmp_path / "games.db"
    shutil.copy(kept, path)
    with Store(path) as store:
        store.new_arena("bare", RULES)
        store.rename("arena duel", "gone")
    assert main(["arena", "new", "fine", "tictactoe", "--store", str(path)]) == 0
    assert main(["arena", "list", "--store", str(path)]) == 1
    assert main(["arena", "show", "fine", "--store", str(path)]) == 0
    for words in ("show duel", "show bare", "add bare x --seat random", "forget duel"):
        assert main(["arena", *words.split(), "--store", str(path)]) == 2
    assert main(["store", "check", "--store", str(path)]) == 1
    assert main(["store", "check", "--repair", "--store", str(path)]) == 0
    assert main(["arena", "show", "duel", "--store", str(path)]) == 0
    with Store(path) as store:
        assert [arena.name for arena in store.arenas()] == ["duel", "fine"]
        assert arena_named(store, "duel").file.budget == "2it"
        mend(store)
        assert not_whole(store) == []


def test_nothing_of_what_is_begun_together_stays_if_a_part_fails(
    kept: Path, tmp_path: Path
) -> None:
    """Reads inside see what was written; others never do."""
    path = tmp_path / "games.db"
    shutil.copy(kept, path)
    before = rows(path)
    with Store(path) as store:
        with pytest.raises(ZeroDivisionError), store.together():
            store.rename_bot("duel", "a", "z")
            assert arena_named(store, "duel").bot("z")
            assert rows(path) == before
            raise ZeroDivisionError
        with pytest.raises(OSError), store.together():
            store.event("arena duel", "renamed")
            store.rename_bot("duel", "nobody", "z")
        assert rows(path) == before
        with store.together(), store.together():
            store.note("arena duel", "kept")
        assert store.experiments("arena duel")[0].note == "kept"
