"""`smitsilab demo`: the demo match without a screen, as a replay, a GIF and a picture of the
window.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from pathlib import Path

from lab.cli import DIFFERENCE, OK
from lab.cli.parser import add_force, check_free
from lab.cli.show import Progress
from lab.files.placing import Place
from lab.files.replay import ReplayWriter
from lab.match.play import MatchResult, Turn, play_setup
from lab.match.seats import command, game_of, make_setup, parse_game
from lab.preflight import apt_line, missing_packages
from lab.words.numerals import capitalised

GAME, SEATS, BUDGET, SEED = "csb", ("smitsimax", "smitsimax"), "1000it", 4
FOLDER = Path("out")
FILES = ("demo.jsonl.gz", "demo.gif", "window.png")


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="where the files are written; default out, whose last demo they replace",
    )
    add_force(parser)


def run(args: argparse.Namespace) -> int:
    """Plays and draws; in a folder that the user named, nothing is replaced without --force."""
    if args.out is None:
        return demo(FOLDER)
    args.out.mkdir(parents=True, exist_ok=True)
    for name in FILES:
        check_free(args.out / name, "--out", args.force)
    return demo(args.out)


def demo(folder: Path) -> int:
    """Plays the demo match into `folder` and returns the files it wrote."""
    folder.mkdir(parents=True, exist_ok=True)
    print(
        (
            "Preparing the demo match (the first time, the searches are compiled: about half a "
            "minute)."
        ),
        file=sys.stderr,
        flush=True,
    )
    replay, result = _play(folder / FILES[0])
    print(f"{capitalised(result.reason)}, after {len(result.turns)} turns: {command(result.setup)}")
    print(replay, flush=True)
    missing = missing_packages(window=False)
    if missing:
        print(
            f"Pictures need more system packages. Please type: {apt_line(missing)}", file=sys.stderr
        )
        return DIFFERENCE
    print("Drawing the match and the window.", file=sys.stderr, flush=True)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    for picture in importlib.import_module("lab.ui.demo").draw(
        folder, game_of(result.setup), result.frames()
    ):
        print(picture, flush=True)
    return OK


def _play(path: Path) -> tuple[Path, MatchResult]:
    setup = make_setup(parse_game(GAME), SEATS, SEED, BUDGET)
    game = game_of(setup)
    with (
        Place(path, replaces=True) as place,
        ReplayWriter(place.draft, setup, game.initial(setup.seed)) as writer,
        Progress(game.most_turns, lines=True) as bar,
    ):

        def on_turn(turn: Turn) -> None:
            writer.turn(turn)
            bar.update(
                turn.turn,
                (
                    f"turn {turn.turn}, "
                    f"{'; '.join(game.standing(turn.state, seat) for seat in range(game.seats))}"
                ),
            )

        result = play_setup(setup, on_turn=on_turn, game=game)
        writer.end(result.outcome, result.reason)
    return path, result
