"""The results file of a table, a ledger.

* The first line: `format` "smitsilab-table", `version` 1, and `game`, `budget`, `seed`.
* One line per finished match: `pair` (the texts of the players), `match` (from 0), `seed`, `sides`
  (which of the pair sat in each seat), `points` per side in [0, 1], `turns`, `reason`; per side
  `cpu_ms` and `iterations`, means over its decisions; `faults` per side where there were any.
* The same with `error` in place of the results for a match that could not be finished; it is
  retried when the table is resumed.
* One line for all matches of a pair, as `packed` writes it: `pair`, `points` of its first player
  per match (null where there is none), and per side the means `cpu_ms` and `iterations`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from lab.batch.errors import BatchError
from lab.batch.faults import Faults, from_line
from lab.batch.games import by_side, decided, ranked
from lab.experiments.ledger import Ledger, Line, Take
from lab.experiments.robin.plan import Key, Pair, RobinPlan

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
    faults: tuple[Faults, ...] = ()  # per side, () for none; unknown of packed ones

    @classmethod
    def read(cls, line: Mapping[str, Any]) -> Self:
        """The match from its line in the file."""
        lists = (tuple(float(x) for x in line[name]) for name in ("points", "cpu_ms", "iterations"))
        points, cpu_ms, iterations = lists
        points = decided(points) if len(line["sides"]) == len(points) else points
        return cls(
            int(line["seed"]),
            points,
            int(line["turns"]),
            str(line["reason"]),
            cpu_ms,
            iterations,
            from_line(line),
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
        pair = tuple(str(player) for player in line["pair"])
        if "match" not in line:
            self.met |= self._unpacked(pair, line)
            return
        key = pair, int(line["match"])
        if "error" in line:
            self.failed[key] = str(line["error"])
        else:
            self.met[key] = Met.read(line)
            self.failed.pop(key, None)

    def _unpacked(self, pair: Pair, line: Line) -> dict[Key, Met]:
        cpu_ms, iterations = (tuple(map(float, line[name])) for name in ("cpu_ms", "iterations"))
        duel = self.plan.configured.seats == 2
        return {
            (pair, match): Met(
                self.plan.named(pair, match)[1],
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
    """The matches as one line per pair, a hundredth of the size: enough for scores and ratings, and
    to go on with the table. Turns, reasons, faults and each match's own time are lost.
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


def table_points(outcome: Sequence[float], sides: Sequence[int]) -> list[float]:
    """The points of each side. Those of two sides add up to 1: they are the mean place of one's
    seats against that of the other's.
    """
    mean = by_side(ranked(outcome), sides)
    if len(mean) == 1:
        return [(mean[0] + 1) / 2]
    return [(2 + x - y) / 4 for x, y in (mean, mean[::-1])]


def _both(first: float, duel: bool) -> tuple[float, ...]:
    """The points of both sides from those of the first."""
    points = first, 1.0 - first
    return decided(points) if duel else points


def _means(rows: Sequence[tuple[float, ...]]) -> list[float]:
    """The mean of each side over matches."""
    return [round(sum(side) / len(side), 3) for side in zip(*rows, strict=True)]
