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
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from engines.checking import Bounds
from engines.connect_four import rules as r
from engines.connect_four.board import ABOVE, BELOW, MARKS, draw, fours, sign_at
from engines.connect_four.check import BOUNDS, contradictions
from engines.connect_four.editing import DiscsEditing
from engines.connect_four.rules import CELLS, COLUMNS, DRAWN, HEIGHT, ROWS, STATE
from engines.game import FORFEIT, PASS, Game, Parsed, Rules, State
from engines.knobs import RESTART, KnobError, Value, integer, number, text
from engines.scene import Scene, Target


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
    max_actions = COLUMNS
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
    )

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self._start = self._opened(self.options.start)
        self.longest = CELLS - int(self._start.played)
        self.keep_rules()

    @property
    def kernel_key(self) -> tuple[object, ...]:
        return (self.name, self.longest)  # of where a match begins kernels know no more

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
