"""`smitsilab export-bot`: a game's rules and a search as one file of C++, for a contest's site."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from engines.own_files import home_of
from lab.cli import DIFFERENCE, OK, InputError
from lab.cli.parser import add_force, new_file, whole
from lab.cli.show import say
from lab.export.cpp.bot import MOST, BotCode, bot_code, reader, reader_file
from lab.export.cpp.proving import NotEqual, proved
from lab.export.cpp.searching import SEARCHES
from lab.match.seats import parse_algorithm, parse_game
from lab.words.numerals import several

MATCHES, ITERATIONS = 10, 300  # of a proof, and the fewest for each of their decisions
PART = 50  # of what a search usually thinks in the window, where that is more


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("game", help="with options if wanted: NAME:OPTION=VALUE")
    parser.add_argument(
        "--seat",
        required=True,
        metavar="SPEC",
        help=f"who plays: uct:c=0.5,w.NAME=1; known are {', '.join(SEARCHES)}",
    )
    parser.add_argument("--out", type=Path, required=True, metavar="F", help="write it to F")
    parser.add_argument(
        "--budget",
        help="for each answer: 45ms, 2s or 2000it; default four fifths of the contest's time",
    )
    parser.add_argument(
        "--seed", type=whole(0, 1 << 62), default=1, help="of all random numbers; default 1"
    )
    parser.add_argument(
        "--verify",
        type=whole(1, 1_000_000),
        metavar="N",
        help=(
            "compile it, and compare every field of N random games and every number of the "
            f"searches of {MATCHES} matches with the lab's own"
        ),
    )
    add_force(parser)


def run(args: argparse.Namespace) -> int:
    """Writes the file; exit code 1 if what was compared is not equal."""
    game = parse_game(args.game)
    if home_of(type(game)) != type(game).__module__:
        raise InputError(f"{game.title} is a sheet: its tables have no translation to C++.")
    code = bot_code(game, args.seat, args.budget, args.seed)
    text = code.text()
    with new_file(args.out, "--out", args.force) as place:
        place.draft.write_text(text, encoding="utf-8")
    say(f"{args.out}: {len(text):,} characters; {spoken(code)}")
    if len(text) > MOST:
        print(f"smitsilab: CodinGame takes {MOST:,} characters at most.", file=sys.stderr)
    return verify(code, args.verify) if args.verify else OK


def spoken(code: BotCode) -> str:
    """What the bot reads, in words."""
    if reader(code.game) is None:
        wanted = reader_file(code.game).name
        return f"it reads positions as numbers, until {wanted} beside the game reads its text."
    return "it reads the contest's text."


def _tell(doing: str) -> None:
    print(f"{doing} ...", file=sys.stderr, flush=True)


def verify(code: BotCode, games: int) -> int:
    """Compares, and says what was equal."""
    usual = parse_algorithm(code.spec.name).usual_iterations
    iterations = max(ITERATIONS, usual // PART)
    try:
        with tempfile.TemporaryDirectory() as folder:
            proof = proved(code, games, MATCHES, iterations, Path(folder), _tell)
    except NotEqual as error:
        print(f"smitsilab: {error}", file=sys.stderr)
        return DIFFERENCE
    turns = several(proof.turns, code.game.turn_word)
    say(f"{several(games, 'random game')}, {turns}: equal in every field, result and value.")
    share = f"{proof.bot_s / proof.lab_s:.2f} of the lab's CPU time" if proof.lab_s > 0 else ""
    say(
        f"{several(MATCHES, 'match')}, {several(proof.decisions, 'decision')} of "
        f"{iterations:,} iterations: equal in every move and number; {share}."
    )
    if proof.answers:
        say(f"{several(proof.answers, 'answer')} to the contest's text: equal in every line.")
    return OK
