"""Connect Four: seven columns, six rows, four discs in a line.

Rules: two players drop discs into the columns of a board 7 wide and 6 high; a disc falls to the
lowest free cell. Four in a row, column or diagonal win, a full board is a draw. An action is a
column, 0..6 from the left. People and programs see columns 1..7, and the option `start` opens any
position as the columns played so far: `44444`.

After a win `value` is 0.5 + score / 64 for the winner, where the score is 22 minus the discs the
winner has played: 18 for the quickest win, 1 for the slowest. So score = 64 * (abs(value) - 0.5),
exactly. A draw is 0, an open position is between -0.5 and 0.5, and a forfeit is worth 1.

The text protocol is the lab's own. Once: the seat, 0 or 1, and the position's columns so far (`-`
if none). Each turn: the other's last column (0 at the start), the six rows from the top (`.`, 0 or
1 a cell), and the open columns. The answer is a column.

Validates positions of Connect Four: everything follows from the discs, the last column and a
forfeit.

Positions of Connect Four changed by hand: discs fall, and what is above a disc that is taken
away falls with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from engines.checking import Bounds, members
from engines.connect_four import features as seen
from engines.connect_four import rules as r
from engines.connect_four.board import ABOVE, BELOW, MARKS, draw, fours, sign_at
from engines.connect_four.rules import BOARD, CELLS, COLUMNS, DRAWN, HEIGHT, NOBODY, ROWS, STATE
from engines.editing import EditError, Remark
from engines.game import FORFEIT, LEARNED, PASS, Game, Parsed, Rules, State
from engines.knobs import RESTART, KnobError, Value, integer, number, text
from engines.marking import MIRROR, OPEN, SEATS, Board, MarksEditing
from engines.scene import Scene, Target


def bit_of(cell: int) -> int:
    """The bit of a cell, which counts rows from the top."""
    return 1 << cell % COLUMNS * HEIGHT + ROWS - 1 - cell // COLUMNS


def discs_of(board: Board, seat: int) -> int:
    """The mask of a seat's discs."""
    return sum(bit_of(cell) for cell, mark in enumerate(board) if mark == seat)


class DiscsEditing(MarksEditing):
    """Seven columns of discs."""

    alike = (MIRROR,)
    text_note = "rows from the top, who moves, the last disc"

    def __init__(self, game: Game) -> None:
        super().__init__(game, ROWS, COLUMNS, int(game.options.first_player))

    def board(self, state: State) -> Board:
        masks = [int(mask) for mask in state.discs]
        return [
            next((seat for seat in (0, 1) if masks[seat] & bit_of(cell)), OPEN)
            for cell in range(CELLS)
        ]

    def last(self, state: State) -> int:
        if state.last == PASS:
            return PASS
        board = self.board(state)
        return next((k for k in _column(int(state.last)) if board[k] != OPEN), PASS)

    def lay(self, state: State, board: Board, mover: int, last: int) -> None:
        for seat in (0, 1):
            state.discs[seat] = discs_of(board, seat)
        state.open = sum(1 << c for c in range(COLUMNS) if board[c] == OPEN)
        state.mover, state.played, state.lost = mover, CELLS - board.count(OPEN), 0
        state.last = PASS if last == PASS else last % COLUMNS
        won = next(fours(int(state.discs[1 - mover])), None) is not None
        state.result = 2 - mover if won else DRAWN if state.played == CELLS else NOBODY

    def ended(self, state: State) -> str:
        if state.lost:
            return f"{SEATS[int(state.lost) - 1]} gave no legal answer"
        if state.result == DRAWN:
            return "the board is full"
        return f"{SEATS[int(state.result) - 1]} has four in a row" if state.result else ""

    def put(self, board: Board, cell: int, mark: int) -> Board:
        """A disc falls onto the others of its column; on a disc it replaces that one."""
        places = _column(cell % COLUMNS)
        discs = [board[k] for k in reversed(places) if board[k] != OPEN]
        at = min(places[-1] // COLUMNS - cell // COLUMNS, len(discs))
        discs[at : at + 1] = [] if mark == OPEN else [mark]
        after = list(board)
        for k, disc in zip(reversed(places), (*discs, *[OPEN] * ROWS), strict=False):
            after[k] = disc
        return after

    def lasts(self, board: Board, seat: int) -> list[int]:
        """The discs on top of their columns."""
        tops = [next((k for k in _column(c) if board[k] != OPEN), PASS) for c in range(COLUMNS)]
        return [k for k in tops if k != PASS and board[k] == seat]

    def was_open(self, board: Board) -> bool:
        return not any(next(fours(discs_of(board, seat)), None) for seat in (0, 1))

    def name(self, cell: int) -> str:
        return f"column {cell % COLUMNS + 1}, row {ROWS - cell // COLUMNS}"

    def more_remarks(self, state: State, board: Board) -> list[Remark]:
        if self.game.check(state):
            return []
        return [Remark("ok", "Every disc rests on another or on the floor")]

    def _settled(self, board: Board) -> Board:
        for column in range(COLUMNS):
            marks = [board[k] for k in _column(column)]
            if OPEN in marks[marks.count(OPEN) :]:
                raise EditError(f"In column {column + 1} a disc hangs above an empty cell.")
        return board


def _column(column: int) -> Sequence[int]:
    """The cells of a column from the top."""
    return range(column, CELLS, COLUMNS)


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


@dataclass(frozen=True)
class Options:
    """Where the match begins."""

    start: str = text(
        "",
        "Position",
        "The columns played so far, 1 to 7 from the left; empty for a new board.",
        examples={"": "new board", "44444": "five in the centre", "35333571": "eight discs"},
        main=True,
    )
    first_player: int = integer(0, 0, 1, "First player", "The seat that plays the first disc.")


@dataclass(frozen=True)
class EvalParams:
    """Weights of what `value` sees in an open position; their sum goes through a hyperbolic
    tangent. Both 0: every open position is 0.
    """

    threat: float = number(
        0.2,
        0.0,
        2.0,
        "Open threes",
        "Worth of an empty cell that would make four.",
        effect=RESTART,
        main=True,
    )
    centre: float = number(
        0.08, 0.0, 1.0, "Centre column", "Worth of a disc in the middle column.", effect=RESTART
    )


class ConnectFour(Game):
    """Connect Four on 7 x 6."""

    name = "connect_four"
    title = "Connect Four"
    Options = Options
    EvalParams = EvalParams
    dtype = STATE
    max_actions, longest = COLUMNS, CELLS
    turn_word = "move"
    # open threes tell more than the history of cuts
    defaults: ClassVar[Mapping[str, Mapping[str, Value]]] = {
        "alphabeta": {"ordering": "game"},
        "paranoid": {"ordering": "game"},
    }
    rules = Rules(
        r.to_move,
        r.legal,
        r.is_legal,
        r.step,
        r.is_over,
        r.outcome,
        r.value,
        random_action=r.random_action,
        policy=r.policy,
        key=r.key,
        order=r.order,
        place=r.place,
        move=r.move,
        after=r.after,
        features=seen.features,
    )
    feature_rows, most_features = seen.COUNT, seen.MOST
    presets, opens_with = LEARNED, "uct:preset=network"

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self._start = self._opened(self.options.start)
        self.keep_rules()

    @property
    def most_turns(self) -> int:
        return CELLS - int(self._start.played)

    @property
    def kernel_key(self) -> tuple[object, ...]:
        return (self.name,)  # of where a match begins kernels know nothing

    def _opened(self, start: str) -> State:
        """The position after these columns; KnobError if they are no open position."""
        state = self.blank()
        state.open, state.mover, state.last = (1 << COLUMNS) - 1, self.options.first_player, PASS
        for move, sign in enumerate(start):
            column, mover = "1234567".find(sign), int(state.mover)
            if column < 0 or not state.open >> column & 1:
                raise KnobError(
                    f"start={start} is no position: move {move + 1}, {sign}, is not an open "
                    "column from 1 to 7."
                )
            state.discs[mover] |= r.landing(state, column)
            if next(fours(int(state.discs[mover])), None) or move + 1 == CELLS:
                raise KnobError(
                    f"start={start} leaves nothing to play: move {move + 1}, {sign}, ends "
                    "the match."
                )
            state.open = sum(1 << c for c in range(COLUMNS) if r.height(state, c) < ROWS)
            state.mover, state.played, state.last = 1 - mover, move + 1, column
        return state

    def initial(self, seed: int) -> State:
        return self._start.copy()

    def symmetries(self) -> NDArray[np.int32]:
        return seen.symmetries()

    def bounds(self) -> Bounds:
        return BOUNDS

    def contradiction(self, state: State) -> str:
        first = int(self.options.first_player)
        return next(contradictions(state, self._start, first), "")

    def editing(self) -> DiscsEditing:
        return DiscsEditing(self)

    # -- words -------------------------------------------------------------------------------------

    def agent_name(self, agent: int) -> str:
        return "XO"[agent]

    def seat_mark(self, seat: int) -> str:
        return MARKS[seat]

    def position_note(self, seed: int) -> str:
        return (
            f"after {self.options.start}"
            if self.options.start
            else f"{self.agent_name(self.options.first_player)} starts"
        )

    def label(self, state: State, agent: int, action: int) -> str:
        return str(action + 1)

    def explain(self, state: State, agent: int, action: int) -> str:
        if self.rules.is_legal(state, agent, action):
            return ""
        if self.rules.is_over(state):
            return "The match is over."
        if agent != int(state.mover):
            return f"It is {self.agent_name(1 - agent)}'s move."
        return (
            f"Column {action + 1} is full."
            if 0 <= action < COLUMNS
            else "This is not a column of the board."
        )

    def prompt(self, state: State, seat: int) -> str:
        n = int(state.open).bit_count()
        return f"drop a disc; {n} {'column is' if n == 1 else 'columns are'} open"

    def reason(self, state: State) -> str:
        if not state.result:
            return ""
        if state.lost:
            return f"{self.agent_name(int(state.lost) - 1)} gave no legal answer"
        return (
            "the board is full"
            if state.result == DRAWN
            else f"{self.agent_name(int(state.result) - 1)} has four in a row"
        )

    # -- pictures ----------------------------------------------------------------------------------

    def scene(self, state: State) -> Scene:
        return draw(state)

    def targets(self, state: State, agent: int) -> Sequence[Target]:
        """The cells where a disc would come to rest; `cell` takes the whole column."""
        legal = [c for c in range(COLUMNS) if self.rules.is_legal(state, agent, c)]
        return [Target(c, c, ROWS - 1 - int(r.height(state, c)), 1, 1) for c in legal]

    def cell(self, state: State, agent: int, x: float, y: float) -> int | None:
        return int(x) if 0 <= x < COLUMNS and ABOVE <= y < BELOW else None

    # -- the lab's own text ------------------------------------------------------------------------

    def intro(self, state: State, seat: int) -> list[str]:
        return [str(seat), self.options.start or "-"]

    def view(self, state: State, seat: int) -> list[str]:
        rows = [
            "".join(sign_at(state, c * HEIGHT + r) for c in range(COLUMNS))
            for r in reversed(range(ROWS))
        ]
        return [
            str(int(state.last) + 1),
            *rows,
            " ".join(str(c + 1) for c in range(COLUMNS) if state.open >> c & 1),
        ]

    def parse(self, state: State, seat: int, lines: Sequence[str]) -> Parsed:
        line = lines[0] if lines else ""
        found = re.fullmatch(r"([0-9])(?: (.*))?", line)
        if found is None:
            return Parsed(
                (FORFEIT,), f"expected a column from 1 to 7, got {line!r}" if lines else "no answer"
            )
        column = int(found[1]) - 1
        if not self.rules.is_legal(state, seat, column):
            return Parsed((FORFEIT,), f"{column + 1} is not an open column")
        return Parsed((column,), message=found[2] or "")

    def send(self, state: State, seat: int, actions: Sequence[int]) -> list[str]:
        return [str(int(actions[0]) + 1)]
