"""`smitsilab lesson`: a search of a textbook tree, step by step with its reasons; or how leaves
grow with depth, measured.
"""

from __future__ import annotations

import argparse

from engines.knobs import Value, make
from engines.textbook.tree import EXAMPLES
from lab.cli import OK, InputError
from lab.cli.parser import whole
from lab.cli.show import table
from lab.lesson.growth import BRANCHES, PLIES, measure, rows
from lab.lesson.study import ORDERS, Compared, Question, study, told
from lab.match.seats import parse_algorithm


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument(
        "tree",
        nargs="?",
        default=next(iter(EXAMPLES)),
        help="as in MAX(MIN(3, 5), MIN(2, a)); default the worked example",
    )
    parser.add_argument("--values", default="", help="what letters stand for, as in a=4,b=-1")
    parser.add_argument(
        "--search", default="alphabeta", metavar="NAME[:KEY=VALUE,...]", help="default alphabeta"
    )
    parser.add_argument(
        "--order", choices=ORDERS, default="written", help="of the branches; default as written"
    )
    parser.add_argument(
        "--growth", action="store_true", help="leaves against depth in uniform trees instead"
    )
    parser.add_argument(
        "--branches",
        type=whole(2, 16),
        default=BRANCHES,
        help=f"of the uniform trees; default {BRANCHES}",
    )
    parser.add_argument(
        "--plies", type=whole(1, 20), default=PLIES, help=f"of the deepest one; default {PLIES}"
    )


def run(args: argparse.Namespace) -> int:
    """Prints the lesson or the table."""
    if args.growth:
        print(table(rows(measure(args.branches, args.plies))))
        return OK
    lesson = study(Question(args.tree, args.values, *_search(args.search), args.order))
    print("\n".join(told(lesson)))
    if lesson.value:
        print(f"\nThe root is worth {lesson.value}.")
    if lesson.compared is not None:
        print(_compared(lesson.compared))
    return OK


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


def _compared(found: Compared) -> str:
    given, best = (n if n is not None else "unknown" for n in (found.given, found.best))
    return (
        f"Leaves looked at: minimax {found.leaves}, alpha-beta as written {given}, best first "
        f"{best}."
    )
