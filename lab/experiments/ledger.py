"""An append-only file of JSON lines: each is on disk when `add` returns, so that nothing finished
is lost.

The first line has the `format` and the `version`. An unterminated last line was cut off when the
run was killed; the next run drops it. Readers skip keys that they do not know.
"""

from __future__ import annotations

import contextlib
import json
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, BinaryIO, Self

from lab.batch.errors import BatchError
from lab.files.source import parsed

Line = Mapping[str, Any]
# KeyError, TypeError or ValueError where the line does not belong to this file
Take = Callable[[Line], None]


class LedgerReader:
    """Reads a file while it grows: its first line goes to `begin`, the others to the function that
    it returns. `head` has its

    `format`, and the newest `version` that can be read.
    """

    def __init__(self, path: Path, head: Line, begin: Callable[[Line], Take]) -> None:
        self.path, self._head, self._begin = path, head, begin
        self._take: Take | None = None
        self.at = 0  # bytes read, up to a line end

    def look(self) -> bool:
        """Reads what is new; True if there was anything, BatchError if it is invalid. An
        unterminated line is left for later.
        """
        if not self.path.exists():
            return False
        with open(self.path, "rb") as file:
            file.seek(self.at)
            text = file.read()
        whole = text[: text.rfind(b"\n") + 1]
        for line in whole.splitlines():
            self._read(line)
        self.at += len(whole)
        return bool(whole)

    def _read(self, line: bytes) -> None:
        try:
            found = parsed(line)
            if self._take is not None:
                self._take(found)
                return
            if found["format"] != self._head["format"]:
                raise ValueError("another format")
            if found["version"] > self._head["version"]:
                raise BatchError(f"{self.path} was written by a newer Smitsilab.")
            self._take = self._begin(found)
        except BatchError:
            raise
        except (ValueError, KeyError, TypeError):
            if self._take is None:
                raise foreign(self.path, self._head) from None
            raise BatchError(
                f"{self.path} has a damaged line in its middle; name another file with --out."
            ) from None


class Ledger(ABC):
    """What a run knows, kept in a file if there is a path. A new file begins with `first`; an
    existing one is read.

    With `writes` False the file is only read, also while another run writes it.
    """

    def __init__(self, path: Path | None, first: Line, writes: bool = True) -> None:
        self.path = path
        self.cut = False  # whether the file's last line was cut off
        self._file: BinaryIO | None = None
        if path is None:
            return
        if not writes:
            LedgerReader(path, first, self.begin).look()
            return
        if not path.parent.is_dir():
            raise BatchError(f"The folder {path.parent} for the results does not exist.")
        if path.exists() and not path.is_file():
            raise BatchError(
                f"{path} is no file that could keep the results; name another with --out."
            )
        self._file = open(path, "a+b")  # noqa: SIM115 - closed by close()
        try:
            lock(self._file.fileno(), path)
            self._resume(self._file, LedgerReader(path, first, self.begin), first)
        except BaseException:
            self.close()
            raise

    def _resume(self, file: BinaryIO, reader: LedgerReader, first: Line) -> None:
        held = reader.look()
        file.seek(reader.at)
        rest = file.read()
        if rest and not held and not _encoded(first).startswith(rest):
            raise foreign(reader.path, first)
        if rest:
            file.truncate(reader.at)
            self.cut = held
        if not held:
            self._write(first)

    @abstractmethod
    def begin(self, line: Line) -> Take:
        """Checks a file's first line against this run, BatchError if they differ; returns the
        function that takes the other lines.
        """

    @abstractmethod
    def take(self, line: Line) -> None:
        """Takes a line other than the first."""

    def add(self, line: Line) -> None:
        """Takes and keeps a line; it is on disk when this returns."""
        self.take(line)
        self._write(line)

    def _write(self, line: Line) -> None:
        if self._file is None:
            return
        try:
            self._file.write(_encoded(line))
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.path)) from error

    def close(self) -> None:
        """Closes the file and releases its lock."""
        if self._file is not None:
            # a failed write has been reported by then
            with contextlib.suppress(OSError):
                self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _encoded(line: Line) -> bytes:
    return json.dumps(line, ensure_ascii=False, allow_nan=False).encode() + b"\n"


def foreign(path: Path, head: Line) -> BatchError:
    """The error for a file of another kind, which is left as it is."""
    kind = head["format"].removeprefix("smitsilab-")
    return BatchError(
        f"{path} does not begin like the results of a {kind}; name another file with --out."
    )


def lock(descriptor: int, path: Path) -> None:
    """Keeps two runs from writing one file, where the system supports it; the lock ends with the
    process, however it ends.
    """
    try:
        import fcntl
    except ImportError:  # Windows
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise BatchError(
            f"Another run is writing {path}; wait for it, stop it, or name another file with --out."
        ) from None
