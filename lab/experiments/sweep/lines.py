"""The file of a sweep's results; see `lab.experiments.ledger`.

* The first line: `format` "smitsilab-sweep", `version` 1, and `plan`: game, seat, vary, against,
  budget, seed, matches, rule.
* One line per finished match: `point` (its number, the last parameter running fastest), `match`
  (from 0), `seed`, `sides` (the side in each seat; side 0 is the point), `points` per side in [0,
  1], `turns`, `reason`; `faults` per side where there were any.
* `{"point": k, "match": m, "seed": s, "error": "..."}` for a match that could not be finished.
* `{"matches": n, "rule": r}` where the number of matches per point, or the rule, was changed later.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from lab.batch.faults import from_line, in_line
from lab.batch.games import decided
from lab.experiments.ledger import Line, Take, read_lines
from lab.experiments.series import Played
from lab.experiments.sweep.plan import SweepPlan
from lab.experiments.sweep.result import Results

HEAD = {"format": "smitsilab-sweep", "version": 1}
PLAYED = ("seed", "sides", "points", "turns", "reason")


def lines_of(results: Results) -> Iterator[Line]:
    """The lines of the file."""
    yield HEAD | results.plan.line
    for (point, match), played in sorted(results.played.items()):
        facts = {key: vars(played)[key] for key in PLAYED}
        yield {"point": point, "match": match} | facts | in_line(played.faults)
    for (point, match), error in sorted(results.failed.items()):
        seed = results.plan.grid.named(point, match)[1]
        yield {"point": point, "match": match, "seed": seed, "error": error}


def read(path: Path) -> Results:
    """The results in a file; BatchError if it is another one."""
    found: list[Results] = []

    def begin(line: Line) -> Take:
        found.append(Results(SweepPlan.read(line)))
        return lambda line: _take(found[0], line)

    read_lines(path, HEAD, begin)
    return found[0]


def _take(results: Results, line: Line) -> None:
    if "matches" in line:
        results.plan = replace(results.plan, matches=int(line["matches"]), rule=str(line["rule"]))
        return
    key = int(line["point"]), int(line["match"])
    if "error" in line:
        results.failed[key] = str(line["error"])
        return
    results.failed.pop(key, None)
    results.played[key] = Played(
        int(line["seed"]),
        tuple(int(side) for side in line["sides"]),
        decided([float(x) for x in line["points"]]),
        int(line["turns"]),
        str(line["reason"]),
        faults=from_line(line),
    )
