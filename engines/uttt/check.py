"""Validates positions of Ultimate Tic-Tac-Toe.

Everything else follows from the cells, the last move, a forfeit and the open cells. In the lab's
own matches the open cells follow too; a player who reads the contest's text from mid-match knows
few marks, but every cell that may be played (see `hearing`).
"""

from __future__ import annotations

from collections.abc import Iterator

from engines.checking import WORD, Bounds, combined, members
from engines.game import PASS, State
from engines.uttt.board import PLACES
from engines.uttt.rules import ANY, FULL, WINS, ZOBRIST, ZOBRIST_TIE


def bounds(tie_break: int) -> Bounds:
    """The bounds of each field in a match with this tie-break."""
    return {
        "hash": WORD,
        "cells": (0, FULL),
        "empty": (0, FULL),
        "won": (0, FULL),
        "room": (0, 81),
        "forced": (ANY, 8),
        "mover": (0, 1),
        "moves": (0, 81),
        "last": (PASS, 8 << 4 | 8),
        "over": (0, 1),
        "lost": (0, 2),
        "tie_break": (tie_break, tie_break),
    }


def contradictions(s: State, first: int) -> Iterator[str]:
    """What is wrong with a position within `bounds` of a match that seat `first` begins; each check
    relies on the ones before it.
    """
    cells, empty, mover = s.cells.tolist(), s.empty.tolist(), int(s.mover)
    for board, place in enumerate(PLACES):
        yield from _board(s, board, place, cells[0][board], cells[1][board])
    if s.room != sum(map(int.bit_count, empty)):
        yield f"room is {s.room}, but {sum(map(int.bit_count, empty))} cells are open"
    marks = [sum(map(int.bit_count, own)) for own in cells]
    if s.moves != sum(marks) or marks[1 - mover] - marks[mover] != s.moves & 1:
        yield f"after {s.moves} moves X has {marks[0]} marks and O {marks[1]}"
    if s.moves == 0 and mover != first:
        yield f"{'XO'[mover]} moves first, not {'XO'[first]}"
    yield from _last(s, cells)
    yield from _ending(s)
    actions = [
        [board << 4 | cell for board in range(9) for cell in members(own[board])] for own in cells
    ]
    if s.hash != combined(
        ZOBRIST_TIE[[int(s.tie_break)]], ZOBRIST[0, actions[0]], ZOBRIST[1, actions[1]]
    ):
        yield "the key is not that of the marks"


def _board(s: State, board: int, place: str, *masks: int) -> Iterator[str]:
    """Checks a small board: its marks, its winner, its open cells."""
    won = [int(s.won[seat]) >> board & 1 for seat in (0, 1)]
    if masks[0] & masks[1]:
        yield f"a cell of the {place} board has both marks"
    if won != [int(WINS[mask]) for mask in masks] or won == [1, 1]:
        yield f"the {place} board is not won by whom its marks say"
    if s.empty[board] & (FULL if any(won) else masks[0] | masks[1]):
        yield f"a cell of the {place} board is open that is marked or on a board that is won"


def _last(s: State, cells: list[list[int]]) -> Iterator[str]:
    """Checks the last move, and where it sends the next one."""
    last, forced, mover = int(s.last), int(s.forced), int(s.mover)
    board, cell = last >> 4, last & 15
    if (last == PASS) != (s.moves == 0):
        yield f"last is {last} after {s.moves} moves"
    if s.moves and (cell > 8 or not cells[1 - mover][board] >> cell & 1):
        yield f"the last move {last} is no mark of {'OX'[mover]}"
    if forced != ANY and (s.moves == 0 or forced != cell or not s.empty[forced]):
        yield f"the last move sends nobody to the {PLACES[forced]} board"
    if forced == ANY and s.moves and s.empty[cell] and not _is_partly_known(s):
        yield f"the last move sends to the {PLACES[cell]} board, but any may be played in"


def _is_partly_known(s: State) -> bool:
    """Whether a cell without a mark is closed on a board that nobody has won."""
    known = [*(s.cells[0] | s.cells[1] | s.empty)]
    return any(
        mask != FULL and not (int(s.won[0]) | int(s.won[1])) >> board & 1
        for board, mask in enumerate(known)
    )


def _ending(s: State) -> Iterator[str]:
    """Checks whether the match is over, and how it ended."""
    mover, lines = int(s.mover), [bool(WINS[mask]) for mask in s.won]
    if lines[mover]:
        yield f"{'XO'[mover]} had three boards in a row before the last move"
    ended = lines[1 - mover] or s.room == 0
    if s.lost and (ended or s.lost != mover + 1):
        yield f"{'XO'[int(s.lost) - 1]} forfeited without having to move"
    if s.over != (ended or s.lost != 0):
        yield f"over is {s.over}, but the match is {'over' if ended or s.lost else 'going on'}"
