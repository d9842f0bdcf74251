"""What can go wrong with the store's file, in sentences for people."""

from __future__ import annotations

import sqlite3
from pathlib import Path


class StoreError(OSError):
    """The store cannot be opened, read or written; the text is one sentence."""


DAMAGED = (
    "{path} is damaged: what could not be read is lost. Put a copy of it in its place, or name "
    "another file with --store."
)
_REASONS = {
    sqlite3.SQLITE_FULL: "The disk of {path} is full: make room, then run the same command again.",
    sqlite3.SQLITE_READONLY: "{path} cannot be written: it, or its folder, is read-only.",
    sqlite3.SQLITE_CANTOPEN: "{path} cannot be opened, or its folder cannot be written.",
    sqlite3.SQLITE_PERM: "{path} may not be read or written by this user.",
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: "{path} is no store of Smitsilab; name another file with --store.",
    sqlite3.SQLITE_IOERR: "{path} could not be read or written: the disk reports an error.",
}


TROUBLE = (sqlite3.Error, UnicodeError, TimeoutError)  # of a database, its texts, its lock


def described(error: Exception, path: Path, patience_s: float) -> StoreError:
    """The error of a database, or of its lock, in a sentence."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if isinstance(error, TimeoutError) or code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreError(
            f"{path} has been locked by another program for {patience_s:g} s: end that program, "
            "then run the same command again."
        )
    if isinstance(error, UnicodeDecodeError) or "decode to UTF-8" in str(error):
        return StoreError(DAMAGED.format(path=path))
    if code in _REASONS:
        return StoreError(_REASONS[code].format(path=path))
    return StoreError(f"{path} could not be used ({error}).")
