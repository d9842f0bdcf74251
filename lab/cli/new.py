"""`smitsilab new`: a file with a game or a search that plays, to be changed, and its test."""

from __future__ import annotations

import argparse
import keyword
import re
from pathlib import Path

import resources
from engines.stub import Stub
from lab.cli import OK, InputError
from lab.cli.parser import add_force, new_file
from lab.cli.show import say
from lab.files.codec import OddLine
from lab.files.source import text_of

TEST = '''"""NAME does what it must: pytest test_NAME.py"""

from pathlib import Path

from lab.cli import main

FILE = str(Path(__file__).with_name("NAME.py"))


def test_NAME() -> None:
    assert main(COMMAND) == 0
'''
CHECKED = '["check", FILE]'
PLAYED = (
    '["match", "tictactoe", "--seat", FILE, "--seat", "random", "--budget", "50it", '
    '"--matches", "2"]'
)

# what is said of the order of moves in the starter of a game with a stub
ORDERS = {
    "MOVER": ("s.turn % 2", "SIMULTANEOUS"),
    "AT_ONCE": ("False", "True"),
    "ORDER": ("in turn", "at once"),
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    kinds = parser.add_subparsers(dest="what", required=True, metavar="game|algorithm")
    game = kinds.add_parser("game", help="a game for two")
    order = game.add_mutually_exclusive_group()
    order.add_argument("--turns", action="store_true", help="players move in turn (default)")
    order.add_argument("--at-once", action="store_true", help="players move at once")
    game.add_argument(
        "--stub", type=Path, metavar="F", help="programs read what F declares in the stub language"
    )
    algorithm = kinds.add_parser("algorithm", help="a search")
    for each in (game, algorithm):
        each.add_argument("name", metavar="NAME", help="a word: it names the file")
        add_force(each)


def run(args: argparse.Namespace) -> int:
    """Writes the file and its test into this folder, and says what to do with them."""
    name = args.name
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", name) or keyword.iskeyword(name):
        raise InputError(f"{name} should be a word of small letters, digits and _, such as snakes.")
    is_game = args.what == "game"
    starter = ("at_once" if args.at_once else "turns") if is_game else "algorithm"
    text = resources.path("starters", f"{starter}.txt").read_text(encoding="utf-8")
    stub = args.stub if is_game else None
    declared, answers = _declared(stub) if stub is not None else ("", 0)
    if stub is not None:
        text = resources.path("starters", "stub.txt").read_text(encoding="utf-8")
    for word, (turns, at_once) in ORDERS.items() if stub is not None else ():
        text = text.replace(word, at_once if args.at_once else turns)
    words = name.replace("_", " ")
    test = TEST.replace("COMMAND", CHECKED if is_game else PLAYED)
    for file, whole in ((f"{name}.py", text), (f"test_{name}.py", test)):
        made = whole.replace("NAME", name).replace("TITLE", words.capitalize())
        made = made.replace("CLASS", words.title().replace(" ", ""))
        made = made.replace("COUNT", str(answers)).replace("DECLARED", declared)
        with new_file(Path(file), "the new file", args.force) as place:
            place.draft.write_text(made, encoding="utf-8")
    then = f"check {name}.py" if is_game else f"match tictactoe --seat {name}.py --seat random"
    say(f"{name}.py plays, and test_{name}.py tests it. Next:")
    say(f"    smitsilab {then}")
    if is_game:
        say(f"    smitsilab {name}.py")
    return OK


def _declared(path: Path) -> tuple[str, int]:
    """A stub's text as it stands in a file of Python, and how many answers it has; KnobError or
    InputError if it cannot be understood.
    """
    try:
        text = text_of(path)
    except OddLine as error:
        raise InputError(f"{path} is no text: {error}.") from error
    answers = Stub.of(text).answers
    if not answers:
        raise InputError(
            f"{path} says no answer, which CodinGame's stubs lack: add a line such as "
            "answer MOVE x:int y:int | WAIT [text:string]"
        )
    quoted = text.strip().replace(chr(92), 2 * chr(92)).replace('"', chr(92) + '"')
    return quoted, len(answers)
