"""`smitsilab export`: a recorded match as tables, and its searches' trees node by node."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from lab.cli import BAD_INPUT, OK, InputError
from lab.cli.keeping import add_force, check_free
from lab.cli.parser import whole
from lab.cli.show import say
from lab.export.growth import MOST_FRAMES, POWERS, SPACINGS, Moments
from lab.export.job import Job, NoFormat, export, refusal
from lab.export.match_rows import Part
from lab.export.schema import COLUMNS, TABLES
from lab.export.trees import LEAST
from lab.files.codingame import open_replay
from lab.files.replay import Replay
from lab.files.replay_position import through

USUAL = "turns,decisions,actions"


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = "columns:\n" + "\n".join(f"  {c.name:<16} {c.says}" for c in COLUMNS)
    parser.add_argument("file", type=Path, help="a replay, or a match in CodinGame's JSON")
    parser.add_argument(
        "--what",
        default=USUAL,
        metavar="TABLE,...",
        help=f"{', '.join(TABLES)}; default {USUAL}. nodes and growth repeat searches exactly",
    )
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="F",
        help=".csv, .jsonl or .parquet; nodes of one tree also .dot",
    )
    parser.add_argument("--turns", metavar="N[-M]", help="only these turns")
    parser.add_argument("--seat", type=whole(1, 100), help="only of this seat")
    parser.add_argument("--agent", type=whole(1, 100), help="only of this agent")
    parser.add_argument(
        "--least",
        type=whole(1, 10**9),
        default=LEAST,
        help=f"visits of a node that is written; default {LEAST}",
    )
    usual = Moments()
    parser.add_argument(
        "--frames",
        type=whole(1, MOST_FRAMES),
        default=usual.frames,
        help=f"moments of growth; default {usual.frames}",
    )
    parser.add_argument(
        "--spacing", choices=SPACINGS, default=POWERS, help=f"of the moments; default {POWERS}"
    )
    parser.add_argument("--branch", metavar="NAME", help="the line through a branch")
    add_force(parser)


def run(args: argparse.Namespace) -> int:
    """Writes the file; exit code 2 if the replay is damaged and only its good part was written."""
    tables = tuple(dict.fromkeys(args.what.replace(" ", "").split(",")))
    if said := refusal(tables, args.out):
        raise InputError(said)
    check_free(args.out, "--out", args.force)
    replay = open_replay(args.file)
    if args.branch is not None:
        replay = through(replay, args.branch)
    job = Job(tables, _part(args, replay), args.least, Moments(args.frames, args.spacing))
    try:
        count = export(args.out, replay, job)
    except NoFormat as error:
        raise InputError(str(error)) from error
    say(f"{args.out}: {count:,} row{'s' * (count != 1)}.")
    if replay.damaged:
        say(replay.note)
    return BAD_INPUT if replay.damaged else OK


def _part(args: argparse.Namespace, replay: Replay) -> Part:
    """The wanted part; InputError if the match has no such turn, seat or agent."""
    game = replay.game
    for name, number, most in (("seat", args.seat, game.seats), ("agent", args.agent, game.agents)):
        if number is not None and number > most:
            raise InputError(f"{game.title} has {most} {name}s; there is no {name} {number}.")
    first, last = _turns(args.turns, len(replay.turns))
    seat = None if args.seat is None else args.seat - 1
    return Part(first, last, seat, None if args.agent is None else args.agent - 1)


def _turns(text: str | None, most: int) -> tuple[int, int | None]:
    if text is None:
        return 1, None
    found = re.fullmatch(r"([0-9]{1,9})(?:-([0-9]{1,9}))?", text)
    if found is None:
        raise InputError(f"--turns {text} is not understood: write 12, or 10-20.")
    first, last = int(found[1]), int(found[2] or found[1])
    if not 1 <= first <= last <= most:
        raise InputError(f"--turns {text} should be within 1 to {most}, the smaller one first.")
    return first, last
