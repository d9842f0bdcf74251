"""`smitsilab lesson`: a search of a small position, step by step with its reasons; or how leaves
grow with depth, measured.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from engines.game import Game
from engines.knobs import KnobError, Value, make, read_number
from engines.knobs import replace as replace_knob
from engines.textbook.tree import EXAMPLES
from lab.cli import INTERRUPTED, OK, InputError
from lab.cli.parser import whole
from lab.cli.show import Progress, show_json, table
from lab.lesson import beam, decoupled, genetic, mcts, smitsimax
from lab.lesson.growth import BRANCHES, PLIES, LeafGrowth, measured, rows
from lab.lesson.match_start import MatchStart, read_start
from lab.lesson.mazes import MAZES
from lab.lesson.study import ORDERS, WINDOWS, Compared, Lesson, Question, data_of, study, told
from lab.match.seat import SearchSeat
from lab.match.seats import parse_algorithm, parse_search
from search.depth_first import frames

USUAL = mcts.TreeQuestion()
SHARED = smitsimax.SharedQuestion()


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    lessons = parser.add_subparsers(dest="lesson", metavar="LESSON", required=True)
    _alphabeta(lessons.add_parser("alphabeta", help="alpha-beta and its family, on a tree"))
    _mcts(lessons.add_parser("mcts", help="Monte Carlo tree search, one iteration in four steps"))
    _decoupled(lessons.add_parser("decoupled", help="two sides that choose at the same time"))
    _smitsimax(lessons.add_parser("smitsimax", help="one tree for each agent, turn by turn"))
    _beam(lessons.add_parser("beam", help="beam search, layer by layer, in a small maze"))
    _genetic(lessons.add_parser("genetic", help="a genetic algorithm, parents and children"))
    _growth(lessons.add_parser("growth", help="leaves against depth in uniform trees, measured"))


def _alphabeta(parser: argparse.ArgumentParser) -> None:
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
    words = "fail-soft, fail-hard, or null windows after the first branch; default soft"
    parser.add_argument("--windows", choices=WINDOWS, default=frames.SOFT, help=words)
    _prints(parser, _run_alphabeta)


def _mcts(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--position",
        default=USUAL.position,
        help="tic-tac-toe as in X.O/.O./.X., Connect Four as the columns played, a tree as text, "
        "or any game with a seed as in uttt@1",
    )
    _from_match(parser)
    parser.add_argument(
        "--search", metavar="SPEC", help="further settings, as in uct:playout_depth=6,w.lead=0.5"
    )
    parser.add_argument(
        "--iterations",
        type=whole(1, mcts.MOST_ITERATIONS),
        default=USUAL.iterations,
        help=f"default {USUAL.iterations}",
    )
    _takes_seed(parser, USUAL.seed)
    words = f"weight of the bonus; default that of --search, else {USUAL.c:g}"
    parser.add_argument("--c", type=_number, help=words)
    _prints(parser, _run_mcts)


def _decoupled(parser: argparse.ArgumentParser) -> None:
    usual = decoupled.DuelQuestion()
    known, own = ", ".join(decoupled.TABLES), "3/3 0/5; 5/0 1/1"
    words = f"{known}, or what Row gains as in '3 -1; 0 2', or both as in '{own}'; default "
    parser.add_argument("--table", default=usual.table, help=f"{words}{usual.table}")
    words = f"default {usual.rule}"
    parser.add_argument("--rule", choices=decoupled.RULES, default=usual.rule, help=words)
    parser.add_argument(
        "--rounds",
        type=whole(1, decoupled.MOST_ROUNDS),
        default=usual.rounds,
        help=f"default {usual.rounds}",
    )
    _takes_seed(parser, usual.seed)
    _takes_c(parser, usual.c)
    _prints(parser, _run_decoupled)


def _beam(parser: argparse.ArgumentParser) -> None:
    usual = beam.BeamQuestion()
    _takes_maze(parser, usual.maze)
    for name, most, default, what in (
        ("--width", beam.MOST_WIDTH, usual.width, "how many survive in each layer"),
        ("--depth", beam.MOST_DEPTH, usual.depth, "layers"),
    ):
        words = f"{what}; default {default}"
        parser.add_argument(name, type=whole(1, most), default=default, help=words)
    words = f"what a gain is worth a turn later; default {usual.discount:g}"
    parser.add_argument("--discount", type=_number, default=usual.discount, help=words)
    _prints(parser, _run_beam)


def _genetic(parser: argparse.ArgumentParser) -> None:
    usual = genetic.GeneticQuestion()
    _takes_maze(parser, usual.maze)
    for name, least, most, default in (
        ("--population", *genetic.POPULATION, usual.population),
        ("--generations", 1, genetic.MOST_GENERATIONS, usual.generations),
        ("--turns", 1, genetic.MOST_TURNS, usual.turns),
    ):
        words = f"default {default}"
        parser.add_argument(name, type=whole(least, most), default=default, help=words)
    words = f"how often a gene is drawn again; default {usual.mutation:g}"
    parser.add_argument("--mutation", type=_number, default=usual.mutation, help=words)
    words = f"how two parents are put together; default {usual.mixing}"
    parser.add_argument("--mixing", choices=genetic.MIXINGS, default=usual.mixing, help=words)
    _takes_seed(parser, usual.seed)
    _prints(parser, _run_genetic)


def _takes_maze(parser: argparse.ArgumentParser, default: str) -> None:
    parser.add_argument("--maze", choices=MAZES, default=default, help=f"default {default}")


def _takes_seed(parser: argparse.ArgumentParser, default: int) -> None:
    words = f"default {default}"
    parser.add_argument("--seed", type=whole(0, 2**31 - 1), default=default, help=words)


def _takes_c(parser: argparse.ArgumentParser, default: float) -> None:
    words = f"weight of the bonus; default {default:g}"
    parser.add_argument("--c", type=_number, default=default, help=words)


def _prints(parser: argparse.ArgumentParser, does: Callable[[argparse.Namespace], None]) -> None:
    """The lesson that prints its steps, as text or as data."""
    parser.add_argument("--json", action="store_true", help="one JSON object instead of text")
    parser.set_defaults(does=does)


def _smitsimax(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--position",
        default=SHARED.position,
        help="a game and a seed as in csb@1, or csb@bench for its busy position; default "
        f"{SHARED.position}",
    )
    _from_match(parser)
    for name, most, usual in (
        ("--iterations", smitsimax.MOST_ITERATIONS, SHARED.iterations),
        ("--seed", 2**31 - 1, SHARED.seed),
    ):
        least = 0 if name == "--seed" else 1
        parser.add_argument(name, type=whole(least, most), default=usual, help=f"default {usual}")
    parser.add_argument(
        "--search",
        metavar="SPEC",
        help="further settings, as in smitsimax:expansion=one,w.lead=0.5",
    )
    for name, words in (
        ("c", "weight of the bonus"),
        ("depth", "simulated turns"),
        ("random_visits", "first visits of a node that choose at random"),
    ):
        usual_value = getattr(SHARED.params, name)
        parser.add_argument(
            f"--{name.replace('_', '-')}", type=_number, help=f"{words}; default {usual_value:g}"
        )
    _prints(parser, _run_smitsimax)


def _from_match(parser: argparse.ArgumentParser) -> None:
    """The options for a position of a match."""
    parser.add_argument(
        "--from",
        dest="start",
        type=Path,
        metavar="FILE",
        help="in place of --position: a replay, after its last turn or after --turn; or a position "
        "that the editor keeps",
    )
    parser.add_argument("--turn", type=whole(0, 100_000), help="turns played before the position")
    parser.add_argument(
        "--branch", default="", metavar="NAME", help="of the replay, in place of its main line"
    )
    parser.add_argument(
        "--seat", type=whole(1, 100), help="who searches; by default the first to move"
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


def _number(text: str) -> float:
    """An argument's type: a number as knobs read it."""
    try:
        return read_number(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text} is not a number") from None


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


def _run_mcts(args: argparse.Namespace) -> None:
    question = mcts.TreeQuestion(args.position, args.iterations, args.seed, start=_start(args))
    if args.search is not None:
        search = _turned(SearchSeat(mcts.NAME), args.search, question.game, {})
        question = replace(question, search=search, c=getattr(search.params, "c", question.c))
    question = question if args.c is None else replace(question, c=args.c)
    lesson = mcts.study(question)
    _print(args, mcts.as_data(lesson), mcts.told(lesson))


def _start(args: argparse.Namespace) -> MatchStart | None:
    """The position of the match that is named, None where none is."""
    if args.start is not None:
        seat = args.seat - 1 if args.seat is not None else None
        return read_start(args.start, args.turn, args.branch, seat)
    for option, given in (("--turn", args.turn), ("--branch", args.branch), ("--seat", args.seat)):
        if given:
            raise KnobError(f"{option} belongs to a replay: name it with --from.")
    return None


def _run_smitsimax(args: argparse.Namespace) -> None:
    start = _start(args)
    numbers = {name: getattr(args, name) for name in smitsimax.SHORT}
    question = smitsimax.SharedQuestion(args.position, args.iterations, args.seed, start=start)
    search = _turned(question.search, args.search, question.game, numbers)
    lesson = smitsimax.study(replace(question, search=search))
    _print(args, smitsimax.as_data(lesson), smitsimax.told(lesson))


def _turned(
    search: SearchSeat, text: str | None, game: Game, numbers: dict[str, Any]
) -> SearchSeat:
    """The lesson's search, or that of a text, with these knobs where they are given; KnobError if
    something is wrong.
    """
    if text is not None:
        found = parse_search(text, game)
        if found.name != search.name:
            raise KnobError(f"This lesson is about {search.name}, not {found.name}.")
        search = found
    params: Any = search.params
    for name, value in numbers.items():
        params = params if value is None else replace_knob(params, name, value)
    return replace(search, params=params, budget=None)


def _run_decoupled(args: argparse.Namespace) -> None:
    question = decoupled.DuelQuestion(args.table, args.rule, args.rounds, args.seed, args.c)
    lesson = decoupled.study(question)
    _print(args, decoupled.as_data(lesson), decoupled.told(lesson))


def _run_beam(args: argparse.Namespace) -> None:
    question = beam.BeamQuestion(args.maze, args.width, args.depth, args.discount)
    lesson = beam.study(question)
    _print(args, beam.as_data(lesson), beam.told(lesson))


def _run_genetic(args: argparse.Namespace) -> None:
    sizes = args.population, args.generations, args.turns
    question = genetic.GeneticQuestion(args.maze, *sizes, args.mutation, args.mixing, args.seed)
    lesson = genetic.study(question)
    _print(args, genetic.as_data(lesson), genetic.told(lesson))


def _print(
    args: argparse.Namespace,
    data: dict[str, Any],
    steps: Iterable[tuple[str, Sequence[Sequence[str]]]],
) -> None:
    """The lesson as data, or each step's lines and its table."""
    if args.json:
        show_json(data)
        return
    for text, numbers in steps:
        print(text)
        if numbers:
            print(table(numbers, range(1, len(numbers[0])), "   "))
        print()


def _run_alphabeta(args: argparse.Namespace) -> None:
    asked = (*_search(args.search), args.order, args.windows)
    lesson = study(Question(args.tree, args.values, *asked))
    if args.json:
        show_json(data_of(lesson))
    else:
        _print_tree(lesson)


def _print_tree(lesson: Lesson) -> None:
    print("\n".join(told(lesson)))
    if lesson.value:
        print(f"\nThe root is worth {lesson.value}.")
    if lesson.compared is not None:
        print(_compared(lesson.compared))


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
