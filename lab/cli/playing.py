"""What the commands that play experiments share: where games are kept, who plays them, progress,
and Ctrl-C.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from lab.batch.cluster import ClusterHands
from lab.batch.cluster.link import TLS_FILES, open_to_all, secure
from lab.batch.computer import cores
from lab.batch.errors import BatchError
from lab.batch.frames import Choose, OnFrame
from lab.batch.games import Entrant, GameRecord, GroupJob
from lab.batch.hands import Hands
from lab.batch.local import LocalHands
from lab.batch.workplace import Workplace
from lab.cli import INTERRUPTED, InputError
from lab.cli.parser import whole
from lab.cli.show import Progress, say
from lab.experiments.keeping import OnStep
from lab.experiments.running import PlaysGames, Question, Run
from lab.programs.spec import PROGRAM
from lab.signals import first_ctrl_c
from lab.store.kept import KeptBot
from lab.store.place import is_own, replays_of, store_path
from lab.store.store import Store
from lab.words.numerals import plural

ALL = "all"


def add_store(parser: argparse.ArgumentParser) -> None:
    """`--store`."""
    kept = "keep games in F; default the user's own store (smitsilab store path)"
    parser.add_argument("--store", type=Path, metavar="F", help=kept)


def stored(args: argparse.Namespace) -> list[str]:
    """`--out`, `--store` and what goes with them for the end of a command line, if given."""
    words = ["--out", str(args.out)] if getattr(args, "out", None) else []
    words += ["--store", str(args.store)] if args.store else []
    words += ["--allow-programs"] if getattr(args, "allow_programs", False) else []
    words += ["--replays", ALL] if getattr(args, "replays", "") else []
    words += ["--tls", str(args.tls)] if getattr(args, "tls", None) else []
    return words


def add_permission(parser: argparse.ArgumentParser, where: str) -> None:
    """`--allow-programs`, of those that are named in such a place."""
    words = f"the programs that {where} names may be started on this computer"
    parser.add_argument("--allow-programs", action="store_true", help=words)


def ask_for_programs(args: argparse.Namespace, where: str, seats: Iterable[str]) -> None:
    """InputError where programs among seats' texts would be started that only the author of a file
    or store has chosen.
    """
    mark = f"{PROGRAM}:"
    found = dict.fromkeys(seat.removeprefix(mark) for seat in seats if seat.startswith(mark))
    if found and not args.allow_programs:
        raise InputError(
            f"{where} starts {', '.join(found)} on this computer; say --allow-programs if that "
            "may be."
        )


def ask_for_bots(args: argparse.Namespace, arena: str, bots: Iterable[KeptBot]) -> None:
    """The same of an arena's bots, but those of the user's own store joined here."""
    if not is_own(args.store):
        ask_for_programs(args, f"The arena {arena}", (bot.entrant.text for bot in bots))


def add_hands(parser: argparse.ArgumentParser) -> None:
    """`--processes` and `--cluster`."""
    add_processes(parser)
    elsewhere = "play on the workers of the Dask scheduler at ADDRESS (smitsilab worker)"
    parser.add_argument("--cluster", metavar="ADDRESS", default="", help=elsewhere)
    add_tls(parser)
    unequal = "compare games by CPU time even where machines differ in speed by more than a tenth"
    parser.add_argument("--mixed-speeds", action="store_true", help=unequal)
    every = "all: also write every game that is played now as a replay, beside the store"
    parser.add_argument("--replays", choices=(ALL,), default="", help=every)


def add_tls(parser: argparse.ArgumentParser) -> None:
    """`--tls`."""
    words = f"meet a scheduler at tls://... with the certificate in DIR: {TLS_FILES}"
    parser.add_argument("--tls", type=Path, metavar="DIR", help=words)


def add_processes(parser: argparse.ArgumentParser) -> None:
    """`--processes`."""
    workers = "how many play at the same time; default one for each core"
    parser.add_argument("--processes", type=whole(1, 4096), default=cores(), help=workers)


class LaterHands:
    """Local hands whose processes start when the first game is played: a run that finds every game
    in the store needs none.
    """

    def __init__(self, processes: int, replays: Path | None = None) -> None:
        self.size, self._replays = processes, replays
        self._hands: Hands | None = None
        self._wish: tuple[Choose, OnFrame] | None = None

    @property
    def _started(self) -> Hands:
        if self._hands is None:
            self._hands = LocalHands(self.size, lambda said: say(said, file=sys.stderr))
            if self._wish is not None:
                self._hands.watch(*self._wish)
        return self._hands

    def watch(self, choose: Choose, on_frame: OnFrame) -> None:
        """Frames of the jobs that `choose` wants, once there are any; see `Hands`."""
        self._wish = choose, on_frame

    def submit(self, job: GroupJob) -> Future[tuple[GameRecord, ...]]:
        """The games of a job, with replays in the folder, if there is one."""
        folder = "" if self._replays is None else str(self._replays.resolve())
        return self._started.submit(replace(job, replays=folder))

    def prepare(self, game: str, seats: Sequence[str], tell: Callable[[str], object]) -> None:
        """Compiles what the seats need."""
        self._started.prepare(game, seats, tell)

    def close(self) -> None:
        """Ends the processes, if there are any."""
        if self._hands is not None:
            self._hands.close()


@contextmanager
def hands_of(args: argparse.Namespace) -> Iterator[PlaysGames]:
    """Who plays, closed at the end. InputError where replays would be written elsewhere."""
    if args.replays and args.cluster:
        raise InputError("--replays writes to this computer, but --cluster plays on others.")
    folder = replays_of(store_path(args.store)) if args.replays else None
    if args.tls is not None:
        secure(args.tls)
    if args.cluster and (warning := open_to_all(args.cluster)):
        say(warning, file=sys.stderr)
    hands: LaterHands | ClusterHands = (
        ClusterHands(args.cluster, lambda said: say(said, file=sys.stderr), args.mixed_speeds)
        if args.cluster
        else LaterHands(args.processes, folder)
    )
    try:
        yield hands
    finally:
        hands.close()


def warn_if_crowded(hands: PlaysGames, players: Iterable[Entrant]) -> None:
    """Says where programs may be late because more is at work here than there are cores."""
    place = Workplace(hands.size, "elsewhere" if isinstance(hands, ClusterHands) else "")
    if said := place.crowded(players):
        say(said, file=sys.stderr, flush=True)


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
        games = f"{self.run.done:,} {plural(self.run.done, 'game')}"
        said = f"Stopped after {games}; all finished ones are kept. This goes on from there:"
        say(f"{said}\n{command}", file=sys.stderr, flush=True)
        return INTERRUPTED


def play(
    name: str,
    question: Question,
    store: Store,
    hands: PlaysGames,
    on_step: OnStep | None = None,
    at_once: bool = False,
) -> Playing:
    """Plays an experiment with progress on standard error, or `on_step` in its place. However it
    ends, what is known can still be told. The first Ctrl-C lets the running games end, unless it is
    to stop `at_once`; the second one does not.
    """
    if isinstance(hands, ClusterHands):
        store.set_hosts(hands.hosts())
    with Progress(question.total, lines=True) as bar:
        shown = on_step or (lambda step: bar.update(step.done, step.note, step.told))
        run = Run(name, question, store, hands, shown)
        try:
            answer = (lambda: False) if at_once else run.finish
            with store.playing(name), first_ctrl_c(answer):
                run.play()
        except KeyboardInterrupt:
            return Playing(run, interrupted=True)
        except (BatchError, OSError) as error:
            if not run.done:
                raise
            return Playing(run, error=error)
    return Playing(run, interrupted=run.finishing)
