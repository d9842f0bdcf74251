"""Who plays games: processes of this computer (`local`) or workers of a cluster (`cluster`), with
the same face.

    hands = LocalHands(2)
    hands.prepare("tictactoe", ["uct", "random"], print)
    games = hands.submit(GroupJob("tictactoe", ("uct", "random"), "it", 1, (0, 1), "50it")).result()
    hands.close()
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from typing import Any, Protocol

from lab.batch.about import Host
from lab.batch.errors import BatchError
from lab.batch.frames import Choose, OnFrame
from lab.batch.games import GameRecord, GroupJob

Games = tuple[GameRecord, ...]


class Hands(Protocol):
    """Plays jobs. `size` is how many it plays at the same time, and may change."""

    @property
    def size(self) -> int:
        """How many jobs are played at the same time."""

    def submit(self, job: GroupJob) -> Future[Games]:
        """The games of a job. Those whose process died twice are records with `error`; the future
        raises BatchError where the job cannot be played at all, CalledOff where it was ended, by
        `close` or because nobody is left to play. It can be cancelled while it waits.
        """

    def prepare(
        self, game: str, seats: Sequence[str], tell: Callable[[str], object] = lambda said: None
    ) -> None:
        """Compiles what these seats need, on each computer once; `tell` gets each step in words.
        BatchError if that fails.
        """

    def hosts(self) -> list[Host]:
        """The computers that play."""

    def watch(self, choose: Choose, on_frame: OnFrame) -> None:
        """From now on asks `choose` twice a second which of the jobs being played are watched, and
        hands frames of them to `on_frame`; both in threads of their own. Frames that take long are
        left out.
        """

    def close(self) -> None:
        """Cancels what waits and ends what is ours."""


def games_of(job: GroupJob, answer: Mapping[str, Any]) -> Games:
    """The games of an answer of `lab.batch.work.play`; BatchError if it is an error."""
    if "error" in answer:
        raise BatchError(f"{answer['error']}.")
    return tuple(GameRecord.read(line) for line in answer["games"])


def failed(job: GroupJob, why: str, host: str = "") -> Games:
    """The games of a job that could not be finished; `why` is one sentence."""
    name = host or platform.node()
    return tuple(GameRecord(job.seed, seating, error=why, host=name) for seating in job.seatings)
