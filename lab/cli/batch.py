"""What `sweep` and `table` share: the number of processes, where results are kept, and which
matches failed.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from lab.batch.pool import cores
from lab.cli.parser import whole
from lab.cli.playing import add_store
from lab.cli.show import say

SHOWN_FAILURES = 5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`--processes`, `--out` and `--store`."""
    workers = "how many play at the same time; default one for each core"
    parser.add_argument("--processes", type=whole(1, 4096), default=cores(), help=workers)
    kept = "keep every finished match in this file of lines instead of the store"
    parser.add_argument("--out", type=Path, metavar="F", help=kept)
    add_store(parser)


def tell_failures(failed: Mapping[Any, str], named: Callable[..., tuple[str, int]]) -> None:
    """Prints the first failures; `named` gives a match's description and seed."""
    for key, error in list(failed.items())[:SHOWN_FAILURES]:
        words, seed = named(*key)
        say(f"Failed: {words}, seed {seed}: {error}")
