"""The lesson of what a network sees: its question, the steps, and all of it as text and as data. A
round is a network: the one of a file, or those of the generations that led to it, where the folder
of its learning is beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Self

from engines.game import Game, State
from engines.knobs import KnobError, text
from engines.marking import MarksEditing
from lab.lesson.asked import PositionQuestion
from lab.lesson.match_start import OVER, game_at, start_at
from lab.lesson.mcts import position
from lab.lesson.mcts.positions import game_of
from lab.lesson.network.seeing import Bins, NamesRows, Seeing, SeenPattern, SeenPosition
from lab.lesson.steps import RoundStep, Rows, told_steps
from lab.match.seat import SearchSeat
from lab.words.asked import knob_of, values_of
from lab.words.numerals import percent, several, signed
from search.network import BIN, Network, network_for, read, refusal
from search.uct.params import Params

EXAMPLES = {
    "X.O/.O./.X.": "Tic-tac-toe, five cells open",
    "4453426": "Connect Four, seven discs",
    "uttt@1": "Ultimate Tic-Tac-Toe, the start",
}
PARTS = PATTERNS, MOVES, CALIBRATION = "Patterns", "Moves", "Calibration"
HEADS = (
    ("Pattern", "Adds"),
    ("Move", "Value", "Change"),
    ("Value", "Positions", "Mean value", "Mean result"),
)
LISTING = (
    "def value(rows):",
    "    units = bias + sum(table[row] for row in rows)",
    "    logit = head @ clip(units, 0, 1) + units[-1]",
    "    return tanh(logit / 2)",
    "def adds(row):",
    "    return value(rows) - value(rows - {row})",
    "def after(move):",
    "    return -value(rows_after(move))",
)
LINES = ((4, 5), (6, 7), (0, 1, 2, 3))
MOST = 24  # patterns in the table
FEW = 4  # cells whose marks are written
SIGNS = "XO."  # of seats, and of an open cell
MADE = re.compile(r"network(\d{1,4})\.npz")


@dataclass(frozen=True)
class SightQuestion(PositionQuestion):
    """A position, as a text or one of a match, and the network that looks at it."""

    lesson = "network"
    short = ("network",)
    usual = SearchSeat("uct", Params())

    position: str = text(
        next(iter(EXAMPLES)),
        "Position",
        "Tic-tac-toe as in X.O/.O./.X., Connect Four as the columns played, or any game with a "
        "seed as in uttt@1.",
        examples=EXAMPLES,
    )
    iterations: int = 0
    seed: int = 0
    network: str = knob_of(Params(), "network")

    @property
    def game(self) -> Game:
        if self.start is not None:
            return self.start.game
        return game_at(self.position) if "@" in self.position else game_of(self.position)

    @property
    def title(self) -> str:
        return "the network"

    @property
    def kernels(self) -> tuple[Any, ...]:
        return (*self.game.kernel_key, self.lesson)

    def by(self, search: SearchSeat) -> Self:
        """The same with the network of a search; of its other settings nothing depends."""
        params: Any = search.params or self.usual.params
        return replace(self, network=params.network)


@dataclass(frozen=True)
class SightStep(RoundStep):
    """One step: what one network sees."""


@dataclass(frozen=True, eq=False)
class SightLesson:
    """What each network sees of the position."""

    question: SightQuestion
    game: Game
    state: State
    seat: int
    sights: tuple[SeenPosition, ...]

    @property
    def mover(self) -> str:
        """Who is to move."""
        return self.game.agent_name(self.seat)

    @cached_property
    def steps(self) -> tuple[SightStep, ...]:
        """Three steps for each network."""
        parts = (self._patterns, self._moves, self._calibration)
        return tuple(
            step for k, sight in enumerate(self.sights, 1) for step in (p(k, sight) for p in parts)
        )

    @property
    def surprises(self) -> list[int]:
        """The steps of moves at which the best one is another than for the network before."""
        best = [sight.moves[0].action for sight in self.sights]
        turned = [k for k in range(1, len(best)) if best[k] != best[k - 1]]
        return [len(PARTS) * k + PARTS.index(MOVES) for k in turned]

    def sight(self, step: RoundStep) -> SeenPosition:
        """What is seen at a step."""
        return self.sights[step.round - 1]

    def words(self, each: SeenPattern) -> str:
        """A pattern by its cells, as in "X.O, 0 0 to 0 2", or the fact of a sheet that it is."""
        if isinstance(self.game, NamesRows):
            return self.game.row_words(each.row)
        editing = self.game.editing()
        if not each.cells or not isinstance(editing, MarksEditing):
            return f"row {each.row:,}"
        board, first, last = editing.board(self.state), each.cells[0], each.cells[-1]
        signs = "".join(SIGNS[board[cell]] for cell in each.cells)
        ends = editing.name(first) + (f" to {editing.name(last)}" if last != first else "")
        return f"{signs if len(signs) <= FEW else several(len(signs), 'cell')}, {ends}"

    def corner(self, cell: int) -> tuple[float, float]:
        """The upper left corner of a pattern's cell in the world of the Scene."""
        editing = self.game.editing()
        if isinstance(editing, MarksEditing):
            return editing.corner(cell)
        named = self.game.row_corner(cell) if isinstance(self.game, NamesRows) else None
        if named is None:
            raise ValueError(f"{self.game.title} has no cell {cell}")
        return named

    # -- steps -------------------------------------------------------------------------------------

    def _patterns(self, number: int, sight: SeenPosition) -> SightStep:
        chance = percent(0.5 + 0.5 * sight.value)
        head = f"{self.mover} is to move, and the position is worth {signed(sight.value)} to it."
        up, down = (
            next((p for p in sight.patterns if sign * p.adds > 0), None) for sign in (1, -1)
        )
        best = f"Most for it: {self.words(up)}, {signed(up.adds)}. " if up else ""
        worst = f"Most against it: {self.words(down)}, {signed(down.adds)}. " if down else ""
        rows = several(len(sight.patterns), "row")
        why = (
            f"That is {chance} of the points, by {sight.name}. {rows} of its table are active. "
            f"{best}{worst}What a pattern adds is the value less the value with its row taken out "
            "of the sum. These do not add up to the value, since units are clipped; on the board "
            f"{self._shared}"
        )
        brief = f"worth {signed(sight.value)}"
        return SightStep(number, 0, brief, head, why, LINES[0])

    @property
    def _shared(self) -> str:
        if isinstance(self.game, NamesRows):
            return "each stands in the cell that it is about."
        return "each is shared by its cells, the ones any of which would end it."

    def _moves(self, number: int, sight: SeenPosition) -> SightStep:
        best, worst = sight.moves[0], sight.moves[-1]
        head = f"The best move by one look is {best.label}, {signed(best.value)}."
        why = (
            f"Each of {several(len(sight.moves), 'move')} is made, and the position after it is "
            f"valued by the other side, with the sign turned; a move that ends the match has its "
            f"result. Before: {signed(sight.value)}. The worst is {worst.label}, "
            f"{signed(worst.value)}. A search begins with these values and corrects them."
        )
        return SightStep(number, 1, f"{best.label} {signed(best.value)}", head, why, LINES[1])

    def _calibration(self, number: int, sight: SeenPosition) -> SightStep:
        found, total = sight.bin, sum(many for _, many, _, _ in sight.calibration)
        if not sight.calibration:
            head = "Its file does not say how such values came true."
            brief, why = "unknown", "Networks that were learned before that was kept do not."
        elif found is None:
            head = "No position of the matches held out had such a value."
            brief, why = "none like it", f"There were {several(total, 'position')} of them."
        else:
            _, many, value, result = found
            head = f"Such values, {signed(value)} on average, came to {signed(result)}."
            brief = f"{signed(value)} came to {signed(result)}"
            why = (
                f"Over {several(many, 'position')} of matches that it did not learn from, "
                f"{total:,} in all, played by a search with it against itself: the mean result "
                "says what a value is worth in such play, not against perfect answers."
            )
        return SightStep(number, 2, brief, head, why, LINES[2])


def study(question: SightQuestion) -> SightLesson:
    """Asks the networks; KnobError where the position or a network cannot be had."""
    game, state = _position(question)
    if sentence := refusal(game):
        raise KnobError(sentence)
    if game.simultaneous:
        raise KnobError(f"{game.title} has no side to move, which this lesson looks for.")
    if game.rules.is_over(state):
        raise KnobError(OVER)
    seeing = Seeing(game, state)
    sights = tuple(seeing.see(name, each) for name, each in networks(game, question.network))
    return SightLesson(question, game, state, seeing.seat, sights)


def _position(question: SightQuestion) -> tuple[Game, State]:
    start = question.start
    if start is None and "@" in question.position:
        start = start_at(question.position)
    if start is not None:
        return start.game, start.view()
    small = position(question.position)
    return small.game, small.state


def networks(game: Game, file: str) -> Iterator[tuple[str, Network]]:
    """The generations that led to the network of a file, if they are kept beside it, or that
    network alone; the one that comes with the game for "".
    """
    folder = Path(file).with_suffix(".learning") if file else Path()
    found = sorted(
        (int(match[1]), path)
        for path in (folder.glob("network*.npz") if file else ())
        if (match := MADE.fullmatch(path.name))
    )
    for number, path in found:
        yield f"generation {number}", read(path, game)
    if not found:
        name = Path(file).name if file else "the network that comes with the game"
        yield name, network_for(game, file)


# -- text and data ---------------------------------------------------------------------------------


def told(lesson: SightLesson) -> Iterator[tuple[str, Rows]]:
    """Each step as a few lines of text and its table."""
    return told_steps(lesson.steps, "Network", PARTS, partial(_table, lesson))


def _table(lesson: SightLesson, step: RoundStep) -> Rows:
    rows = rows_of(lesson, step)
    return [HEADS[step.part], *rows] if rows else []


def rows_of(lesson: SightLesson, step: RoundStep) -> list[tuple[str, ...]]:
    """The table of a step without its head."""
    sight = lesson.sight(step)
    if PARTS[step.part] == PATTERNS:
        return [(lesson.words(each), signed(each.adds, 3)) for each in sight.patterns[:MOST]]
    if PARTS[step.part] == MOVES:
        return [
            (m.label, "ends it" if m.ends else signed(m.value), signed(m.value - sight.value))
            for m in sight.moves
        ]
    return calibration_rows(sight.calibration)


def calibration_rows(found: Bins) -> list[tuple[str, ...]]:
    """The parts of a calibration as a table."""
    return [
        (f"{signed(low)} to {signed(low + BIN)}", f"{many:,}", signed(value), signed(result))
        for low, many, value, result in found
    ]


def as_data(lesson: SightLesson) -> dict[str, Any]:
    """The lesson as JSON's types; numbers are not rounded."""
    return {
        **values_of(lesson.question),
        "to_move": lesson.mover,
        "networks": [
            {
                "name": sight.name,
                "value": sight.value,
                "patterns": [
                    {"row": p.row, "cells": list(p.cells), "adds": p.adds} for p in sight.patterns
                ],
                "moves": [{"move": m.label, "value": m.value, "ends": m.ends} for m in sight.moves],
                "calibration": [list(each) for each in sight.calibration],
            }
            for sight in lesson.sights
        ],
        "steps": [
            {"network": s.round, "part": PARTS[s.part], "head": s.head, "why": s.why}
            for s in lesson.steps
        ],
    }
