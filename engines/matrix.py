"""Matrix games: the simultaneous game file to copy.

Rules: Row chooses a row and Column a column of a payoff table at the same time; Row gains the entry
and Column loses it. After `rounds` rounds the higher sum wins. A bad or late answer loses the match
by the largest possible sum. An action is the index of a row or column.

`biased_rps` has the equilibrium (1/16, 10/16, 5/16). In `two_killers` Row has two pushes that each
score 1 unless Column plays the one push that counters it, and all else scores 0: each killer should
be played half of the time, however many pushes there are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.checking import Bounds, only
from engines.game import FORFEIT, PASS, SIMULTANEOUS, Game, Parsed, Rules, State
from engines.jit import rule
from engines.knobs import choice, integer
from engines.scene import AnyItem, Mark, Rect, Scene, Target, Text

STATE = np.dtype(
    [
        ("score", np.float64),  # what Row has gained so far
        ("matrix", np.int32),  # index into PAYOFF
        ("choices", np.int32),  # number of actions of each seat
        ("played", np.int32),  # rounds played
        ("rounds", np.int32),
        ("last", np.int32, (2,)),  # the actions of the last round, PASS at the start
        ("lost", np.int32),  # a bit for each seat that forfeited
    ],
    align=True,
)

MOST = 28  # the most actions a seat can have
TITLES = {
    "rps": "rock, paper, scissors",
    "biased_rps": "biased rock, paper, scissors",
    "matching_pennies": "matching pennies",
    "two_killers": "two killers",
}
NAMES = {
    "rps": ("Rock", "Paper", "Scissors"),
    "biased_rps": ("Rock", "Paper", "Scissors"),
    "matching_pennies": ("Heads", "Tails"),
}


def _payoffs() -> NDArray[np.float64]:
    """Row's payoffs of all games [4, MOST, MOST]; a smaller game is the upper left part of its
    table.
    """
    table = np.zeros((len(TITLES), MOST, MOST))
    table[0, :3, :3] = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
    table[1, :3, :3] = [[0, -25, 50], [25, 0, -5], [-50, 5, 0]]
    table[2, :2, :2] = [[1, -1], [-1, 1]]
    table[3, :2] = 1.0
    table[3, [0, 1], [0, 1]] = 0.0  # countered
    return table


PAYOFF = _payoffs()
LARGEST = np.abs(PAYOFF).max(axis=(1, 2))  # [4]
LABELS = 2.6  # world units: the width of the row labels
WIDTH = 2.2  # world units: the width of a column; a row is 1 high


@cache
def sums(table: int, choices: int, rounds: int) -> frozenset[float]:
    """Every total that Row can have after this many rounds."""
    before = sums(table, choices, rounds - 1) if rounds else frozenset[float]()
    payoffs = set(PAYOFF[table, :choices, :choices].ravel().tolist())
    return frozenset(x + y for x in before for y in payoffs) or frozenset({0.0})


@rule
def to_move(s: Any) -> int:
    return SIMULTANEOUS


@rule
def is_over(s: Any) -> bool:
    return s.lost != 0 or s.played >= s.rounds


@rule
def legal(s: Any, agent: int, out: Any) -> int:
    """Lists all rows or columns."""
    n = 0 if is_over(s) else s.choices
    for action in range(n):
        out[action] = action
    return n


@rule
def is_legal(s: Any, agent: int, action: int) -> bool:
    return 0 <= action < s.choices and not is_over(s)


@rule
def step(s: Any, joint: Any, rng: Any, log: Any) -> None:
    """Adds the payoff of the chosen row and column; any illegal answer loses the match at once."""
    row, column = joint[0], joint[1]
    s.lost = (0 if is_legal(s, 0, row) else 1) | (0 if is_legal(s, 1, column) else 2)
    if s.lost == 0:
        s.score += PAYOFF[s.matrix, row, column]
        s.last[0], s.last[1] = row, column
        s.played += 1


@rule
def gain(s: Any) -> float:
    """What Row has gained; after a forfeit the largest possible sum, against the offender."""
    if s.lost != 0:
        return LARGEST[s.matrix] * s.rounds * ((s.lost >> 1) - (s.lost & 1))
    return s.score


@rule
def value(s: Any, w: Any, out: Any) -> None:
    """The sum of payoffs so far."""
    out[0] = gain(s)
    out[1] = -out[0]


@rule
def outcome(s: Any, out: Any) -> None:
    """The sum of payoffs as a share of the largest possible; 0 while rounds are left."""
    out[0] = gain(s) / (LARGEST[s.matrix] * s.rounds) if is_over(s) else 0.0
    out[1] = -out[0]


@rule
def random_action(s: Any, agent: int, rng: Any) -> int:
    """A uniformly drawn row or column."""
    return int(rng.random() * s.choices)


@rule
def policy(s: Any, agent: int, rng: Any) -> int:
    """The best reply to a uniformly random opponent, ties broken at random."""
    best, best_sum, equal = 0, -np.inf, 0
    for mine in range(s.choices):
        total = 0.0
        for theirs in range(s.choices):
            total += (
                PAYOFF[s.matrix, mine, theirs] if agent == 0 else -PAYOFF[s.matrix, theirs, mine]
            )
        if total > best_sum:
            best, best_sum, equal = mine, total, 1
        elif total == best_sum:
            equal += 1
            if rng.random() * equal < 1.0:
                best = mine
    return best


@dataclass(frozen=True)
class Options:
    """Which table, and for how many rounds."""

    matrix: str = choice("rps", TITLES, "Table", "The payoff table that is played.", main=True)
    size: int = integer(8, 2, MOST, "Pushes", "Two killers: how many actions each side has.")
    rounds: int = integer(1, 1, 50, "Rounds", "How often the table is played; the payoffs add up.")


class Matrix(Game):
    """Two seats choose a row and a column of a payoff table simultaneously."""

    name = "matrix"
    title = "Matrix game"
    Options = Options
    dtype = STATE
    simultaneous = True
    legal_depends_on_others = False
    turn_word, uneditable = "round", "its tables are fixed, and Set-up chooses one"
    opens_with = "duct:preset=equilibrium"
    rules = Rules(
        to_move,
        legal,
        is_legal,
        step,
        is_over,
        outcome,
        value,
        random_action=random_action,
        policy=policy,
    )

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        names = NAMES.get(self.options.matrix, ())
        self.max_actions = len(names) or self.options.size
        self.longest = self.options.rounds
        most = float(LARGEST[list(TITLES).index(self.options.matrix)]) * self.longest
        self.value_range = (-most, most)
        pushes = tuple(f"Push {k + 1}" for k in range(2, self.max_actions))
        self.names = (
            (names, names)
            if names
            else (("Killer 1", "Killer 2", *pushes), ("Counter 1", "Counter 2", *pushes))
        )
        self.keep_rules()

    @property
    def kernel_key(self) -> tuple[object, ...]:
        """Tables of one size and range share their kernels: the payoffs are looked up by a number
        in the state.
        """
        return (self.name, self.max_actions, self.longest, self.value_range)

    @property
    def payoffs(self) -> NDArray[np.float64]:
        """Row's payoffs, [rows, columns]."""
        return PAYOFF[
            list(TITLES).index(self.options.matrix), : self.max_actions, : self.max_actions
        ]

    def initial(self, seed: int) -> State:
        state = self.blank()
        state.matrix = list(TITLES).index(self.options.matrix)
        state.choices = self.max_actions
        state.rounds = self.options.rounds
        state.last[:] = PASS
        return state

    def bounds(self) -> Bounds:
        start = self.initial(0)
        most = float(LARGEST[start.matrix]) * self.longest
        return only(start, "matrix", "choices", "rounds") | {
            "score": (-most, most),
            "played": (0, self.longest),
            "last": (PASS, self.max_actions - 1),
            "lost": (0, 3),
        }

    def contradiction(self, state: State) -> str:
        return next(self._contradictions(state), "")

    def _contradictions(self, state: State) -> Iterator[str]:
        """Yields what is wrong; each check relies on the ones before it."""
        played, last = int(state.played), state.last.tolist()
        if any((action == PASS) != (played == 0) for action in last):
            yield f"after {played} rounds the last actions are {last[0]} and {last[1]}"
        paid = float(PAYOFF[state.matrix, *last]) if played else 0.0
        before = sums(int(state.matrix), self.max_actions, max(0, played - 1))
        if state.score not in {gained + paid for gained in before}:
            yield f"no {played} rounds that end with a gain of {paid:g} make {state.score:g}"
        if state.lost and played == self.longest:
            yield "a seat forfeited after the last round"

    def agent_name(self, agent: int) -> str:
        return ("Row", "Column")[agent]

    def position_note(self, seed: int) -> str:
        return TITLES[self.options.matrix]

    def label(self, state: State, agent: int, action: int) -> str:
        return self.names[agent][action]

    def explain(self, state: State, agent: int, action: int) -> str:
        if self.rules.is_legal(state, agent, action):
            return ""
        return (
            "The match is over."
            if self.rules.is_over(state)
            else f"Choose one of {', '.join(self.names[agent])}."
        )

    def standing(self, state: State, seat: int) -> str:
        points = self._gains(state)[seat]
        return f"{_signed(points)} {'point' if abs(points) == 1 else 'points'}"

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
        return self._gains(state)[seat] / float(LARGEST[state.matrix] * state.rounds)

    def _gains(self, state: State) -> list[float]:
        out = np.zeros(2)
        self.rules.value(state, self.weights(), out)
        return [float(v) + 0.0 for v in out]

    def scene(self, state: State) -> Scene:
        n = self.max_actions
        table: list[AnyItem] = [Rect(0, 0, n * WIDTH, n, fill="field", stroke="line2")]
        table += [
            Mark(-LABELS + 0.4, -0.5, 0),
            Text(-LABELS + 0.9, -0.5, "Row", "ink2", 0.4, anchor="left", world=True),
        ]
        table += [
            Mark(0.4, -1.5, 1),
            Text(0.9, -1.5, "Column", "ink2", 0.4, anchor="left", world=True),
        ]
        table += [
            Text(-0.3, k + 0.5, self.names[0][k], "ink", 0.4, anchor="right", world=True)
            for k in range(n)
        ]
        table += [
            Text((k + 0.5) * WIDTH, -0.5, self.names[1][k], "ink", 0.4, world=True)
            for k in range(n)
        ]
        row, column = (int(a) for a in state.last)
        chosen: list[AnyItem] = []
        if PASS not in (row, column):
            chosen.append(Rect(0, row, n * WIDTH, 1, stroke="seat0", width=2, id="row"))
            chosen.append(Rect(column * WIDTH, 0, WIDTH, n, stroke="seat1", width=2, id="column"))
        for (i, j), payoff in np.ndenumerate(self.payoffs):
            met = (i, j) == (row, column)
            chosen.append(
                Text(
                    (j + 0.5) * WIDTH,
                    i + 0.5,
                    _signed(payoff),
                    "ink" if met else "ink2",
                    0.42,
                    bold=met,
                    world=True,
                )
            )
        return Scene(
            -LABELS - 0.2,
            -2.2,
            LABELS + n * WIDTH + 0.4,
            n + 2.4,
            still=tuple(table),
            items=tuple(chosen),
        )

    def targets(self, state: State, agent: int) -> Sequence[Target]:
        """The labels; `cell` takes the whole row or column."""
        if self.rules.is_over(state):
            return ()
        if agent == 0:
            return [Target(k, -LABELS, k, LABELS, 1, taken=True) for k in range(self.max_actions)]
        return [Target(k, k * WIDTH, -1, WIDTH, 1, taken=True) for k in range(self.max_actions)]

    def cell(self, state: State, agent: int, x: float, y: float) -> int | None:
        n = self.max_actions
        if agent == 0:
            return int(y) if 0 <= y < n and -LABELS <= x < n * WIDTH else None
        return int(x / WIDTH) if 0 <= x < n * WIDTH and -1 <= y < n else None

    def intro(self, state: State, seat: int) -> list[str]:
        """Actions and rounds, then the seat's own payoffs: one line per action of its own, one
        number per action of the other seat.
        """
        mine = -self.payoffs.T if seat else self.payoffs
        return [
            f"{self.max_actions} {self.options.rounds}",
            *(" ".join(f"{p + 0.0:g}" for p in line) for line in mine),
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
                f"expected a number below {self.max_actions}, got {line!r}"
                if lines
                else "no answer",
            )
        return Parsed((int(found[1]),), message=found[2] or "")

    def send(self, state: State, seat: int, actions: Sequence[int]) -> list[str]:
        return [str(int(actions[0]))]


def _signed(number: float) -> str:
    """A number with a true minus sign."""
    return f"{number + 0.0:g}".replace("-", "−")
