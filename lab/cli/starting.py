"""What several commands begin with: positions of the editor; and `--end-with-input`."""

from __future__ import annotations

import _thread
import argparse
import os
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

from engines.game import Game, State
from lab.cli import InputError
from lab.files.position import PositionError, load_position, packed_starts
from lab.match.seats import parse_game
from lab.words.asked import option


@dataclass(frozen=True)
class StartAsked:
    """Where to begin."""

    start: Path | None = option(
        "begin with the position in F, kept by the window's editor",
        None,
        flag="--from",
        read=Path,
        metavar="F",
    )


def starts_of(path: str | None, game: str) -> tuple[str, ...]:
    """The positions of the file, or random openings, as jobs have them; none without one."""
    return packed_starts(path, parse_game(game)) if path else ()


def started(text: str, path: Path | None) -> tuple[Game, State | None]:
    """The game of a text like "uttt:tie_break=draw" and the position of the file, None without one.

    Options that the text does not name are the file's. InputError if the two do not fit.
    """
    game = parse_game(text)
    if path is None:
        return game, None
    try:
        kept = load_position(path)
    except PositionError as error:
        raise InputError(str(error)) from error
    if kept.game.name != game.name:
        raise InputError(f"{path} holds a position of {kept.game.title}, not of {game.title}.")
    chosen = game if ":" in text else kept.game
    refusal = chosen.check(kept.state)
    if refusal:
        raise InputError(f"The position in {path} does not fit these options ({refusal}).")
    return chosen, kept.state


def add_end_with_input(parser: argparse.ArgumentParser) -> None:
    """`--end-with-input`."""
    words = "stop when standard input ends (for programs that start this one)"
    parser.add_argument("--end-with-input", action="store_true", help=words)


def follow_input(args: argparse.Namespace) -> None:
    """From now on the end of the input is a Ctrl-C, where that is asked for."""
    if args.end_with_input:
        threading.Thread(target=_await_end, daemon=True).start()


def _await_end() -> None:
    # not through sys.stdin: a thread that waits there holds its lock, on which Python aborts when
    # it ends
    while os.read(sys.stdin.fileno(), 1 << 12):
        pass
    _thread.interrupt_main()
