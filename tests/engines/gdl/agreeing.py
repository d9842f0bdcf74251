"""Plays a sheet beside the plain interpreter, by the compiled unit that kernels call."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from engines.gdl import unit
from engines.gdl.layout import ROLES
from engines.gdl.moves import legal_moves
from engines.gdl.sheet import sheet_of
from tests.engines.gdl.plain_gdl import PlainSheet


def difference(text: str, states: int, seed: int = 1, turns: int = 60) -> str:
    """Where random play of so many positions differs from the interpreter's; "" if nowhere."""
    sheet, plain, draw = sheet_of(text), PlainSheet(text), random.Random(seed)
    t, memory = sheet.tables, sheet.start.copy()
    if set(sheet.roles) != set(plain.roles):
        return f"roles {sheet.roles}, {plain.roles}"
    order = [sheet.roles.index(role) for role in plain.roles]
    facts, turn = plain.start, 0
    for _ in range(states):
        mine = frozenset(sheet.facts[k] for k in np.flatnonzero(memory[: len(sheet.facts)] & 1))
        if mine != facts:
            return f"facts {sorted(map(str, mine ^ facts))[:6]}"
        plain.at(facts, ())
        over = plain.terminal()
        if over != unit.is_terminal(t, memory):
            return f"terminal is {over}"
        goals = np.zeros(int(t[ROLES]), np.int32)
        unit.goals(t, memory.copy(), goals)
        if [int(goals[k]) for k in order] != plain.goals():
            return f"goals {goals.tolist()}, {plain.goals()}"
        moves: list[Any] = []
        for role, k in zip(plain.roles, order, strict=True):
            out = np.zeros(len(sheet.moves[k]) + 1, np.int64)
            count = legal_moves(t, memory, k, out)
            listed = {sheet.moves[k][each] for each in out[:count]}
            if listed != plain.legal(role):
                return f"moves of {role} {listed ^ plain.legal(role)}"
            moves.append(draw.choice(sorted(listed, key=str)) if listed else None)
        if over or turn >= turns or None in moves:
            memory, facts, turn = sheet.start.copy(), plain.start, 0
            continue
        facts = plain.following(facts, moves)
        for move, k in zip(moves, order, strict=True):
            unit.choose(t, memory, k, sheet.moves[k].index(move))
        unit.advance(t, memory)
        unit.settle_position(t, memory)
        turn += 1
    return ""
