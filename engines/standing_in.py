"""Stand-ins for the parts of a game that its first version leaves out: a picture, labels, places to
click, text, and what a bad answer costs. A class of its own, so that each can be replaced by one
that says more.

Shapes: [H, W] the board's rows and columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np

from engines.game import FORFEIT, Game, Parsed, Rules, State
from engines.jit import rule
from engines.knobs import HasFields
from engines.scene import AnyItem, Circle, Line, Mark, Rect, Scene, Target, Text


def forfeits_lose(rules: Rules) -> Rules:
    """The rules of a game in which whoever gives no legal answer (FORFEIT) has lost at once; its
    state has a whole number `lost`, a bit for each agent, and each agent is a seat.
    """
    step, is_over, outcome = rules.step, rules.is_over, rules.outcome
    legal, is_legal, value = rules.legal, rules.is_legal, rules.value

    @rule
    def forfeit_step(s: Any, joint: Any, rng: Any, log: Any) -> None:
        for agent in range(joint.size):
            if joint[agent] == FORFEIT:
                s.lost |= 1 << agent
        if s.lost == 0:
            step(s, joint, rng, log)

    @rule
    def forfeit_is_over(s: Any) -> bool:
        return s.lost != 0 or is_over(s)

    @rule
    def forfeit_legal(s: Any, agent: int, out: Any) -> int:
        return 0 if s.lost != 0 or is_over(s) else legal(s, agent, out)

    @rule
    def forfeit_is_legal(s: Any, agent: int, action: int) -> bool:
        return s.lost == 0 and action >= 0 and not is_over(s) and is_legal(s, agent, action)

    @rule
    def forfeit_outcome(s: Any, out: Any) -> None:
        losers = 0
        for agent in range(out.size):
            losers += (s.lost >> agent) & 1
        if losers == 0:
            outcome(s, out)
            return
        for agent in range(out.size):
            out[agent] = 0.0
            if losers < out.size:
                out[agent] = -1.0 if (s.lost >> agent) & 1 else losers / (out.size - losers)

    @rule
    def forfeit_value(s: Any, w: Any, out: Any) -> None:
        if s.lost != 0:
            forfeit_outcome(s, out)
        else:
            value(s, w, out)

    return replace(
        rules,
        step=forfeit_step,
        is_over=forfeit_is_over,
        legal=forfeit_legal,
        is_legal=forfeit_is_legal,
        outcome=forfeit_outcome,
        value=forfeit_value,
    )


class FirstGame(Game):
    """A game whose state has a field [H, W], the board: 0 is empty, k + 1 is agent k's. A field
    `at`, where there is one, has the cell in which each agent is.
    """

    cells: ClassVar[bool] = False  # whether an action is a cell of the board

    def __init__(self, options: HasFields | None = None) -> None:
        super().__init__(options)
        self.keep_rules()

    @property
    def board(self) -> str:
        """The name of the field that is the board; "" where there is none."""
        names = self.dtype.names or ()
        return next((name for name in names if len(self.dtype[name].shape) == 2), "")

    def _size(self) -> tuple[int, int]:
        height, width = self.dtype[self.board].shape if self.board else (1, 1)
        return height, width

    def label(self, state: State, agent: int, action: int) -> str:
        """A letter and a number for a cell."""
        _, width = self._size()
        return f"{chr(97 + action % width)}{action // width + 1}" if self.cells else str(action)

    def reason(self, state: State) -> str:
        """Who has won."""
        if not self.rules.is_over(state):
            return ""
        result = np.zeros(self.seats)
        self.rules.outcome(state, result)
        best = [seat for seat in range(self.seats) if result[seat] == result.max()]
        if "lost" in state.dtype.names and state.lost != 0:
            return "a player gave no legal answer"
        return f"{self.agent_name(best[0])} is ahead" if len(best) == 1 else "nobody is ahead"

    def scene(self, state: State) -> Scene:
        """The board as cells with a disc or a number each; without one, the fields as text."""
        if not self.board:
            return Scene(0, 0, 8, len(state.dtype.names), still=tuple(_fields(state)))
        height, width = self._size()
        still: list[AnyItem] = [Rect(0, 0, width, height, fill="field", stroke="edge")]
        still += [Line(((x, 0), (x, height)), "line") for x in range(1, width)]
        still += [Line(((0, y), (width, y)), "line") for y in range(1, height)]
        items: list[AnyItem] = []
        places = state["at"].tolist() if "at" in state.dtype.names else []
        for (y, x), value in np.ndenumerate(state[self.board]):
            role, name = f"seat{self._seat_of(int(value))}", f"c{x},{y}"
            if 0 < value <= self.agents and places:  # discs would hide who stands there
                items.append(Rect(x, y, 1, 1, fill=role, alpha=0.35, id=name))
            elif 0 < value <= self.agents:
                items.append(Circle(x + 0.5, y + 0.5, 0.35, fill=role, id=name))
            elif value != 0:
                items.append(Text(x + 0.5, y + 0.5, str(value), id=name))
        for agent, cell in enumerate(places[: self.agents]):
            x, y = cell % width + 0.5, cell // width + 0.5
            items.append(Mark(x, y, agent, id=f"agent{agent}"))
        return Scene(0, 0, width, height, still=tuple(still), items=tuple(items))

    def _seat_of(self, value: int) -> int:
        return self.owner[value - 1] if 0 < value <= self.agents else 0

    def targets(self, state: State, agent: int) -> Sequence[Target]:
        """The legal cells, where actions are cells."""
        if not self.cells:
            return ()
        _, width = self._size()
        legal = self._legal(state, agent)
        return [Target(cell, cell % width, cell // width, 1, 1) for cell in legal]

    def cell(self, state: State, agent: int, x: float, y: float) -> int | None:
        """The cell of a click."""
        height, width = self._size()
        inside = self.cells and 0 <= x < width and 0 <= y < height
        return int(y) * width + int(x) if inside else None

    def _legal(self, state: State, agent: int) -> list[int]:
        out = np.zeros(self.max_actions, np.int64)
        return [int(action) for action in out[: self.rules.legal(state, agent, out)]]

    # -- text --------------------------------------------------------------------------------------

    def view(self, state: State, seat: int, /) -> list[str]:
        """The seat, then a line for each field, of the board one for each row."""
        lines = [str(seat)]
        for name in state.dtype.names:
            rows = np.atleast_1d(state[name])
            lines += [" ".join(map(str, row.ravel().tolist())) for row in _rows(rows)]
        return lines

    def parse(self, state: State, seat: int, lines: Sequence[str], /) -> Parsed:
        """A label for each agent of the seat, on a line each."""
        actions, error = [], ""
        for index, agent in enumerate(self.agents_of(seat)):
            word = lines[index].strip() if index < len(lines) else ""
            labels = {self.label(state, agent, a): a for a in self._legal(state, agent)}
            actions.append(labels.get(word, FORFEIT))
            if word not in labels:
                error = f"{word or 'nothing'} is not one of {', '.join(labels) or 'no moves'}"
        return Parsed(tuple(actions), error)

    def send(self, state: State, seat: int, actions: Sequence[int], /) -> list[str]:
        """The labels."""
        agents = self.agents_of(seat)
        return [self.label(state, a, int(x)) for a, x in zip(agents, actions, strict=True)]


def _rows(values: Any) -> Any:
    return values if values.ndim > 1 else values[None]


def _fields(state: State) -> list[AnyItem]:
    return [
        Text(0.2, y + 0.5, f"{name} {state[name].tolist()}", anchor="right")
        for y, name in enumerate(state.dtype.names)
    ]
