"""Plays games in worker processes of this computer."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, ClassVar

from lab.batch.about import Host, this_host
from lab.batch.errors import BatchError
from lab.batch.games import GroupJob
from lab.batch.hands import Games, failed, games_of
from lab.batch.pool import cores
from lab.batch.processes import Job, JobAnswer, Processes, as_it_is
from lab.batch.version import current_digest
from lab.files.codec import decode_value
from search.measure import SeatValue

FRAME_S = 0.5  # between two frames of one game


@dataclass(frozen=True)
class PlayPlan:
    """What `Processes` starts; each job says for itself what is played."""

    worker: ClassVar[str] = "lab.batch.local_worker"

    @property
    def line(self) -> dict[str, Any]:
        """Nothing."""
        return {}


@dataclass(frozen=True)
class LiveFrame:
    """A game at one moment: the bytes of its state (`Game.load` reads them) after `turn` turns, and
    the values per seat.
    """

    job: GroupJob
    seating: int
    turn: int
    state: bytes
    values: tuple[SeatValue, ...]


OnFrame = Callable[[LiveFrame], object]


class LocalHands:
    """Plays jobs in processes of this computer, one for each core unless `processes` says
    otherwise. `on_again` gets a sentence where a process died and its job is played again.
    """

    def __init__(
        self, processes: int | None = None, on_again: Callable[[str], object] = lambda said: None
    ) -> None:
        self._size, self._on_again = processes or cores(), on_again
        self._watched: frozenset[GroupJob] = frozenset()
        self._on_frame: OnFrame = lambda frame: None
        self._ended, self._watcher = threading.Event(), threading.Thread()
        self._processes = Processes(PlayPlan(), self._size, self._again, self._seen)

    @property
    def size(self) -> int:
        """The number of processes."""
        return self._size

    def submit(self, job: GroupJob) -> Future[Games]:
        """The games of a job; see `Hands`."""
        return self._processes.submit(job.line, lambda answer: _games(job, answer))

    def prepare(
        self, game: str, seats: Sequence[str], tell: Callable[[str], object] = lambda said: None
    ) -> None:
        """Compiles what the seats need, one after the other, so that no two processes compile the
        same.
        """
        for index, seat in enumerate(seats):
            tell(f"preparing {seat} ({index + 1} of {len(seats)})")
            job = {"prepare": [game, seat, current_digest()]}
            line = self._processes.submit(job, as_it_is).result().line
            if "error" in line:
                raise BatchError(f"{seat} cannot play: {line['error']}.")

    def hosts(self) -> list[Host]:
        """This computer."""
        return [this_host(self._size)]

    def close(self) -> None:
        """Cancels what waits and ends the processes, whatever they are doing."""
        self._ended.set()
        self._processes.close()
        if self._watcher.ident is not None:
            self._watcher.join()

    # -- games while they are played ---------------------------------------------------------------

    @property
    def running(self) -> tuple[GroupJob, ...]:
        """The jobs that are being played."""
        return tuple(GroupJob.read(job) for job in self._processes.running if "game" in job)

    def watch(self, jobs: Collection[GroupJob], on_frame: OnFrame) -> None:
        """From now on `on_frame` gets a frame of each of these jobs that is being played every half
        second, in a thread of its own. It replaces the jobs watched before.
        """
        self._watched, self._on_frame = frozenset(jobs), on_frame
        if self._watcher.ident is None:
            self._watcher = threading.Thread(target=self._look, name="watch", daemon=True)
            self._watcher.start()

    def _look(self) -> None:
        while not self._ended.wait(FRAME_S):
            if self._watched:
                self._processes.look(lambda job: "game" in job and _is_in(job, self._watched))

    def _seen(self, job: Job, line: Job) -> None:
        watched = GroupJob.read(job)
        if watched in self._watched:
            values = line["values"]
            self._on_frame(
                LiveFrame(
                    watched,
                    line["seating"],
                    line["turn"],
                    bytes.fromhex(line["state"]),
                    tuple(decode_value(value, len(values)) for value in values),
                )
            )

    def _again(self, answer: JobAnswer) -> None:
        self._on_again(f"A process that played was {answer.died}; its games are played again.")


def _is_in(job: Job, watched: frozenset[GroupJob]) -> bool:
    return GroupJob.read(job) in watched


def _games(job: GroupJob, answer: JobAnswer) -> Games:
    if answer.died:
        return failed(job, f"The process that played it was {answer.died}.")
    return games_of(job, answer.line)
