"""What `sweep` and `table` share: the number of processes, where results are kept, and which
matches failed.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from lab.cli import InputError
from lab.cli.playing import add_hands, add_store
from lab.cli.show import say

SHOWN_FAILURES = 5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Who plays, `--out` and `--store`."""
    add_hands(parser)
    kept = "keep every finished match in this file of lines instead of the store"
    parser.add_argument("--out", type=Path, metavar="F", help=kept)
    add_store(parser)


def check_place(args: argparse.Namespace) -> None:
    """InputError where the games of a cluster should go into a file."""
    if args.out is not None and args.cluster:
        raise InputError("Games of a cluster are kept in the store: leave --out away.")


def tell_failures(failed: Mapping[Any, str], named: Callable[..., tuple[str, int]]) -> None:
    """Prints the first failures; `named` gives a match's description and seed."""
    for key, error in list(failed.items())[:SHOWN_FAILURES]:
        words, seed = named(*key)
        say(f"Failed: {words}, seed {seed}: {error}")
