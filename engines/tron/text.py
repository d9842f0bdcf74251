"""The contest's text: what a rider reads and answers.

Each turn: the number of players and the reader's own, then a line `X0 Y0 X1 Y1` for each player:
its start and its head, -1 four times once it is out. Answer: UP, RIGHT, DOWN or LEFT, then any
text.
"""

from __future__ import annotations

from collections.abc import Sequence

from engines.game import FORFEIT, PASS, Game, Parsed, State

WORDS = ("UP", "RIGHT", "DOWN", "LEFT")


def view(game: Game, s: State, seat: int) -> list[str]:
    """The lines a rider reads each turn."""
    ends = list(zip(s.start_x, s.start_y, s.x, s.y, strict=True))[: game.seats]
    return [f"{game.seats} {seat}", *(" ".join(str(int(v)) for v in line) for line in ends)]


def parse(game: Game, s: State, seat: int, lines: Sequence[str]) -> Parsed:
    """An answer as a direction; FORFEIT with a reason where it is bad."""
    line = lines[0] if lines else ""
    word, _, message = line.strip().partition(" ")
    lenient = game.options.spelling == "any"
    word = word.upper() if lenient else line
    if word not in WORDS:
        return Parsed(
            (FORFEIT,), f"expected UP, RIGHT, DOWN or LEFT, got {line!r}" if lines else "no answer"
        )
    action = WORDS.index(word)
    if not game.rules.is_legal(s, seat, action):
        return Parsed((FORFEIT,), f"{word}: {game.explain(s, seat, action)[:-1].lower()}")
    return Parsed((action,), message=message if lenient else "")


def send(game: Game, s: State, seat: int, actions: Sequence[int]) -> list[str]:
    """The line of a direction."""
    return [WORDS[actions[0]] if actions[0] != PASS else ""]
