"""The option `--from FILE` of commands that can begin with a position kept by the editor."""

from __future__ import annotations

import argparse
from pathlib import Path

from engines.game import Game, State
from lab.cli import InputError
from lab.files.position import PositionError, load_position
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
