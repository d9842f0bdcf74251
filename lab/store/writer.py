"""The thread that writes: it takes all that has arrived, writes it in one transaction under the
lock between processes, and only then says that it is done.

SQLite's own waiting lets one of several greedy writers starve. Here everyone looks once a
millisecond whether the lock is free, and who had it waits longer than that before the next turn.
It is held for one transaction, and ends with the process, however that ends. A file beside the
store that is locked as long says in the same way that an experiment is being played.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import queue
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Generic, TypeVar

from lab.store.errors import TROUBLE, StoreError, described
from lab.store.opening import connect, prepare
from lab.store.place import beside

LOOK_S = 0.001
REST_S = 0.002  # after a turn, so that others get theirs

if sys.platform == "win32":
    import msvcrt

    def _taken(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _release(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _taken(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _release(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_UN)


class FileLock:
    """A lock between processes, in the file `path`, as each store has one."""

    def __init__(self, path: Path, patience_s: float) -> None:
        self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        self._patience_s = patience_s
        self._free_at = 0.0  # when this process had it last

    @contextmanager
    def held(self) -> Iterator[None]:
        """The lock; TimeoutError if another process does not let go of it in time."""
        time.sleep(max(0.0, self._free_at + REST_S - time.monotonic()))
        ends = time.monotonic() + self._patience_s
        while not _taken(self._descriptor):
            if time.monotonic() > ends:
                raise TimeoutError
            time.sleep(LOOK_S)
        try:
            yield
        finally:
            _release(self._descriptor)
            self._free_at = time.monotonic()

    def close(self) -> None:
        """Closes the file, which stays."""
        os.close(self._descriptor)


PATIENCE_S = 0.1  # for one who only looks


def mark_path(store: Path, experiment: str) -> Path:
    """The file of an experiment's mark."""
    return beside(store, f"playing-{hashlib.sha256(experiment.encode()).hexdigest()[:12]}")


@contextmanager
def marked(store: Path, experiment: str) -> Iterator[None]:
    """The experiment is being played. Of several processes that play it the first has the mark, and
    a folder that takes no file has none.
    """
    path = mark_path(store, experiment)
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):  # TimeoutError among them
            lock = stack.enter_context(closing(FileLock(path, PATIENCE_S)))
            stack.enter_context(lock.held())
            stack.callback(_remove, path)
        yield


def is_marked(store: Path, experiment: str) -> bool:
    """Whether a process plays the experiment, this one included."""
    path = mark_path(store, experiment)
    if not path.exists():
        return False
    with closing(FileLock(path, 0.0)) as lock:
        try:
            with lock.held():
                return False
        except TimeoutError:
            return True


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):  # an open file cannot be removed everywhere
        path.unlink()


T = TypeVar("T")
MOST = 1000  # changes in one transaction


class _Undone(Exception):
    """What was begun together is not to be kept."""


class PendingWrite(Generic[T]):
    """Something to be written, and the future that says when it is on disk."""

    def __init__(self, act: Callable[[sqlite3.Connection], T]) -> None:
        self._act = act
        self.future: Future[T] = Future()
        self._result: T | None = None
        self._error: Exception | None = None

    def run(self, connection: sqlite3.Connection) -> None:
        """Acts, or leaves no trace of itself in the transaction."""
        connection.execute("SAVEPOINT change")
        try:
            self._result = self._act(connection)
        except Exception as error:
            if not connection.in_transaction:
                raise  # the database has given up the whole transaction
            connection.execute("ROLLBACK TO change")
            self._error = error
        connection.execute("RELEASE change")

    def done(self, said: Callable[[Exception], Exception], error: Exception | None = None) -> None:
        """Says that it is on disk, or why it is not."""
        found = error or self._error
        if found is not None:
            self.future.set_exception(said(found))
        else:
            self.future.set_result(self._result)  # type: ignore[arg-type]  # set by `run`


class StoreWriter:
    """The writing side of one store in this process."""

    def __init__(self, path: Path, patience_s: float) -> None:
        self._path, self._patience_s = path, patience_s
        self._queue: queue.SimpleQueue[PendingWrite[Any] | None] = queue.SimpleQueue()
        self._closed = False
        self._lock = FileLock(beside(path, "lock"), patience_s)
        try:
            self._connection = self._opened()
        except BaseException:
            self._lock.close()
            raise
        self._files = self._identity()
        self._saved: Path | None = None  # where its games are after it was deleted
        self._lent = threading.local()  # `db`: the connection, while a thread writes together
        self._thread = threading.Thread(target=self._serve, name="store", daemon=True)
        self._thread.start()

    def _opened(self) -> sqlite3.Connection:
        connection = connect(self._path, self._patience_s)
        try:
            with self._lock.held():
                prepare(connection, self._path)
        except BaseException:
            connection.close()
            raise
        return connection

    def put(self, act: Callable[[sqlite3.Connection], T]) -> Future[T]:
        """Has something written; the future is done once it is on disk."""
        if self._closed:
            raise StoreError(f"{self._path} is closed.")
        change = PendingWrite(act)
        db = self.lent
        if db is None:
            self._queue.put(change)
        else:
            change.run(db)
            change.done(self._said)
        return change.future

    @property
    def lent(self) -> sqlite3.Connection | None:
        """The connection of a thread that writes together; None for others."""
        return getattr(self._lent, "db", None)

    @contextmanager
    def together(self) -> Iterator[None]:
        """What this thread writes inside is one change: at the end all of it is on disk, or none of
        it. The thread that writes lends its connection for so long, and waits.
        """
        if self.lent is not None:  # a part of what is around it
            yield
            return
        lent: Future[sqlite3.Connection] = Future()
        ended: Future[None] = Future()

        def wait(db: sqlite3.Connection) -> None:
            lent.set_result(db)
            ended.result()

        whole = self.put(wait)
        whole.add_done_callback(lambda _: _give_up(lent, whole))
        self._lent.db = lent.result()
        try:
            yield
        except BaseException:
            self._lent.db = None
            ended.set_exception(_Undone())
            with contextlib.suppress(_Undone):
                whole.result()
            raise
        self._lent.db = None
        ended.set_result(None)
        whole.result()

    def close(self) -> None:
        """Writes what has arrived and ends the thread."""
        if self._closed:
            return
        self._closed = True
        self._queue.put(None)
        self._thread.join()
        self._connection.close()
        self._lock.close()

    def _serve(self) -> None:
        going_on = True
        while going_on:
            batch = [self._queue.get()]
            with contextlib.suppress(queue.Empty):
                while len(batch) < MOST and batch[-1] is not None:
                    batch.append(self._queue.get_nowait())
            going_on = batch[-1] is not None
            self._write([change for change in batch if change is not None])

    def _write(self, changes: list[PendingWrite[Any]]) -> None:
        wanted = [change for change in changes if change.future.set_running_or_notify_cancel()]
        if not wanted:
            return
        error: Exception | None = None
        try:
            self._commit(wanted)
        except Exception as problem:
            error = problem
        for change in wanted:
            change.done(self._said, error)

    def _said(self, error: Exception) -> Exception:
        """The error for the one who waits, in a sentence where the file is to blame."""
        if isinstance(error, TROUBLE):
            return described(error, self._path, self._patience_s)
        return error

    def _commit(self, changes: list[PendingWrite[Any]]) -> None:
        with self._lock.held():
            self._look()
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                for change in changes:
                    change.run(self._connection)
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise
            self._look()

    def _look(self) -> None:
        """StoreError if the file is no longer the one that was opened: what is written would be
        lost with it. What it held is saved under another name, once.
        """
        if self._identity() == self._files:
            return
        if self._saved is None:
            self._saved = _unused(beside(self._path, "rescued"))
            self._connection.execute("VACUUM INTO ?", (str(self._saved),))
        raise StoreError(
            f"{self._path} was deleted or replaced while it was in use. All games that it held "
            f"are in {self._saved}: rename that file, or name it with --store."
        )

    def _identity(self) -> list[tuple[int, int]]:
        """Which files the store is made of; shorter if one is missing."""
        found = []
        for path in (self._path, self._path.with_name(f"{self._path.name}-wal")):
            with contextlib.suppress(OSError):
                status = os.stat(path)
                found.append((status.st_dev, status.st_ino))
        return found


def _give_up(lent: Future[sqlite3.Connection], whole: Future[None]) -> None:
    """Says why a connection is never lent: the transaction could not be begun."""
    if not lent.done():
        lent.set_exception(whole.exception() or RuntimeError("the change has not begun"))


def _unused(path: Path) -> Path:
    """The path, or one like it of which there is no file."""
    names = (path.with_name(f"{path.name}-{n}") for n in range(2, 1000))
    return next(each for each in (path, *names) if not each.exists())
