"""`smitsilab export`: a recorded match as tables or as a film, with its searches' trees."""

from __future__ import annotations

import argparse
import importlib
import os
import re
import sys
from pathlib import Path
from typing import Any

from lab.cli import BAD_INPUT, OK, InputError
from lab.cli.options import add_options, asked_by
from lab.cli.parser import add_force, check_free, whole
from lab.cli.show import Progress, say
from lab.export.formats import FILMS_AS, PAGE
from lab.export.job import Job, Moments, NoFormat, export, refusal
from lab.export.match_rows import Part
from lab.export.schema import COLUMNS, TABLES
from lab.export.trees import LEAST
from lab.files.codingame import open_replay
from lab.files.replay import Replay
from lab.files.replay_position import through
from lab.preflight import apt_line, missing_packages
from lab.words.numerals import plural

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
        help=(
            ".csv, .jsonl or .parquet; nodes of one tree also .dot; growth, and turns alone, also "
            "as a film: .gif, .webp, .png, .mp4 or .webm; review also as a page: .html"
        ),
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
    add_options(parser, Moments)
    parser.add_argument("--branch", metavar="NAME", help="the line through a branch")
    add_force(parser)


def run(args: argparse.Namespace) -> int:
    """Writes the file; exit code 2 if the replay is damaged and only its good part was written."""
    tables = tuple(dict.fromkeys(args.what.replace(" ", "").split(",")))
    if said := _refusal(tables, args.out):
        raise InputError(said)
    check_free(args.out, "--out", args.force)
    replay = open_replay(args.file)
    if args.branch is not None:
        replay = through(replay, args.branch)
    job = Job(tables, _part(args, replay), args.least, asked_by(args, Moments))
    try:
        say(f"{args.out}: {_written(args.out, replay, job)}.")
    except NoFormat as error:
        raise InputError(str(error)) from error
    if replay.damaged:
        say(replay.note, file=sys.stderr)
    return BAD_INPUT if replay.damaged else OK


def _refusal(tables: tuple[str, ...], path: Path) -> str:
    """Why these tables cannot be written into that file, as a sentence; "" if they can."""
    ending = path.suffix.lower()
    if ending == PAGE:
        return "" if tables == ("review",) else "A page is of --what review."
    if ending not in FILMS_AS:
        return refusal(tables, path)
    if tables in (("growth",), ("turns",)):
        return ""
    return "A film is of --what growth, a search, or of --what turns, the match."


def _written(path: Path, replay: Replay, job: Job) -> str:
    """Writes the file, and says what is in it."""
    ending = path.suffix.lower()
    if ending == PAGE:
        _drawing().write_review(path, replay)
        return "the review as a page"
    film = ending in FILMS_AS
    count = _film(path, replay, job) if film else export(path, replay, job)
    return f"{count:,} {plural(count, 'image' if film else 'row')}"


def _drawing() -> Any:
    """The module that draws without a screen."""
    missing = missing_packages(window=False)
    if missing:
        raise InputError(f"Drawing needs more system packages. Please type: {apt_line(missing)}")
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    return importlib.import_module("lab.ui.export.command")


def _film(path: Path, replay: Replay, job: Job) -> int:
    """Draws a film; returns the number of images."""
    films = _drawing()
    with Progress(_images(replay, job)) as bar:
        drawn = 0

        def beat() -> None:
            nonlocal drawn
            drawn += 1
            bar.update(drawn, f"image {drawn}")

        if job.tables == ("turns",):
            return int(films.film_match(path, replay, job.part, beat))
        return int(films.film_growth(path, replay, job.part, job.moments, beat))


def _images(replay: Replay, job: Job) -> int:
    """About how many steps a film takes."""
    last = job.part.last or len(replay.turns)
    return 2 * job.moments.frames if job.tables == ("growth",) else 4 * (last - job.part.first + 1)


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
