"""A seat's program: its command line and its share of the contest's time limits."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engines.game import Game
from engines.knobs import KnobError, integer, knobs, number, text
from resources import path

# prefix of the command of a program that played on the contest's site and is not here
ELSEWHERE = "codingame"
PROGRAM = "cmd"  # the name of such a seat, in place of an algorithm's
_INTERPRETER = re.compile(r"(python|pypy|perl|ruby|node|bash|sh|java)[0-9.]*(\.exe)?")
_SCRIPTS = (".py", ".pl", ".rb", ".js", ".sh", ".jar")
_SETTING = re.compile(r"(.*),\s*(patience|warnings)=([^,]*)", re.DOTALL)


def program_of(seat: str) -> str:
    """The command of a seat's program; "" for an algorithm."""
    name, _, command = seat.partition(":")
    return command if name == PROGRAM else ""


@dataclass(frozen=True)
class Program:
    """A command, the factor by which the contest's time limits are multiplied, and how often it may
    pass them.
    """

    command: str = text(
        "", "Command", "What starts the program, as in a terminal but without a shell.", main=True
    )
    patience: float = number(
        1.0,
        0.01,
        10_000.0,
        "Patience",
        "The contest's time limits are multiplied by this.",
        log=True,
        main=True,
    )
    warnings: int = integer(
        0,
        0,
        1000,
        "Warnings",
        "So many answers of a match that come after the limit, but before twice the limit, count "
        "all the same, each with a warning; the next one ends the program.",
    )

    @property
    def words(self) -> list[str]:
        """The command's words; KnobError if its quotation marks do not match."""
        try:
            return shlex.split(self.command)
        except ValueError as error:
            raise KnobError(
                f"The command {self.command} is not understood: {str(error).lower()}."
            ) from None

    @property
    def start_words(self) -> list[str]:
        """The words with which it is started."""
        return with_globals(self.words)

    @property
    def is_elsewhere(self) -> bool:
        """Whether it only represents a program that played on the contest's site."""
        return self.command.split()[:1] == [ELSEWHERE]

    @property
    def name(self) -> str:
        """Its title: the name of its file, even if an interpreter runs it."""
        if self.is_elsewhere:
            return self.command.removeprefix(ELSEWHERE).strip(" '\"") or ELSEWHERE
        words = (
            self.command.split()
            if self.command.count('"') % 2 or self.command.count("'") % 2
            else self.words
        )
        files = [word for word in words[1:] if "." in Path(word).name and not word.startswith("-")]
        return Path((files or words or [PROGRAM])[0]).name

    @property
    def text(self) -> str:
        """As after `cmd:` on the command line."""
        limits = (f"{name}={value:.10g}" for name, value in self.settings.items())
        return ",".join([self.command, *limits])

    @property
    def settings(self) -> dict[str, float]:
        """The limits that are not as usual."""
        limits = {PATIENCE.name: self.patience, WARNINGS.name: self.warnings}
        return {name: value for name, value in limits.items() if value != LIMITS[name].default}

    def check(self) -> None:
        """KnobError if there is nothing to start."""
        if shutil.which(self.words[0]) is None:
            raise KnobError(
                f"The program {self.words[0]} cannot be started: there is no such file, or "
                "it may not be run."
            )
        if (script := self._script) and not Path(script).exists():
            raise KnobError(f"The program {script} is not there, as seen from {Path.cwd()}.")

    @property
    def _script(self) -> str:
        """The file that an interpreter is to run; "" for none, or where options may name it."""
        first, *rest = self.words
        if not _INTERPRETER.fullmatch(Path(first).name) or {"-c", "-e", "-m"} & set(rest):
            return ""
        found = (word for word in rest if not word.startswith("-") and "{" not in word)
        return next((word for word in found if word.endswith(_SCRIPTS)), "")

    def limit_ms(self, game: Game, first: bool) -> float:
        """How long it may take for its first answer, or for a later one."""
        return self.patience * (game.first_turn_ms if first else game.turn_ms)


LIMITS = {knob.name: knob for knob in knobs(Program) if knob.name != "command"}
PATIENCE, WARNINGS = LIMITS["patience"], LIMITS["warnings"]


def hears(game: Game) -> bool:
    """Whether the game has a text protocol for programs."""
    return type(game).view is not Game.view


def parse_program(words: str, game: Game) -> Program:
    """The program written `./mybot arg,patience=2`; KnobError says what is wrong."""
    if not hears(game):
        raise KnobError(f"{game.title} has no text that a program could read.")
    return written(words)


def written(words: str) -> Program:
    """The program of a text after `cmd:`, whatever the game."""
    program = split(words)
    if not program.words:
        raise KnobError("Enter the command that starts the program, e.g. python3 bot.py.")
    return program


def split(words: str) -> Program:
    """What is written `./mybot arg,patience=2,warnings=3`, with or without a command."""
    found = dict[str, str]()
    while (last := _SETTING.fullmatch(words)) is not None:
        words, name, value = last.groups()
        found.setdefault(name, value)
    return limited(words.strip(), found)


def limited(command: str, limits: Mapping[str, Any]) -> Program:
    """The program of a command with these limits; KnobError if one is none."""
    known = {name: LIMITS[name].check(value) for name, value in limits.items()}
    patience, warnings = (known.get(knob.name, knob.default) for knob in (PATIENCE, WARNINGS))
    return Program(command, float(patience), int(warnings))


_NODE = re.compile(r"node(js)?(\.exe)?", re.IGNORECASE)
_OF_NODE = (".js", ".cjs", ".mjs")
_CALLS = re.compile(rb"(?<![.\w])readline\s*\(")
_MOST_READ = 1 << 20  # bytes of a script; a contest takes a tenth of that


def with_globals(words: Sequence[str]) -> list[str]:
    """The command's words; for a script of node that calls readline(), with the file that defines
    it, print, putstr and printErr. A script that has its own is not affected.
    """
    if not words or _NODE.fullmatch(Path(words[0]).name) is None:
        return list(words)
    script = next((Path(word) for word in words[1:] if Path(word).suffix in _OF_NODE), None)
    if script is None or not _calls_readline(script):
        return list(words)
    return [words[0], "--require", str(path("codingame.cjs")), *words[1:]]


def _calls_readline(script: Path) -> bool:
    try:
        with script.open("rb") as file:
            return _CALLS.search(file.read(_MOST_READ)) is not None
    except OSError:
        return False
