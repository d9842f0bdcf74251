"""What the commands that play experiments share: where games are kept, who plays them, progress,
and Ctrl-C.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from lab.batch.cluster import ClusterHands
from lab.batch.errors import BatchError
from lab.batch.games import GameRecord, GroupJob
from lab.batch.hands import Hands
from lab.batch.local import LocalHands
from lab.batch.pool import cores
from lab.cli import INTERRUPTED
from lab.cli.parser import whole
from lab.cli.show import Progress, say
from lab.experiments.running import PlaysGames, Question, Run
from lab.signals import answer_ctrl_c
from lab.store.store import Store


def add_store(parser: argparse.ArgumentParser) -> None:
    """`--store`."""
    kept = "keep games in F; default the user's own store (smitsilab store path)"
    parser.add_argument("--store", type=Path, metavar="F", help=kept)


def stored(args: argparse.Namespace) -> str:
    """`--store` for the end of a command line, if it was given."""
    return f" {shlex.join(['--store', str(args.store)])}" if args.store else ""


def add_hands(parser: argparse.ArgumentParser) -> None:
    """`--processes` and `--cluster`."""
    workers = "how many play at the same time; default one for each core"
    parser.add_argument("--processes", type=whole(1, 4096), default=cores(), help=workers)
    elsewhere = "play on the workers of the Dask scheduler at ADDRESS (smitsilab worker)"
    parser.add_argument("--cluster", metavar="ADDRESS", default="", help=elsewhere)
    unequal = "compare games by CPU time even where machines differ in speed by more than a tenth"
    parser.add_argument("--mixed-speeds", action="store_true", help=unequal)


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
    hands: LaterHands | ClusterHands = (
        ClusterHands(args.cluster, lambda said: say(said, file=sys.stderr), args.mixed_speeds)
        if args.cluster
        else LaterHands(args.processes)
    )
    try:
        yield hands
    finally:
        hands.close()


@dataclass(frozen=True)
class Playing:
    """A run and how it ended: `interrupted` by Ctrl-C, or by `error`, a sentence for the user."""

    run: Run
    interrupted: bool = False
    error: BatchError | OSError | None = None

    def code(self, code: int, command: str) -> int:
        """The exit code: `code` if the run came to its end. After Ctrl-C says how to go on; raises
        what ended the run.
        """
        if self.error is not None:
            raise self.error
        if not self.interrupted:
            return code
        games = f"{self.run.done:,} game{'' if self.run.done == 1 else 's'}"
        said = f"Stopped after {games}; all finished ones are kept. This goes on from there:"
        say(f"{said}\n{command}", file=sys.stderr, flush=True)
        return INTERRUPTED


def play(name: str, question: Question, store: Store, hands: PlaysGames) -> Playing:
    """Plays an experiment with progress on standard error. However it ends, what is known can still
    be told.
    """
    answer_ctrl_c()
    with Progress(question.total, lines=True) as bar:
        run = Run(name, question, store, hands, lambda s: bar.update(s.done, s.note, s.told))
        try:
            run.play()
        except KeyboardInterrupt:
            return Playing(run, interrupted=True)
        except (BatchError, OSError) as error:
            if not run.done:
                raise
            return Playing(run, error=error)
    return Playing(run)
