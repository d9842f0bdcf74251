"""Matrix games: the simultaneous game to copy.

Rules: Row chooses a row and Column a column of a payoff table at the same time; Row gains the entry
and Column loses it. After `rounds` rounds the higher sum wins. A bad or late answer loses the match
by the largest possible sum. An action is the index of a row or column.

`biased_rps` has the equilibrium (1/16, 10/16, 5/16). In `two_killers` Row has two pushes that each
score 1 unless Column plays the one push that counters it, and all else scores 0: each killer should
be played half of the time, however many pushes there are. An own table has up to 12 rows and 12
columns of any payoffs; it is part of the position and is changed in the position editor.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.checking import Bounds
from engines.game import FORFEIT, PASS, Game, Parsed, State
from engines.knobs import choice, integer
from engines.matrix import check, picture
from engines.matrix.editing import TableEditing
from engines.matrix.rules import NAMED_RULES, OWN_RULES
from engines.matrix.tables import (
    LARGEST,
    MOST,
    MOST_OWN,
    OWN,
    OWN_STATE,
    STATE,
    TITLES,
    labels,
    named,
    signed,
)
from engines.scene import Scene, Target


@dataclass(frozen=True)
class Options:
    """Which table, and for how many rounds."""

    matrix: str = choice(
        "rps",
        TITLES | {OWN: "own table"},
        "Table",
        "The payoff table that is played. An own table is changed in the position editor.",
        main=True,
    )
    size: int = integer(8, 2, MOST, "Pushes", "Two killers: how many actions each side has.")
    rounds: int = integer(1, 1, 50, "Rounds", "How often the table is played; the payoffs add up.")
    largest: int = integer(
        100, 1, 10_000, "Largest payoff", "Own table: no payoff is farther than this from 0."
    )


class Matrix(Game):
    """Two seats choose a row and a column of a payoff table simultaneously."""

    name = "matrix"
    title = "Matrix game"
    Options = Options
    dtype = STATE
    simultaneous = True
    legal_depends_on_others = False
    turn_word = "round"
    graded = True
    uneditable = "a named table is fixed; choose “own table” in Set-up"
    opens_with = "duct:preset=equilibrium"
    rules = NAMED_RULES

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self.own: bool = self.options.matrix == OWN
        self.names = labels(self.options.matrix, self.options.size)
        self.longest = self.options.rounds
        self.max_actions = len(self.names[0])
        most = float(self.options.largest * self.longest)
        if self.own:
            self.dtype, self.rules = OWN_STATE, OWN_RULES
        else:
            most = float(LARGEST[list(TITLES).index(self.options.matrix)]) * self.longest
        self.value_range = (-most, most)
        self.keep_rules()

    @property
    def kernel_key(self) -> tuple[object, ...]:
        """Tables of one size and range share their kernels: the payoffs are looked up by a number
        in the state. An own table is in the state, which then is another record.
        """
        shared = (self.name, self.max_actions, self.longest, self.value_range)
        return (*shared, OWN) if self.own else shared

    @property
    def payoffs(self) -> NDArray[np.float64]:
        """Row's payoffs at the start, [rows, columns]."""
        return self.table(self.initial(0))

    def table(self, state: State) -> NDArray[np.float64]:
        """Row's payoffs in a position, [rows, columns]."""
        if self.own:
            return check.table(state)
        return named(self.options.matrix, self.max_actions)

    def initial(self, seed: int) -> State:
        state = self.blank()
        if self.own:
            payoffs = named("rps", MOST_OWN)
            state.choices[:], state.largest = payoffs.shape, check.largest_of(payoffs)
            state.payoff[: state.choices[0], : state.choices[1]] = payoffs
        else:
            state.matrix = list(TITLES).index(self.options.matrix)
            state.choices = self.max_actions
        state.rounds = self.options.rounds
        state.last[:] = PASS
        return state

    def bounds(self) -> Bounds:
        return check.bounds(self.initial(0), self.max_actions, self.value_range[1])

    def contradiction(self, state: State) -> str:
        found = check.own_contradictions if self.own else check.contradictions
        return next(found(state), "")

    def editing(self) -> TableEditing | None:
        return TableEditing(self) if self.own else None

    def agent_name(self, agent: int) -> str:
        return ("Row", "Column")[agent]

    def position_note(self, seed: int) -> str:
        return TITLES.get(self.options.matrix, "own table")

    def label(self, state: State, agent: int, action: int) -> str:
        return self.names[agent][action]

    def brief(self, state: State, agent: int, action: int) -> str:
        if self.own:
            return self.names[agent][action].rpartition(" ")[2]
        return super().brief(state, agent, action)

    def explain(self, state: State, agent: int, action: int) -> str:
        if self.rules.is_legal(state, agent, action):
            return ""
        return (
            "The match is over."
            if self.rules.is_over(state)
            else f"Choose one of {', '.join(self.names[agent][: self.table(state).shape[agent]])}."
        )

    def standing(self, state: State, seat: int) -> str:
        points = self._gains(state)[seat]
        return f"{signed(points)} {'point' if abs(points) == 1 else 'points'}"

    def prompt(self, state: State, seat: int) -> str:
        return (
            "choose a row: you gain what the table says",
            "choose a column: the table says what you lose",
        )[seat]

    def reason(self, state: State) -> str:
        if not self.rules.is_over(state):
            return ""
        if state.lost:
            return (
                " and ".join(self.agent_name(seat) for seat in (0, 1) if state.lost >> seat & 1)
                + " answered with an illegal action"
            )
        if state.score == 0:
            return "nobody is ahead"
        return f"{self.agent_name(int(state.score < 0))} has gained {abs(state.score):g}"

    def advantage(self, state: State, seat: int) -> float:
        return self._gains(state)[seat] / self.worth(state)

    def worth(self, state: State) -> float:
        return check.largest_of(self.table(state)) * self.longest

    def _gains(self, state: State) -> list[float]:
        out = np.zeros(2)
        self.rules.value(state, self.weights(), out)
        return [float(v) + 0.0 for v in out]

    def scene(self, state: State) -> Scene:
        return picture.scene(self.table(state), self.names, state.last.tolist())

    def targets(self, state: State, agent: int) -> Sequence[Target]:
        """The labels; `cell` takes the whole row or column."""
        if self.rules.is_over(state):
            return ()
        return picture.targets(agent, self.table(state).shape[agent])

    def cell(self, state: State, agent: int, x: float, y: float) -> int | None:
        rows, columns = self.table(state).shape
        return picture.action_at(agent, rows, columns, x, y)

    def intro(self, state: State, seat: int) -> list[str]:
        """Actions and rounds, then the seat's own payoffs: one line per action of its own, one
        number per action of the other seat.
        """
        table = self.table(state)
        mine = -table.T if seat else table
        return [
            f"{len(mine)} {self.options.rounds}",
            *(" ".join(f"{p + 0.0:.12g}" for p in line) for line in mine),
        ]

    def view(self, state: State, seat: int) -> list[str]:
        """The round, and the last actions of the seat and of its opponent, -1 -1 at first."""
        return [str(int(state.played)), f"{int(state.last[seat])} {int(state.last[1 - seat])}"]

    def parse(self, state: State, seat: int, lines: Sequence[str]) -> Parsed:
        line = lines[0] if lines else ""
        found = re.fullmatch(r"([0-9]{1,2})(?: (.*))?", line)
        if found is None or not self.rules.is_legal(state, seat, int(found[1])):
            return Parsed(
                (FORFEIT,),
                f"expected a number below {self.table(state).shape[seat]}, got {line!r}"
                if lines
                else "no answer",
            )
        return Parsed((int(found[1]),), message=found[2] or "")

    def send(self, state: State, seat: int, actions: Sequence[int]) -> list[str]:
        return [str(int(actions[0]))]
