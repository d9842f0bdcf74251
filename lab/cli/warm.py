"""`smitsilab warm`: compiles pairs of games and algorithms into the kernel cache."""

from __future__ import annotations

import argparse
import sys

from engines.calling import with_calls
from lab.batch.serve import come_last
from lab.cli import OK, InputError
from lab.cli.show import show_json
from lab.match.prepare import pairs, warm_all


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument(
        "games", nargs="*", metavar="GAME", help="games, with options if wanted; default all"
    )
    parser.add_argument(
        "--algorithm",
        action="append",
        default=[],
        metavar="NAME",
        help="only these algorithms; default all that fit",
    )
    parser.add_argument(
        "--apart",
        default="",
        metavar="NAME",
        help='also the kernels of settings that are compiled apart: "one tree" for parallel=tree, '
        '"options" for solver, RAVE and others of UCT',
    )
    parser.add_argument(
        "--evaluation-apart",
        action="store_true",
        help="of games of files, kernels that call the evaluation, which somebody may be editing",
    )
    parser.add_argument(
        "--json-lines",
        action="store_true",
        help='print {"done": k, "of": n, "what": "..."} before each',
    )


def run(args: argparse.Namespace) -> int:
    """Compiles what is missing, a line for each pair."""
    todo = pairs(args.games, args.algorithm)
    if not todo:
        raise InputError("None of these algorithms fits these games (smitsilab list says why).")
    if args.evaluation_apart:
        come_last()  # nobody waits for them
        todo = [(with_calls(game), algorithm) for game, algorithm in todo]
    for done, what in warm_all(todo, args.apart):
        if args.json_lines:
            show_json({"done": done, "of": len(todo), "what": what})
        elif what:
            print(f"{done + 1}/{len(todo)}  {what}")
        sys.stdout.flush()
    return OK
