"""`smitsilab store`: where the games of all experiments are, whether they are in order, results of
older files, and what may go.
"""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from lab.cli import DIFFERENCE, INTERRUPTED, OK
from lab.cli.parser import add_force, new_file
from lab.cli.playing import add_store, stored
from lab.cli.show import Progress, say, show_json
from lab.store.checking import StoreCheck
from lab.store.kept import KeptHost, Tell
from lab.store.place import replays_of, store_path
from lab.store.store import PATIENCE_S, Store
from lab.store.tidying import compact
from lab.words.numerals import several

if TYPE_CHECKING:
    from lab.experiments.importing.taking import ImportedFile

T = TypeVar("T")


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    kinds = parser.add_subparsers(dest="what", required=True, metavar="WHAT", prog=parser.prog)
    _add(kinds, "path", "prints the store's file")
    check = _add(kinds, "check", "reads everything and says what is wrong")
    check.add_argument(
        "--repair", action="store_true", help="count the tally again, and mend what is not whole"
    )
    taken = _add(kinds, "import", "takes results of sweeps, tables and psyleagues into the store")
    taken.add_argument("files", nargs="+", type=Path, metavar="F", help="a file of results")
    taken.add_argument(
        "--game", help="the game of a psyleague's games, which they do not name: uttt"
    )
    backup = _add(kinds, "backup", "copies the store, also while games are played")
    backup.add_argument("--out", type=Path, required=True, metavar="F", help="the copy")
    add_force(backup)
    _add(kinds, "compact", "gives unused space back to the disk")
    forget = _add(kinds, "forget", "removes an experiment and the games that no other asked for")
    forget.add_argument("experiment", help="its name")


def _add(
    kinds: argparse._SubParsersAction[argparse.ArgumentParser], name: str, does: str
) -> argparse.ArgumentParser:
    parser = kinds.add_parser(name, help=does, description=f"{does.capitalize()}.")
    add_store(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser


def run(args: argparse.Namespace) -> int:
    """Does what is asked."""
    commands = {
        "path": _path,
        "check": _check,
        "import": _import,
        "backup": _backup,
        "compact": _compact,
        "forget": _forget,
    }
    return commands[args.what](args)


def _path(args: argparse.Namespace) -> int:
    path = store_path(args.store).resolve()
    if args.json:
        show_json({"path": str(path), "exists": path.is_file()})
    else:
        say(str(path))
    return OK


def _check(args: argparse.Namespace) -> int:
    path, found, experiments, hosts = _whole(args, lambda: _checked(args))
    if args.json:
        computers = [asdict(each) for each in hosts]
        about = {"path": str(path), "experiments": experiments, "hosts": computers}
        show_json(asdict(found) | about)
    else:
        say(
            f"{path}: {several(found.games, 'game')} of "
            f"{several(experiments, 'experiment')}, {several(found.groups, 'whole group')}, "
            f"{several(found.failed, 'failed game')}."
        )
        problems = found.problems or ("All is in order.",)
        say("\n".join([*map(_host, hosts), *problems]))
    return DIFFERENCE if found.problems else OK


def _checked(args: argparse.Namespace) -> tuple[Path, StoreCheck, int, list[KeptHost]]:
    """The file, what a check of it found, how many experiments it has, and the computers."""
    from lab.experiments.arena.rules import mend, not_whole

    tell = _teller()
    with Store(args.store, writes=args.repair) as store:
        if args.repair:
            store.repair(tell)
            mend(store)
        found = store.check(tell)
        problems = (*found.problems, *(() if found.problems else not_whole(store)))
        found = replace(found, problems=problems)
        return store.path, found, len(store.experiments()), store.hosts()


def _teller() -> Tell:
    """Shows each part of a long work, with its time left, on standard error."""
    bars: dict[str, Progress] = {}

    def tell(what: str, done: int, total: int) -> None:
        if not done:
            bars[what] = Progress(total, lines=True)
        how_far = f": {done:,} of {total:,}{bars[what].left(done)}" if total else ""
        bars[what].update(done, f"{what}{how_far}")

    return tell


def _whole(args: argparse.Namespace, act: Callable[[], T]) -> T:
    """What `act` gives, which changes all or nothing. SQLite answers no Ctrl-C, so this ends the
    program in its middle; what was begun is then undone.
    """
    with ThreadPoolExecutor(1) as threads:
        try:
            return threads.submit(act).result()
        except KeyboardInterrupt:
            words = ["smitsilab", "store", args.what]
            words += ["--repair"] * getattr(args, "repair", False)
            words += filter(None, [getattr(args, "experiment", "")])
            said = "Stopped; the store is as it was. This begins again:"
            say(f"{said}\n{shlex.join([*words, *stored(args)])}", file=sys.stderr, flush=True)
            os._exit(INTERRUPTED)


def _host(host: KeptHost) -> str:
    """A computer in a line."""
    facts = [host.cpu, several(host.cores, "core") if host.cores else ""]
    facts += [f"Python {host.python}" * bool(host.python), f"numba {host.numba}" * bool(host.numba)]
    facts += [f"speed {host.speed:.2f}"] if host.speed else []
    return (
        f"Played on {host.name}: {', '.join([several(host.games, 'game'), *filter(None, facts)])}."
    )


def _import(args: argparse.Namespace) -> int:
    taken: list[ImportedFile] = []
    with Store(args.store) as store:
        try:
            for path in args.files:
                taken.append(_take(store, path, args.game))
                if not args.json:
                    say(_taken(taken[-1]))
        except KeyboardInterrupt:
            _tell_imported(args, store.path, taken)
            words = ["smitsilab", "store", "import", *map(str, args.files)]
            words += ["--game", args.game] if args.game else []
            said = "Stopped; the games that were taken are kept. This goes on with the others:"
            say(f"{said}\n{shlex.join([*words, *stored(args)])}", file=sys.stderr, flush=True)
            return INTERRUPTED
    _tell_imported(args, store.path, taken)
    if not args.json:
        say(f"All are in {store.path}; the files stay as they are.")
    return OK


def _tell_imported(args: argparse.Namespace, path: Path, taken: list[ImportedFile]) -> None:
    """The files that were taken as a whole, as JSON if that is asked for."""
    if args.json:
        files = [asdict(each) | {"path": str(each.path)} for each in taken]
        show_json({"store": str(path), "files": files})


def _take(store: Store, path: Path, game: str | None) -> ImportedFile:
    """Takes a file with progress on standard error."""
    from lab.experiments.importing.files import take_file

    with Progress(0, lines=True) as bar:
        bar.update(0, f"reading {path}")

        def tell(done: int, total: int) -> None:
            bar.total = total
            if done < total:
                bar.update(done, f"{path}: {done:,} of {total:,} games{bar.left(done)}")

        return take_file(store, path, game, tell)


def _taken(file: ImportedFile) -> str:
    failed = f", {file.failed:,} failed" if file.failed else ""
    return (
        f"{file.path}: {several(file.games, 'game')}{failed}, {file.new:,} new; they are the "
        f"experiment {file.experiment}."
    )


def _backup(args: argparse.Namespace) -> int:
    with Store(args.store, writes=False) as store:
        with new_file(args.out, "--out", args.force) as place:
            store.backup(place.draft, _teller())
        path, replays = store.path, replays_of(store.path)
    size = args.out.stat().st_size
    if args.json:
        show_json({"path": str(path), "copy": str(args.out), "bytes": size})
    else:
        more = f" The replays in {replays} are not part of it." if replays.is_dir() else ""
        say(f"{path} is copied to {args.out}, {_mib(size)}.{more}")
    return OK


def _compact(args: argparse.Namespace) -> int:
    path = store_path(args.store)
    before, after = _whole(args, lambda: compact(path, PATIENCE_S, _teller()))
    if args.json:
        show_json({"path": str(path), "bytes_before": before, "bytes": after})
    else:
        say(f"{path}: {_mib(before)} before, {_mib(after)} now.")
    return OK


def _mib(size: int) -> str:
    return f"{size / (1 << 20):,.1f} MiB"


def _forget(args: argparse.Namespace) -> int:
    gone = _whole(args, lambda: _forgotten(args))
    if args.json:
        show_json({"experiment": args.experiment, "games": gone})
    else:
        say(
            f"The experiment {args.experiment} is forgotten, with {several(gone, 'game')} that no "
            "other asked for. `smitsilab store compact` gives their space back to the disk."
        )
    return OK


def _forgotten(args: argparse.Namespace) -> int:
    """How many games went."""
    with Store(args.store) as store:
        return store.forget(args.experiment, _teller())
