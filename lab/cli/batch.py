"""What `sweep` and `table` share: the number of processes, where results are kept, and which
matches failed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from lab.cli.playing import add_hands, add_store
from lab.cli.show import say
from lab.experiments.importing.taking import ImportedFile
from lab.words.numerals import several

SHOWN_FAILURES = 5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Who plays, `--out` and `--store`."""
    add_hands(parser)
    kept = "also write every finished match to this file of lines, and go on with those in it"
    parser.add_argument("--out", type=Path, metavar="F", help=kept)
    add_store(parser)


def tell_taken(file: ImportedFile | None) -> None:
    """Says where the older matches of `--out` are now."""
    if file is not None:
        said = f"{several(file.new, 'game')} of {file.path}, of an unknown version,"
        say(f"{said} are now in the store too, as {file.experiment}.", file=sys.stderr)


def tell_failures(failed: Mapping[Any, str], named: Callable[..., tuple[str, int]]) -> None:
    """Prints the first failures; `named` gives a match's description and seed."""
    for key, error in list(failed.items())[:SHOWN_FAILURES]:
        words, seed = named(*key)
        say(f"Failed: {words}, seed {seed}: {error}")
