"""Matrix games: the simultaneous game to copy.

Rules: Row chooses a row and Column a column of a payoff table at the same time. In a zero-sum table
Row gains the entry and Column loses it, and after `rounds` rounds the higher sum wins; other tables
have an entry for each player, who gains it. A bad or late answer loses the match by the largest
possible sum. An action is the index of a row or column.

`biased_rps` has the equilibrium (1/16, 10/16, 5/16). In `two_killers` Row has two pushes that each
score 1 unless Column plays the one push that counters it, and all else scores 0: each killer should
be played half of the time, however many pushes there are. An own table has up to 12 rows and 12
columns of any payoffs, with one or two numbers in a cell, as the option `payoffs` has it; it is
part of the position and is changed in the position editor.

Sources of the tables that are not zero-sum: Luce and Raiffa, "Games and decisions" (1957), for the
prisoner's dilemma and the battle of the sexes; Rapoport and Chammah, "The game of chicken" (1966);
Skyrms, "The stag hunt" (2004); Shapley, "Some topics in two-person games" (1964).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.checking import Bounds
from engines.editing import EditError
from engines.game import FORFEIT, PASS, Game, Parsed, State
from engines.knobs import KnobError, choice, integer, text
from engines.matrix import check, picture
from engines.matrix import text as tables
from engines.matrix.editing import PairEditing, TableEditing
from engines.matrix.rules import NAMED_RULES, OWN_RULES, PAIR_RULES
from engines.matrix.tables import (
    MOST,
    MOST_OWN,
    OWN,
    OWN_STATE,
    PAIR_STATE,
    PAIR_TITLES,
    SEATS,
    STATE,
    TITLES,
    labels,
    named,
    signed,
)
from engines.scene import Scene, Target

MOST_ROUNDS = 50


@dataclass(frozen=True)
class Options:
    """Which table, and for how many rounds."""

    matrix: str = choice(
        "rps",
        TITLES | PAIR_TITLES | {OWN: "own table"},
        "Table",
        "The payoff table that is played. An own table is changed in the position editor.",
        main=True,
    )
    size: int = integer(8, 2, MOST, "Pushes", "Two killers: how many actions each side has.")
    rounds: int = integer(
        1, 1, MOST_ROUNDS, "Rounds", "How often the table is played; the payoffs add up."
    )
    largest: int = integer(
        100, 1, 10_000, "Largest payoff", "Own table: no payoff is farther than this from 0."
    )
    payoffs: str = text(
        "",
        "Payoffs",
        "Own table: a row ends with a semicolon; a cell has one number, what Row gains and Column "
        "loses, or two, as in 3/-1: what Row gains and what Column gains.",
        examples={
            "": "rock, paper, scissors",
            "3 -1; 0 2": "what Row gains and Column loses",
            "3/3 0/5; 5/0 1/1": "what Row gains / what Column gains",
        },
        unsaid=True,
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
    longest = MOST_ROUNDS
    graded = True
    uneditable = "a named table is fixed; choose “own table” in Set-up"
    opens_with = "duct:preset=equilibrium"
    rules = NAMED_RULES

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        table, size = self.options.matrix, self.options.size
        self.own: bool = table == OWN
        self.names, self._first = labels(table, size), self._first_table()
        self.max_actions = len(self.names[0])
        self.zero_sum = self.has_winner = self._first.ndim == 2
        self._kept = self.own or not self.zero_sum  # whether the state holds the table
        largest = self.options.largest if self.own else check.largest_of(self._first)
        most = float(largest * self.most_turns)
        if not self.zero_sum:
            self.dtype, self.rules = PAIR_STATE, PAIR_RULES
        elif self.own:
            self.dtype, self.rules = OWN_STATE, OWN_RULES
        self.value_range = (-most, most)
        self.keep_rules()

    def _first_table(self) -> NDArray[np.float64]:
        """Row's payoffs at the start [R, C], or both players' [2, R, C]."""
        if not self.own:
            return named(self.options.matrix, self.options.size)
        words, largest = self.options.payoffs, float(self.options.largest)
        if not words:
            return named("rps", MOST_OWN)
        try:
            return tables.either(words, largest)
        except EditError as error:
            raise KnobError(f"Payoffs: {error}") from None

    @property
    def most_turns(self) -> int:
        return int(self.options.rounds)

    @property
    def kernel_key(self) -> tuple[object, ...]:
        """Tables of one size share their kernels: the payoffs are looked up by a number in the
        state. Other tables are in the state, which then is another record.
        """
        shared = (self.name, self.max_actions)
        if not self.zero_sum:
            return (*shared, "pairs")
        return (*shared, OWN) if self.own else shared

    @property
    def payoffs(self) -> NDArray[np.float64]:
        """Row's payoffs at the start, [rows, columns]."""
        return self.gains(self.initial(0))[0]

    def table(self, state: State) -> NDArray[np.float64]:
        """Row's payoffs in a position, [rows, columns]; both players' [2, rows, columns] in a game
        that is not zero-sum.
        """
        return check.table(state) if self._kept else self._first

    def gains(self, state: State) -> NDArray[np.float64]:
        """What each player gains in a round, [2, rows, columns]."""
        table = self.table(state)
        return np.array([table, 0.0 - table]) if self.zero_sum else table

    def bimatrix(self, state: State) -> NDArray[np.float64] | None:
        last = int(state.played) == self.most_turns - 1 and not state.lost
        return self.gains(state) if last else None

    def initial(self, seed: int) -> State:
        state, first = self.blank(), self._first
        if self._kept:
            rows, columns = state.choices[:] = first.shape[-2:]
            state.payoff[..., :rows, :columns], state.largest = first, check.largest_of(first)
        else:
            state.matrix = list(TITLES).index(self.options.matrix)
            state.choices = self.max_actions
        state.rounds = self.options.rounds
        state.last[:] = PASS
        return state

    def bounds(self) -> Bounds:
        return check.bounds(self.initial(0), self.max_actions, self.value_range[1], not self.own)

    def contradiction(self, state: State) -> str:
        if not self._kept:
            return next(check.contradictions(state), "")
        other = not self.own and not np.array_equal(self.table(state), self._first)
        found = [f"the payoffs are not those of {self.position_note(0)}"] if other else ()
        return next(chain(check.own_contradictions(state), found), "")

    def editing(self) -> TableEditing | None:
        if not self.own:
            return None
        return TableEditing(self) if self.zero_sum else PairEditing(self)

    def agent_name(self, agent: int) -> str:
        return SEATS[agent]

    def position_note(self, seed: int) -> str:
        return (TITLES | PAIR_TITLES).get(self.options.matrix, "own table")

    def label(self, state: State, agent: int, action: int) -> str:
        return self.names[agent][action]

    def brief(self, state: State, agent: int, action: int) -> str:
        if self.own:
            return self.names[agent][action].rpartition(" ")[2]
        return super().brief(state, agent, action)

    def explain(self, state: State, agent: int, action: int) -> str:
        if self.rules.is_legal(state, agent, action):
            return ""
        if self.rules.is_over(state):
            return "The match is over."
        count = self.gains(state).shape[1 + agent]
        return f"Choose one of {', '.join(self.names[agent][:count])}."

    def standing(self, state: State, seat: int) -> str:
        points = self._gains(state)[seat]
        return f"{signed(points)} {'point' if abs(points) == 1 else 'points'}"

    def score(self, state: State) -> tuple[float, ...]:
        return tuple(map(float, self._gains(state)))

    def prompt(self, state: State, seat: int) -> str:
        if not self.zero_sum:
            return (
                "choose a row: you gain the first number",
                "choose a column: you gain the second number",
            )[seat]
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
        if not self.zero_sum:
            return "Row has gained {}, Column {}".format(*map(signed, state.score))
        if state.score == 0:
            return "nobody is ahead"
        return f"{self.agent_name(int(state.score < 0))} has gained {abs(state.score):g}"

    def advantage(self, state: State, seat: int) -> float:
        return self._gains(state)[seat] / self.worth(state)

    def worth(self, state: State) -> float:
        return check.largest_of(self.table(state)) * self.most_turns

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
        return picture.targets(agent, self.gains(state).shape[1 + agent])

    def cell(self, state: State, agent: int, x: float, y: float) -> int | None:
        rows, columns = self.table(state).shape[-2:]
        return picture.action_at(agent, rows, columns, x, y)

    def intro(self, state: State, seat: int) -> list[str]:
        """Actions and rounds, then the seat's own payoffs: one line per action of its own, one
        number per action of the other seat; of a table that is not zero-sum, then those of the
        other seat, in the same rows and columns.
        """
        gains = self.gains(state)
        mine, other = (gains[::-1].transpose(0, 2, 1)) if seat else gains
        told = [mine] if self.zero_sum else [mine, other]
        return [
            f"{len(mine)} {self.options.rounds}",
            *(" ".join(f"{p + 0.0:.12g}" for p in line) for table in told for line in table),
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
                f"expected a number below {self.gains(state).shape[1 + seat]}, got {line!r}"
                if lines
                else "no answer",
            )
        return Parsed((int(found[1]),), message=found[2] or "")

    def send(self, state: State, seat: int, actions: Sequence[int]) -> list[str]:
        return [str(int(actions[0]))]
