"""`smitsilab bench`: how fast the rules, a search or the window run on this machine."""

from __future__ import annotations

import argparse
import importlib
from typing import Any

from lab.cli import OK, InputError
from lab.cli.parser import whole
from lab.cli.show import show_json, table
from lab.cli.starting import add_from, started
from lab.experiments.bench import BenchResult, bench_rules, bench_search
from lab.match.seats import parse_algorithm

UNITS = {
    "iterations_per_s": "iterations/s",
    "turns_per_s": "simulated turns/s",
    "nodes_per_s": "nodes/s",
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    kinds = parser.add_subparsers(dest="what", required=True, metavar="rules|search|gui")
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
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a parameter, or w.NAME for a weight; repeatable",
    )
    gui = kinds.add_parser("gui", help="the real window with two searches at full speed")
    gui.add_argument("--seconds", type=whole(1, 3600), default=10, help="default 10")
    for each in (rules, search, gui):
        each.add_argument("--json", action="store_true", help="print one JSON object")
    for each in (rules, search):
        add_from(each)
        each.add_argument("--seed", type=whole(0, 1 << 62), default=1, help="default 1")


def run(args: argparse.Namespace) -> int:
    """Measures and prints."""
    result = {"rules": _rules, "search": _search, "gui": _gui}[args.what](args)
    if args.json:
        show_json(result)
    else:
        print(table(_rows(result), indent=""))
    return OK


def _rules(args: argparse.Namespace) -> BenchResult:
    game, start = started(args.game, args.start)
    return bench_rules(game, args.playouts, args.turns, args.seed, start)


def _search(args: argparse.Namespace) -> BenchResult:
    values = dict(_pair(item, text) for text in args.set for item in text.split(","))
    game, start = started(args.game, args.start)
    algorithm = parse_algorithm(args.algorithm)
    return bench_search(game, algorithm, values, args.iterations, args.seed, start)


def _gui(args: argparse.Namespace) -> BenchResult:
    result: BenchResult = importlib.import_module("lab.ui.bench").run(args.seconds)
    return result


def _pair(item: str, text: str) -> tuple[str, str]:
    name, equals, value = item.partition("=")
    if not (name and equals and value):
        raise InputError(f"--set {text} should read NAME=VALUE.")
    return name, value


def _rows(result: BenchResult) -> list[list[str]]:
    return [
        [UNITS.get(name, name.replace("_", " ")), _words(value)] for name, value in result.items()
    ]


def _words(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{k}={v}" for k, v in value.items())
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
    return "–" if value is None else str(value)
