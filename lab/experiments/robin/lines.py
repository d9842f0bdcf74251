"""The file of a table's results; see `lab.experiments.ledger`.

* The first line: `format` "smitsilab-table", `version` 1, and `game`, `budget`, `seed`.
* One line per finished match: `pair` (the texts of the players), `match` (from 0), `seed`, `sides`
  (which of the pair sat in each seat), `points` per side in [0, 1], `turns`, `reason`; per side
  `cpu_ms` and `iterations`, means over its decisions; `faults` per side where there were any.
* The same with `error` in place of the results for a match that could not be finished.
* One line for all matches of a pair, as `packed` writes it: `pair`, `points` of its first player
  per match (null where there is none), and per side the means `cpu_ms` and `iterations`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from lab.batch.errors import BatchError
from lab.batch.faults import from_line, in_line
from lab.batch.games import decided, sides_of
from lab.experiments.ledger import Line, Take, foreign, read_lines
from lab.experiments.robin.plan import Key, Pair, RobinPlan
from lab.experiments.robin.result import Met, RobinResult

HEAD = {"format": "smitsilab-table", "version": 1}


def lines_of(result: RobinResult) -> Iterator[Line]:
    """The lines of the file."""
    plan = result.plan
    yield HEAD | plan.question
    for (pair, match), met in sorted(result.met.items()):
        sides = sides_of(plan.configured.seats, plan.seatings, match % plan.seatings)
        told = {key: value for key, value in vars(met).items() if key != "faults"}
        yield {"pair": pair, "match": match, "sides": sides} | told | in_line(met.faults)
    for (pair, match), error in result.failed.items():
        yield {"pair": pair, "match": match, "seed": plan.named(pair, match)[1], "error": error}


def read(path: Path) -> RobinResult:
    """The results in a file, with all players and matches that it holds; BatchError if it is
    another file, or holds no games.
    """
    heads, lines = list[Line](), list[Line]()

    def begin(line: Line) -> Take:
        heads.append(line)
        return lines.append

    read_lines(path, HEAD, begin)
    if not lines:
        raise BatchError(f"{path} holds no games yet.")
    try:
        about = str(heads[0]["game"]), str(heads[0]["budget"]), int(heads[0]["seed"])
        players = sorted({str(player) for line in lines for player in line["pair"]})
        plan = RobinPlan(about[0], tuple(players), budget=about[1], seed=about[2])
        met, failed = dict[Key, Met](), dict[Key, str]()
        for line in lines:
            _take(plan, met, failed, line)
    except (KeyError, TypeError, ValueError):
        raise foreign(path, HEAD) from None
    most = 1 + max(match for _, match in [*met, *failed])
    seeds = -(-most // plan.seatings)
    return RobinResult(replace(plan, matches=seeds * plan.seatings), met, failed)


def _take(plan: RobinPlan, met: dict[Key, Met], failed: dict[Key, str], line: Line) -> None:
    pair = tuple(str(player) for player in line["pair"])
    if "match" not in line:
        met |= _unpacked(plan, pair, line)
        return
    key = pair, int(line["match"])
    if "error" in line:
        failed[key] = str(line["error"])
        return
    lists = (tuple(float(x) for x in line[name]) for name in ("points", "cpu_ms", "iterations"))
    points, cpu_ms, iterations = lists
    points = decided(points) if len(line["sides"]) == len(points) else points
    turns, reason = int(line["turns"]), str(line["reason"])
    faults = from_line(line)
    failed.pop(key, None)
    met[key] = Met(int(line["seed"]), points, turns, reason, cpu_ms, iterations, faults)


def _unpacked(plan: RobinPlan, pair: Pair, line: Line) -> dict[Key, Met]:
    cpu_ms, iterations = (tuple(map(float, line[name])) for name in ("cpu_ms", "iterations"))
    duel = plan.configured.seats == 2
    return {
        (pair, match): Met(
            plan.named(pair, match)[1],
            _both(float(x), duel)[: len(pair)],
            0,
            "",
            cpu_ms,
            iterations,
        )
        for match, x in enumerate(line["points"])
        if x is not None
    }


def packed(met: Mapping[Key, Met]) -> list[Line]:
    """The matches as one line per pair, a hundredth of the size: enough for scores and ratings.
    Turns, reasons, faults and each match's own time are lost.
    """
    lines: list[Line] = []
    for pair in sorted({pair for pair, _ in met}):
        own = {match: found for (each, match), found in met.items() if each == pair}
        lines.append(
            {
                "pair": pair,
                "points": [
                    round(own[k].points[0], 4) if k in own else None for k in range(max(own) + 1)
                ],
                "cpu_ms": _means([found.cpu_ms for found in own.values()]),
                "iterations": _means([found.iterations for found in own.values()]),
            }
        )
    return lines


def _both(first: float, duel: bool) -> tuple[float, ...]:
    """The points of both sides from those of the first."""
    points = first, 1.0 - first
    return decided(points) if duel else points


def _means(rows: Sequence[tuple[float, ...]]) -> list[float]:
    """The mean of each side over matches."""
    return [round(sum(side) / len(side), 3) for side in zip(*rows, strict=True)]
