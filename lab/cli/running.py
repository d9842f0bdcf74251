"""Runs one command in this process, and turns errors that are meant for people into sentences.

It loads neither a game nor numpy: `--help` and `--version` need none.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import importlib
import os
import re
import select
import shlex
import sys
from pathlib import Path

from lab.cli import BAD_INPUT, COMMANDS, FILES, INTERRUPTED, OK, InputError
from lab.cli.console import speak
from lab.cli.parser import Parser
from lab.signals import answer_ctrl_c
from lab.words.printable import printable, whole_text

# a module named list would hide the built-in in this package
MODULES = {"list": "catalogue", "export-bot": "export_bot"}
# testers start these; an ignored Ctrl-C is not for them
LEFT_ALONE = ("bot", "referee")
LONGEST_WORD = 200  # characters of the input quoted in an error


def run(words: list[str], putting_off: bool = False) -> int:
    """Runs the command line and returns its exit code. Garbage whose collection has been put off is
    collected again from when the command is loaded on, except for what has been loaded.
    """
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 (as long as the program): print would turn to stdout
    speak()
    try:
        code = _run(words, putting_off)
        _flush()
        return code
    except KeyboardInterrupt:
        print(f"Stopped.{_again(words)}", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError as error:
        if _nobody_reads():
            _drop_output()
            sys.stderr.close()  # there is nobody to report to
            return OK
        print(f"smitsilab: {_sentence(error)}", file=sys.stderr)  # a process of ours has gone
        return BAD_INPUT
    except Exception as error:
        said = _sentence(error) if _is_for_people(error) else _own_failure(error)
        if not said:
            raise
        print(f"smitsilab: {printable(_one_line(said))}", file=sys.stderr)
        return BAD_INPUT


def _again(words: list[str]) -> str:
    """How a command begins again that has said nothing else of it."""
    if not words or words[0] in LEFT_ALONE:
        return ""
    return f" This begins again:\nsmitsilab {printable(shlex.join(words))}"


def _flush() -> None:
    """Flushes the output; a failure is reported here, and not once more when Python exits."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise  # whose reader has gone can be asked as long as it is there
    except OSError:
        _drop_output()
        raise


def _drop_output() -> None:
    """What could not be written is not tried again."""
    with contextlib.suppress(OSError, ValueError):  # a stream that is no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _nobody_reads() -> bool:
    """Whether the reader of our output has gone, as far as the system can say."""
    if not hasattr(select, "poll"):
        return True
    ends = select.poll()
    for stream in filter(None, (sys.stdout, sys.stderr)):
        with contextlib.suppress(OSError, ValueError):  # a stream that is no file
            ends.register(stream.fileno(), 0)
    return any(what & select.POLLERR for _, what in ends.poll(0))


def _load(words: list[str]) -> list[str]:
    """Takes `--load FILE`, which any command understands: the user's own games and algorithms,
    found like the built-in ones from here on.
    """
    rest, known = list[str](), iter(words)
    for word in known:
        option, equals, text = word.partition("=")
        if option != "--load":
            rest.append(word)
            continue
        file = text if equals else next(known, "")
        from engines.own_files import file_named, give

        path = file_named(file)
        if path is None:
            needs = "a Python file (.py) or a sheet (.kif)"
            raise InputError(f"--load needs {needs}, not {file or 'nothing'}.")
        _demand_loadable(path)
        give(path)
    return rest


def _demand_loadable(path: Path, startable: bool = False) -> None:
    """KnobError where loading the file would end or stop this process, or a window with its game
    would.
    """
    from engines.jit import is_disabled
    from lab.check.run import demand_loadable, demand_startable

    if not is_disabled():
        (demand_startable if startable else demand_loadable)(path)


def _name_files(args: argparse.Namespace) -> None:
    """Loads the files that stand where names stand, and has the names of what they hold stand
    there; a tester's programs may be files of Python.
    """
    for option, value in vars(args).items():
        texts = value if isinstance(value, list) else [value]
        if re.fullmatch(r"p\d+", option) or not any(_may_be_file(each) for each in texts):
            continue
        from engines.own_files import name_for, names_a_file

        for path in filter(None, (names_a_file(each) for each in texts if _may_be_file(each))):
            _demand_loadable(path)
        named = [name_for(each) if _may_be_file(each) else each for each in texts]
        setattr(args, option, named if isinstance(value, list) else named[0])


def _may_be_file(word: object) -> bool:
    return isinstance(word, str) and word.partition(":")[0].endswith(FILES)


def _check_files(before: str) -> None:
    """Checks the games of files that were given with this command, once for each text of them:
    compiled rules of one that writes outside its arrays would bring the process down. InputError if
    it cannot be played; what else is wrong is said, and it plays.
    """
    if os.environ.get("SMITSILAB_LOAD", "") == before:
        return
    from engines.jit import is_disabled
    from engines.own_files import given
    from engines.versions import SHEET, code_digest
    from lab.check.run import Checking, playable, remarks
    from lab.check.sheets import wrong_words

    for path in given():
        known = is_disabled() or str(path) in before.split(os.pathsep) or not _holds_game(path)
        if known:
            continue
        if not playable(digest := code_digest(path)):
            print(f"{path.name} is checked before it plays ...", file=sys.stderr, flush=True)
            report = Checking(path, tell=_doing if path.suffix == SHEET else str).run()
            if report.refusal:
                raise InputError(report.refusal)
        wrong = [each.sentence for each in wrong_words(path)]
        for said in (*remarks(digest), *wrong):
            print(printable(said), file=sys.stderr, flush=True)


def _doing(now: str) -> None:
    print(f"{now} ...", file=sys.stderr, flush=True)


def _holds_game(path: Path) -> bool:
    from lab.check.plain import game_in

    try:
        return bool(game_in(path))
    except ValueError:
        return False


def _window(words: list[str], before: str) -> int:
    """Opens the window, on a game if one is given, by its name or by its file."""
    game = ""
    if len(words) > 1:
        raise InputError(f"A command comes before a game: smitsilab match {shlex.join(words)}")
    if words or os.environ.get("SMITSILAB_LOAD"):
        from engines import games
        from engines.own_files import file_of, name_for, names_a_file
        from lab.match.seats import parse_kind

        if words and (path := names_a_file(words[0])):
            _demand_loadable(path, startable=True)

        own = [name for name, kind in games().items() if file_of(kind) is not None]
        game = own[0] if len(own) == 1 else ""
        if words:
            game = name_for(words[0]) if _may_be_file(words[0]) else words[0]
            if game.partition(":")[0] not in games() and Path(words[0].partition(":")[0]).is_file():
                raise InputError(f"{words[0]} holds no game.")
            parse_kind(game.partition(":")[0])
        if os.environ.get("SMITSILAB_LOAD", "").endswith(FILES[1]):  # ready before the window is
            _check_files(before)
    return int(importlib.import_module("lab.cli.window").open_window(game=game))


def _run(words: list[str], putting_off: bool) -> int:
    for word in words:
        if "\0" in word or (whole_text(word) != word and not os.path.lexists(word)):
            raise InputError(f"{word} has bytes that are no text.")
    before = os.environ.get("SMITSILAB_LOAD", "")
    words = _load(words)
    if not words:
        return _window(words, before)
    if words[0] in ("-h", "--help", "help"):
        print(_overview())
        return OK
    if words[0] == "--version":
        print(f"smitsilab {_version()}")
        return OK
    if words[0] not in COMMANDS:
        from engines import games
        from engines.knobs import did_you_mean

        if _may_be_file(words[0]) or words[0].partition(":")[0] in games():
            return _window(words, before)
        known = [*COMMANDS, *(("--help", "--version") if words[0].startswith("-") else games())]
        raise InputError(
            f"There is no command {words[0] or 'without a name'}{did_you_mean(words[0], known)}"
        )
    command = importlib.import_module(f"lab.cli.{MODULES.get(words[0], words[0])}")
    parser = Parser(prog=f"smitsilab {words[0]}", description=f"{COMMANDS[words[0]].capitalize()}.")
    command.arguments(parser)
    _refuse_dashes(words[1:], parser)
    _refuse_lone_program(words[1:], parser)
    try:
        args = parser.parse_args(words[1:])
    except SystemExit as asked_for_help:
        return int(asked_for_help.code or 0)
    _name_files(args)
    _check_files(before)
    if not getattr(args, "cluster", ""):  # workers elsewhere have programs of their own
        _look_for_programs(args)
    if putting_off:
        gc.freeze()
        gc.enable()
    if words[0] not in LEFT_ALONE:
        answer_ctrl_c()
    return int(command.run(args))


def _refuse_dashes(words: list[str], parser: Parser) -> None:
    """--name=-- and -n--: Python before 3.12 reads them as an empty list, whatever the type."""
    for word in words:
        name, _, value = word.partition("=")
        if (name.startswith("-") and value == "--") or re.fullmatch(r"-\w--", word):
            parser.error(f"{word}: -- is no value")


def _refuse_lone_program(words: list[str], parser: Parser) -> None:
    """--seat cmd ./bot: argparse would only see an argument too many."""
    from lab.programs.spec import PROGRAM

    for option, word, following in zip(words, words[1:], words[2:], strict=False):
        if option.startswith("--") and word == PROGRAM and not following.startswith("-"):
            parser.error(f'{option} {word} {following}: write {option} "{PROGRAM}:{following}"')


def _look_for_programs(args: argparse.Namespace) -> None:
    """KnobError where a player is a program that is not there, whichever option names it."""
    from lab.programs.spec import PROGRAM, written

    for value in vars(args).values():
        for seat in value if isinstance(value, list) else [value]:
            name, _, text = seat.partition(":") if isinstance(seat, str) else ("", "", "")
            if name == PROGRAM and text.strip() and "{" not in text:  # a sweep varies it
                written(text).check()


def _overview() -> str:
    width = max(map(len, COMMANDS))
    lines = [f"  smitsilab {name:<{width}}  {text}" for name, text in COMMANDS.items()]
    return "\n".join(
        [
            "Smitsilab: watch game-search algorithms think.",
            "",
            f"  smitsilab {'':<{width}}  opens the window",
            f"  smitsilab {'GAME':<{width}}  opens it on a game: its name, or a file of your own",
            *lines,
        ]
    )


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("smitsilab")
    except PackageNotFoundError:
        return "(not installed)"


def _own_failure(error: Exception) -> str:
    """What failed in a file that somebody gave; "" if something else did."""
    if not os.environ.get("SMITSILAB_LOAD"):
        return ""
    from lab.check.blame import fails_in

    return fails_in(error)


def _is_for_people(error: Exception) -> bool:
    """Whether the error's text was written for the user, not for a programmer."""
    from engines.knobs import KnobError
    from lab.files.replay import ReplayError

    return isinstance(error, InputError | KnobError | ReplayError | OSError)


def _sentence(error: Exception) -> str:
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
