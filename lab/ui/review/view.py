"""What the review page shows, made from the match and what its reviews say: the judged moves of the
line on the board, one of them selected, and the values of the match as curves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from engines.game import PASS, Game, State
from engines.scene import Target
from lab.files.review_lines import ReviewedMove
from lab.match.history import MatchLines
from lab.match.records import Frame
from lab.match.seat import SeatSpec
from lab.review.judging import GRAVE, Ruler, SeatSummary, Thresholds, mark_of, summary_of
from lab.review.matches import Key, MergedReview, by_loss
from lab.review.positions import follows_plainly, states_of
from lab.review.words import line_labels, lost_words, move_words, value_words
from lab.ui.board.overlay import Path
from lab.ui.parts import theme
from lab.ui.parts.marks import Marks, marks_of, paint_glyph, paint_mark
from lab.ui.review.board import ShownMove, path_of
from search.base import Floats
from search.measure import SeatValue

ROLES = {"blunder": "error", "mistake": "error", "slip": "warn"}  # the colour of a mark


@dataclass(frozen=True, eq=False)
class ReviewRow:
    """One judged move in turn `turn` (from 1), played in `state`; words are made when they are
    first needed. `other` is what another algorithm says of it.
    """

    game: Game
    turn: int
    state: State
    move: ReviewedMove
    seed: int
    thresholds: Thresholds
    other: ReviewedMove | None = None

    @property
    def key(self) -> tuple[int, int]:
        """Turn and seat."""
        return self.turn, self.move.seat

    @property
    def agent(self) -> int:
        """The agent whose mark the row has: the seat's first."""
        return self.game.agents_of(self.move.seat)[0]

    @cached_property
    def mark(self) -> str:
        """The name of its mark, or ""."""
        return mark_of(self.move, self.thresholds)

    @property
    def is_grave(self) -> bool:
        """Whether the keys for mistakes go there."""
        return self.mark in GRAVE

    @cached_property
    def played(self) -> str:
        """The played move in words."""
        return move_words(self.game, self.state, self.move.seat, self.move.played)

    @cached_property
    def apart(self) -> tuple[str, str]:
        """What was played and what was best, of the agents in which they differ."""
        played, best = self.move.played, self.move.best
        if not best:
            return self.played, ""
        seat = self.move.seat
        return (
            move_words(self.game, self.state, seat, played, best),
            move_words(self.game, self.state, seat, best, played),
        )

    @cached_property
    def best(self) -> str:
        """The best move in words."""
        if not self.move.best:
            return ""
        return move_words(self.game, self.state, self.move.seat, self.move.best)

    @cached_property
    def lost(self) -> str:
        """The loss in words."""
        return lost_words(self.move)

    @cached_property
    def chances(self) -> tuple[str, str]:
        """The value after the best and after the played move, in words."""
        return value_words(self.move.after_best), value_words(self.move.after_played)

    @property
    def differs(self) -> bool:
        """Whether something else would have been played."""
        return self.move.is_judged and not self.move.agrees

    @cached_property
    def states(self) -> list[State]:
        """The position and those that the better line leads through."""
        return states_of(self.game, self.state, self.move, self.seed, self.turn - 1)

    @cached_property
    def line(self) -> list[tuple[int, str]]:
        """The better line: who moves and what."""
        return line_labels(self.game, self.states[:-1], self.move.line)


@dataclass(frozen=True, eq=False)
class ValueCurve:
    """Values after turns [N], as shares of their range, for a seat; `name` is a branch's."""

    seat: int
    turns: Floats
    shares: Floats
    name: str = ""


@dataclass(frozen=True, eq=False)
class ReviewView:
    """Everything on show. `rows` are in the order of the table, `turn` is on the board, `seat` the
    one whose move is meant; `scale` is a value of the kind that the curves have.
    """

    game: Game
    rows: tuple[ReviewRow, ...] = ()
    turns: int = 0
    turn: int = 0
    seat: int = 0
    by_turn: bool = False
    hides: bool = False  # a person tries to find the move
    summaries: tuple[SeatSummary, ...] = ()
    players: tuple[str, ...] = ()
    curves: tuple[ValueCurve, ...] = ()
    scale: SeatValue | None = None
    ruler: Ruler = field(default_factory=Ruler)
    marks: Marks = field(default_factory=lambda: marks_of((0, 1)))
    kinds: tuple[str, ...] = ()

    @cached_property
    def selected(self) -> ReviewRow | None:
        """The row of the move on the board."""
        here = [row for row in self.rows if row.turn == self.turn]
        return next((row for row in here if row.move.seat == self.seat), next(iter(here), None))

    @cached_property
    def in_order(self) -> tuple[ReviewRow, ...]:
        """The rows by turn and seat."""
        return tuple(sorted(self.rows, key=lambda row: row.key))

    @property
    def mistakes(self) -> tuple[ReviewRow, ...]:
        """The mistakes and blunders, by turn."""
        return tuple(row for row in self.in_order if row.is_grave)

    @cached_property
    def worst_words(self) -> str:
        """Which move lost most: "Turn 9 lost most: 0.05"; "" while none is judged, or where the
        moves are not to be told.
        """
        judged = [row for row in self.in_order if row.move.is_judged]
        if not judged or self.hides:
            return ""
        worst = max(judged, key=lambda row: row.move.lost)
        if not worst.move.lost:
            return "No move lost anything"
        word = self.game.turn_word.capitalize()
        return f"{word} {worst.turn} lost most: {lost_words(worst.move)}"

    @property
    def with_others(self) -> bool:
        """Whether there is a second opinion."""
        return any(row.other is not None for row in self.rows)


def curve_of(
    rows: Sequence[ReviewRow], seat: int, mirrors: bool, ruler: Ruler, name: str = ""
) -> ValueCurve:
    """What the positions after the moves are worth for a seat, by turn; `mirrors` takes the other
    seat's moves too, whose value is the other side of it.
    """
    found: dict[int, float] = {}
    for row in rows:
        estimate, own = row.move.after_played, row.move.seat == seat
        if estimate is not None and estimate.value.known and (own or mirrors):
            share = ruler.place(estimate.value)
            found[row.turn] = share if own else 1 - share
            before = row.move.value
            if row.turn == 1 and before is not None and before.value.known:
                first = ruler.place(before.value)
                found[0] = first if own else 1 - first
    turns = np.array(sorted(found), np.float64)
    return ValueCurve(seat, turns, np.array([found[int(t)] for t in turns]), name)


MARGIN = 12  # pixels at 100 %


def put_player(
    painter: QPainter, view: ReviewView, agent: int, centre: QPointF, size: float = 10.0
) -> None:
    """The agent's board mark, or its shape."""
    look = theme.current()
    seat = view.game.owner[agent] if 0 <= agent < view.game.agents else 0
    kind = view.kinds[seat] if seat < len(view.kinds) else ""
    colour = view.marks.colour(look, agent)
    if kind:
        paint_glyph(painter, kind, centre, (size - 1) * look.scale, colour, 2.0 * look.scale)
    else:
        paint_mark(painter, view.marks.agent(agent), centre, size * look.scale, colour)


MOST_PATH = 8  # turns of the path after a better move


class ReviewRows:
    """The rows of a line; those that are the same stay the same object, with their words."""

    def __init__(self) -> None:
        self._rows: dict[Key, ReviewRow] = {}
        self._game: Game | None = None

    def of(
        self,
        game: Game,
        frames: Sequence[Frame],
        path: Sequence[int],
        found: MergedReview,
        seed: int,
        thresholds: Thresholds,
    ) -> list[ReviewRow]:
        """The rows of the turns on the board, by turn and seat."""
        if game is not self._game:
            self._game, self._rows = game, {}
        rows = []
        for turn, number in enumerate(path[: len(frames) - 1], 1):
            for seat in range(game.seats):
                move = found.moves.get((number, seat))
                if move is not None:
                    other = found.others.get((number, seat))
                    state = frames[turn - 1].state
                    rows.append(self._row(turn, state, move, other, seed, thresholds))
        return rows

    def _row(
        self,
        turn: int,
        state: State,
        move: ReviewedMove,
        other: ReviewedMove | None,
        seed: int,
        thresholds: Thresholds,
    ) -> ReviewRow:
        key, known = (move.turn, move.seat), self._rows.get((move.turn, move.seat))
        same = known is not None and known.move is move and known.other is other
        if known is not None and same and (known.turn, known.thresholds) == (turn, thresholds):
            return known
        assert self._game is not None
        made = ReviewRow(self._game, turn, state, move, seed, thresholds, other)
        self._rows[key] = made
        return made


def view_of(
    game: Game,
    rows: Sequence[ReviewRow],
    turns: int,
    turn: int,
    seat: int,
    by_turn: bool,
    players: tuple[str, ...],
    thresholds: Thresholds,
    ruler: Ruler,
    branches: Sequence[ValueCurve] = (),
    hides: bool = False,
    only: int | None = None,
) -> ReviewView:
    """The view of a line on the board; `only` is the seat whose moves are shown, None for all."""
    numbered = [(row.turn, row.move) for row in rows]
    place = {row.key: row for row in rows}
    ordered = numbered if by_turn else by_loss(numbered)
    return ReviewView(
        game=game,
        rows=tuple(place[n, move.seat] for n, move in ordered if only in (None, move.seat)),
        turns=turns,
        turn=turn,
        seat=seat,
        by_turn=by_turn,
        hides=hides,
        summaries=tuple(summary_of(numbered, s, turns, thresholds) for s in range(game.seats)),
        players=players,
        curves=(*curves_of(game, rows, ruler), *branches),
        scale=scale_of(rows),
        ruler=ruler,
        marks=marks_of(tuple(game.owner)),
        kinds=tuple(game.seat_mark(s) for s in range(game.seats)),
    )


def moves_in(frames: Sequence[Frame], game: Game, only: int | None) -> int:
    """How many moves a line has: of all seats, or of one."""
    seats = range(game.seats) if only is None else (only,)
    agents = [game.agents_of(seat) for seat in seats]
    joints = [frame.joint for frame in frames[1:] if frame.joint]
    return sum(any(joint[a] != PASS for a in each) for joint in joints for each in agents)


def curves_of(game: Game, rows: Sequence[ReviewRow], ruler: Ruler) -> tuple[ValueCurve, ...]:
    """One curve where one seat's value says the other's, else one for each seat."""
    if follows_plainly(game):
        return (curve_of(rows, 0, game.seats == 2, ruler),)
    return tuple(curve_of(rows, seat, False, ruler) for seat in range(game.seats))


def scale_of(rows: Sequence[ReviewRow]) -> SeatValue | None:
    """A value of the kind that the review has, as the seat of the curve sees it."""
    found = (
        each.value
        for row in rows
        for each in (row.move.value, row.move.after_best)
        if each is not None and each.value.view is not None
    )
    return next(found, None)


def branch_curves(
    game: Game, lines: MatchLines, found: MergedReview, ruler: Ruler
) -> list[ValueCurve]:
    """The values of the branches that were reviewed, where one curve is enough."""
    if not follows_plainly(game):
        return []
    curves = []
    on_board = set(lines.path)
    for line in lines.rows:
        rows = [
            ReviewRow(game, stone.turn, None, move, 0, Thresholds())
            for stone in line.stones
            if stone.number not in on_board
            for seat in range(game.seats)
            if (move := found.moves.get((stone.number, seat))) is not None
        ]
        curve = curve_of(rows, 0, game.seats == 2, ruler, line.name or "main")
        curves += [curve] if curve.turns.size > 1 else []
    return curves


def shown_move(game: Game, row: ReviewRow | None) -> ShownMove:
    """The cells and paths of a row's moves."""
    if row is None or not row.move.played:
        return ShownMove()
    agents = game.agents_of(row.move.seat)
    moving = [k for k, action in enumerate(row.move.played) if action >= 0]
    kind, role = game.seat_mark(row.move.seat), ROLES.get(row.mark, "ink2")
    if not moving:
        return ShownMove(row.agent, kind)
    if game.position(row.state, agents[moving[0]]) is not None:
        return ShownMove(row.agent, kind, paths=_paths(game, row) if row.differs else ())
    k = moving[0]
    cells: dict[int, Target] = {t.action: t for t in game.targets(row.state, agents[k])}
    best = cells.get(row.move.best[k]) if row.differs and row.move.lost else None
    return ShownMove(agents[k], kind, cells.get(row.move.played[k]), best, (), role)


def _paths(game: Game, row: ReviewRow) -> tuple[Path, ...]:
    states = row.states[: MOST_PATH + 1]
    found = []
    for agent in game.agents_of(row.move.seat):
        places = [game.position(state, agent) for state in states]
        found.append(path_of(agent, [place for place in places if place is not None]))
    return tuple(found)


def player_words(spec: SeatSpec) -> str:
    """Who plays a seat, with the budget: "UCT, 2,000 it"."""
    if spec.budget is None:
        return spec.title or "a person"
    return f"{spec.title}, {spec.budget.amount:,.0f} {spec.budget.kind}"
