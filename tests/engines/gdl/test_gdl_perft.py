"""Positions after so many turns are counted: of tic-tac-toe and Connect Four."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engines.gdl import core, moves
from engines.gdl.layout import ROLES
from engines.gdl.sheet import Sheet, sheet_of

SHEETS = Path(__file__).with_name("sheets")
COUNTS = {"tictactoe": (9, 72, 504, 3024), "drop": (7, 49, 343, 2401, 16807)}


def perft(sheet: Sheet, memory: Any, depth: int) -> int:
    """How many ways there are to play so many turns."""
    if depth == 0:
        return 1
    t = sheet.tables
    if core.is_terminal(t, memory):
        return 0
    lists = []
    for role in range(int(t[ROLES])):
        out = np.zeros(len(sheet.moves[role]) + 1, np.int64)
        lists.append([int(move) for move in out[: moves.legal_moves(t, memory, role, out)]])
    found = 0
    for joint in product(*lists):
        after = memory.copy()
        for role, move in enumerate(joint):
            core.choose(t, after, role, move)
        core.advance(t, after)
        core.settle_position(t, after)
        found += perft(sheet, after, depth - 1)
    return found


@pytest.mark.parametrize("name", COUNTS)
def test_positions_are_as_many_as_they_should_be(name: str) -> None:
    sheet = sheet_of((SHEETS / f"{name}.kif").read_text())
    for depth, count in enumerate(COUNTS[name], 1):
        assert perft(sheet, sheet.start, depth) == count
