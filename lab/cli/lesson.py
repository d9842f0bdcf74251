"""`smitsilab lesson`: a search of a small position, step by step with its reasons; or how leaves
grow with depth, measured. The flags are the knobs of the lesson's question.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from engines.knobs import HasFields, Knob, KnobError, Value, knobs, make, read_number, shown
from lab.cli import INTERRUPTED, OK, InputError
from lab.cli.options import add_options, given
from lab.cli.parser import whole
from lab.cli.show import Progress, show_json, table
from lab.compare.words import CompareAsked
from lab.lesson.asked import LessonQuestion, PositionQuestion
from lab.lesson.every import KINDS
from lab.lesson.growth import BRANCHES, PLIES, LeafGrowth, measured, rows
from lab.lesson.match_start import MatchStart, read_start
from lab.lesson.study import AlphaBetaQuestion
from lab.match.seats import parse_algorithm, parse_search
from lab.words.asked import flag


def add_flags(
    parser: argparse.ArgumentParser, asked: type[HasFields], but: Iterable[str] = ()
) -> None:
    """A flag for each knob but some; one that is not given is None, and its default holds."""
    for knob in knobs(asked):
        if knob.name not in but:
            choices = list(knob.choices) if knob.kind == "choice" else None
            parser.add_argument(
                flag(knob.name), type=_reader(knob), choices=choices, help=_help(knob)
            )


def _reader(knob: Knob) -> Callable[[str], Value]:
    """An argument's type; the question checks what it reads."""
    if knob.kind == "integer":
        return whole(int(knob.low), int(knob.high))
    return _number if knob.kind == "number" else str


def _number(text: str) -> float:
    """A number as knobs read it."""
    try:
        return read_number(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text} is not a number") from None


def _help(knob: Knob) -> str:
    """What it means, its range and its default."""
    numbers = f"{knob.range_text}; " if knob.kind in ("integer", "number") else ""
    usual = f"default {shown(knob.default)}" if knob.default != "" else ""
    words = f"{knob.help[:1].lower()}{knob.help[1:].rstrip('.')}; {numbers}{usual}"
    return words.rstrip("; ").replace("%", "%%")


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    lessons = parser.add_subparsers(dest="lesson", metavar="LESSON", required=True)
    for name, kind in KINDS.items():
        each = lessons.add_parser(name, help=kind.words)
        adds, reads = MORE.get(name, (_nothing, _plain))
        adds(each, kind.asked)
        add_flags(each, kind.asked, but=("tree",))
        each.add_argument("--json", action="store_true", help="one JSON object instead of text")
        each.set_defaults(does=_tell, reads=reads)
    _growth(lessons.add_parser("growth", help="leaves against depth in uniform trees, measured"))


def _nothing(parser: argparse.ArgumentParser, asked: type[LessonQuestion]) -> None:
    """No arguments beside the flags of the question's knobs."""


def _takes_tree(parser: argparse.ArgumentParser, asked: type[AlphaBetaQuestion]) -> None:
    words = "as in MAX(3, 5, MIN(2, a)); default the worked example"
    parser.add_argument("tree", nargs="?", help=words)
    parser.add_argument(
        "--search", default="alphabeta", metavar="NAME[:KEY=VALUE,...]", help="default alphabeta"
    )


def _takes_match(parser: argparse.ArgumentParser, asked: type[PositionQuestion]) -> None:
    """The options for a position of a match, and further settings of the search."""
    parser.add_argument(
        "--from",
        dest="start",
        type=Path,
        metavar="FILE",
        help="in place of --position: a replay, after its last turn or after --turn; or a position "
        "that the editor keeps",
    )
    add_options(parser, CompareAsked, ("turn", "branch"))
    parser.add_argument(
        "--seat", type=whole(1, 100), help="who searches; by default the first to move"
    )
    parser.add_argument(
        "--search",
        metavar="SPEC",
        help=f"further settings, as in {asked.usual.name}:memory=65536,w.lead=0.5",
    )


def _growth(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--branches",
        type=whole(2, 16),
        default=BRANCHES,
        help=f"of the uniform trees; default {BRANCHES}",
    )
    parser.add_argument(
        "--plies", type=whole(1, 20), default=PLIES, help=f"of the deepest one; default {PLIES}"
    )
    parser.set_defaults(does=_run_growth)


def run(args: argparse.Namespace) -> int:
    """Prints the lesson or the table."""
    return args.does(args) or OK


def _run_growth(args: argparse.Namespace) -> int:
    """After Ctrl-C the depths that were finished."""
    found, code = list[LeafGrowth](), OK
    with Progress(args.plies, lines=True) as bar:
        try:
            for growth in measured(args.branches, args.plies):
                found.append(growth)
                bar.update(len(found), f"{len(found)} of {args.plies} plies")
        except KeyboardInterrupt:
            code = INTERRUPTED
    for last in found[-1:]:
        print(table(rows(last)))
    if code == INTERRUPTED:
        said = f"Stopped after {len(found)} of {args.plies} plies. This begins again:"
        words = f"--branches {args.branches} --plies {args.plies}"
        print(f"{said}\nsmitsilab lesson growth {words}", file=sys.stderr, flush=True)
    return code


def _tell(args: argparse.Namespace) -> None:
    """Prints the lesson as data, or each step's lines and its table."""
    kind = KINDS[args.lesson]
    lesson = kind.study(args.reads(args, kind.asked, given(args, kind.asked)))
    if args.json:
        show_json(kind.as_data(lesson))
        return
    for text, numbers in kind.told(lesson):
        print(text)
        if numbers:
            print(table(numbers, range(1, len(numbers[0])), "   "))
        print()


def _plain(
    args: argparse.Namespace, asked: type[LessonQuestion], values: dict[str, Any]
) -> LessonQuestion:
    return asked(**values)


def _of_tree(
    args: argparse.Namespace, asked: type[AlphaBetaQuestion], values: dict[str, Any]
) -> LessonQuestion:
    algorithm, params = _search(args.search)
    return asked(algorithm=algorithm, params=params, **values)


def _of_match(
    args: argparse.Namespace, asked: type[PositionQuestion], values: dict[str, Any]
) -> LessonQuestion:
    question = asked(**values, start=_start(args))
    if args.search is None:
        return question
    found, own = parse_search(args.search, question.game), question.searched_by
    if found.name != own:
        raise KnobError(f"This lesson is about {own}, not {found.name}.")
    return replace(question.by(found), **values)


def _start(args: argparse.Namespace) -> MatchStart | None:
    """The position of the match that is named, None where none is."""
    if args.start is not None:
        seat = args.seat - 1 if args.seat is not None else None
        return read_start(args.start, args.turn, args.branch or "", seat)
    for option, value in (("--turn", args.turn), ("--branch", args.branch), ("--seat", args.seat)):
        if value:
            raise KnobError(f"{option} belongs to a replay: name it with --from.")
    return None


def _search(text: str) -> tuple[str, dict[str, Value]]:
    """The algorithm's name and its parameters; KnobError or InputError if they are unknown."""
    name, _, rest = text.partition(":")
    pairs = [item.partition("=") for item in rest.split(",") if item]
    for key, equals, value in pairs:
        if not (key and equals and value):
            raise InputError(f"In --search {text}, {key or equals} should read KEY=VALUE.")
    params: dict[str, Value] = {key: value for key, _, value in pairs}
    make(parse_algorithm(name).Params, params)
    return name, params


MORE: dict[str, tuple[Callable[..., None], Callable[..., LessonQuestion]]] = {
    "alphabeta": (_takes_tree, _of_tree),  # beside the flags of its question
    "mcts": (_takes_match, _of_match),
    "smitsimax": (_takes_match, _of_match),
    "network": (_takes_match, _of_match),
}
