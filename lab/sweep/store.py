"""The results file of a sweep: JSON lines, each pushed to the disk before the next match is asked for, so that nothing finished is lost.

* The first line: `format` "smitsilab-sweep", `version` 1, and `plan`: game, seat, vary, against, budget, seed, matches, rule.
* One line per finished match: `point` (its number, the last parameter running fastest), `match` (from 0), `seed`, `sides` (who sat in each
  seat; side 0 is the point), `points` per side in [0, 1], `turns`, `reason`.
* `{"point": k, "match": m, "seed": s, "error": "..."}` for a match that could not be finished.
* `{"matches": n, "rule": r}` where the number of matches a point, or the rule, was changed later.

A last line without its end was cut off when the run was killed; it is dropped. Readers skip keys that they do not know.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from engines.knobs import KnobError
from lab.series import Played
from lab.sweep.plan import Plan

FORMAT, VERSION = "smitsilab-sweep", 1
Key = tuple[int, int]  # point, match


class SweepError(KnobError):
    """A results file that cannot be used; the text is one sentence for a person."""


@dataclass
class Results:
    """All that is known so far: finished matches and failures by (point, match). `note` says what was dropped, "" if nothing was."""

    plan: Plan
    played: dict[Key, Played] = field(default_factory=dict)
    failed: dict[Key, str] = field(default_factory=dict)
    note: str = ""

    def take(self, line: Mapping[str, Any]) -> None:
        """One line of the file, other than the first; KeyError, TypeError or ValueError where it is none."""
        if "matches" in line:
            self.plan = replace(self.plan, matches=int(line["matches"]), rule=str(line["rule"]))
            return
        key = int(line["point"]), int(line["match"])
        if "error" in line:
            self.failed[key] = str(line["error"])
            return
        sides, points = tuple(int(s) for s in line["sides"]), tuple(float(p) for p in line["points"])
        self.played[key] = Played(int(line["seed"]), sides, points, int(line["turns"]), str(line["reason"]))
        self.failed.pop(key, None)


class Reader:
    """Reads a results file while it grows: `look` takes the lines that were finished since the last time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.results: Results | None = None
        self._at = 0  # bytes read, up to the end of a line

    def look(self) -> bool:
        """True if there was something new; SweepError if the file is not a sweep's. A line without its end is left for later."""
        if not self.path.exists():
            return False
        with open(self.path, "rb") as file:
            file.seek(self._at)
            text = file.read()
        whole = text[: text.rfind(b"\n") + 1]
        for line in whole.splitlines():
            self._take(line)
        self._at += len(whole)
        return bool(whole)

    def _take(self, line: bytes) -> None:
        try:
            found = json.loads(line)
            if self.results is None:
                if found["format"] != FORMAT:
                    raise ValueError("another format")
                if found["version"] > VERSION:
                    raise SweepError(f"{self.path} was written by a newer Smitsilab.")
                self.results = Results(Plan.read(found))
            else:
                self.results.take(found)
        except (ValueError, KeyError, TypeError) as error:
            if isinstance(error, SweepError):
                raise
            what = "does not begin like the results of a sweep" if self.results is None else "has a damaged line in its middle"
            raise SweepError(f"{self.path} {what}; name another file with --out.") from None


def read(path: Path) -> Results:
    """A whole results file; SweepError if it is not one."""
    reader = Reader(path)
    reader.look()
    if reader.results is None:
        raise SweepError(f"{path} holds no results of a sweep.")
    return reader.results


class Store:
    """The results of one run, kept in a file if there is a path. A file that holds a part of the same sweep is gone on with."""

    def __init__(self, plan: Plan, path: Path | None) -> None:
        self.results = Results(plan)
        self._file = None
        if path is None:
            return
        if not path.parent.is_dir():
            raise SweepError(f"The folder {path.parent} for the results does not exist.")
        self._file = open(path, "a+b")  # noqa: SIM115 - closed by close()
        try:
            lock(self._file.fileno(), path)
            self._resume(plan, path)
        except BaseException:
            self._file.close()
            raise

    def _resume(self, plan: Plan, path: Path) -> None:
        assert self._file is not None
        self._file.seek(0)
        text = self._file.read()
        whole = text.rfind(b"\n") + 1
        if not whole:
            self._file.truncate(0)  # nothing, or a first line that was cut off
            self._write({"format": FORMAT, "version": VERSION} | plan.line)
            return
        found = read(path)
        if found.plan.question != plan.question:
            raise SweepError(f"{path} holds another sweep ({_difference(found.plan, plan)}); name another file with --out.")
        self.results = replace(found, plan=plan)
        if len(text) > whole:
            self._file.truncate(whole)
            self.results.note = "The last line of the file was cut off; that match is played again."
        if found.plan != plan:
            self._write({"matches": plan.matches, "rule": plan.rule})

    def add(self, key: Key, line: Mapping[str, Any]) -> None:
        """Keeps a finished or failed match; it is on the disk when this returns."""
        whole = {"point": key[0], "match": key[1]} | dict(line)
        self.results.take(whole)
        self._write(whole)

    def _write(self, line: Mapping[str, Any]) -> None:
        if self._file is None:
            return
        self._file.write(json.dumps(line, ensure_ascii=False, allow_nan=False).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Closes the file, and lets others write it."""
        if self._file is not None:
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def lock(descriptor: int, path: Path) -> None:
    """Keeps two runs from writing one file, where the system can; the lock ends with the process, however it ends."""
    try:
        import fcntl
    except ImportError:  # Windows
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise SweepError(f"Another run is writing {path}; wait for it, stop it, or name another file with --out.") from None


def _difference(old: Plan, new: Plan) -> str:
    """The first thing that differs, in words."""
    before, after = old.question, new.question
    name = next(n for n in before if before[n] != after[n])
    was, wanted = (", ".join(v) if isinstance(v, list) else str(v) for v in (before[name], after[name]))
    return f"{name} {was} instead of {wanted}"
