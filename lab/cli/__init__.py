"""The command line: `smitsilab` opens the window, `smitsilab COMMAND` runs one command without Qt.

Each command is one module of this folder with `arguments(parser)` and `run(args) -> exit code`,
loaded only on use. Exit codes: 0 done, 1 a difference was found or a check failed, 2 the input was
wrong, explained in one sentence. This module loads nothing, so that a referee starts quickly
(`client`).
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence

FILES = (".py", ".kif")  # endings of files whose names stand for what they hold
COMMANDS = {
    "match": "plays matches between two or more seats and prints the score with its 95 % interval",
    "bot": "plays as a program that speaks a contest's text on standard input and output",
    "tune": "finds the values of a player's knobs that score best, with few games",
    "test": "plays two players until it is clear whether the first is better, and says so",
    "arena": "keeps pools of bots that play one another, with ratings and verdicts",
    "sweep": "plays a player at many settings against a benchmark and names the best one",
    "experiment": "plays what an experiment's file asks for, and says what its claims are worth",
    "table": "plays every algorithm that fits a game against every other at equal CPU time",
    "compare": "shows where two players of one position differ, move by move and in numbers",
    "review": "searches each move of a recorded match again and says what it lost",
    "replay": "prints a recorded match, or plays it again and compares",
    "export": "writes a recorded match, its searches and their trees as tables",
    "export-bot": "writes a game's rules and a search as one file of C++, a bot for a contest",
    "new": "writes a file with a game or a search of your own that plays, and its test",
    "check": "finds what a game of your own does that no game may, with file and line",
    "list": "games, algorithms, their parameters, and which pairs do not fit and why",
    "referee": (
        "plays one match between programs for a tester such as brutaltester, in either of its "
        "protocols"
    ),
    "conform": "compares a game's rules with recorded matches",
    "skeleton": "writes the beginning of a bot in C++ or Python, which reads a game's text",
    "estimate": "estimates a quantity from random samples, with its 95 % interval",
    "learn": "has a network learn a game from matches against itself, and tests each generation",
    "lesson": (
        "steps a search through a small position and says why, or measures how leaves grow with "
        "depth"
    ),
    "bench": "measures rules, searches or the window",
    "store": "says where all games are kept, checks and compacts them, imports older results",
    "warm": "compiles games and algorithms once, so that later starts are immediate",
    "worker": "plays games for runs on other machines, through a Dask scheduler",
    "demo": "plays the demo match without a screen: a replay, a GIF and a picture of the window",
}
OK, DIFFERENCE, BAD_INPUT, OPEN = 0, 1, 2, 3
INTERRUPTED = 130  # what shells expect after Ctrl-C


class InputError(ValueError):
    """Something the user asked for cannot be done; the text is one sentence."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command line and returns its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    if argv is None and words[:1] == ["referee"]:
        from lab.cli.client import refereed

        code = refereed(words)
        if code is not None:
            return code
    if argv is None:
        gc.disable()  # collecting garbage would take a tenth of the time that loading takes
    from lab.cli.running import run

    code = run(words, putting_off=argv is None)
    if argv is None and code == INTERRUPTED:
        from lab.signals import leave

        leave(code)
    return code
