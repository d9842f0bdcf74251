"""The command line of a comparison."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path

from engines.game import Game
from lab.match.history import MatchLines
from lab.match.records import Contesting
from lab.match.seats import format_seat


@dataclass(frozen=True)
class Place:
    """A position of a recorded match: its file, the turns before it, and the branch it is on, ""
    for the main line.
    """

    path: Path
    turn: int
    branch: str = ""


def branch_of(lines: MatchLines, turn: int) -> str:
    """The branch that the board's position after `turn` turns is on, "" for the main line."""
    number = lines.number(turn)
    rows = (row for row in lines.rows if any(stone.number == number for stone in row.stones))
    return next((row.name for row in rows), "")


def command_line(
    game: Game, sides: tuple[Contesting, Contesting], seat: int, place: Place | None, seed: int
) -> str:
    """What prints this comparison in a terminal."""
    words = ["smitsilab", "compare", game.spec]
    budgets = [side.budget for side in sides if side.budget is not None]
    same = len(set(budgets)) == 1
    for name, side in zip(("--a", "--b"), sides, strict=True):
        words += [name, format_seat(side, game, with_budget=not same)]
    words += ["--budget", budgets[0].text] if same else []
    if place is not None:
        words += ["--from", str(place.path), "--turn", str(place.turn)]
        words += ["--branch", place.branch] if place.branch else []
    words += ["--seat", str(seat + 1)] if game.simultaneous else []
    return shlex.join([*words, "--seed", str(seed)])
