"""`smitsilab new`: a file with a game or a search that plays, to be changed, and its test."""

from __future__ import annotations

import argparse
import keyword
import re
from pathlib import Path

import resources
from lab.cli import OK, InputError
from lab.cli.parser import add_force, new_file
from lab.cli.show import say

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


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    kinds = parser.add_subparsers(dest="what", required=True, metavar="game|algorithm")
    game = kinds.add_parser("game", help="a game for two")
    order = game.add_mutually_exclusive_group()
    order.add_argument("--turns", action="store_true", help="players move in turn (default)")
    order.add_argument("--at-once", action="store_true", help="players move at once")
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
    words = name.replace("_", " ")
    test = TEST.replace("COMMAND", CHECKED if is_game else PLAYED)
    for file, whole in ((f"{name}.py", text), (f"test_{name}.py", test)):
        made = whole.replace("NAME", name).replace("TITLE", words.capitalize())
        made = made.replace("CLASS", words.title().replace(" ", ""))
        with new_file(Path(file), "the new file", args.force) as place:
            place.draft.write_text(made, encoding="utf-8")
    then = f"check {name}.py" if is_game else f"match tictactoe --seat {name}.py --seat random"
    say(f"{name}.py plays, and test_{name}.py tests it. Next:")
    say(f"    smitsilab {then}")
    if is_game:
        say(f"    smitsilab {name}.py")
    return OK
