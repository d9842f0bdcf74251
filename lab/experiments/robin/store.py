"""The results file of a table, a ledger.

* The first line: `format` "smitsilab-table", `version` 1, and `game`, `budget`, `seed`.
* One line per finished match: `pair` (the texts of the players), `match` (from 0), `seed`, `sides`
  (which of the pair sat in each seat), `points` per side in [0, 1], `turns`, `reason`; per side
  `cpu_ms` and `iterations`, means over its decisions.
* The same with `error` in place of the results for a match that could not be finished; it is
  retried when the table is resumed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from lab.experiments.batch.ledger import BatchError, Ledger, Line, Take
from lab.experiments.robin.plan import Key, RobinPlan

HEAD = {"format": "smitsilab-table", "version": 1}


@dataclass(frozen=True)
class Met:
    """One finished match: per side its points in [0, 1], CPU milliseconds and iterations per
    decision.
    """

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
        return cls(
            int(line["seed"]), points, int(line["turns"]), str(line["reason"]), cpu_ms, iterations
        )


class RobinStore(Ledger):
    """All that is known so far, kept in a file if there is a path. A file that holds part of the
    same table is resumed.
    """

    def __init__(self, plan: RobinPlan, path: Path | None, writes: bool = True) -> None:
        self.plan = plan
        self.met: dict[Key, Met] = {}
        self.failed: dict[Key, str] = {}
        super().__init__(path, HEAD | plan.question, writes)

    def begin(self, line: Line) -> Take:
        for name, wanted in self.plan.question.items():
            if line.get(name) != wanted:
                raise BatchError(
                    f"{self.path} holds another table ({name} {line.get(name)}, not "
                    f"{wanted}); name another file with --out."
                )
        return self.take

    def take(self, line: Line) -> None:
        key = tuple(str(player) for player in line["pair"]), int(line["match"])
        if "error" in line:
            self.failed[key] = str(line["error"])
        else:
            self.met[key] = Met.read(line)
            self.failed.pop(key, None)
