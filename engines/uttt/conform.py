"""Recorded matches of Ultimate Tic-Tac-Toe against the rules, in the recordings' own words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from engines.difference import Difference, fields, first_difference
from engines.game import PASS, Game, State
from engines.uttt.board import place_of
from engines.uttt.rules import COUNT, NOBODY, WINS


def replay(game: Game, records: Sequence[Mapping[str, Any]]) -> Iterator[Difference | None]:
    """Replays a recording: every view, every state, then the result; stops at the first
    difference.
    """
    header, turns, end = records[0], records[1:-1], records[-1]
    game = type(game).configure(first_player=header["first_player"])
    state = game.initial(header["seed"])
    for record in turns:
        seat = record["player"]
        heard = record["in"].splitlines()
        view = game.view(state, record["player"])
        wanted = {"mover": seat, "head": heard[:2], "cells": sorted(heard[2:])} | record["state"]
        got = {"mover": int(state.mover), "head": view[:2], "cells": sorted(view[2:])}
        joint = np.full(2, PASS, np.int64)
        joint[seat] = game.parse(state, seat, [] if record["timeout"] else [record["out"]]).actions[
            0
        ]
        game.rules.step(state, joint, None, None)
        difference = first_difference(record["turn"], fields(wanted, got | _recorded(state)))
        yield difference
        if difference:
            return
    pairs = ((name, end[name], value) for name, value in _result(game, state).items())
    difference = first_difference(len(turns), pairs)
    if difference:
        yield difference


def counts(state: State) -> list[int]:
    """The small boards that each seat has won."""
    return [int(COUNT[mask]) for mask in state.won]


def has_line(state: State) -> bool:
    """Whether somebody has three boards in a row."""
    return any(WINS[mask] for mask in state.won)


def scores(state: State) -> list[int]:
    """The contest's scores: 10 for three boards in a row, -1 for a forfeit, else the boards won."""
    return [
        -1 if state.lost == k + 1 else 10 if WINS[state.won[k]] else count
        for k, count in enumerate(counts(state))
    ]


def _recorded(state: State) -> dict[str, Any]:
    """The state in the words of a recording."""
    signs = np.full((9, 9), ".", "U1")
    small = ["."] * 9
    for board in range(9):
        if not state.empty[board]:
            small[board] = "D"
        for seat in (0, 1):
            for cell in range(9):
                if int(state.cells[seat, board]) >> cell & 1:
                    signs[place_of(board << 4 | cell)] = "XO"[seat]
            if int(state.won[seat]) >> board & 1:
                small[board] = "XO"[seat]
    return {
        "cells": ["".join(row) for row in signs],
        "small": "".join(small),
        "big_winner": next((k for k in (0, 1) if WINS[state.won[k]]), NOBODY),
        "boards_won": counts(state),
        "forced_board": int(state.forced),
        "scores": scores(state),
        "active": [bool(state.lost != k + 1) for k in (0, 1)],
        "game_over": bool(state.over),
    }


def _result(game: Game, state: State) -> dict[str, Any]:
    """The end of a match in the words of a recording."""
    outcome = np.zeros(2)
    game.rules.outcome(state, outcome)
    result = outcome.astype(int).tolist()
    reason = (
        "invalid_or_timeout"
        if state.lost
        else "line"
        if has_line(state)
        else "most_boards"
        if any(result)
        else "draw"
    )
    return {
        "scores": scores(state),
        "winner": result.index(1) if any(result) else NOBODY,
        "reason": reason,
        "boards_won": counts(state),
        "codingame_result": result,
        "openspiel_returns": None if state.lost else result if has_line(state) else [0, 0],
    }
