"""Which games an experiment asks for: the smallest budget first, its rows in turn, each until it is
settled or has all its groups. A run is asked to end from elsewhere by an event in the store.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from lab.batch.games import GameRecord
from lab.experiments.claims.result import ResultRow, parts, read_cell
from lab.experiments.claims.rows import ExperimentTable
from lab.experiments.claims.verdicts import looks
from lab.experiments.running import Ask, Course
from lab.experiments.verdicts import SAME
from lab.match.budget import Budget
from lab.store.store import Store


@dataclass
class _Line:
    """A part while it is played."""

    part: ResultRow
    asked: int = 0
    came: int = 0  # finished or set aside, as far as the next choice may know
    groups: dict[int, Sequence[GameRecord]] = field(default_factory=dict)
    closed: bool = False


class ClaimQuestion:
    """The question of `lab.experiments.running` for a file of scores: it plays the `wanted` parts,
    all if not given, with `most` groups each, fewer than the file's if given, until `stop` says
    that somebody wants it to end. `rows` says how many rows of each budget hold together.
    """

    def __init__(
        self,
        table: ExperimentTable,
        most: int = 0,
        wanted: Sequence[ResultRow] | None = None,
        stop: Callable[[], bool] = lambda: False,
        rows: Mapping[Budget, int] | None = None,
    ) -> None:
        self.table, self._stop = table, stop
        self.most = min(most or table.file.groups, table.file.groups)
        self._lines = [_Line(part) for part in (parts(table) if wanted is None else wanted)]
        self._rows = rows or Counter(line.part.budget for line in self._lines)
        self._by_part = {line.part.number: line for line in self._lines}
        self._looks = {*looks(table.file.groups), SAME, self.most}
        self._seen = 0

    @property
    def total(self) -> int:
        """Most games: of what is closed, those that were asked for."""
        groups = [line.asked if line.closed else self.most for line in self._lines]
        sizes = (line.part.lineup.seatings for line in self._lines)
        return sum(n * size for n, size in zip(groups, sizes, strict=True))

    @property
    def note(self) -> str:
        """How far it has come: the rows that are done with."""
        closed = sum(line.closed for line in self._lines)
        return f"{closed} of {len(self._lines)} rows are done"

    @property
    def ended(self) -> bool:
        """Whether every row is settled or has all its groups, or somebody wants it to end."""
        return all(line.closed for line in self._lines) or self._stop()

    def next(self, course: Course) -> Ask | None:
        """The open row of the smallest budget that was asked for least."""
        until = course.until()
        if until is None:
            return None
        self._take(course, until)
        able = [line for line in self._lines if not line.closed and line.asked < self.most]
        if not able:
            self._take(course, len(course.groups))  # nothing is chosen any more
            return None
        first = able[0].part.budget
        line = min((a for a in able if a.part.budget == first), key=lambda a: a.asked)
        line.asked += 1
        seed = self.table.file.seed + line.asked - 1
        return Ask(line.part.number, line.part.lineup, seed, tape=line.asked <= SAME)

    def _take(self, course: Course, until: int) -> None:
        """Takes what has come up to a place of the sequence, and closes rows."""
        for group in course.groups[self._seen : until]:
            line = self._by_part[group.ask.part]
            line.came += 1
            if not group.failed:
                line.groups[group.ask.seed] = group.games
            if line.came in self._looks:  # of games played ahead a later look may say otherwise
                line.closed = line.came >= self.most or self._settled(line)
        self._seen = max(self._seen, until)

    def _settled(self, line: _Line) -> bool:
        rows = self._rows[line.part.budget]
        cell = read_cell(self.table, line.part, line.groups, rows, line.came)
        if line.came == SAME:  # too early for a verdict, but not for players that are one
            return cell.evidence.alike or bool(cell.note)
        return cell.settled or bool(cell.note)


STOP = "stop asked"  # the event that ends a run
LOOK_S = 0.5  # between two looks for it


class StopWatch:
    """Whether somebody has asked a run to end since it began."""

    def __init__(self, store: Store, name: str) -> None:
        self._store, self._name = store, name
        self._before = self._asked()
        self._looked, self.found = time.monotonic(), False

    def __call__(self) -> bool:
        if not self.found and time.monotonic() - self._looked > LOOK_S:
            self._looked = time.monotonic()
            self.found = self._asked() > self._before
        return self.found

    def _asked(self) -> int:
        return sum(event.what == STOP for event in self._store.events(self._name))
