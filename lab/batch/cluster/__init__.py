"""Plays games on the workers of a Dask scheduler. They are not ours: closing leaves them as they
are.
"""

from __future__ import annotations

import queue
from collections.abc import Callable, Sequence
from concurrent.futures import Future

from lab.batch.about import Host
from lab.batch.cluster.dispatch import Ticket
from lab.batch.cluster.foreman import LOOK_S, Foreman
from lab.batch.cluster.site import chores_of, speeds
from lab.batch.errors import BatchError, SeatRefused
from lab.batch.frames import FRAME_S, Choose, FrameTimer, Jobs, LiveFrame, OnFrame
from lab.batch.games import GroupJob
from lab.batch.hands import Games

MEET_S = 60.0  # for the workers to say what they are, at the beginning
PATIENCE_S = 60.0  # without a scheduler, or without a worker
LOOKED_AT = 8  # workers whose games may be watched
LEAVE_S = 5.0  # for running games when it is closed

Tell = Callable[[str], object]


class ClusterHands:
    """Plays jobs on a cluster; see `Hands`. BatchError if no scheduler answers at `address`, or if
    it has no worker that can play.

    Workers with other sources or more than one thread are left out by name. `tell` gets sentences
    about workers that are left out or lost, in a thread of its own. With `mixed_speeds` CPU time
    counts as equal on all computers.
    """

    def __init__(
        self,
        address: str,
        tell: Tell = lambda said: None,
        mixed_speeds: bool = False,
        patience_s: float = PATIENCE_S,
    ) -> None:
        said: list[str] = []

        def note(sentence: str) -> None:
            said.append(sentence)
            tell(sentence)

        self._watch, self._running = FrameTimer(self._look), tuple[GroupJob, ...]()
        self._foreman = foreman = Foreman(address, note, mixed_speeds, patience_s)
        foreman.wait(lambda: foreman.looked and not foreman.asked, MEET_S)
        if not self.size:
            self.close()
            nobody = f"The scheduler at {address} has no worker that can play."
            hint = f"Start one with: smitsilab worker {address}"
            raise BatchError(foreman.broken or " ".join([nobody, *(said or [hint])]))

    @property
    def size(self) -> int:
        """The number of workers that play."""
        return len(self._foreman.dispatch.stations)

    def submit(self, job: GroupJob) -> Future[Games]:
        """The games of a job; see `Hands`. Games by the clock are refused; games by CPU time are
        where the speeds of the computers differ by more than a tenth.
        """
        future: Future[Games] = Future()
        self._foreman.take(Ticket(job, future))
        return future

    def prepare(self, game: str, seats: Sequence[str], tell: Tell = lambda said: None) -> None:
        """Has one worker of each computer compile what the seats need and measure its speed.
        SeatRefused if there is a seat that none of them can play.
        """
        chores, words = chores_of(game, seats), queue.SimpleQueue[str]()
        self._foreman.need(chores, words.put)
        while not self._foreman.has_done(chores):
            self._foreman.wait(lambda: not words.empty(), LOOK_S)
            while not words.empty():
                tell(words.get())
        self._check(game, seats)

    def _check(self, game: str, seats: Sequence[str]) -> None:
        """BatchError if a seat cannot be played anywhere."""
        sites = list(self._foreman.sites.values())
        for seat in seats:
            why = [site.cannot.get((game, seat), "") for site in sites]
            if why and all(why):
                raise SeatRefused(f"{seat} cannot play on any machine: {why[0]}.")
        if self._foreman.broken:
            raise BatchError(self._foreman.broken)

    def hosts(self) -> list[Host]:
        """The computers that play, with their speeds."""
        return speeds(list(self._foreman.sites.values()))

    @property
    def running(self) -> Jobs:
        """The jobs that were being played at the last look, if anybody watches."""
        return self._running

    def watch(self, choose: Choose, on_frame: OnFrame) -> None:
        """Frames of the jobs that `choose` wants, of the first LOOKED_AT workers; see `Hands`."""
        self._watch.start(choose, on_frame)

    def _look(self, choose: Choose, on_frame: OnFrame) -> None:
        lines = self._foreman.frames(LOOKED_AT)
        frames = [LiveFrame.read(GroupJob.read(line["job"]), line) for line in lines]
        self._running = tuple(frame.job for frame in frames)
        wanted = frozenset(choose(self._running))
        for frame in frames:
            if frame.job in wanted:
                on_frame(frame)

    def close(self, within_s: float = LEAVE_S) -> None:
        """Cancels what waits, gives running games some time, and leaves."""
        self._watch.close(min(FRAME_S, within_s))
        self._foreman.close(within_s)
