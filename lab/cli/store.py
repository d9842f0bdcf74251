"""`smitsilab store`: where the games of all experiments are, whether they are in order, results of
older files, and what may go.
"""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path

from lab.cli import DIFFERENCE, OK
from lab.cli.playing import add_store
from lab.cli.show import say, show_json
from lab.store.place import store_path
from lab.store.store import PATIENCE_S, Store
from lab.store.tidying import compact
from lab.words.numerals import several


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    kinds = parser.add_subparsers(dest="what", required=True, metavar="WHAT", prog=parser.prog)
    _add(kinds, "path", "prints the store's file")
    check = _add(kinds, "check", "reads everything and says what is wrong")
    check.add_argument(
        "--repair", action="store_true", help="count the tally again, from all games"
    )
    taken = _add(kinds, "import", "takes results of sweeps, tables and psyleagues into the store")
    taken.add_argument("files", nargs="+", type=Path, metavar="F", help="a file of results")
    taken.add_argument(
        "--game", help="the game of a psyleague's games, which they do not name: uttt"
    )
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
    with Store(args.store, writes=args.repair) as store:
        if args.repair:
            store.repair()
        found = store.check()
        experiments = len(store.experiments())
    if args.json:
        show_json(asdict(found) | {"path": str(store.path), "experiments": experiments})
    else:
        say(
            f"{store.path}: {several(found.games, 'game')} of "
            f"{several(experiments, 'experiment')}, {several(found.groups, 'whole group')}, "
            f"{several(found.failed, 'failed game')}."
        )
        say("\n".join(found.problems) or "All is in order.")
    return DIFFERENCE if found.problems else OK


def _import(args: argparse.Namespace) -> int:
    from lab.experiments.importing.files import take_file

    with Store(args.store) as store:
        taken = [take_file(store, path, args.game) for path in args.files]
    if args.json:
        show_json(
            {
                "store": str(store.path),
                "files": [asdict(each) | {"path": str(each.path)} for each in taken],
            }
        )
        return OK
    for each in taken:
        failed = f", {each.failed:,} failed" if each.failed else ""
        say(
            f"{each.path}: {several(each.games, 'game')}{failed}, {each.new:,} new; they are the "
            f"experiment {each.experiment}."
        )
    say(f"All are in {store.path}; the files stay as they are.")
    return OK


def _compact(args: argparse.Namespace) -> int:
    path = store_path(args.store)
    before, after = compact(path, PATIENCE_S)
    if args.json:
        show_json({"path": str(path), "bytes_before": before, "bytes": after})
    else:
        say(f"{path}: {_mib(before)} before, {_mib(after)} now.")
    return OK


def _mib(size: int) -> str:
    return f"{size / (1 << 20):,.1f} MiB"


def _forget(args: argparse.Namespace) -> int:
    with Store(args.store) as store:
        gone = store.forget(args.experiment)
    if args.json:
        show_json({"experiment": args.experiment, "games": gone})
    else:
        say(
            f"The experiment {args.experiment} is forgotten, with {several(gone, 'game')} that no "
            "other asked for. `smitsilab store compact` gives their space back to the disk."
        )
    return OK
