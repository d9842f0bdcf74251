"""The results file of a table: JSON lines, each pushed to the disk before the next match is asked for, so that nothing finished is lost.

* The first line: `format` "smitsilab-table", `version` 1, and `game`, `budget`, `seed`.
* One line per finished match: `pair` (the texts of the players), `match` (from 0), `seed`, `sides` (which of the pair sat in each seat),
  `points` per side in [0, 1], `turns`, `reason`; per side `cpu_ms` and `iterations`, means over its decisions.
* The same with `error` in place of the results for a match that could not be finished; it is tried again when the table is gone on with.

A last line without its end was cut off when the run was killed; it is dropped. Readers skip keys that they do not know.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from lab.robin.plan import Key, Plan
from lab.sweep.store import SweepError, lock

FORMAT, VERSION = "smitsilab-table", 1


@dataclass(frozen=True)
class Met:
    """One finished match: per side its points in [0, 1], CPU milliseconds and iterations a decision."""

    seed: int
    points: tuple[float, ...]
    turns: int
    reason: str
    cpu_ms: tuple[float, ...]
    iterations: tuple[float, ...]

    @classmethod
    def read(cls, line: Mapping[str, Any]) -> Self:
        """The match from its line in the file."""
        lists = (tuple(float(x) for x in line[name]) for name in ("points", "cpu_ms", "iterations"))
        points, cpu_ms, iterations = lists
        return cls(int(line["seed"]), points, int(line["turns"]), str(line["reason"]), cpu_ms, iterations)


class Store:
    """All that is known so far, kept in a file if there is a path. A file that holds a part of the same table is gone on with."""

    def __init__(self, plan: Plan, path: Path | None) -> None:
        self.met: dict[Key, Met] = {}
        self.failed: dict[Key, str] = {}
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
        whole = text[: text.rfind(b"\n") + 1]
        self._file.truncate(len(whole))
        if not whole:
            self._write({"format": FORMAT, "version": VERSION} | plan.question)
            return
        first, *lines = whole.splitlines()
        self._compare(first, plan, path)
        try:
            for line in lines:
                self._take(json.loads(line))
        except (ValueError, KeyError, TypeError):
            raise SweepError(f"{path} has a damaged line in its middle; name another file with --out.") from None

    def _compare(self, first: bytes, plan: Plan, path: Path) -> None:
        try:
            about = json.loads(first)
            if about["format"] != FORMAT:
                raise ValueError("another format")
        except (ValueError, KeyError, TypeError):
            raise SweepError(f"{path} does not begin like the results of a table; name another file with --out.") from None
        if about["version"] > VERSION:
            raise SweepError(f"{path} was written by a newer Smitsilab.")
        for name, wanted in plan.question.items():
            if about.get(name) != wanted:
                raise SweepError(f"{path} holds another table ({name} {about.get(name)}, not {wanted}); name another file with --out.")

    def _take(self, line: Mapping[str, Any]) -> None:
        key = tuple(str(player) for player in line["pair"]), int(line["match"])
        if "error" in line:
            self.failed[key] = str(line["error"])
        else:
            self.met[key] = Met.read(line)
            self.failed.pop(key, None)

    def add(self, key: Key, line: Mapping[str, Any]) -> None:
        """Keeps a finished or failed match; it is on the disk when this returns."""
        whole = {"pair": list(key[0]), "match": key[1]} | dict(line)
        self._take(whole)
        self._write(whole)

    def _write(self, line: Mapping[str, Any]) -> None:
        if self._file is not None:
            self._file.write(json.dumps(line, ensure_ascii=False, allow_nan=False).encode() + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._file is not None:
            self._file.close()
