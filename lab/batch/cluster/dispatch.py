"""Which worker plays which jobs.

Jobs wait here until a worker is about to be free, so that waiting jobs can be cancelled and a late
worker gets its share at once. A worker has at most two tasks, which hides the way to it; short jobs
share a task. A job whose worker was lost is a suspect: it plays alone on a worker, so that the next
loss has one culprit, and is given up after TRIES losses.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field

from lab.batch.games import GroupJob
from lab.batch.hands import Games
from lab.batch.processes import TRIES

AHEAD = 2  # tasks of a worker
TASK_S = 0.3  # jobs share a task up to about this time: a task costs 8 ms
MOST = 16  # jobs of a task
_MEMORY = 0.9  # weight of the earlier jobs in the mean time of one


@dataclass(eq=False)
class Ticket:
    """A job, its future, and how many workers were lost with it."""

    job: GroupJob
    future: Future[Games]
    losses: int = 0
    begun: bool = False
    doubted: bool = False  # refused once because of its programs

    def begin(self) -> bool:
        """Claims the job; False if it was cancelled."""
        self.begun = self.begun or self.future.set_running_or_notify_cancel()
        return self.begun


Batch = tuple[Ticket, ...]


@dataclass(eq=False)
class Station:
    """A worker that plays, and the batches it has."""

    address: str
    name: str
    host: str
    batches: list[Batch] = field(default_factory=list)

    @property
    def has_suspect(self) -> bool:
        """Whether it plays a job with which a worker was lost before."""
        return any(ticket.losses for batch in self.batches for ticket in batch)


class Dispatch:
    """Waiting jobs and the workers that play."""

    def __init__(self) -> None:
        self.waiting: deque[Ticket] = deque()
        self.stations: dict[str, Station] = {}
        self._job_s = 0.0  # mean time of a job; 0 while it is not known

    @property
    def flying(self) -> int:
        """Jobs that workers have."""
        return sum(len(batch) for s in self.stations.values() for batch in s.batches)

    def next(self, able: Callable[[Station, GroupJob], bool]) -> tuple[Station, Batch] | None:
        """The next jobs to hand out and who gets them, None if nobody can take one now."""
        for ticket in self.waiting:
            station = self._free_for(ticket, able)
            if station is None and ticket.losses:
                return None  # else the others would keep every worker busy
            if station is not None:
                batch = tuple(self._taken(ticket, station, able))
                if not batch:  # they were cancelled
                    return self.next(able)
                station.batches.append(batch)
                return station, batch
        return None

    def _free_for(
        self, ticket: Ticket, able: Callable[[Station, GroupJob], bool]
    ) -> Station | None:
        room = 1 if ticket.losses else AHEAD
        free = [
            station
            for station in self.stations.values()
            if len(station.batches) < room and not station.has_suspect and able(station, ticket.job)
        ]
        return min(free, key=lambda station: len(station.batches), default=None)

    def _taken(
        self, first: Ticket, station: Station, able: Callable[[Station, GroupJob], bool]
    ) -> Iterator[Ticket]:
        """The first job and those that share its task."""
        like = [t for t in self.waiting if not t.losses and able(station, t.job)]
        for ticket in [first] if first.losses else like[: self._together]:
            self.waiting.remove(ticket)
            if ticket.begin():
                yield ticket

    @property
    def _together(self) -> int:
        """How many jobs share a task: no more than each worker's share of those that wait."""
        if not self._job_s:
            return 1
        share = math.ceil(len(self.waiting) / (AHEAD * max(1, len(self.stations))))
        return max(1, min(MOST, share, int(TASK_S / self._job_s)))

    def done(self, station: Station, batch: Batch, seconds: float) -> None:
        """A batch is finished after so many seconds."""
        station.batches.remove(batch)
        each = max(seconds / len(batch), 1e-4)
        self._job_s = _MEMORY * self._job_s + (1 - _MEMORY) * each if self._job_s else each

    def again(self, ticket: Ticket) -> None:
        """A job has to be played by another worker, before all that wait."""
        self.waiting.appendleft(ticket)

    def lose(self, address: str) -> list[Ticket]:
        """A worker is lost: its jobs wait again as suspects, before the others. Those that are
        given up are returned.
        """
        tickets = self._off(address)
        for ticket in tickets:
            ticket.losses += 1
        self.waiting.extendleft(t for t in reversed(tickets) if t.losses < TRIES)
        return [ticket for ticket in tickets if ticket.losses >= TRIES]

    def part(self) -> None:
        """The scheduler is lost, which is no job's fault: all wait again."""
        for address in list(self.stations):
            self.waiting.extendleft(reversed(self._off(address)))

    def _off(self, address: str) -> list[Ticket]:
        station = self.stations.pop(address)
        tickets = [ticket for batch in station.batches for ticket in batch]
        station.batches.clear()
        return tickets

    def cancel(self) -> None:
        """Cancels the jobs that no worker has had."""
        for ticket in [t for t in self.waiting if t.future.cancel()]:
            self.waiting.remove(ticket)
            ticket.begin()

    def drain(self) -> list[Ticket]:
        """Takes away all jobs."""
        self.part()
        tickets = list(self.waiting)
        self.waiting.clear()
        return tickets
