"""`smitsilab bench`: how fast the rules, a search or the window run on this machine."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from engines.knobs import Value
from lab.cli import INTERRUPTED, OK, InputError
from lab.cli.options import add_options
from lab.cli.parser import whole
from lab.cli.show import Progress, show_json, table
from lab.cli.starting import StartAsked, started
from lab.experiments.bench import BenchResult, bench_rules, bench_search
from lab.experiments.bench_decision import bench_decision, bench_growth
from lab.experiments.estimate import Tell
from lab.match.seats import parse_algorithm, parse_game

UNITS = {
    "iterations_per_s": "iterations/s",
    "turns_per_s": "simulated turns/s",
    "nodes_per_s": "nodes/s",
    "cpu_us": "CPU µs a decision",
    "iterations_us": "of them its iterations",
    "around_us": "around them",
}
GROWN = "up to {nodes:>12,} nodes {iterations:>12,} iterations {iterations_per_s:>12,.0f} a second"


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    kinds = parser.add_subparsers(
        dest="what", required=True, metavar="rules|search|growth|decision|gui"
    )
    rules = kinds.add_parser("rules", help="random playouts of a game")
    rules.add_argument("game")
    rules.add_argument(
        "--playouts", type=whole(1, 1_000_000_000), default=100_000, help="default 100000"
    )
    rules.add_argument(
        "--turns", type=whole(1, 1_000_000), help="longest playout; default to the end of the match"
    )
    search = kinds.add_parser("search", help="one search of the game's bench position")
    search.add_argument("game")
    search.add_argument("algorithm")
    search.add_argument(
        "--iterations", type=whole(1, 1_000_000_000), default=100_000, help="default 100000"
    )
    search.add_argument(
        "--positions",
        type=whole(1, 10_000),
        default=1,
        help="starts of the game, searched one after the other in the same arrays",
    )
    growth = kinds.add_parser("growth", help="a search's speed while its tree grows")
    growth.add_argument("game")
    growth.add_argument("algorithm")
    growth.add_argument(
        "--nodes", type=whole(1000, 1 << 25), default=1_000_000, help="default 1000000"
    )
    decision = kinds.add_parser("decision", help="what a decision costs around its iterations")
    decision.add_argument("game")
    decision.add_argument("algorithm")
    decision.add_argument(
        "--iterations", type=whole(1, 1_000_000_000), default=200, help="default 200"
    )
    decision.add_argument("--matches", type=whole(1, 100_000), default=100, help="default 100")
    gui = kinds.add_parser("gui", help="the real window with two searches at full speed")
    gui.add_argument("--seconds", type=whole(1, 3600), default=10, help="default 10")
    for each in (search, growth, decision):
        each.add_argument(
            "--set",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="a parameter, or w.NAME for a weight; repeatable",
        )
    for each in (rules, search, growth, decision, gui):
        each.add_argument("--json", action="store_true", help="print one JSON object")
    for each in (rules, search):
        add_options(each, StartAsked)
    for each in (rules, search, growth, decision):
        each.add_argument("--seed", type=whole(0, 1 << 62), default=1, help="default 1")


def run(args: argparse.Namespace) -> int:
    """Measures and prints; after Ctrl-C what was measured up to then."""
    kinds = {
        "rules": _rules,
        "search": _search,
        "growth": _growth,
        "decision": _decision,
        "gui": _gui,
    }
    result = kinds[args.what](args)
    stopped = result.pop("stopped", False)
    if args.json:
        show_json(result)
    else:
        print(table(_rows(result), indent=""))
        for row in result.get("growth", ()):
            print(GROWN.format(**row))
    if stopped:
        print("Stopped; these are the figures of what was done.", file=sys.stderr)
    return INTERRUPTED if stopped else OK


def _rules(args: argparse.Namespace) -> BenchResult:
    game, start = started(args.game, args.start)
    with _progress(args.playouts, "playouts") as tell:
        return bench_rules(game, args.playouts, args.turns, args.seed, start, tell)


def _growth(args: argparse.Namespace) -> BenchResult:
    game, algorithm = parse_game(args.game), parse_algorithm(args.algorithm)
    with _progress(2 * args.nodes, "nodes, in two trees") as tell:
        return bench_growth(game, algorithm, _values(args), args.nodes, args.seed, tell)


def _decision(args: argparse.Namespace) -> BenchResult:
    game, algorithm = parse_game(args.game), parse_algorithm(args.algorithm)
    with _progress(args.matches, "matches") as tell:
        return bench_decision(
            game, algorithm, _values(args), args.iterations, args.matches, args.seed, tell
        )


def _search(args: argparse.Namespace) -> BenchResult:
    game, start = started(args.game, args.start)
    algorithm = parse_algorithm(args.algorithm)
    if start is not None and args.positions > 1:
        raise InputError("--from is one position, so --positions cannot ask for more.")
    searches = args.positions + (args.positions > 1)  # the first one touches the memory
    with _progress(args.iterations * searches, "iterations") as tell:
        return bench_search(
            game, algorithm, _values(args), args.iterations, args.seed, start, args.positions, tell
        )


@contextmanager
def _progress(total: int, unit: str) -> Iterator[Tell]:
    """Shows how much is done."""
    with Progress(total, lines=True) as bar:
        yield lambda n: bar.update(n, f"{n:,} of {total:,} {unit}{bar.left(n)}")


def _gui(args: argparse.Namespace) -> BenchResult:
    result: BenchResult = importlib.import_module("lab.ui.bench").run(args.seconds)
    return result


def _values(args: argparse.Namespace) -> dict[str, Value]:
    return dict(_pair(item, text) for text in args.set for item in text.split(","))


def _pair(item: str, text: str) -> tuple[str, str]:
    name, equals, value = item.partition("=")
    if not (name and equals and value):
        raise InputError(f"--set {text} should read NAME=VALUE.")
    return name, value


def _rows(result: BenchResult) -> list[list[str]]:
    return [
        [UNITS.get(name, name.replace("_", " ")), _words(value)]
        for name, value in result.items()
        if name != "growth"
    ]


def _words(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{k}={v}" for k, v in value.items())
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
    return "–" if value is None else str(value)
