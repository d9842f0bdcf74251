"""What a network makes of a position, by the functions that searches ask it with: its value, what
each active row of its table adds to that, and the values after each move.

What a row is of is found by asking the rules: the cells any one of which, marked otherwise, makes
it inactive. A sheet knows the fact that a row is, and its cell.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np

from engines.adding import change_rows
from engines.game import PASS, Game, State
from engines.jit import settled
from engines.marking import OPEN, MarksEditing
from search.base import generator
from search.kernels import kernel_for
from search.network import BIN, HIDDEN, Network, build_worth, sight, worth_of
from search.only import legal_now

Bins = tuple[tuple[float, int, float, float], ...]


@runtime_checkable
class NamesRows(Protocol):
    """A game that says what the rows of its networks are, as sheets have a fact for each."""

    def row_words(self, row: int, /) -> str:
        """What a row is."""

    def row_corner(self, row: int, /) -> tuple[float, float] | None:
        """The upper left corner of the cell that it is about, in the world of the Scene, if it is
        about one.
        """


@dataclass(frozen=True)
class SeenPattern:
    """An active row: the cells that it is of, and the value less the value without it."""

    row: int
    # as the editor of the game counts them, or the first row of those that a sheet has of a cell;
    # none if no single one decides
    cells: tuple[int, ...]
    adds: float


@dataclass(frozen=True)
class SeenMove:
    """A legal move, and what the position after it is worth for the seat that makes it."""

    action: int
    label: str
    value: float
    ends: bool  # the match; the value is its result then


@dataclass(frozen=True)
class SeenPosition:
    """What a network sees; values are for the seat to move."""

    name: str  # of the network
    value: float
    patterns: tuple[SeenPattern, ...]  # what adds or takes most first
    moves: tuple[SeenMove, ...]  # the best first
    calibration: Bins  # of the network, as the file says; none where it does not

    def shares(self) -> dict[int, float]:
        """What the patterns of each cell add, each shared alike by its cells."""
        found = dict[int, float]()
        for each in self.patterns:
            for cell in each.cells:
                found[cell] = found.get(cell, 0.0) + each.adds / len(each.cells)
        return found

    @property
    def bin(self) -> tuple[float, int, float, float] | None:
        """The part of the calibration that the value is in."""
        inside = (each for each in self.calibration if each[0] <= self.value < each[0] + BIN)
        return next(inside, None)


def build_sight(game: Game) -> Callable[..., int]:
    """The jitted (state, seat, net, rows[K], hidden[H], out[1 + K]) -> how many rows are active;
    writes the value, and the value without each of them.
    """
    (look, _), features = build_worth(game), sight(game).features

    def see(state: Any, seat: int, net: Any, rows: Any, hidden: Any, out: Any) -> int:
        table, _, head = net
        look(state, seat, net, rows, hidden)
        out[0] = worth_of(hidden, head)
        count = features(state, seat, rows)
        for k in range(count):
            change_rows(hidden, table, -1 - rows[k : k + 1], 1, hidden)
            out[1 + k] = worth_of(hidden, head)
            change_rows(hidden, table, 1 + rows[k : k + 1], 1, hidden)
        return int(count)

    return see


class Seeing:
    """Looks at one position with one network after the other."""

    def __init__(self, game: Game, state: State) -> None:
        self.game, self.state, self.seat = game, state, int(game.rules.to_move(state))
        self._sight = settled(kernel_for(game, "sight", build_sight))
        self._rows = np.zeros(sight(game).most, np.int64)
        self._hidden, self._out = np.zeros(HIDDEN, np.int16), np.zeros(1 + self._rows.size)
        self._cells = self._cells_of_rows()

    def see(self, name: str, network: Network) -> SeenPosition:
        """What a network makes of the position."""
        count, value = self._look(self.state, self.seat, network)
        rows, without = self._rows[:count].tolist(), self._out[1 : 1 + count].tolist()
        patterns = [
            SeenPattern(row, self._cells.get(row, ()), value - less)
            for row, less in zip(rows, without, strict=True)
        ]
        patterns.sort(key=lambda each: (-abs(each.adds), each.row))
        moves = sorted(self._moves(network), key=lambda each: -each.value)
        return SeenPosition(name, value, tuple(patterns), tuple(moves), calibration_of(network))

    def _look(self, state: State, seat: int, network: Network) -> tuple[int, float]:
        count = self._sight(state, seat, network.net, self._rows, self._hidden, self._out)
        return count, float(self._out[0])

    def _moves(self, network: Network) -> list[SeenMove]:
        game, rules, found = self.game, self.game.rules, list[SeenMove]()
        for action in legal_now(game, self.state, self.seat).tolist():
            after, joint = game.copy(self.state), np.full(game.agents, PASS, np.int64)
            joint[self.seat] = action
            rules.step(after, joint, generator(0), None)
            ends = bool(rules.is_over(after))
            if ends:
                result = np.zeros(game.seats)
                rules.outcome(after, result)
                value = float(result[self.seat])
            else:
                mover = int(rules.to_move(after))
                value = self._look(after, mover, network)[1]
                value = value if mover == self.seat else -value
            label = game.label(self.state, self.seat, action)
            found.append(SeenMove(action, label, value, ends))
        return found

    # -- what rows are of --------------------------------------------------------------------------

    def _active(self, state: State) -> set[int]:
        count = sight(self.game).features(state, self.seat, self._rows)
        return set(self._rows[:count].tolist())

    def _cells_of_rows(self) -> dict[int, tuple[int, ...]]:
        """The cells of each active row; none where the game's positions are no board of marks."""
        if isinstance(self.game, NamesRows):
            return self._cells_of_facts(self.game)
        editing = self.game.editing()
        if not isinstance(editing, MarksEditing):
            return {}
        board, active = editing.board(self.state), self._active(self.state)
        mover, last = editing.mover_of(self.state), editing.last(self.state)
        found: dict[int, set[int]] = {row: set() for row in active}
        for cell, mark in enumerate(board):
            for other in {OPEN, 0, 1} - {mark}:
                after = self.game.copy(self.state)
                editing.lay(after, [*board[:cell], other, *board[cell + 1 :]], mover, last)
                for row in active - self._active(after):
                    found[row].add(cell)
        return {row: tuple(sorted(cells)) for row, cells in found.items()}

    def _cells_of_facts(self, sheet: NamesRows) -> dict[int, tuple[int, ...]]:
        first, found = dict[tuple[float, float], int](), dict[int, tuple[int, ...]]()
        for row in sorted(self._active(self.state)):
            if (corner := sheet.row_corner(row)) is not None:
                found[row] = (first.setdefault(corner, row),)
        return found


def calibration_of(network: Network) -> Bins:
    """What the file of a network says of its calibration; nothing where that cannot be."""
    found: list[tuple[float, int, float, float]] = []
    with contextlib.suppress(TypeError, ValueError, OverflowError):
        for low, many, value, result in network.about.get("calibration", ()):
            each = float(low), int(many), float(value), float(result)
            if not (all(abs(x) <= 1.0 for x in (each[0], *each[2:])) and each[1] > 0):
                raise ValueError(each)
            found.append(each)
        return tuple(sorted(found))
    return ()
