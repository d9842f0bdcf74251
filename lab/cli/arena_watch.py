"""`smitsilab arena watch`: a finished game in the window, as text, or as a replay; or with --live
games while they are played.
"""

from __future__ import annotations

import argparse
import importlib
import tempfile
from pathlib import Path

from lab.cli import OK, InputError
from lab.cli.arena_live import watch_live
from lab.cli.keeping import add_force, new_file
from lab.cli.parser import Parser, whole
from lab.cli.playing import add_permission, add_processes
from lab.cli.show import say
from lab.experiments.arena.pool import arena_named
from lab.experiments.arena.rules import rules_of
from lab.experiments.arena.watching import write_replay
from lab.store.kept import KeptGame
from lab.store.place import replays_of
from lab.store.store import Store


def arguments(parser: argparse.ArgumentParser) -> None:
    """Which game, and where it is shown."""
    number = "as arena show --games lists it; default the latest one"
    parser.add_argument("number", nargs="?", type=whole(1, 1 << 62), metavar="GAME", help=number)
    live = "print turns, without a window: of that game, or without GAME of those that are played"
    parser.add_argument("--live", action="store_true", help=live)
    parser.add_argument("--out", type=Path, metavar="F", help="only write it as a replay")
    add_force(parser)
    add_permission(parser, "an arena of another store")
    add_processes(parser)
    parser.set_defaults(act=watch)


def watch(args: argparse.Namespace, store: Store) -> int:
    """Brings the game back and shows it, or shows games while they are played."""
    if args.live and args.number is None and args.out is None:
        return watch_live(args, store)
    kept = _game(args, store)
    if args.out is not None:
        with new_file(args.out, "--out", args.force) as place:
            write_replay(kept, place.draft, replays_of(store.path))
        say(f"Game {kept.number} is in {args.out}.")
        return OK
    with tempfile.TemporaryDirectory(prefix="smitsilab-") as folder:
        path = Path(folder) / f"{args.name} {kept.number}.jsonl"
        write_replay(kept, path, replays_of(store.path))
        if args.live:
            return _print(path)
        store.close()  # the window has a store of its own
        return int(importlib.import_module("lab.cli.window").open_window(path))


def _game(args: argparse.Namespace, store: Store) -> KeptGame:
    """The game of the number, or the arena's latest one."""
    arena = arena_named(store, args.name)
    if args.number is None:
        latest = store.listed(arena.experiment, last=1)
        if not latest:
            raise InputError(f"{arena.name} has no finished game yet.")
        return latest[0]
    found = store.game(args.number)
    conditions = [version.condition for version in rules_of(arena)]
    if found is None or found.lineup.condition not in conditions:
        raise InputError(
            f"{arena.name} has no game {args.number}; smitsilab arena show {arena.name} --games "
            "lists them."
        )
    return found


def _print(path: Path) -> int:
    """Prints a replay as `smitsilab replay` does."""
    replay = importlib.import_module("lab.cli.replay")
    parser = Parser(prog="smitsilab replay")
    replay.arguments(parser)
    return int(replay.run(parser.parse_args([str(path)])))
