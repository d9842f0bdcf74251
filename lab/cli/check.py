"""`smitsilab check`: whether a file with a game of one's own does what every game must do."""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from engines.own_files import names_a_file
from lab.check.run import Checking, CheckReport
from lab.cli import BAD_INPUT, DIFFERENCE, INTERRUPTED, OK
from lab.cli.options import add_options, asked_by
from lab.cli.show import say, show_json
from lab.words.asked import option
from lab.words.numerals import several

LOOK_S = 0.3  # between two looks at a file that is watched


@dataclass(frozen=True)
class CheckAsked:
    """Which file is checked, and how."""

    file: Path = option(
        "a file with a game (smitsilab new game NAME makes one), or a sheet in GDL",
        flag="",
        read=Path,
    )
    watch: bool = option("check again whenever the file is saved", False)
    seed: int = option("of the first random match", 1, low=0, high=1 << 62)
    json: bool = option("print one JSON object", False)


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    add_options(parser, CheckAsked)


def run(args: argparse.Namespace) -> int:
    """Checks, and says in a sentence each what is wrong."""
    asked = asked_by(args, CheckAsked)
    try:
        code = _check(asked)
        while asked.watch:
            before = _saved(asked.file)
            while _saved(asked.file) == before:
                time.sleep(LOOK_S)
            code = _check(asked)
    except KeyboardInterrupt:
        return INTERRUPTED if not asked.watch else OK
    return code


def _check(asked: CheckAsked) -> int:
    began = time.monotonic()
    file = names_a_file(str(asked.file)) or asked.file
    report = Checking(file, asked.seed, _tell).run()
    seconds = time.monotonic() - began
    if asked.json:
        show_json(
            {
                "file": str(asked.file),
                "passed": report.passed,
                "unreadable": report.unreadable,
                "matches": report.matches,
                "positions": report.positions,
                "findings": [asdict(each) for each in report.findings],
            }
        )
    else:
        _say(report, seconds)
    return BAD_INPUT if report.unreadable else OK if report.passed else DIFFERENCE


def _tell(now: str) -> None:
    say(f"{now} ...", file=sys.stderr, flush=True)


def _say(report: CheckReport, seconds: float) -> None:
    if report.unreadable:
        say(f"smitsilab: {report.unreadable}", file=sys.stderr, flush=True)
        return
    for each in report.findings:
        say(each.sentence)
        if each.position:
            say(f"    {each.position}")
    what = f"{several(report.matches, 'match')}, {several(report.positions, 'position')}"
    wrong = f"{len(report.findings)} wrong" if report.findings else "passes"
    say(f"{report.path}: {wrong}; {what}, {seconds:.0f} s", flush=True)


def _saved(file: Path) -> tuple[int, int]:
    try:
        facts = file.stat()
    except OSError:
        return 0, 0
    return facts.st_mtime_ns, facts.st_size
