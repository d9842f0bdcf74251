"""`smitsilab lesson`: a search of a textbook tree, step by step with its reasons; or how leaves grow with depth, measured."""

from __future__ import annotations

import argparse

from engines.textbook.tree import EXAMPLES
from lab.cli import OK, whole
from lab.cli.show import table
from lab.lesson.growth import BRANCHES, PLIES, measure, rows
from lab.lesson.study import ORDERS, Compared, Question, study, told


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("tree", nargs="?", default=next(iter(EXAMPLES)), help="as in MAX(MIN(3, 5), MIN(2, a)); default the worked example")
    parser.add_argument("--values", default="", help="what letters stand for, as in a=4,b=-1")
    parser.add_argument("--search", default="alphabeta", metavar="NAME[:KEY=VALUE,...]", help="default alphabeta")
    parser.add_argument("--order", choices=ORDERS, default="written", help="of the branches; default as written")
    parser.add_argument("--growth", action="store_true", help="leaves against depth in uniform trees instead")
    parser.add_argument("--branches", type=whole(2, 16), default=BRANCHES, help=f"of the uniform trees; default {BRANCHES}")
    parser.add_argument("--plies", type=whole(1, 20), default=PLIES, help=f"of the deepest one; default {PLIES}")


def run(args: argparse.Namespace) -> int:
    """Prints the lesson or the table."""
    if args.growth:
        print(table(rows(measure(args.branches, args.plies))))
        return OK
    name, _, rest = args.search.partition(":")
    params = dict(item.partition("=")[::2] for item in rest.split(",") if item)
    lesson = study(Question(args.tree, args.values, name, params, args.order))
    print("\n".join(told(lesson)))
    if lesson.value:
        print(f"\nThe root is worth {lesson.value}.")
    if lesson.compared is not None:
        print(_compared(lesson.compared))
    return OK


def _compared(found: Compared) -> str:
    given, best = (n if n is not None else "unknown" for n in (found.given, found.best))
    return f"Leaves looked at: minimax {found.leaves}, alpha-beta as written {given}, best first {best}."
