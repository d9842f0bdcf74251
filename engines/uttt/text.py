"""The contest's text: what a player reads and answers.

Each turn: the opponent's move `row col`, -1 -1 before the first; the number of legal cells and a
line `row col` for each. Answer: `row col`, then any text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from engines.game import FORFEIT, PASS, Game, Parsed, State
from engines.uttt.board import action_at, place_of

ANSWER = re.compile(r"([+-]?[0-9]{1,9}) ([+-]?[0-9]{1,9})(?: (.*))?")


def view(game: Game, s: State, seat: int) -> list[str]:
    """The lines a player reads each turn."""
    out = np.zeros(game.max_actions, np.int64)
    places = sorted(place_of(a) for a in out[: game.rules.legal(s, seat, out)].tolist())
    last = "-1 -1" if s.last == PASS else game.label(s, seat, int(s.last))
    return [last, str(len(places)), *(f"{row} {col}" for row, col in places)]


def parse(game: Game, s: State, seat: int, lines: Sequence[str]) -> Parsed:
    """An answer as a cell; FORFEIT with a reason where it is bad."""
    line = lines[0] if lines else ""
    found = ANSWER.fullmatch(line)
    if found is None:
        return Parsed((FORFEIT,), f"expected `row col`, got {line!r}" if lines else "no answer")
    row, col = int(found[1]), int(found[2])
    action = action_at(row, col) if 0 <= row < 9 and 0 <= col < 9 else PASS
    if not game.rules.is_legal(s, seat, action):
        return Parsed((FORFEIT,), f"{row} {col} is not a legal cell")
    return Parsed((action,), message=found[3] or "")


def send(game: Game, s: State, seat: int, actions: Sequence[int]) -> list[str]:
    """The line of a cell."""
    return [game.label(s, seat, actions[0])]
