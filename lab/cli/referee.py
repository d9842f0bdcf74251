"""`smitsilab referee`: one match between programs for a tester that runs many, such as
cg-brutaltester.

With -p1 and so on it starts the programs itself (the protocol of CodinGame's runner: scores on
standard output, one per line, then the seed); without them it talks to the programs through the
tester (the older protocol, see `lab.programs.relay`).
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import secrets
import sys
import zlib
from contextlib import AbstractContextManager, ExitStack, nullcontext
from pathlib import Path

from engines.game import Game
from engines.knobs import Knob, knobs, read_number
from lab.cli import OK, InputError
from lab.cli.console import hear
from lab.cli.parser import add_force, check_free
from lab.cli.show import say
from lab.files.codingame.result import failures, game_result, scores
from lab.files.placing import Place
from lab.files.replay import FORMAT, save
from lab.match.play import MatchResult, play_setup
from lab.match.records import Setup
from lab.match.seat import ProgramSeat
from lab.match.seats import parse_game
from lab.programs.process import START_S, Process
from lab.programs.relay import HungUp, Relayed, Wire
from lab.programs.spec import Program, parse_program
from lab.signals import end_in_order
from lab.words.asked import values_of
from lab.words.numerals import several

MOST = 8  # players of a contest
MOST_START_S = 600
_SEEDS = 1 << 64  # Java's seeds are signed 64-bit integers
_kept: dict[tuple[str, int, str | None], Game] = {}
_OURS = (".jsonl", ".jsonl.gz")
_MOST_READ = 1 << 26  # bytes of a file that is to be replaced


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments, spelt as testers spell them."""
    parser.add_argument(
        "game",
        help="a game whose contest has a protocol, with options if wanted (smitsilab list games)",
    )
    for k in range(1, MOST + 1):
        shown = k <= 4
        parser.add_argument(
            f"-p{k}",
            action="append",
            metavar="CMD",
            help=f"the program of player {k}" if shown else argparse.SUPPRESS,
        )
        parser.add_argument(
            f"-p{k}n", f"-n{k}", dest=f"n{k}", metavar="NAME", help=argparse.SUPPRESS
        )
    parser.add_argument(
        "-d",
        metavar="seed=N",
        help="the referee's input: the seed; one that is not given is drawn and printed",
    )
    parser.add_argument("-seed", metavar="N", help="the same")
    parser.add_argument(
        "-l",
        type=Path,
        metavar="FILE",
        help=(
            "write the match as CodinGame's runner does; .jsonl or .jsonl.gz: as a replay of ours. "
            "Another match's log is replaced"
        ),
    )
    add_force(parser)
    parser.add_argument("-league", metavar="N", help="the game's league, where it has leagues")
    parser.add_argument("-s", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument(
        "--patience",
        type=_patience,
        default=1.0,
        metavar="X",
        help="the contest's time limits are multiplied by this, 0.01 to 10000; default 1",
    )
    parser.add_argument(
        "--start",
        type=_wait,
        default=START_S,
        metavar="S",
        help=(
            "seconds a program has to start in: the clock of its first turn runs once it "
            f"reads, at latest then; default {START_S:g}"
        ),
    )


def _patience(text: str) -> float:
    try:
        return read_number(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text} should be a number") from None


def _wait(text: str) -> float:
    try:
        seconds = read_number(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= MOST_START_S:
        raise argparse.ArgumentTypeError(
            f"{text} should be a number of seconds, 0 to {MOST_START_S}"
        )
    return seconds


def run(args: argparse.Namespace) -> int:
    """Plays one match, or as many as the tester starts."""
    if args.s:
        raise InputError(
            "The match is not shown from here: write it with -l FILE and open the file in "
            "the window."
        )
    if args.l is not None:
        check_free(args.l, "-l", args.force or is_log(args.l))
    named = commands(args)
    if not named:
        return _relay(args)
    game = game_for(args.game, len(named), args.league)
    programs = [_program(command, args.patience, game) for command in named]
    for program in programs:
        program.check()
    end_in_order()
    seed = _seed(args)
    names = [getattr(args, f"n{k + 1}") or command for k, command in enumerate(named)]
    with _log(args) as log:
        result = _started(game, programs, seed, args.start)
        print("\n".join([*(str(score) for score in scores(game, result)), f"seed={seed}"]))
        _tell_failures(game, result)
        _keep(log, game, result, names, seed)
    return OK


def commands(args: argparse.Namespace) -> list[str]:
    """The programs in order, [] if none is named; InputError if one is missing, empty or given
    twice.
    """
    given = {
        k: getattr(args, f"p{k}") for k in range(1, MOST + 1) if getattr(args, f"p{k}") is not None
    }
    for k, commands in given.items():
        if len(commands) > 1:
            raise InputError(
                f"-p{k} is given twice; the program of player {k + 1} is named with -p{k + 1}."
            )
        if not commands[0].strip():
            raise InputError(f"-p{k} names no program.")
    missing = next((k for k in range(1, len(given) + 1) if k not in given), None)
    if missing is not None:
        raise InputError(f"-p{missing} is missing.")
    return [commands[0] for commands in given.values()]


def _started(game: Game, programs: list[Program], seed: int, wait_s: float) -> MatchResult:
    """A match between programs, each with the given seconds to start in."""
    with ExitStack() as open_programs:
        talkers = {}
        for seat, program in enumerate(programs):
            talkers[seat] = Process(program.start_words, wait_s)
            open_programs.callback(talkers[seat].close)
        return play_setup(
            _setup(game, programs, seed), log_events=False, game=game, talkers=talkers
        )


def _relay(args: argparse.Namespace) -> int:
    """The older protocol, until the tester is done."""
    parse_game(args.game)
    if sys.stdin is None:
        raise InputError(
            "Standard input is closed, so no tester can be heard; name the programs with "
            "-p1 and so on."
        )
    end_in_order()
    hear()
    wire = Wire(sys.stdin, sys.stdout)
    try:
        while (begun := wire.start()) is not None:
            players, seed = begun
            game = game_for(args.game, players, args.league)
            seed = _seed(args) if seed is None else seed
            names = [f"player {seat}" for seat in range(players)]
            setup = _setup(game, [_program(name, args.patience, game) for name in names], seed)
            with _log(args) as log:
                result = play_setup(
                    setup,
                    log_events=False,
                    game=game,
                    talkers={seat: Relayed(wire, seat) for seat in range(players)},
                )
                wire.end(result.outcome)
                _keep(log, game, result, names, seed)
            _tell_failures(game, result)
    except HungUp as error:
        raise InputError(str(error)) from None
    return OK


def keep_game(text: str, players: int, league: str | None) -> Game:
    """The game of `game_for`, kept for later calls: a configured game has compiled rules of its
    own, which take a tenth of a second to load.
    """
    _kept[text, players, league] = game_for(text, players, league)
    return _kept[text, players, league]


def game_for(text: str, players: int, league: str | None = None) -> Game:
    """The game written `text`, with this many seats if it allows a choice, and in this league;
    InputError if that is impossible.
    """
    if (text, players, league) in _kept:
        return _kept[text, players, league]
    game = parse_game(text)
    wanted: dict[str, str | int] = {}
    known = {knob.name: knob for knob in knobs(type(game.options))}
    if game.seats != players and "players" in known:
        wanted["players"] = players
    if league is not None and not re.fullmatch(r"[0-9]{1,9}", league):
        raise InputError(f"There is no league {league}: write a whole number.")
    if league is not None and "league" in known:
        wanted["league"] = _league(league, known["league"])
    if wanted:
        game = type(game).configure(**values_of(game.options) | wanted)
    if game.seats != players:
        raise InputError(
            f"{game.title} has {several(game.seats, 'seat')}, but {players} "
            f"program{'s are' if players != 1 else ' is'} given."
        )
    return game


def _league(text: str, knob: Knob) -> str | int:
    """The game's league for a contest's league number; higher numbers mean the highest league."""
    if knob.kind == "choice":
        return str(min(int(text), max(map(int, knob.choices))))
    return min(int(text), int(knob.high))


def _program(command: str, patience: float, game: Game) -> Program:
    return parse_program(f"{command},patience={patience!r}", game)


def _setup(game: Game, programs: list[Program], seed: int) -> Setup:
    return Setup(
        game.name,
        game.options,
        tuple(ProgramSeat(program) for program in programs),
        seed % _SEEDS,
    )


def _seed(args: argparse.Namespace) -> int:
    """The given seed, else a random one."""
    text = args.seed if args.seed is not None else args.d
    if text is None:
        return secrets.randbelow(1 << 31)
    found = re.fullmatch(r"\s*(?:seed\s*=\s*)?(-?[0-9]{1,19})\s*", text)
    if found is None:
        raise InputError(f"The seed {text.strip()[:80]} is not understood: write seed=N.")
    return int(found[1])


def is_log(path: Path) -> bool:
    """Whether a file is the log of a match: testers number theirs from 1 each time, and count a
    match that is not played as a draw, so a log may take the place of another.
    """
    try:
        if path.name.endswith(_OURS):
            with (gzip.open if path.suffix == ".gz" else open)(path, "rb") as file:
                return bool(json.loads(file.readline(_MOST_READ))["format"] == FORMAT)
        with open(path, "rb") as file:
            return {"views", "scores"} <= set(json.loads(file.read(_MOST_READ)))
    except (OSError, EOFError, zlib.error, ValueError, KeyError, TypeError, RecursionError):
        return False


def _log(args: argparse.Namespace) -> AbstractContextManager[Place | None]:
    """Where the match is written, checked to be writable before it is played."""
    return nullcontext() if args.l is None else Place(args.l, replaces=True)


def _keep(log: Place | None, game: Game, result: MatchResult, names: list[str], seed: int) -> None:
    if log is None:
        return
    if log.path.name.endswith(_OURS):
        save(log.draft, result)
    else:
        log.draft.write_text(json.dumps(game_result(game, result, names, seed), allow_nan=False))


def _tell_failures(game: Game, result: MatchResult) -> None:
    """Prints failures on standard error, which testers take as a sign of an error."""
    for sentence in failures(game, result).values():
        say(sentence, file=sys.stderr)
