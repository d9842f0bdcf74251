"""`smitsilab conform`: a game's rules against recorded matches, every line and every state."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from lab.cli import DIFFERENCE, INTERRUPTED, OK
from lab.cli.show import Progress, say
from lab.files.conform import conform, recordings
from lab.match.seats import parse_game
from lab.words.asked import command_line


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("game", help="the game whose rules are compared")
    parser.add_argument(
        "folder", type=Path, help="a folder of recordings, .jsonl or .jsonl.gz, or one file"
    )


def run(args: argparse.Namespace) -> int:
    """Prints "N/N matches, M turns", and the first difference if there is one; after Ctrl-C how far
    it has come.
    """
    game = parse_game(args.game)
    files = recordings(args.folder)
    done, turns, code = 0, 0, OK
    with Progress(len(files), lines=True) as bar:
        try:
            for file in files:
                if done:  # a folder of another game is refused at its first file
                    bar.update(done, f"{done} of {len(files)} matches{bar.left(done)}")
                count, found = conform(game, file)
                turns += count
                if found is not None:
                    _tell(done, files, turns)
                    say(
                        f"{file}, turn {found.turn}, {found.field}: expected "
                        f"{found.expected!r}, got {found.got!r}"
                    )
                    return DIFFERENCE
                done += 1
        except KeyboardInterrupt:
            code = INTERRUPTED
    _tell(done, files, turns)
    if code == INTERRUPTED:
        words = ["conform", args.game, str(args.folder)]
        said = "Stopped; no difference up to there. This begins again:"
        say(f"{said}\n{command_line(*words)}", file=sys.stderr, flush=True)
    return code


def _tell(done: int, files: list[Path], turns: int) -> None:
    say(f"{done}/{len(files)} matches, {turns} turns")
