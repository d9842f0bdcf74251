"""Validates positions of Connect Four: everything follows from the discs, the last column and a
forfeit.
"""

from __future__ import annotations

from collections.abc import Iterator

from engines.checking import Bounds, members
from engines.connect_four.board import fours
from engines.connect_four.rules import BOARD, CELLS, COLUMNS, DRAWN, HEIGHT, NOBODY, ROWS
from engines.game import PASS, State

BOUNDS: Bounds = {
    "discs": (0, BOARD),
    "open": (0, (1 << COLUMNS) - 1),
    "mover": (0, 1),
    "played": (0, CELLS),
    "result": (NOBODY, DRAWN),
    "last": (PASS, COLUMNS - 1),
    "lost": (0, 2),
}


def contradictions(s: State, start: State, first: int) -> Iterator[str]:
    """What is wrong with a position within BOUNDS of a match that began at `start`, seat `first`
    playing the first disc; each check relies on the ones before it.
    """
    discs, played, mover = s.discs.tolist(), int(s.played), int(s.mover)
    heights = [(sum(discs) >> HEIGHT * c & (1 << HEIGHT) - 1).bit_count() for c in range(COLUMNS)]
    if discs[0] & discs[1]:
        yield f"two discs are in column {members(discs[0] & discs[1])[0] // HEIGHT + 1}, one cell"
    if sum(discs) != sum((1 << heights[c]) - 1 << HEIGHT * c for c in range(COLUMNS)):
        yield "a disc hangs above an empty cell"
    if max(heights) > ROWS:
        yield f"column {heights.index(max(heights)) + 1} holds {max(heights)} discs"
    if any(old & ~now for old, now in zip(start.discs.tolist(), discs, strict=True)):
        yield "discs of the position at the start are missing"
    if played != sum(heights):
        yield f"played is {played}, but there are {sum(heights)} discs"
    if mover != (first + played) & 1:
        yield f"after {played} discs it is not the move of seat {mover + 1}"
    if discs[first].bit_count() != (played + 1) // 2:
        yield "the seats have not dropped discs in turn"
    if s.open != sum(1 << c for c in range(COLUMNS) if heights[c] < ROWS):
        yield "the open columns are not those with room"
    yield from _last(s, discs, heights)
    yield from _ending(s, discs)


def _last(s: State, discs: list[int], heights: list[int]) -> Iterator[str]:
    """Checks the last disc, and that nobody had four in a line before it."""
    last, mover = int(s.last), int(s.mover)
    if (last == PASS) != (s.played == 0):
        yield f"last is {last} after {s.played} discs"
    top = 1 << HEIGHT * last + heights[last] - 1 if last != PASS and heights[last] else 0
    if s.played and not discs[1 - mover] & top:
        yield f"seat {2 - mover} has no disc on top of column {last + 1}, its last one"
    if next(fours(discs[mover]), None) or next(fours(discs[1 - mover] & ~top), None):
        yield "four discs were in a line before the last one"


def _ending(s: State, discs: list[int]) -> Iterator[str]:
    """The result that the discs or a forfeit give."""
    mover = int(s.mover)
    won, full = next(fours(discs[1 - mover]), None) is not None, s.played == CELLS
    if s.lost and (won or full or s.lost != mover + 1):
        yield f"seat {int(s.lost)} forfeited without having to move"
    result = 2 - mover if won or s.lost else DRAWN if full else NOBODY
    if s.result != result:
        yield f"result is {s.result}, but by the discs it is {result}"
