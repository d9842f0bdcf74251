"""The command line: `smitsilab` opens the window, `smitsilab COMMAND` runs one command without Qt.

Each command is one module of this folder with `arguments(parser)` and `run(args) -> exit code`,
loaded only on use. Exit codes: 0 done, 1 a difference was found or a check failed, 2 the input was
wrong, explained in one sentence.
"""

from __future__ import annotations

import argparse
import importlib
import os
import re
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NoReturn

from engines.discover import LOAD
from lab.cli.console import speak
from lab.signals import HANG_UP, KILL, QUIT, handle
from lab.words.printable import printable

COMMANDS = {
    "match": "plays matches between two or more seats and tells the score with its 95 % interval",
    "bot": "plays as a program that speaks a contest's text on standard input and output",
    "sweep": "plays a player at many settings against a benchmark and tells which setting is best",
    "table": "plays every algorithm that fits a game against every other at equal CPU time",
    "replay": "prints a recorded match, or plays it again and compares",
    "list": "games, algorithms, their parameters, and which pairs do not fit and why",
    "referee": (
        "plays one match between programs for a tester such as brutaltester, in either of its "
        "protocols"
    ),
    "conform": "compares a game's rules with recorded matches",
    "estimate": "estimates a quantity from random samples, with its 95 % interval",
    "lesson": (
        "steps a search through a textbook tree and says why, or measures how leaves grow with "
        "depth"
    ),
    "bench": "measures rules, searches or the window",
    "warm": "compiles games and algorithms once, so that later starts are immediate",
    "demo": "plays the demo match without a screen: a replay, a GIF and a picture of the window",
}
# a module named list would hide the built-in in this package
MODULES = {"list": "catalogue"}
OK, DIFFERENCE, BAD_INPUT = 0, 1, 2
INTERRUPTED = 130  # what shells expect after Ctrl-C
WORDS = {
    "the following arguments are required:": "missing:",
    "expected one argument": "it needs a value, as in --name=value",
}
LONGEST_WORD = 200  # characters of the input quoted in an error


class InputError(ValueError):
    """Something the user asked for cannot be done; the text is one sentence."""


class Parser(argparse.ArgumentParser):
    """argparse that reports an error in one sentence and leaves printing to `main`."""

    def error(self, message: str) -> NoReturn:
        """Raises the message as InputError."""
        text = message.removeprefix("argument ").rstrip(".")
        for theirs, ours in WORDS.items():
            text = text.replace(theirs, ours)
        raise InputError(f"{text[:1].upper()}{text[1:]} (see {self.prog} --help).")


def whole(low: int, high: int) -> Callable[[str], int]:
    """An argument's type: a whole number from `low` to `high`."""

    def read(text: str) -> int:
        if not re.fullmatch(r"-?[0-9]{1,20}", text) or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(
                f"{text} should be a whole number, {low:,} to {high:,}"
            )
        return int(text)

    return read


def end_in_order() -> None:
    """Makes a request to end (SIGTERM, as testers send it, or a closed terminal) close everything
    that was opened, so that no started program outlives us.
    """
    # Python itself turns Ctrl-C into KeyboardInterrupt
    handle(lambda number, _: sys.exit(128 + number), KILL, HANG_UP, QUIT)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command line and returns its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 (as long as the program): print would turn to stdout
    speak()
    try:
        code = _run(words)
        _flush()
        return code
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()  # the reader of our output has gone: there is nobody to report to
        return OK
    except (ValueError, OSError) as error:
        if not _is_for_people(error):
            raise
        print(f"smitsilab: {printable(_one_line(_sentence(error)))}", file=sys.stderr)
        return BAD_INPUT


def _flush() -> None:
    """Flushes the output; a failure is reported here, and not once more when Python exits."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise


def _load(words: list[str]) -> list[str]:
    """Takes `--load FILE`, which any command understands: the user's own games and algorithms,
    found like the built-in ones from here on.
    """
    while "--load" in words:
        at = words.index("--load")
        if (
            at + 1 == len(words)
            or not words[at + 1].endswith(".py")
            or not Path(words[at + 1]).is_file()
        ):
            raise InputError(
                "--load needs a Python file (.py), not "
                f"{' '.join(words[at + 1 : at + 2]) or 'nothing'}."
            )
        known = os.environ.get(LOAD, "")
        os.environ[LOAD] = os.pathsep.join(
            filter(None, [known, str(Path(words[at + 1]).resolve())])
        )
        words = words[:at] + words[at + 2 :]
    return words


def _run(words: list[str]) -> int:
    words = _load(words)
    if not words:
        return int(importlib.import_module("lab.cli.window").open_window())
    if words[0] in ("-h", "--help", "help"):
        print(_overview())
        return OK
    if words[0] == "--version":
        print(f"smitsilab {_version()}")
        return OK
    if words[0] not in COMMANDS:
        from engines.knobs import did_you_mean

        known = [*COMMANDS, "--help", "--version"] if words[0].startswith("-") else list(COMMANDS)
        raise InputError(
            f"There is no command {words[0] or 'without a name'}{did_you_mean(words[0], known)}"
        )
    command = importlib.import_module(f"lab.cli.{MODULES.get(words[0], words[0])}")
    parser = Parser(prog=f"smitsilab {words[0]}", description=f"{COMMANDS[words[0]].capitalize()}.")
    command.arguments(parser)
    _refuse_dashes(words[1:], parser)
    try:
        args = parser.parse_args(words[1:])
    except SystemExit as asked_for_help:
        return int(asked_for_help.code or 0)
    return int(command.run(args))


def _refuse_dashes(words: list[str], parser: Parser) -> None:
    """--name=-- and -n--: Python before 3.12 reads them as an empty list, whatever the type."""
    for word in words:
        name, _, value = word.partition("=")
        if (name.startswith("-") and value == "--") or re.fullmatch(r"-\w--", word):
            parser.error(f"{word}: -- is no value")


def _overview() -> str:
    width = max(map(len, COMMANDS))
    lines = [f"  smitsilab {name:<{width}}  {text}" for name, text in COMMANDS.items()]
    return "\n".join(
        [
            "Smitsilab: watch game-search algorithms think.",
            "",
            f"  smitsilab {'':<{width}}  opens the window",
            *lines,
        ]
    )


def _version() -> str:
    try:
        return version("smitsilab")
    except PackageNotFoundError:
        return "(not installed)"


def _is_for_people(error: ValueError | OSError) -> bool:
    """Whether the error's text was written for the user, not for a programmer."""
    from engines.knobs import KnobError
    from lab.files.replay import ReplayError

    return isinstance(error, InputError | KnobError | ReplayError | OSError)


def _sentence(error: ValueError | OSError) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename or 'Reading or writing failed'}: {error.strerror}."
    return str(error)


def _one_line(text: str) -> str:
    """The sentence on one line, with very long words cut in their middle."""
    return re.sub(
        rf"\S{{{LONGEST_WORD},}}",
        lambda word: f"{word[0][:80]}...{word[0][-20:]}",
        " ".join(text.splitlines()),
    )
