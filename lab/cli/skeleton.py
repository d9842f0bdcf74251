"""`smitsilab skeleton`: the beginning of a bot that reads a game's text."""

from __future__ import annotations

import argparse
from pathlib import Path

from engines.stub_text import StubText
from lab.cli import OK, InputError
from lab.cli.parser import add_force, new_file
from lab.export.skeleton import LANGUAGES, skeleton
from lab.match.seats import parse_game


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("game", help="a game that declares its text in a stub")
    parser.add_argument(
        "--language", choices=LANGUAGES, default=LANGUAGES[0], help=f"default {LANGUAGES[0]}"
    )
    parser.add_argument("--out", type=Path, metavar="F", help="write it to F")
    add_force(parser)


def run(args: argparse.Namespace) -> int:
    """Prints the source code, or writes it."""
    game = parse_game(args.game)
    if not isinstance(game, StubText):
        raise InputError(f"{game.title} declares no stub, which a skeleton is made from.")
    agents = max(len(game.agents_of(seat)) for seat in range(game.seats))
    code = skeleton(game.declared, args.language, agents)
    if args.out is None:
        print(code, end="")
    else:
        with new_file(args.out, "--out", args.force) as place:
            place.draft.write_text(code, encoding="utf-8")
    return OK
