"""Tic-tac-toe, k in a row on any small board: the sequential game file to copy.

Rules: two players mark cells of a board in turn; k in a row, column or diagonal win, a full board
is a draw. Options set the size of the board and k; 3 x 3 and three in a row give the familiar game.
Cells are numbered from 0 in reading order; an action is a cell. The protocol is that of CodinGame's
first Tic-Tac-Toe league (`row col`). Shapes: [A] agents, [S] seats, [K] actions, [W] evaluation
weights.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.checking import WORD, Bounds, combined, members, only
from engines.draws import draw_below
from engines.game import FORFEIT, LEARNED, PASS, Game, Parsed, Rules, State
from engines.grid import build_features, lines_in, turned_rows, turns
from engines.jit import rule
from engines.knobs import integer
from engines.marking import MaskEditing
from engines.scene import AnyItem, Glyph, Line, Rect, Scene, Target, Text

STATE = np.dtype(
    [
        ("marks", np.int64, (2,)),  # a mask of cells per seat
        ("hash", np.uint64),  # the Zobrist key of the marks, kept up to date
        ("rows", np.int32),
        ("columns", np.int32),
        ("k", np.int32),
        ("turn", np.int32),
        ("last", np.int32),  # the cell played last, -1 at the start
        ("lost", np.int32),  # 1 + the seat that forfeited
        ("won", np.int32),  # 1 + the seat that has k in a row
    ],
    align=True,
)

LENGTHS = ("", "one", "two", "three", "four", "five", "six", "seven")
LARGEST = 7  # rows and columns, so that all cells fit in a mask
DIRECTIONS = np.array([(0, 1), (1, 0), (1, 1), (1, -1)])  # (rows, columns)
# [seat, cell]
ZOBRIST = np.random.Generator(np.random.SFC64(9)).integers(
    0, 2**64, (2, LARGEST * LARGEST), np.uint64
)
ZOBRIST_LOST = np.random.Generator(np.random.SFC64(3)).integers(0, 2**64, 3, np.uint64)


@rule
def to_move(s: Any) -> int:
    return s.turn & 1


@rule
def legal(s: Any, agent: int, out: Any) -> int:
    """Lists the open cells for the seat to move in `out` [K] and returns their number."""
    n = 0
    if agent == s.turn & 1 and not is_over(s):
        taken = s.marks[0] | s.marks[1]
        for cell in range(s.rows * s.columns):
            if not taken >> cell & 1:
                out[n] = cell
                n += 1
    return n


@rule
def is_legal(s: Any, agent: int, action: int) -> bool:
    if agent != s.turn & 1 or action < 0 or action >= s.rows * s.columns or is_over(s):
        return False
    return not (s.marks[0] | s.marks[1]) >> action & 1


@rule
def step(s: Any, joint: Any, rng: Any, log: Any) -> None:
    move(s, s.turn & 1, joint[s.turn & 1])


@rule
def move(s: Any, mover: int, action: int) -> None:
    """Marks the cell for the seat to move; any illegal answer loses at once."""
    if is_legal(s, mover, action):
        s.marks[mover] |= 1 << action
        s.hash ^= ZOBRIST[mover, action]
        s.won = mover + 1 if in_line(s, mover, action) >= s.k else 0
        s.last = action
        s.turn += 1
    else:
        s.lost = mover + 1


@rule
def in_line(s: Any, seat: int, cell: int) -> int:
    """How many of the seat's marks are in the longest line through `cell`."""
    longest = 0
    for d in range(4):
        down, right = DIRECTIONS[d, 0], DIRECTIONS[d, 1]
        length = 1
        for way in (-1, 1):
            row, column = cell // s.columns + way * down, cell % s.columns + way * right
            while (
                0 <= row < s.rows
                and 0 <= column < s.columns
                and s.marks[seat] >> (row * s.columns + column) & 1
            ):
                length += 1
                row, column = row + way * down, column + way * right
        longest = max(longest, length)
    return longest


@rule
def is_over(s: Any) -> bool:
    return s.lost != 0 or s.won != 0 or s.turn == s.rows * s.columns


@rule
def outcome(s: Any, out: Any) -> None:
    """Writes 1 for the winner and -1 for the loser to `out` [S]; 0 while open and after a draw."""
    out[0] = 0.0
    if s.lost != 0:
        out[0] = 2.0 * s.lost - 3.0
    elif s.won != 0:
        out[0] = 3.0 - 2.0 * s.won
    out[1] = -out[0]


@rule
def value(s: Any, w: Any, out: Any) -> None:
    """The result in `out` [A], a little less the later it comes, so that shorter wins are
    preferred; 0 while open. `w` [W] is not used.
    """
    outcome(s, out)
    out[0] *= 1.0 - 0.01 * s.turn
    out[1] = -out[0]


@rule
def random_action(s: Any, agent: int, rng: Any) -> int:
    """A uniformly drawn open cell."""
    taken = s.marks[0] | s.marks[1]
    left = draw_below(rng, s.rows * s.columns - s.turn)
    for cell in range(s.rows * s.columns):
        if not taken >> cell & 1:
            if left == 0:
                return cell
            left -= 1
    return PASS


@rule
def free_lines(s: Any, seat: int, cell: int) -> int:
    """How many lines of k through `cell` hold no mark of the other seat."""
    lines = 0
    for d in range(4):
        down, right = DIRECTIONS[d, 0], DIRECTIONS[d, 1]
        free = 1
        for way in (-1, 1):
            reach, row, column = 1, cell // s.columns + way * down, cell % s.columns + way * right
            while reach < s.k and 0 <= row < s.rows and 0 <= column < s.columns:
                if s.marks[1 - seat] >> (row * s.columns + column) & 1:
                    break
                reach, row, column = reach + 1, row + way * down, column + way * right
            free += reach - 1
        lines += max(0, free - s.k + 1)
    return lines


@rule
def policy(s: Any, agent: int, rng: Any) -> int:
    """Wins if it can, else blocks, else takes the cell with the most lines still free for it; ties
    are broken at random.
    """
    taken = s.marks[0] | s.marks[1]
    best, best_score = PASS, -1.0
    for cell in range(s.rows * s.columns):
        if not taken >> cell & 1:
            score = free_lines(s, agent, cell) + 0.5 * rng.random()
            score += 1000.0 * (in_line(s, agent, cell) >= s.k) + 100.0 * (
                in_line(s, 1 - agent, cell) >= s.k
            )
            if score > best_score:
                best, best_score = cell, score
    return best


@rule
def key(s: Any) -> int:
    """The Zobrist key: every mark, and a forfeit; whose move it is follows from the marks."""
    return s.hash ^ ZOBRIST_LOST[s.lost]


@dataclass(frozen=True)
class Options:
    """The board's size and the winning length."""

    rows: int = integer(3, 2, LARGEST, "Rows", "Cells from top to bottom.", main=True)
    columns: int = integer(3, 2, LARGEST, "Columns", "Cells from left to right.", main=True)
    k: int = integer(
        3,
        2,
        LARGEST,
        "In a row",
        "How many marks in a line win; longer than both sides, nobody can.",
        main=True,
    )


class TicTacToe(Game):
    """Tic-tac-toe: k in a row on a small board."""

    name = "tictactoe"
    title = "Tic-tac-toe"
    Options = Options
    dtype = STATE
    turn_word = "move"
    feature_rows, presets = 8 * 27, LEARNED  # rows of the usual board
    rules = Rules(
        to_move, legal, is_legal, step, is_over, outcome, value,
        random_action=random_action, policy=policy, key=key, move=move
    )  # fmt: skip

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self.rows, self.columns = int(self.options.rows), int(self.options.columns)
        self.max_actions = self.longest = self.rows * self.columns
        lines = lines_in(self.rows, self.columns, 3)
        self.feature_rows, self.most_features = 27 * len(lines), len(lines)
        seen = build_features(lines, "marks", range(self.longest))
        self.rules = replace(self.rules, features=seen)
        self.keep_rules()

    def symmetries(self) -> NDArray[np.int32]:
        return turned_rows(lines_in(self.rows, self.columns, 3), turns(self.rows, self.columns))

    def initial(self, seed: int) -> State:
        state = self.blank()
        state.rows, state.columns, state.k, state.last = self.rows, self.columns, self.options.k, -1
        return state

    def bounds(self) -> Bounds:
        cells = self.longest
        return only(self.initial(0), "rows", "columns", "k") | {
            "marks": (0, (1 << cells) - 1),
            "hash": WORD,
            "turn": (0, cells),
            "last": (PASS, cells - 1),
            "lost": (0, 2),
            "won": (0, 2),
        }

    def contradiction(self, state: State) -> str:
        return next(self._contradictions(state), "")

    def _contradictions(self, state: State) -> Iterator[str]:
        """Yields what is wrong; each check relies on the ones before it."""
        marks, turn, last = state.marks.tolist(), int(state.turn), int(state.last)
        cells = [members(mask) for mask in marks]
        twice = members(marks[0] & marks[1])
        if twice:
            yield f"X and O are both in cell {self.label(state, 0, twice[0])}"
        if [len(own) for own in cells] != [(turn + 1) // 2, turn // 2]:
            yield f"after {turn} moves there are {len(cells[0])} X and {len(cells[1])} O"
        if (last == PASS) != (turn == 0) or (turn and last not in cells[turn - 1 & 1]):
            yield f"the last move is {last}, which {self.agent_name(turn - 1 & 1)} has not marked"
        lines = self._lines()
        before = [mask & ~(1 << last) if turn else mask for mask in marks]
        if any(mask & line == line for mask in before for line in lines):
            yield "a line was complete before the last move"
        winner = self._winner(marks)
        if state.won != winner:
            yield f"won is {state.won}, but by the lines it is {winner}"
        if state.lost and (winner or turn == self.longest or state.lost != 1 + (turn & 1)):
            yield f"{self.agent_name(int(state.lost) - 1)} forfeited without having to move"
        if state.hash != combined(*(ZOBRIST[seat, own] for seat, own in enumerate(cells))):
            yield "the key is not that of the marks"

    def _winner(self, marks: Sequence[int]) -> int:
        """1 + the seat whose mask has a whole line, 0 for none."""
        return next((1 + p for p in (0, 1) for k in self._lines() if marks[p] & k == k), 0)

    def editing(self) -> MaskEditing:
        return MaskEditing(self, self.rows, self.columns, self._winner, self._lay)

    def _lay(self, state: State, marks: Sequence[int], last: int) -> None:
        """Writes a position with these masks of marks."""
        cells = [members(mask) for mask in marks]
        state.marks[:], state.last, state.lost = marks, last, 0
        state.turn, state.won = sum(map(len, cells)), self._winner(marks)
        state.hash = combined(*(ZOBRIST[seat, own] for seat, own in enumerate(cells)))

    def _lines(self) -> list[int]:
        """The masks of all lines of k cells."""
        found, k = [], int(self.options.k)
        for row, column in np.ndindex(self.rows, self.columns):
            for down, right in DIRECTIONS.tolist():
                ends = row + (k - 1) * down, column + (k - 1) * right
                if ends[0] < self.rows and 0 <= ends[1] < self.columns:
                    step, first = down * self.columns + right, row * self.columns + column
                    found.append(sum(1 << first + i * step for i in range(k)))
        return found

    def agent_name(self, agent: int) -> str:
        return "XO"[agent]

    def seat_mark(self, seat: int) -> str:
        return ("cross", "ring")[seat]

    def label(self, state: State, agent: int, action: int) -> str:
        return f"{action // self.columns} {action % self.columns}"

    def explain(self, state: State, agent: int, action: int) -> str:
        if self.rules.is_legal(state, agent, action):
            return ""
        if self.rules.is_over(state):
            return "The match is over."
        if agent != int(state.turn) & 1:
            return f"It is {self.agent_name(1 - agent)}'s move."
        return "This cell is taken."

    def prompt(self, state: State, seat: int) -> str:
        return f"play any of the {self.longest - int(state.turn)} open cells"

    def reason(self, state: State) -> str:
        if not self.rules.is_over(state):
            return ""
        if state.lost:
            return f"{self.agent_name(int(state.lost) - 1)} gave no legal answer"
        row = f"{LENGTHS[self.options.k]} in a row"
        return (
            f"{self.agent_name(int(state.won) - 1)} has {row}" if state.won else "the board is full"
        )

    def scene(self, state: State) -> Scene:
        rows, columns = self.rows, self.columns
        grid = [Line(((0, k), (columns, k)), "edge") for k in range(1, rows)]
        grid += [Line(((k, 0), (k, rows)), "edge") for k in range(1, columns)]
        axes = [Text(k + 0.5, -0.2, str(k), "ink2") for k in range(columns)] + [
            Text(-0.2, k + 0.5, str(k), "ink2") for k in range(rows)
        ]
        items: list[AnyItem] = []
        if state.last != PASS:
            x, y = int(state.last) % columns, int(state.last) // columns
            items.append(Rect(x + 0.06, y + 0.06, 0.88, 0.88, fill="track", rounding=2, id="last"))
        for seat, kind in enumerate(("cross", "ring")):
            for cell in range(self.longest):
                if int(state.marks[seat]) >> cell & 1:
                    middle = cell % columns + 0.5, cell // columns + 0.5
                    items.append(Glyph(*middle, kind, f"seat{seat}", 1.0, id=f"cell{cell}"))
        items += self._won_lines(state)
        return Scene(
            -0.4, -0.4, columns + 0.6, rows + 0.6, still=(*grid, *axes), items=tuple(items)
        )

    def _won_lines(self, state: State) -> list[AnyItem]:
        """A line through each k in a row that has won."""
        if not state.won:
            return []
        own, found = int(state.marks[state.won - 1]), list[AnyItem]()
        for mask in self._lines():
            if own & mask == mask:
                cells = members(mask)
                ends = [(c % self.columns + 0.5, c // self.columns + 0.5) for c in cells]
                found.append(Line((ends[0], ends[-1]), "ink", 4.0, id=f"won{cells[0]}.{cells[-1]}"))
        return found

    def targets(self, state: State, agent: int) -> Sequence[Target]:
        legal = [cell for cell in range(self.longest) if self.rules.is_legal(state, agent, cell)]
        return [Target(cell, cell % self.columns, cell // self.columns, 1, 1) for cell in legal]

    def cell(self, state: State, agent: int, x: float, y: float) -> int | None:
        inside = 0 <= x < self.columns and 0 <= y < self.rows
        return int(y) * self.columns + int(x) if inside else None

    def view(self, state: State, seat: int) -> list[str]:
        out = np.zeros(self.longest, np.int64)
        n = self.rules.legal(state, seat, out)
        last = "-1 -1" if state.last < 0 else self.label(state, seat, int(state.last))
        return [last, str(n), *(self.label(state, seat, int(c)) for c in out[:n])]

    def parse(self, state: State, seat: int, lines: Sequence[str]) -> Parsed:
        line = lines[0] if lines else ""
        found = re.fullmatch(r"([+-]?[0-9]{1,9}) ([+-]?[0-9]{1,9})(?: (.*))?", line)
        if found is None:
            return Parsed((FORFEIT,), f"expected `row col`, got {line!r}" if lines else "no answer")
        row, col = int(found[1]), int(found[2])
        inside = 0 <= row < self.rows and 0 <= col < self.columns
        cell = row * self.columns + col if inside else PASS
        if not self.rules.is_legal(state, seat, cell):
            return Parsed((FORFEIT,), f"{row} {col} is not a legal cell")
        return Parsed((cell,), message=found[3] or "")

    def send(self, state: State, seat: int, actions: Sequence[int]) -> list[str]:
        return [self.label(state, seat, actions[0])]
