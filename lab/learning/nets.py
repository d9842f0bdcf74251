"""The networks that come with games, made again by the commands that made them.

`nets.txt` beside them has a line for each: its game, digest, bytes and command. `make nets` follows
these commands, then writes networks and lines anew: one seed gives one network, so one that differs
comes from other rules or another way of learning.
"""

from __future__ import annotations

import shlex
import shutil
import sys
from dataclasses import dataclass, replace
from pathlib import Path

from engines.game import Game
from engines.own_files import loaded, name_for, named_in, names_a_file
from engines.versions import SHEET
from lab.files.placing import Place
from lab.files.source import text_of
from lab.learning.question import LearnQuestion
from lab.learning.run import Learning
from lab.match.seats import parse_game
from resources import path as resource
from search.network import read

NETS = resource("nets", "nets.txt")


@dataclass(frozen=True)
class Shipped:
    """A network's line."""

    game: str  # or the file of its sheet
    digest: str
    size: int  # bytes
    command: str  # as it says itself

    @property
    def line(self) -> str:
        """The line itself."""
        return f"{self.game} {self.digest} {self.size} {self.command}\n"

    @property
    def file(self) -> str:
        """The name of its file."""
        return f"{self.game.removesuffix(SHEET)}.npz"

    @property
    def configured(self) -> Game:
        """The game itself."""
        if file := names_a_file(self.game):
            (kind,) = named_in(loaded(file)).values()
            made: Game = kind()
            return made
        return parse_game(self.game)


def listed(lines: Path = NETS) -> tuple[Shipped, ...]:
    """The networks of a list."""
    parts = (line.split(maxsplit=3) for line in text_of(lines).splitlines())
    return tuple(Shipped(game, digest, int(size), said) for game, digest, size, said in parts)


def question_of(command: str, work: Path) -> LearnQuestion:
    """What a command asks, with its file in `work`."""
    _, _, game, *words = shlex.split(command)
    asked = {
        flag.removeprefix("--"): value for flag, value in zip(words[::2], words[1::2], strict=True)
    }
    out = str(work / asked.pop("out"))
    return LearnQuestion(name_for(game), out, **{name: int(value) for name, value in asked.items()})


def found(each: Shipped, folder: Path) -> Shipped:
    """The line of the network that is there now, read as any other."""
    place = folder / each.file
    network, size = read(place, each.configured), place.stat().st_size
    return replace(each, digest=network.digest, size=size, command=str(network.about["command"]))


def remake(lines: Path, work: Path) -> tuple[Shipped, ...]:
    """Follows the command of each line in the folder `work`, then replaces network and line."""
    made = list[Shipped]()
    work.mkdir(parents=True, exist_ok=True)
    for each in listed(lines):
        learning = Learning(question_of(each.command, work))
        while not learning.ended:
            print(learning.step().line(), flush=True)
        made.append(found(each, work))
    for each in made:
        with Place(lines.parent / each.file, replaces=True) as place:
            read(work / each.file, each.configured).save(place.draft)
        shutil.rmtree((work / each.file).with_suffix(".learning"))  # the next one begins anew
        (work / each.file).unlink()
    with Place(lines, replaces=True) as place:
        place.draft.write_text("".join(each.line for each in made))
    return tuple(made)


if __name__ == "__main__":
    for each in remake(NETS, Path(sys.argv[1])):
        print(each.line, end="")
