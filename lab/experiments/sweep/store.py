"""The results file of a sweep, a ledger.

* The first line: `format` "smitsilab-sweep", `version` 1, and `plan`: game, seat, vary, against,
  budget, seed, matches, rule.
* One line per finished match: `point` (its number, the last parameter running fastest), `match`
  (from 0), `seed`, `sides` (the side in each seat; side 0 is the point), `points` per side in [0,
  1], `turns`, `reason`; `faults` per side where there were any.
* `{"point": k, "match": m, "seed": s, "error": "..."}` for a match that could not be finished.
* `{"matches": n, "rule": r}` where the number of matches per point, or the rule, was changed later.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from lab.batch.errors import BatchError
from lab.batch.faults import from_line
from lab.batch.games import decided
from lab.experiments.ledger import Ledger, LedgerReader, Line, Take
from lab.experiments.series import Played
from lab.experiments.sweep.plan import SweepPlan

HEAD = {"format": "smitsilab-sweep", "version": 1}
Key = tuple[int, int]  # point, match


@dataclass
class Results:
    """All that is known so far: finished matches and failures by (point, match). `note` says what
    was dropped, "" if nothing was.
    """

    plan: SweepPlan
    played: dict[Key, Played] = field(default_factory=dict)
    failed: dict[Key, str] = field(default_factory=dict)
    note: str = ""

    def take(self, line: Mapping[str, Any]) -> None:
        """One line of the file, other than the first; KeyError, TypeError or ValueError where it is
        invalid.
        """
        if "matches" in line:
            self.plan = replace(self.plan, matches=int(line["matches"]), rule=str(line["rule"]))
            return
        key = int(line["point"]), int(line["match"])
        if "error" in line:
            self.failed[key] = str(line["error"])
            return
        sides = tuple(int(s) for s in line["sides"])
        points = decided([float(p) for p in line["points"]])
        self.played[key] = Played(
            int(line["seed"]),
            sides,
            points,
            int(line["turns"]),
            str(line["reason"]),
            faults=from_line(line),
        )
        self.failed.pop(key, None)


class SweepReader(LedgerReader):
    """Reads a results file while it grows; `results` is None before its first line."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, HEAD, self._first)
        self.results: Results | None = None

    def _first(self, line: Line) -> Take:
        self.results = Results(SweepPlan.read(line))
        return self.results.take


def read(path: Path) -> Results:
    """A whole results file; BatchError if it is not one."""
    reader = SweepReader(path)
    reader.look()
    if reader.results is None:
        raise BatchError(f"{path} holds no results of a sweep.")
    return reader.results


class SweepStore(Ledger):
    """The results of one run, kept in a file if there is a path. A file that holds part of the same
    sweep is resumed.
    """

    def __init__(self, plan: SweepPlan, path: Path | None) -> None:
        self.results = Results(plan)
        super().__init__(path, HEAD | plan.line)
        if self.cut:
            self.results.note = "The last line of the file was cut off; that match is played again."
        if self.results.plan != plan:
            self.add({"matches": plan.matches, "rule": plan.rule})

    def begin(self, line: Line) -> Take:
        held, plan = SweepPlan.read(line), self.results.plan
        if held.question != plan.question:
            raise BatchError(
                f"{self.path} holds another sweep ({_difference(held, plan)}); name another "
                "file with --out."
            )
        self.results = Results(held)
        return self.take

    def take(self, line: Line) -> None:
        self.results.take(line)


def _difference(old: SweepPlan, new: SweepPlan) -> str:
    """The first thing that differs, in words."""
    before, after = old.question, new.question
    name = next(n for n in before if before[n] != after[n])
    was, wanted = (
        ", ".join(v) if isinstance(v, list) else str(v) for v in (before[name], after[name])
    )
    return f"{name} {was} instead of {wanted}"
