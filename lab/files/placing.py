"""Files that replace their target only when complete.

A replay is written for as long as its match lasts. Until then it is a draft, a separate file in the
same folder (`match.part-1f3a.jsonl` for `match.jsonl`), so that a failure leaves any file with the
real name untouched.
"""

from __future__ import annotations

import os
import secrets
import stat
from pathlib import Path
from types import TracebackType
from typing import Self

_LONGEST = 100  # characters of the name used in its draft's name


class Place:
    """A context in which `draft` is written; if it succeeds, the draft becomes `path`.

    If it fails, the draft is removed; if `worth_keeping` is set, it becomes `path` all the same,
    unless a file of that name exists: then it stays a draft. `file` says afterwards where the
    result is. A pipe, a device or an empty file is written directly: there is nothing to lose.
    `path` may exist only with `replaces`.
    """

    def __init__(self, path: Path, replaces: bool = False) -> None:
        self.path, self._replaces = path, replaces
        self.draft = path
        self.worth_keeping = False
        self.file: Path | None = None

    def __enter__(self) -> Self:
        """Creates the draft, so that an unwritable folder is noticed before any work is done."""
        self.draft, self.file = self.path, None
        if not os.path.lexists(self.path) or holds_something(self.path):
            self.draft = self._fresh()
        return self

    def _fresh(self) -> Path:
        stem, dot, ending = self.path.name.partition(".")
        name = f"{stem[:_LONGEST]}.part-{secrets.token_hex(3)}{dot}{ending[-_LONGEST:]}"
        draft = self.path.with_name(name)
        try:
            open(draft, "xb").close()
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.path)) from None
        return draft

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.draft == self.path:
            self.file = self.path
        elif error is None:
            self._settle(may_replace=self._replaces)
            if self.file != self.path:
                raise FileExistsError(
                    f"{self.path} has come to be there meanwhile; what was written is {self.draft}."
                )
        elif self.worth_keeping:
            self._settle(may_replace=False)
        else:
            self.draft.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.errno is not None and error.filename is None:
            raise OSError(error.errno, error.strerror, str(self.path)) from error

    def _settle(self, may_replace: bool) -> None:
        self.file = self.draft
        if may_replace or not os.path.lexists(self.path):
            os.replace(self.draft, self.path)
            self.file = self.path


def holds_something(path: Path) -> bool:
    """Whether writing `path` would lose something: a file that is not empty, a link, a folder. A
    device or a pipe holds nothing.
    """
    try:
        found = path.lstat()
        if stat.S_ISLNK(found.st_mode):
            return _is_file(path)
    except FileNotFoundError:
        return False
    return stat.S_ISDIR(found.st_mode) or (stat.S_ISREG(found.st_mode) and found.st_size > 0)


def _is_file(link: Path) -> bool:
    """Whether a link leads to a file or nowhere, and not to a device such as /dev/stdout."""
    try:
        mode = link.stat().st_mode
    except FileNotFoundError:
        return True
    return stat.S_ISREG(mode) or stat.S_ISDIR(mode)
