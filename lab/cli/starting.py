"""The options `--from` and `--starts`, for commands that can begin in positions of the editor."""

from __future__ import annotations

import argparse
from pathlib import Path

from engines.game import Game, State
from lab.cli import InputError
from lab.files.position import PositionError, load_position, packed_starts
from lab.match.seats import parse_game


def add_from(parser: argparse.ArgumentParser) -> None:
    """Adds the option."""
    parser.add_argument(
        "--from",
        dest="start",
        type=Path,
        metavar="F",
        help="begin with the position in F, kept by the window's editor",
    )


def add_starts(parser: argparse.ArgumentParser) -> None:
    """Adds the option of a file with several."""
    words = "begin in the positions of F, in turn, each in every seating: one a line, as the "
    words += "editor shows or keeps it"
    parser.add_argument("--starts", type=Path, metavar="F", help=words)


def starts_of(path: Path | None, game: str) -> tuple[str, ...]:
    """The positions of the file as jobs have them; none without one."""
    return packed_starts(path, parse_game(game)) if path is not None else ()


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
