"""What `sweep` and `table` share: the number of processes, where results are kept, and which
matches failed.
"""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

from lab.cli import InputError
from lab.cli.parser import check_free
from lab.cli.playing import add_hands, add_store
from lab.cli.show import say
from lab.files.placing import holds_something
from lab.words.numerals import plural

SHOWN_FAILURES = 5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Who plays, `--out` and `--store`."""
    add_hands(parser)
    kept = (
        "at the end also write all finished matches to this file of lines; one that holds them is "
    )
    kept += "replaced"
    parser.add_argument("--out", type=Path, metavar="F", help=kept)
    add_store(parser)


class PlayedMatch(Protocol):
    """A finished match of a sweep or a table."""

    @property
    def points(self) -> tuple[float, ...]:
        """The points of each side."""


def check_out(
    out: Path | None,
    question: Mapping[str, object],
    read: Callable[[Path], tuple[Mapping[str, object], Mapping[Any, PlayedMatch]]],
    known: Mapping[Any, PlayedMatch],
) -> None:
    """InputError where writing `out` at the end would lose something: what it holds by `read` has
    to be matches of this `question` that are `known`.
    """
    if out is None:
        return
    exists = holds_something(out)
    check_free(out, "--out", force=exists)
    if out.exists() and not out.is_file():
        raise InputError(f"{out} is no file that could keep the results; name another with --out.")
    if not exists:
        return
    asked, held = read(out)
    for name in {**question, **asked}:
        was, wanted = asked.get(name), question.get(name)
        if was != wanted:
            raise InputError(
                f"{out} holds another one ({name} {_words(was)} instead of {_words(wanted)}); "
                "name another file with --out."
            )
    lost = sum(key not in known or known[key].points != each.points for key, each in held.items())
    if lost:
        raise InputError(
            f"{out} has {lost:,} {plural(lost, 'match')} that the store does not have: take it "
            f"with smitsilab store import {shlex.quote(str(out))}, and name another file with "
            "--out."
        )


def _words(value: object) -> str:
    if value is None:
        return "unsaid"
    return ", ".join(value) if isinstance(value, list) else str(value)


def tell_failures(failed: Mapping[Any, str], named: Callable[..., tuple[str, int]]) -> None:
    """Prints the first failures; `named` gives a match's description and seed."""
    for key, error in list(failed.items())[:SHOWN_FAILURES]:
        words, seed = named(*key)
        say(f"Failed: {words}, seed {seed}: {error}")
