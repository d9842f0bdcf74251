"""`smitsilab bot`: a search as a program that speaks a contest's protocol, for referees and arenas
outside the lab.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from engines import games
from engines.game import Game, Heard
from engines.jit import is_disabled
from lab.cli import BAD_INPUT, OK, InputError
from lab.cli.parser import whole
from lab.cli.show import say
from lab.match.bot import Bot, rehearse, serve
from lab.match.budget import TIME, Budget
from lab.match.decide import Decision
from lab.match.prepare import is_ready, load
from lab.match.seat import SearchSeat, SeatSpec
from lab.match.seats import parse_algorithm, parse_game, parse_seat
from lab.words.asked import command_line

SHARE = 0.8  # share of the contest's time limit, if no budget is given


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument(
        "game", help='a game with a contest, with options if wanted: "tron:players=3"'
    )
    parser.add_argument(
        "--algorithm",
        required=True,
        metavar="SPEC",
        help="who plays, as a seat is written: uct:c=0.5,w.NAME=1",
    )
    parser.add_argument(
        "--budget",
        help=(
            "for each answer: 45ms, 2s, 2000it or 50000n (nodes); default four fifths of the "
            "contest's time"
        ),
    )
    parser.add_argument(
        "--seed", type=whole(0, 1 << 62), default=1, help="of all random numbers; default 1"
    )
    parser.add_argument(
        "--verbose", action="store_true", help="a line on standard error for each answer"
    )


def run(args: argparse.Namespace) -> int:
    """Compiles before the first line is read, then answers until the input ends; exit code 2 if
    some of it was not understood.
    """
    game = parse_game(args.game)
    if type(game).heard is Game.heard:
        others = ", ".join(name for name, each in games().items() if each.heard is not Game.heard)
        raise InputError(
            f"{game.title} has no contest whose text a bot could read; those that have one "
            f"are {others}."
        )
    if sys.stdin is None:
        raise InputError("Standard input is closed, so there is no text to answer.")
    if sys.stdout is None:
        raise InputError("Standard output is closed, so there is nowhere to answer.")
    budget = Budget.parse(args.budget) if args.budget else Budget(TIME, SHARE * game.turn_ms)
    bot = Bot(game, args.algorithm, budget, args.seed, note if args.verbose else None)
    if not is_disabled():
        compile_first(game, parse_seat(args.algorithm, game))
        rehearse(game, args.algorithm, budget, args.seed)
    try:
        faults = serve(bot, sys.stdin.buffer, sys.stdout.buffer, complain)
    except ValueError as error:
        raise InputError(str(error)) from error
    return BAD_INPUT if faults else OK


def complain(sentence: str) -> None:
    """Reports what was wrong with a turn, on standard error."""
    say(f"smitsilab: {sentence}", file=sys.stderr, flush=True)


def compile_first(game: Game, seat: SeatSpec) -> None:
    """Compiles what is not on disk yet, and says so: a referee's first time limit may end a program
    that is still compiling.
    """
    algorithm = parse_algorithm(seat.name)
    apart = algorithm.apart_for(seat.params) if isinstance(seat, SearchSeat) else ""
    if not is_ready(game, algorithm, apart):
        more = ("--apart", apart) if apart else ()
        command = command_line("warm", game.spec, "--algorithm", algorithm.name, *more)
        said = (
            f"Compiling {algorithm.title} for {game.title}, which is kept for later starts; to "
            f"do it beforehand: {command}"
        )
        print(said, file=sys.stderr, flush=True)
        load(game, algorithm, apart)


def note(heard: Heard, decision: Decision, lines: Sequence[str]) -> None:
    """One answer in a line on standard error."""
    words = (
        f"{heard.game.turn_word} {heard.turn + 1}: {decision.iterations:,} iterations, "
        f"{decision.seconds * 1000:.0f} ms, "
    )
    say(words + " | ".join(lines), file=sys.stderr, flush=True)
