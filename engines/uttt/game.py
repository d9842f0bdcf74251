"""Ultimate Tic-Tac-Toe, as CodinGame plays it.

Rules: nine small boards make one big board. A move in cell c sends the opponent to small board c;
where that board is won or full, the opponent plays in any open board. Three in a row win a small
board, three small boards in a row win the match. Without a line the seat with more small boards
wins (option `tie_break=draw`: nobody does, as in OpenSpiel). Seat 0 is X, seat 1 is O; option
`first_player` says who starts.

An action is board * 16 + cell, both 0..8 in reading order, so that rules shift instead of dividing;
people and programs see `row col`. Deviations from the contest: the list of legal cells is in
reading order, not shuffled.

Ultimate Tic-Tac-Toe as the site records it: only the answers, no position.

The contest's text: what a player reads and answers.

Each turn: the opponent's move `row col`, -1 -1 before the first; the number of legal cells and a
line `row col` for each. Answer: `row col`, then any text.

What a player of Ultimate Tic-Tac-Toe knows from the contest's text: the board, reconstructed
from the moves it saw and sent.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from engines.checking import Bounds
from engines.game import FORFEIT, LEARNED, PASS, Game, Heard, Joint, Parsed, Read, Rules, State
from engines.knobs import RESTART, Value, choice, integer, number
from engines.reading import NOTHING_DRAWN, numbers
from engines.scene import Event, EventKind, Scene, Target
from engines.site import Recording, Site
from engines.uttt import features as seen
from engines.uttt import rules as r
from engines.uttt.board import KINDS, PLACES, action_at, corner, draw, index_at, owner_of, place_of
from engines.uttt.check import bounds, contradictions
from engines.uttt.conform import counts, has_line, replay, scores
from engines.uttt.editing import BoardsEditing
from engines.uttt.rules import ANY, COUNT, FULL, NOBODY, STATE


def heard(
    game: Game,
    intro: Sequence[str],
    read: Read,
    before: Heard | None = None,
    sent: Sequence[int] = (),
) -> Heard:
    """Reads one turn: the opponent's move, then the cells that may be played, in any order."""
    row, col = numbers(read, 2, "the opponent's move `row col`", -1, 8)
    if (row < 0) != (col < 0) or (before is not None and row < 0):
        raise ValueError(
            f"The opponent's move is a cell from 0 0 to 8 8, not {row} {col}; -1 -1 stands "
            "for none before the first."
        )
    [count] = numbers(read, 1, "the number of cells that may be played", 1, 81)
    cells = sorted(action_at(*numbers(read, 2, "a cell `row col`", 0, 8)) for _ in range(count))
    last = None if row < 0 else action_at(row, col)
    if before is None:
        first = int(game.options.first_player)
        return _alone(game, first if last is None else 1 - first, last, cells)
    assert last is not None
    # a move other than the one sent, if only that leads here
    for own in (*sent, *_open(game, before.state, before.seat)):
        state = _played(game, _played(game, before.state, before.seat, own), 1 - before.seat, last)
        if state is not None and _open(game, state, before.seat) == cells:
            return Heard(game, before.seat, int(state.moves), state, _joint(1 - before.seat, last))
    # what was known is of another match, or began in the middle of this one
    return _alone(game, before.seat, last, cells)


def _alone(game: Game, seat: int, last: int | None, cells: list[int]) -> Heard:
    """The position of one text: at the start at most one move was played; later the owners of the
    other cells are unknown.
    """
    start = game.initial(0)
    start.mover = seat if last is None else 1 - seat
    state = start if last is None else _played(game, start, 1 - seat, last)
    assert state is not None
    if _open(game, state, seat) != cells:
        _leave_open(state, cells)
    return Heard(
        game, seat, int(state.moves), state, None if last is None else _joint(1 - seat, last)
    )


def _joint(seat: int, action: int) -> Joint:
    joint = np.full(2, PASS, np.int64)
    joint[seat] = action
    return joint


def _played(game: Game, state: State | None, seat: int, action: int) -> State | None:
    """The position after a move, None if it is not legal."""
    if state is None or not game.rules.is_legal(state, seat, action):
        return None
    after = state.copy()
    game.rules.step(after, _joint(seat, action), NOTHING_DRAWN, None)
    return after


def _open(game: Game, state: State, seat: int) -> list[int]:
    out = np.zeros(81, np.int64)
    return sorted(out[: game.rules.legal(state, seat, out)].tolist())


def _leave_open(state: State, cells: Sequence[int]) -> None:
    """Closes all other cells of the boards that may be played in."""
    masks = [sum({1 << (cell & 15) for cell in cells if cell >> 4 == board}) for board in range(9)]
    sent_to = int(state.last) & 15
    state.forced = (
        sent_to if state.last != PASS and not any(masks[:sent_to] + masks[sent_to + 1 :]) else ANY
    )
    for board, mask in enumerate(masks):
        if mask or state.forced == ANY:
            state.empty[board] = mask
    state.room = COUNT[state.empty].sum()


ANSWER = re.compile(r"([+-]?[0-9]{1,9}) ([+-]?[0-9]{1,9})(?: (.*))?")


def view(game: Game, s: State, seat: int) -> list[str]:
    """The lines a player reads each turn."""
    out = np.zeros(game.max_actions, np.int64)
    places = sorted(place_of(a) for a in out[: game.rules.legal(s, seat, out)].tolist())
    last = "-1 -1" if s.last == PASS else game.label(s, seat, int(s.last))
    return [last, str(len(places)), *(f"{row} {col}" for row, col in places)]


def parse(game: Game, s: State, seat: int, lines: Sequence[str]) -> Parsed:
    """An answer as a cell; FORFEIT with a reason where it is bad."""
    line = lines[0] if lines else ""
    found = ANSWER.fullmatch(line)
    if found is None:
        return Parsed((FORFEIT,), f"expected `row col`, got {line!r}" if lines else "no answer")
    row, col = int(found[1]), int(found[2])
    action = action_at(row, col) if 0 <= row < 9 and 0 <= col < 9 else PASS
    if not game.rules.is_legal(s, seat, action):
        return Parsed((FORFEIT,), f"{row} {col} is not a legal cell")
    return Parsed((action,), message=found[3] or "")


def send(game: Game, s: State, seat: int, actions: Sequence[int]) -> list[str]:
    """The line of a cell."""
    return [game.label(s, seat, actions[0])]


def starts(game: type[Game], recording: Recording) -> Iterator[tuple[Game, State]]:
    """The seed has no effect: the seat asked first begins."""
    first = next(
        (each.seat for each in recording.rounds if each.lines and each.seat is not None), 0
    )
    configured = game.configure(first_player=first)
    yield configured, configured.initial(0)


SITE = Site(re.compile(r"\d \d\b.*"), (2,), starts, scores=scores)


@dataclass(frozen=True)
class Options:
    """How the match is set up."""

    tie_break: str = choice(
        "most_boards",
        {"most_boards": "most boards", "draw": "draw"},
        "Tie-break",
        (
            "What a match without three boards in a row is: won by the seat with more boards, "
            "or a draw."
        ),
        main=True,
    )
    first_player: int = integer(0, 0, 1, "First player", "The seat that starts: 0 is X, 1 is O.")


@dataclass(frozen=True)
class EvalParams:
    """Weights of what `value` sees in an open position; their sum goes through a hyperbolic
    tangent.
    """

    board: float = number(
        0.15, 0.0, 1.0, "Board won", "Worth of a small board won.", effect=RESTART, main=True
    )
    board_pair: float = number(
        0.15,
        0.0,
        1.0,
        "Boards in line",
        "Worth of an open board that would make three in a row.",
        effect=RESTART,
    )
    cell_pair: float = number(
        0.04,
        0.0,
        1.0,
        "Cells in line",
        "Worth of an empty cell that would win its board.",
        effect=RESTART,
    )
    centre_board: float = number(
        0.05, 0.0, 1.0, "Centre board", "More worth of the middle board, once won.", effect=RESTART
    )
    centre_cell: float = number(
        0.01, 0.0, 1.0, "Centre cell", "Worth of the middle cell of an open board.", effect=RESTART
    )


class UltimateTicTacToe(Game):
    """Ultimate Tic-Tac-Toe: nine boards in one."""

    name = "uttt"
    title = "Ultimate Tic-Tac-Toe"
    Options = Options
    EvalParams = EvalParams
    dtype = STATE
    best, opens_with = "uct", "uct:preset=network"
    # tuned with 3,000 games at 8 ms of CPU time, better in a test on other seeds
    # (resources/experiments.md)
    presets: ClassVar[Mapping[str, Mapping[str, Mapping[str, Value]]]] = {
        "uct": {
            "tuned": {
                "c": 0.345,
                "solver": True,
                "implicit": 0.287,
                "first_play": True,
                "urgency": 1.97,
            },
            # measured at 5, 20 and 90 ms, at which a search also needs more nodes
            "network": {**LEARNED["uct"]["network"], "c": 0.1, "rising": 4000, "memory": 1 << 21},
        }
    }
    contest = "CodinGame"
    max_actions = 81
    longest = 81
    turn_word = "move"
    event_kinds = (EventKind("board", "dot", "board won"),)
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
        move=r.move,
        features=seen.features,
        changes=seen.changes,
    )
    feature_rows = seen.ROWS
    most_features = seen.MOST

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self.keep_rules()

    def initial(self, seed: int) -> State:
        state = self.blank()
        state.empty[:] = FULL
        state.room, state.forced, state.last = 81, ANY, PASS
        state.mover = self.options.first_player
        state.tie_break = self.options.tie_break == "most_boards"
        state.hash = r.ZOBRIST_TIE[state.tie_break]
        return state

    def bounds(self) -> Bounds:
        return bounds(int(self.options.tie_break == "most_boards"))

    def contradiction(self, state: State) -> str:
        return next(contradictions(state, int(self.options.first_player)), "")

    def symmetries(self) -> NDArray[np.int32]:
        return seen.symmetries()

    def editing(self) -> BoardsEditing:
        return BoardsEditing(self)

    # -- words -------------------------------------------------------------------------------------

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
            return (
                f"This cell is in the {PLACES[board]} board. {opponent} played the "
                f"{PLACES[played]} cell of its board, so you play in the {PLACES[played]} board."
            )
        owner = owner_of(state, board)
        return (
            "This cell is taken."
            if owner == NOBODY
            else f"The {PLACES[board]} board is won by {self.agent_name(owner)} already."
        )

    def standing(self, state: State, seat: int) -> str:
        return f"{counts(state)[seat]} {'board' if counts(state)[seat] == 1 else 'boards'} won"

    def score(self, state: State) -> tuple[float, ...]:
        return tuple(map(float, counts(state)))

    def prompt(self, state: State, seat: int) -> str:
        cells = self.rules.legal(state, seat, np.zeros(81, np.int64))
        where = "any open board" if state.forced == ANY else f"the {PLACES[state.forced]} board"
        return f"play in {where}; {cells} {'cell is' if cells == 1 else 'cells are'} open"

    def reason(self, state: State) -> str:
        if not state.over:
            return ""
        if state.lost:
            return f"{self.agent_name(int(state.lost) - 1)} gave no legal answer"
        outcome = np.zeros(2)
        self.rules.outcome(state, outcome)
        if not outcome.any():
            return (
                f"nobody has three boards in a row, {counts(state)[0]} to {counts(state)[1]} boards"
            )
        name = self.agent_name(int(np.argmax(outcome)))
        if has_line(state):
            return f"{name} has three boards in a row"
        return f"{name} has won more boards, {max(counts(state))} to {min(counts(state))}"

    def events(self, before: State, after: State, log: Any) -> Sequence[Event]:
        names = [
            (seat, board)
            for seat in (0, 1)
            for board in range(9)
            if int(after.won[seat] & ~before.won[seat]) >> board & 1
        ]
        return [
            Event("board", seat, f"{self.agent_name(seat)} wins the {PLACES[board]} board")
            for seat, board in names
        ]

    # -- pictures ----------------------------------------------------------------------------------

    def scene(self, state: State) -> Scene:
        return draw(state)

    def targets(self, state: State, agent: int) -> Sequence[Target]:
        out = np.zeros(81, np.int64)
        actions = out[: self.rules.legal(state, agent, out)].tolist()
        return [Target(a, *corner(*place_of(a)), 1.0, 1.0) for a in actions]

    def cell(self, state: State, agent: int, x: float, y: float) -> int | None:
        col, row = index_at(x), index_at(y)
        return None if col is None or row is None else action_at(row, col)

    # -- the contest's text ------------------------------------------------------------------------

    site = SITE
    view = view
    parse = parse
    send = send
    heard = heard
    conform = replay
