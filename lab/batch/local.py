"""Plays games in worker processes of this computer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, ClassVar

from lab.batch.about import Host, current_digest, this_host
from lab.batch.computer import cores
from lab.batch.errors import BatchError
from lab.batch.frames import Choose, FrameTimer, LiveFrame, OnFrame
from lab.batch.games import GroupJob
from lab.batch.hands import Games, failed, games_of
from lab.batch.processes import Job, JobAnswer, Processes, as_it_is
from lab.match.seats import parse_kind, title_of


@dataclass(frozen=True)
class PlayPlan:
    """What `Processes` starts; each job says for itself what is played."""

    worker: ClassVar[str] = "lab.batch.frames"

    @property
    def line(self) -> dict[str, Any]:
        """Nothing."""
        return {}


class LocalHands:
    """Plays jobs in processes of this computer, one for each core unless `processes` says
    otherwise. `on_again` gets a sentence where a process died and its job is played again.
    """

    def __init__(
        self, processes: int | None = None, on_again: Callable[[str], object] = lambda said: None
    ) -> None:
        self._size, self._on_again = processes or cores(), on_again
        self._on_frame: OnFrame = lambda frame: None
        self._watch = FrameTimer(self._look)
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
        title = parse_kind(game.partition(":")[0]).title
        for index, seat in enumerate(seats):
            which = f" ({index + 1} of {len(seats)})" if len(seats) > 1 else ""
            tell(f"preparing {title_of(seat)} for {title}{which}")
            job = {"prepare": [game, seat, current_digest()]}
            line = self._processes.submit(job, as_it_is).result().line
            if "error" in line:
                raise BatchError(f"{seat} cannot play: {line['error']}.")

    def hosts(self) -> list[Host]:
        """This computer."""
        return [this_host(self._size)]

    def close(self) -> None:
        """Cancels what waits and ends the processes, whatever they are doing."""
        self._processes.close()
        self._watch.close()

    # -- games while they are played ---------------------------------------------------------------

    @property
    def running(self) -> tuple[GroupJob, ...]:
        """The jobs that are being played."""
        return tuple(GroupJob.read(job) for job in self._processes.running if "game" in job)

    def watch(self, choose: Choose, on_frame: OnFrame) -> None:
        """Frames of the jobs that `choose` wants; see `Hands`."""
        self._on_frame = on_frame
        self._watch.start(choose, on_frame)

    def _look(self, choose: Choose, _on_frame: OnFrame) -> None:
        wanted = frozenset(choose(self.running))
        self._processes.look(lambda job: "game" in job and GroupJob.read(job) in wanted)

    def _seen(self, job: Job, line: Job) -> None:
        self._on_frame(LiveFrame.read(GroupJob.read(job), line))

    def _again(self, answer: JobAnswer) -> None:
        self._on_again(f"A process that played was {answer.died}; its games are played again.")


def _games(job: GroupJob, answer: JobAnswer) -> Games:
    if answer.died:
        return failed(job, f"The process that played it was {answer.died}.")
    return games_of(job, answer.line)
