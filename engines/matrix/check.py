"""Which positions of a matrix game are possible."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

from engines.checking import Bounds, only
from engines.matrix.tables import MOST_OWN, PAYOFF
from engines.rules import PASS, State

Payoffs = NDArray[np.float64]
EXACT = 1e-9  # of the largest sum: how far sums of the same payoffs can be apart


@cache
def sums(table: int, choices: int, rounds: int) -> frozenset[float]:
    """Every total that Row can have after this many rounds of a named table."""
    before = sums(table, choices, rounds - 1) if rounds else frozenset[float]()
    payoffs = set(PAYOFF[table, :choices, :choices].ravel().tolist())
    return frozenset(x + y for x in before for y in payoffs) or frozenset({0.0})


def bounds(start: State, actions: int, most: float, fixed: bool) -> Bounds:
    """The bounds of each field, by the start position, the most actions and the most that can be
    gained; `fixed`: the table is that of the start.
    """
    rounds = int(start.rounds)
    shared = only(start, "rounds") | {
        "score": (-most, most),
        "played": (0, rounds),
        "last": (PASS, actions - 1),
        "lost": (0, 3),
    }
    if "matrix" in start.dtype.names:
        return shared | only(start, "matrix", "choices")
    largest = most / rounds
    size = {"choices": (int(start.choices[0]), actions) if fixed else (1, MOST_OWN)}
    return shared | size | {"payoff": (-largest, largest), "largest": (0.0, max(1.0, largest))}


def contradictions(state: State) -> Iterator[str]:
    """Yields what is wrong with a position of a named table; each check relies on the ones before
    it.
    """
    played, last = int(state.played), state.last.tolist()
    yield from _last(played, last)
    paid = float(PAYOFF[state.matrix, *last]) if played else 0.0
    before = sums(int(state.matrix), int(state.choices), max(0, played - 1))
    if state.score not in {gained + paid for gained in before}:
        yield f"no {played} rounds that end with a gain of {paid:g} make {state.score:g}"
    yield from _forfeit(state)


def own_contradictions(state: State) -> Iterator[str]:
    """The same of a position that holds its table."""
    (rows, columns), last = state.choices.tolist(), state.last.tolist()
    outside = state.payoff.copy()
    outside[..., :rows, :columns] = 0.0
    if outside.any():
        yield f"there are payoffs outside {rows} rows and {columns} columns"
    if state.largest != largest_of(table(state)):
        yield f"the largest payoff is {largest_of(table(state)):g}, not {state.largest:g}"
    yield from _last(int(state.played), last)
    if last[0] >= rows or last[1] >= columns:
        yield f"the last actions are outside {rows} rows and {columns} columns"
        return
    spare = slack(state)
    for score, least, most in zip(*map(np.ravel, (state.score, *possible(state))), strict=True):
        if not least - spare <= score <= most + spare:
            yield f"{state.played} rounds make {least:g} to {most:g}, not {score:g}"
    yield from _forfeit(state)


def table(state: State) -> Payoffs:
    """The payoffs of a position that holds its table: Row's [R, C], or both players' [2, R, C]."""
    rows, columns = state.choices.tolist()
    payoffs: Payoffs = state.payoff[..., :rows, :columns]
    return payoffs


def largest_of(payoffs: Payoffs) -> float:
    """The largest payoff either way; 1 if every payoff is 0."""
    return float(np.abs(payoffs).max()) or 1.0


def possible(state: State) -> tuple[Payoffs, Payoffs]:
    """The least and the most that Row, or each player [2], can have gained: any payoffs, then that
    of the last actions.
    """
    played, payoffs = int(state.played), table(state)
    if not played:
        nothing = np.zeros(payoffs.shape[:-2])
        return nothing, nothing
    row, column = state.last.tolist()
    paid, each = payoffs[..., row, column], (-2, -1)
    return (
        (played - 1) * payoffs.min(axis=each) + paid,
        (played - 1) * payoffs.max(axis=each) + paid,
    )


def slack(state: State) -> float:
    """How far rounding can move a sum; a single round is exact."""
    return EXACT * float(state.largest) * int(state.rounds) if state.played > 1 else 0.0


def _last(played: int, last: list[int]) -> Iterator[str]:
    if any((action == PASS) != (played == 0) for action in last):
        yield f"after {played} rounds the last actions are {last[0]} and {last[1]}"


def _forfeit(state: State) -> Iterator[str]:
    if state.lost and state.played == state.rounds:
        yield "a seat forfeited after the last round"
