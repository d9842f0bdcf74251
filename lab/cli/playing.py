"""What the commands that play experiments share: where games are kept, who plays them, progress,
and Ctrl-C.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path

from lab.batch.games import GameRecord, GroupJob
from lab.batch.hands import Hands
from lab.batch.local import LocalHands
from lab.batch.pool import cores
from lab.cli.parser import whole
from lab.cli.show import Progress, say
from lab.experiments.running import PlaysGames, Question, Run
from lab.signals import answer_ctrl_c
from lab.store.store import Store

SHOWN_FAILURES = 5


def add_store(parser: argparse.ArgumentParser) -> None:
    """`--store`."""
    kept = "keep games in F; default the user's own store (smitsilab store path)"
    parser.add_argument("--store", type=Path, metavar="F", help=kept)


def add_hands(parser: argparse.ArgumentParser) -> None:
    """`--processes` and `--cluster`."""
    workers = "how many play at the same time; default one for each core"
    parser.add_argument("--processes", type=whole(1, 4096), default=cores(), help=workers)


class LaterHands:
    """Local hands whose processes start when the first game is played: a run that finds every game
    in the store needs none.
    """

    def __init__(self, processes: int) -> None:
        self.size = processes
        self._hands: Hands | None = None

    @property
    def _started(self) -> Hands:
        if self._hands is None:
            self._hands = LocalHands(self.size, lambda said: say(said, file=sys.stderr))
        return self._hands

    def submit(self, job: GroupJob) -> Future[tuple[GameRecord, ...]]:
        """The games of a job."""
        return self._started.submit(job)

    def prepare(self, game: str, seats: Sequence[str], tell: Callable[[str], object]) -> None:
        """Compiles what the seats need."""
        self._started.prepare(game, seats, tell)

    def close(self) -> None:
        """Ends the processes, if there are any."""
        if self._hands is not None:
            self._hands.close()


@contextmanager
def hands_of(args: argparse.Namespace) -> Iterator[PlaysGames]:
    """Who plays, closed at the end."""
    hands = LaterHands(args.processes)
    try:
        yield hands
    finally:
        hands.close()


def play(name: str, question: Question, store: Store, hands: PlaysGames) -> tuple[Run, bool]:
    """Plays an experiment with progress on standard error; the run, and whether Ctrl-C ended it."""
    answer_ctrl_c()
    with Progress(question.total, lines=True) as bar:
        run = Run(name, question, store, hands, lambda s: bar.update(s.done, s.note, s.told))
        try:
            run.play()
        except KeyboardInterrupt:
            return run, True
    return run, False


def stopped(run: Run, command: str) -> str:
    """What Ctrl-C leaves: how much there is, and the command that goes on."""
    return (
        f"Stopped after {run.done:,} game{'' if run.done == 1 else 's'}; all finished ones are "
        f"kept. The same command goes on from there:\n{command}"
    )
