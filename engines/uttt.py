"""Ultimate Tic-Tac-Toe, as CodinGame plays it.

Rules: nine small boards make one big board. A move in cell c sends the opponent to small board c; where that board is won or full, the
opponent plays in any open one. Three in a row win a small board, three small boards in a row win the match. Without a line the seat with
more small boards wins (option `tie_break=draw`: nobody does, as in OpenSpiel). Seat 0 is X, seat 1 is O, whoever starts.

An action is board * 16 + cell, both 0..8 in reading order, so that rules shift instead of dividing; people and programs see `row col`.
Deviations from the contest: the list of legal cells is in reading order, not shuffled.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engines.game import FORFEIT, PASS, Difference, Game, Parsed, Rules, State
from engines.jit import rule
from engines.knobs import RESTART, choice, integer, number
from engines.scene import AnyItem, Event, EventKind, Glyph, Line, Rect, Scene, Target, Text

STATE = np.dtype(
    [
        ("cells", np.int16, (2, 9)),  # a 9-bit mask per seat and small board
        ("won", np.int16, (2,)),  # the small boards that each seat has won, a mask
        ("open", np.int16),  # small boards neither won nor full, a mask
        ("forced", np.int16),  # the small board to play in, ANY for every open one
        ("mover", np.int16),
        ("moves", np.int16),
        ("last", np.int16),  # the action played last, PASS at the start
        ("over", np.int16),
        ("lost", np.int16),  # 1 + the seat that forfeited
        ("tie_break", np.int16),  # 1: most boards win, 0: a draw
    ],
    align=True,
)

FULL = 0b111_111_111
ANY = -1
NOBODY = -1
LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
MASKS = range(512)
WINS = np.array([any(m & line == line for line in LINES) for m in MASKS])
COUNT = np.array([m.bit_count() for m in MASKS])
NTH = np.array([[b for b in range(9) if m >> b & 1] + [0] * (9 - m.bit_count()) for m in MASKS])  # [mask, n]: the n-th set bit
COMPLETES = np.array([sum(1 << b for b in range(9) if not m >> b & 1 and WINS[m | 1 << b]) for m in MASKS])  # cells that make a row
ZOBRIST = np.random.Generator(np.random.SFC64(81)).integers(0, 2**64, (2, 9, 512), np.uint64)  # a number for each small board's mask
ZOBRIST[:, :, 0] = 0
ZOBRIST_FORCED = np.random.Generator(np.random.SFC64(9)).integers(0, 2**64, (2, 10), np.uint64)  # [mover, forced]; ANY is the last
PLACES = ("top left", "top", "top right", "left", "middle", "right", "bottom left", "bottom", "bottom right")
KINDS = ("cross", "ring")
PITCH = 3.2  # world units from one small board to the next; a cell is 1
RIM = 0.07  # from the cells to the frame of their board


@rule
def to_move(s: Any) -> int:
    return s.mover


@rule
def is_over(s: Any) -> bool:
    return s.over != 0


@rule
def free(s: Any, board: int) -> int:
    """The empty cells of a small board, a mask."""
    return FULL & ~(s.cells[0, board] | s.cells[1, board])


@rule
def allowed(s: Any) -> int:
    """The small boards that may be played in, a mask."""
    if s.over != 0:
        return 0
    return 1 << s.forced if s.forced >= 0 else s.open


@rule
def legal(s: Any, agent: int, out: Any) -> int:
    """Lists the open cells, board by board."""
    n = 0
    boards = allowed(s) if agent == s.mover else 0
    for i in range(COUNT[boards]):
        board = NTH[boards, i]
        cells = free(s, board)
        for j in range(COUNT[cells]):
            out[n] = board << 4 | NTH[cells, j]
            n += 1
    return n


@rule
def is_legal(s: Any, agent: int, action: int) -> bool:
    board, cell = action >> 4, action & 15
    if agent != s.mover or board < 0 or board > 8 or cell > 8:
        return False
    return (allowed(s) >> board & 1) != 0 and (free(s, board) >> cell & 1) != 0


@rule
def random_action(s: Any, agent: int, rng: Any) -> int:
    """A uniformly drawn open cell."""
    if s.forced >= 0:
        board = s.forced
        cells = free(s, board)
        return board << 4 | NTH[cells, int(rng.random() * COUNT[cells])]
    boards = s.open
    total = 0
    for i in range(COUNT[boards]):
        total += COUNT[free(s, NTH[boards, i])]
    left = int(rng.random() * total)
    for i in range(COUNT[boards]):
        board = NTH[boards, i]
        cells = free(s, board)
        if left < COUNT[cells]:
            return board << 4 | NTH[cells, left]
        left -= COUNT[cells]
    return PASS


@rule
def step(s: Any, joint: Any, rng: Any, log: Any) -> None:
    """Marks a cell; any illegal answer loses at once and leaves the board as it is."""
    mover = s.mover
    action = joint[mover]
    if not is_legal(s, mover, action):
        s.lost = mover + 1
        s.over = 1
        return
    board, cell = action >> 4, action & 15
    mine = s.cells[mover, board] | 1 << cell
    s.cells[mover, board] = mine
    if WINS[mine]:
        s.won[mover] |= 1 << board
        s.open &= ~(1 << board)
        s.over = WINS[s.won[mover]]
    elif mine | s.cells[1 - mover, board] == FULL:
        s.open &= ~(1 << board)
    if s.open == 0:
        s.over = 1
    s.forced = cell if s.open >> cell & 1 else ANY
    s.mover = 1 - mover
    s.moves += 1
    s.last = action


@rule
def winner(s: Any) -> int:
    """The seat that has won, or NOBODY; the match must be over."""
    if s.lost != 0:
        return 2 - s.lost
    if WINS[s.won[0]] or WINS[s.won[1]]:
        return 0 if WINS[s.won[0]] else 1
    lead = COUNT[s.won[0]] - COUNT[s.won[1]]
    if s.tie_break == 0 or lead == 0:
        return NOBODY
    return 0 if lead > 0 else 1


@rule
def outcome(s: Any, out: Any) -> None:
    seat = winner(s) if s.over != 0 else NOBODY
    out[0] = 0.0 if seat == NOBODY else 1.0 - 2.0 * seat
    out[1] = -out[0]


@rule
def side(s: Any, seat: int, w: Any) -> float:
    """The weighted sum of what a seat has: small boards, twos in a row that can still be completed, centres."""
    total = w[0] * COUNT[s.won[seat]] + w[1] * COUNT[COMPLETES[s.won[seat]] & s.open] + w[3] * (s.won[seat] >> 4 & 1)
    for i in range(COUNT[s.open]):
        board = NTH[s.open, i]
        mine = s.cells[seat, board]
        total += w[2] * COUNT[COMPLETES[mine] & free(s, board)] + w[4] * (mine >> 4 & 1)
    return total


@rule
def value(s: Any, w: Any, out: Any) -> None:
    """The result, a little less the later it comes, so that shorter wins are preferred; within 0.9 of nothing while open."""
    if s.over != 0:
        outcome(s, out)
        out[0] *= 1.0 - 0.001 * s.moves
    else:
        out[0] = 0.9 * math.tanh(side(s, 0, w) - side(s, 1, w))
    out[1] = -out[0]


@rule
def policy(s: Any, agent: int, rng: Any) -> int:
    """Wins the match or a board, blocks, and does not send the opponent where a board is lost or the choice is free; ties at random."""
    best, best_score = PASS, -100.0
    mine_won, boards = s.won[agent], allowed(s)
    for i in range(COUNT[boards]):
        board = NTH[boards, i]
        mine, theirs, cells = s.cells[agent, board], s.cells[1 - agent, board], free(s, board)
        for j in range(COUNT[cells]):
            cell = NTH[cells, j]
            wins = COMPLETES[mine] >> cell & 1
            score = 8.0 * wins + 4.0 * (COMPLETES[theirs] >> cell & 1) + rng.random()
            if wins != 0 and WINS[mine_won | 1 << board]:
                score += 50.0
            if not s.open >> cell & 1 or COMPLETES[s.cells[1 - agent, cell]] & free(s, cell):
                score -= 6.0
            if score > best_score:
                best, best_score = board << 4 | cell, score
    return best


@rule
def key(s: Any) -> int:
    """The Zobrist key of everything that play depends on."""
    k = ZOBRIST_FORCED[s.mover, s.forced]
    for board in range(9):
        k ^= ZOBRIST[0, board, s.cells[0, board]] ^ ZOBRIST[1, board, s.cells[1, board]]
    return k ^ ZOBRIST[0, 0, s.lost]


def action_at(row: int, col: int) -> int:
    """The action that marks this cell."""
    return (row // 3 * 3 + col // 3) << 4 | (row % 3 * 3 + col % 3)


def place_of(action: int) -> tuple[int, int]:
    """Row and column of an action."""
    board, cell = action >> 4, action & 15
    return board // 3 * 3 + cell // 3, board % 3 * 3 + cell % 3


def corner(row: int, col: int) -> tuple[float, float]:
    """The upper left corner of a cell in world units."""
    return col + (PITCH - 3) * (col // 3), row + (PITCH - 3) * (row // 3)


@dataclass(frozen=True)
class Options:
    """How the match is set up."""

    tie_break: str = choice(
        "most_boards",
        {"most_boards": "most boards", "draw": "draw"},
        "Tie-break",
        "What a match without three boards in a row is: won by the seat with more boards, or a draw.",
        main=True,
    )
    first_player: int = integer(0, 0, 1, "First player", "The seat that starts: 0 is X, 1 is O.")


@dataclass(frozen=True)
class EvalParams:
    """Weights of what `value` sees in an open position; their sum goes through a hyperbolic tangent."""

    board: float = number(0.15, 0.0, 1.0, "Board won", "Worth of a small board won.", effect=RESTART, main=True)
    board_pair: float = number(0.15, 0.0, 1.0, "Boards in line", "Worth of an open board that would make three in a row.", effect=RESTART)
    cell_pair: float = number(0.04, 0.0, 1.0, "Cells in line", "Worth of an empty cell that would win its board.", effect=RESTART)
    centre_board: float = number(0.05, 0.0, 1.0, "Centre board", "More worth of the middle board, once won.", effect=RESTART)
    centre_cell: float = number(0.01, 0.0, 1.0, "Centre cell", "Worth of the middle cell of an open board.", effect=RESTART)


class UltimateTicTacToe(Game):
    """Ultimate Tic-Tac-Toe: nine boards in one."""

    name = "uttt"
    title = "Ultimate Tic-Tac-Toe"
    Options = Options
    EvalParams = EvalParams
    dtype = STATE
    contest = "CodinGame"
    max_actions = 81
    longest = 81
    turn_word = "move"
    event_kinds = (EventKind("board", "dot", "board won"),)
    rules = Rules(
        to_move, legal, is_legal, step, is_over, outcome, value, random_action=random_action, policy=policy, key=key
    )

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self.keep_rules()

    def initial(self, seed: int) -> State:
        state = self.blank()
        state.open, state.forced, state.last = FULL, ANY, PASS
        state.mover = self.options.first_player
        state.tie_break = self.options.tie_break == "most_boards"
        return state

    # -- words -------------------------------------------------------------------------------------------------------

    def agent_name(self, agent: int) -> str:
        return "XO"[agent]

    def seat_mark(self, seat: int) -> str:
        return KINDS[seat]

    def position_note(self, seed: int) -> str:
        return f"{self.agent_name(self.options.first_player)} starts"

    def label(self, state: State, agent: int, action: int) -> str:
        row, col = place_of(action)
        return f"{row} {col}"

    def explain(self, state: State, agent: int, action: int) -> str:
        board, cell = action >> 4, action & 15
        if self.rules.is_legal(state, agent, action):
            return ""
        if self.rules.is_over(state):
            return "The match is over."
        if agent != int(state.mover):
            return f"It is {self.agent_name(1 - agent)}'s move."
        if not (0 <= board < 9 and cell < 9):
            return "This is not a cell of the board."
        if state.forced not in (ANY, board):
            opponent, played = self.agent_name(1 - agent), int(state.last) & 15
            return f"This cell is in the {PLACES[board]} board. {opponent} played cell {played}, so you play in the {PLACES[played]} board."
        owner = self._owner(state, board)
        return "This cell is taken." if owner == NOBODY else f"The {PLACES[board]} board is won by {self.agent_name(owner)} already."

    def standing(self, state: State, seat: int) -> str:
        return _boards(int(COUNT[state.won[seat]]))

    def prompt(self, state: State, seat: int) -> str:
        cells = self.rules.legal(state, seat, np.zeros(81, np.int64))
        where = "any open board" if state.forced == ANY else f"the {PLACES[state.forced]} board"
        return f"play in {where}; {cells} {'cell is' if cells == 1 else 'cells are'} open"

    def reason(self, state: State) -> str:
        if not state.over:
            return ""
        if state.lost:
            return f"{self.agent_name(int(state.lost) - 1)} answered with an illegal move"
        seat = int(winner(state))
        if seat == NOBODY:
            return "no board is open and nobody has three in a row, a draw"
        if WINS[state.won[seat]]:
            return f"{self.agent_name(seat)} has three boards in a row"
        more, fewer = (int(COUNT[state.won[k]]) for k in (seat, 1 - seat))
        return f"{self.agent_name(seat)} has won more boards, {more} to {fewer}"

    def events(self, before: State, after: State, log: Any) -> Sequence[Event]:
        names = [(seat, board) for seat in (0, 1) for board in range(9) if int(after.won[seat] & ~before.won[seat]) >> board & 1]
        return [Event("board", seat, f"{self.agent_name(seat)} wins the {PLACES[board]} board") for seat, board in names]

    def _owner(self, state: State, board: int) -> int:
        return next((seat for seat in (0, 1) if int(state.won[seat]) >> board & 1), NOBODY)

    # -- pictures ----------------------------------------------------------------------------------------------------

    def scene(self, state: State) -> Scene:
        axes = [Text(corner(0, k)[0] + 0.5, -0.45, str(k), "ink2") for k in range(9)]
        axes += [Text(-0.5, corner(k, 0)[1] + 0.5, str(k), "ink2") for k in range(9)]
        items: list[AnyItem] = []
        for board in range(9):
            items += self._frame(state, board)
        if state.last != PASS:
            x, y = corner(*place_of(int(state.last)))
            items.append(Rect(x + 0.08, y + 0.08, 0.84, 0.84, fill="track", rounding=2, id="last"))
        for board in range(9):
            items += self._marks(state, board)
        return Scene(-0.8, -0.8, 2 * PITCH + 4.0, 2 * PITCH + 4.0, still=tuple(axes), items=tuple(items))

    def _frame(self, state: State, board: int) -> list[AnyItem]:
        """A small board without its marks; the forced one is framed in ink."""
        x, y = PITCH * (board % 3), PITCH * (board // 3)
        forced = state.forced == board and not state.over
        bright = int(allowed(state)) >> board & 1
        stroke, width = ("ink", 2.0) if forced else ("line2", 1.0)
        side = 3 + 2 * RIM
        frame = Rect(x - RIM, y - RIM, side, side, fill="field" if bright else "none", stroke=stroke, width=width, rounding=3)
        inner: list[AnyItem] = [Line(((x + k, y + RIM), (x + k, y + 3 - RIM)), "line2") for k in (1, 2)]
        inner += [Line(((x + RIM, y + k), (x + 3 - RIM, y + k)), "line2") for k in (1, 2)]
        return [frame, *inner]

    def _marks(self, state: State, board: int) -> list[AnyItem]:
        """The marks of a small board; of a won one they are faded, under one big mark."""
        owner = self._owner(state, board)
        marks: list[AnyItem] = []
        for seat, cell in ((seat, cell) for seat in (0, 1) for cell in range(9)):
            if int(state.cells[seat, board]) >> cell & 1:
                x, y = corner(*place_of(board << 4 | cell))
                faded = 1.0 if owner == NOBODY else 0.3
                marks.append(Glyph(x + 0.5, y + 0.5, KINDS[seat], f"seat{seat}", 1.0, alpha=faded, id=f"cell{board}.{cell}"))
        if owner != NOBODY:
            x, y = PITCH * (board % 3) + 1.5, PITCH * (board // 3) + 1.5
            marks.append(Glyph(x, y, KINDS[owner], f"seat{owner}", 3.0, width=8.0, id=f"board{board}"))
        return marks

    def targets(self, state: State, agent: int) -> Sequence[Target]:
        out = np.zeros(81, np.int64)
        actions = out[: self.rules.legal(state, agent, out)].tolist()
        return [Target(a, *corner(*place_of(a)), 1.0, 1.0) for a in actions]

    def cell(self, state: State, agent: int, x: float, y: float) -> int | None:
        col, row = _index(x), _index(y)
        return None if col is None or row is None else action_at(row, col)

    # -- the contest's text ------------------------------------------------------------------------------------------

    def view(self, state: State, seat: int) -> list[str]:
        out = np.zeros(81, np.int64)
        places = sorted(place_of(a) for a in out[: self.rules.legal(state, seat, out)].tolist())
        last = "-1 -1" if state.last == PASS else self.label(state, seat, int(state.last))
        return [last, str(len(places)), *(f"{row} {col}" for row, col in places)]

    def parse(self, state: State, seat: int, lines: Sequence[str]) -> Parsed:
        line = lines[0] if lines else ""
        found = re.fullmatch(r"([+-]?[0-9]{1,9}) ([+-]?[0-9]{1,9})(?: (.*))?", line)
        if found is None:
            return Parsed((FORFEIT,), f"expected `row col`, got {line!r}" if lines else "no answer")
        row, col = int(found[1]), int(found[2])
        action = action_at(row, col) if 0 <= row < 9 and 0 <= col < 9 else PASS
        if not self.rules.is_legal(state, seat, action):
            return Parsed((FORFEIT,), f"{row} {col} is not a legal cell")
        return Parsed((action,), message=found[3] or "")

    def send(self, state: State, seat: int, actions: Sequence[int]) -> list[str]:
        return [self.label(state, seat, actions[0])]

    def conform(self, records: Sequence[Mapping[str, Any]]) -> Iterator[Difference | None]:
        header, turns, end = records[0], records[1:-1], records[-1]
        game = UltimateTicTacToe.configure(first_player=header["first_player"])
        state = game.initial(0)
        for record in turns:
            turn, seat = record["turn"], record["player"]
            heard = record["in"].splitlines()
            wanted = {"mover": seat, "head": heard[:2], "cells": sorted(heard[2:])} | record["state"]
            view = game.view(state, seat)
            got = {"mover": int(state.mover), "head": view[:2], "cells": sorted(view[2:])}
            joint = np.full(2, PASS, np.int64)
            joint[seat] = game.parse(state, seat, [] if record["timeout"] else [record["out"]]).actions[0]
            game.rules.step(state, joint, None, None)
            difference = _first_difference(turn, wanted, got | _recorded(state))
            yield difference
            if difference:
                return
        last = _first_difference(len(turns), {k: end[k] for k in ("scores", "winner", "reason", "boards_won")}, _result(state))
        if last:
            yield last


def _index(position: float) -> int | None:
    """The row or column at a world coordinate; None between and outside the boards."""
    board = math.floor((position + RIM) / PITCH)
    inside = min(max(position - PITCH * board, 0.0), 2.999)
    return board * 3 + int(inside) if 0 <= board < 3 and position - PITCH * board <= 3 + RIM else None


def _boards(count: int) -> str:
    return "1 board won" if count == 1 else f"{count} boards won"


def _first_difference(turn: int, wanted: Mapping[str, Any], got: Mapping[str, Any]) -> Difference | None:
    return next((Difference(turn, name, wanted[name], got[name]) for name in wanted if wanted[name] != got[name]), None)


def _scores(state: State) -> list[int]:
    """The contest's scores: 10 for three boards in a row, -1 for a forfeit, else the boards won."""
    counts = [10 if WINS[state.won[k]] else int(COUNT[state.won[k]]) for k in (0, 1)]
    return [-1 if state.lost == k + 1 else counts[k] for k in (0, 1)]


def _recorded(state: State) -> dict[str, Any]:
    """The state in the words of a recording."""
    signs = np.full((9, 9), ".", "U1")
    small = ["."] * 9
    for board in range(9):
        if not int(state.open) >> board & 1:
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
        "boards_won": [int(COUNT[state.won[k]]) for k in (0, 1)],
        "forced_board": int(state.forced),
        "scores": _scores(state),
        "active": [bool(state.lost != k + 1) for k in (0, 1)],
        "game_over": bool(state.over),
    }


def _result(state: State) -> dict[str, Any]:
    """The end of a match in the words of a recording."""
    seat = int(winner(state))
    line = any(WINS[state.won[k]] for k in (0, 1))
    reason = "invalid_or_timeout" if state.lost else "line" if line else "draw" if seat == NOBODY else "most_boards"
    return {"scores": _scores(state), "winner": seat, "reason": reason, "boards_won": [int(COUNT[state.won[k]]) for k in (0, 1)]}
