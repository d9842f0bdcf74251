"""`smitsilab conform`: a game's rules against recorded matches, every line and every state."""

from __future__ import annotations

import argparse
from pathlib import Path

from lab.cli import DIFFERENCE, OK
from lab.cli.show import Progress, say
from lab.files.conform import conform, recordings
from lab.match.seats import parse_game


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("game", help="the game whose rules are compared")
    parser.add_argument(
        "folder", type=Path, help="a folder of recordings, .jsonl or .jsonl.gz, or one file"
    )


def run(args: argparse.Namespace) -> int:
    """Prints "N/N matches, M turns", and the first difference if there is one."""
    game = parse_game(args.game)
    files = recordings(args.folder)
    turns = 0
    with Progress(len(files)) as bar:
        for done, file in enumerate(files):
            bar.update(done, file.name)
            count, found = conform(game, file)
            turns += count
            if found is not None:
                say(f"{done}/{len(files)} matches, {turns} turns")
                say(
                    f"{file}, turn {found.turn}, {found.field}: expected "
                    f"{found.expected!r}, got {found.got!r}"
                )
                return DIFFERENCE
    say(f"{len(files)}/{len(files)} matches, {turns} turns")
    return OK
