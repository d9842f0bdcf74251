"""What an evaluation that learns sees of Ultimate Tic-Tac-Toe: lines of cells, the board that one
is sent to, and lines of boards, each as one row of a table.

A small board is seen by a seat: of each cell on a line, 1 is its own mark and 2 the other's, the
first cell counting 1, the next 3, the last 9. Of each board on a line of boards: won, lost, drawn,
or open with threats of nobody, its own, the other's or both; the first counts 49, the last 1.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.jit import inlined, rule
from engines.uttt.rules import ANY, COMPLETES, MASKS

CELLS_IN_LINE = np.array(
    [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
)
# [mask, line]: the cells of the mask on a line, as its own
ON_LINE = np.array(
    [
        [sum((m >> c & 1) * 3**k for k, c in enumerate(line)) for line in CELLS_IN_LINE]
        for m in MASKS
    ],
    np.int16,
)
KINDS_AT = 4 * CELLS_IN_LINE  # [line, n]: where the kind of a board on a line of boards is
THROUGH = [[k for k, line in enumerate(CELLS_IN_LINE) if c in line] for c in range(9)]
# [cell, n]: the lines through a cell, and how many these are
LINES_OF = np.array([lines + [0] * (4 - len(lines)) for lines in THROUGH], np.int64)
MANY = np.array([len(lines) for lines in THROUGH], np.int64)
# [cell, n]: what a mark of the other adds to the state of such a line
ADDS = np.array(
    [[2 * int(ON_LINE[1 << c, k]) for k in LINES_OF[c]] for c in range(9)],
    np.int64,
)

LINE, BOARD = 27, 8 * 27 + 3  # rows of a line, and of a board: its lines, or who has won it
WON, LOST, DRAWN, THREATS = 0, 1, 2, 3
SENT, FREE = 9 * BOARD, 18 * BOARD  # where the rows of the board sent to begin; a free choice
LARGE = FREE + 1  # where those of lines of boards begin
KINDS = 7
ROWS = LARGE + 8 * KINDS**3
MOST = 9 * 8 + 8 + 8  # active at once


@inlined
def kind(s: Any, seat: int, board: int) -> int:
    """What a small board is to a line of boards."""
    place = np.uint64(board)
    if s.won[seat] >> board & 1 != 0:
        return WON
    if s.won[1 - seat] >> board & 1 != 0:
        return LOST
    empty = s.empty[place]
    if empty == 0:
        return DRAWN
    mine, theirs = s.cells[seat, place], s.cells[1 - seat, place]
    return THREATS + (COMPLETES[mine] & empty != 0) + 2 * (COMPLETES[theirs] & empty != 0)


@inlined
def line_row(s: Any, seat: int, board: int, line: int) -> int:
    """The row of a line of an open board."""
    place, k = np.uint64(board), np.uint64(line)
    mine, theirs = np.uint64(s.cells[seat, place]), np.uint64(s.cells[1 - seat, place])
    return board * BOARD + line * LINE + ON_LINE[mine, k] + 2 * ON_LINE[theirs, k]


@inlined
def line_rows(s: Any, seat: int, board: int, first: int, out: Any, n: int) -> None:
    """Writes `first` and the state of each line of an open board to `out` from `n` on."""
    place, at = np.uint64(board), np.uint64(n)
    mine, theirs = np.uint64(s.cells[seat, place]), np.uint64(s.cells[1 - seat, place])
    for line in range(8):
        k = np.uint64(line)
        out[at + k] = first + line * LINE + ON_LINE[mine, k] + 2 * ON_LINE[theirs, k]


@inlined
def large_row(line: int, kinds: int) -> int:
    """The row of a line of boards, of which each is told in four bits of `kinds`."""
    a, b, c = KINDS_AT[line, 0], KINDS_AT[line, 1], KINDS_AT[line, 2]
    code = ((kinds >> a & 15) * KINDS + (kinds >> b & 15)) * KINDS + (kinds >> c & 15)
    return LARGE + line * KINDS**3 + code


@inlined
def sent_rows(s: Any, seat: int, out: Any, n: int, more: int) -> int:
    """Adds the rows of where the seat has to play, and `more`, to the `n` in `out`; returns how
    many there are then.
    """
    if s.forced == ANY:
        out[n] = FREE + more
        return n + 1
    line_rows(s, seat, s.forced, SENT + s.forced * BOARD + more, out, n)
    return n + 8


@rule
def features(s: Any, seat: int, out: Any) -> int:
    """The active rows for a seat; only who moves is sent somewhere."""
    n, kinds = 0, 0
    for board in range(9):
        what = kind(s, seat, board)
        kinds |= what << 4 * board
        if what < THREATS:
            out[n] = board * BOARD + 8 * LINE + what
            n += 1
        else:
            line_rows(s, seat, board, board * BOARD, out, n)
            n += 8
    for line in range(8):
        out[n + line] = large_row(line, kinds)
    n += 8
    return sent_rows(s, seat, out, n, 0) if seat == s.mover else n


@rule
def changes(before: Any, after: Any, action: int, out: Any) -> int:
    """How the rows of the seat that moves next change by an action: k + 1 where row k becomes
    active, -k - 1 where it no longer is.
    """
    n, seat, board, cell = 0, after.mover, action >> 4, np.uint64(action & 15)
    was, now = kind(before, seat, board), kind(after, seat, board)
    if now >= THREATS:
        for k in range(MANY[cell]):
            row = line_row(before, seat, board, LINES_OF[cell, np.uint64(k)])
            out[n] = -1 - row
            out[n + 1] = 1 + row + ADDS[cell, np.uint64(k)]
            n += 2
    else:
        for line in range(8):
            out[n + line] = -1 - line_row(before, seat, board, line)
        out[n + 8] = 1 + board * BOARD + 8 * LINE + now
        n += 9
    if was != now:
        kinds, large = 0, np.uint64(board)
        for each in range(9):
            kinds |= kind(before, seat, each) << 4 * each
        change = (now - was) << 4 * board
        for k in range(MANY[large]):
            line = LINES_OF[large, np.uint64(k)]
            out[n] = -1 - large_row(line, kinds)
            out[n + 1] = 1 + large_row(line, kinds + change)
            n += 2
    return sent_rows(after, seat, out, n, 1)


def _turns() -> list[list[int]]:
    """The eight ways to turn and mirror a board of nine: where each cell comes to rest."""
    grid = np.arange(9).reshape(3, 3)
    found = []
    for turned in [np.rot90(grid, k) for k in range(4)]:
        for view in (turned, turned.T):
            place = np.empty(9, np.int64)
            place[view.ravel()] = np.arange(9)
            found.append([int(cell) for cell in place])
    return found


def symmetries() -> NDArray[np.int32]:
    """[8, ROWS]: the row that each one becomes when the boards and all their cells are turned or
    mirrored alike.
    """
    found = np.zeros((8, ROWS), np.int32)
    lines = [tuple(int(c) for c in line) for line in CELLS_IN_LINE]
    for s, moved in enumerate(_turns()):
        found[s] = np.arange(ROWS)
        for k, line in enumerate(lines):
            there = [moved[c] for c in line]
            to = next(j for j, other in enumerate(lines) if set(other) == set(there))
            places = [there.index(c) for c in lines[to]]  # which of ours each of its cells was
            for code in range(LINE):
                digits = [code // 3**i % 3 for i in range(3)]
                turned = sum(digits[p] * 3**i for i, p in enumerate(places))
                for board in range(9):
                    for start in (0, SENT):
                        old = start + board * BOARD + k * LINE + code
                        found[s, old] = start + moved[board] * BOARD + to * LINE + turned
            for code in range(KINDS**3):
                kinds = [code // KINDS ** (2 - i) % KINDS for i in range(3)]
                turned = sum(kinds[p] * KINDS ** (2 - i) for i, p in enumerate(places))
                found[s, LARGE + k * KINDS**3 + code] = LARGE + to * KINDS**3 + turned
        for board in range(9):
            for what in range(3):
                for start in (0, SENT):
                    old = start + board * BOARD + 8 * LINE + what
                    found[s, old] = start + moved[board] * BOARD + 8 * LINE + what
    return found
