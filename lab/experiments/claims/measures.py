"""Evidence other than scores: a figure of one search, or of one tree, for each seed. It is kept as
a game of one side whose condition says what was measured, so that it is versioned and found again
as games are.

- visits-share: the share of the root's visits that one action got;
- changes: the share of the last tenth of the iterations during which another action was best;
- depth: how many times deeper alpha-beta gets in a uniform tree of b branches than minimax, both
  with as many leaves as the budget says;
- leaves: the x with which alpha-beta looks at b^(x d) leaves where minimax looks at b^d.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Protocol

from engines.game import Game, State
from lab.batch.games import GameRecord, LineUp, SeatRecord
from lab.experiments.claims.result import ResultRow
from lab.experiments.claims.rows import ORDERS, ExperimentTable
from lab.lesson.growth import BEST, RANDOM, WORST, leaves
from lab.match.decide import seen
from lab.match.play import deciding, play_setup
from lab.match.seat import SearchSeat
from lab.match.seats import make_setup, parse_algorithm
from search.alphabeta import AlphaBeta
from search.base import AgentStats

ORDER = dict(zip(ORDERS, (BEST, RANDOM, WORST), strict=True))
CAST = "scripted"  # who plays up to the position of a measure


class MeasureStore(Protocol):
    """Where figures are kept: `lab.store.Store`."""

    def groups(
        self, lineup: LineUp, seeds: Iterable[int] | None = None
    ) -> Mapping[int, Sequence[GameRecord]]:
        """The record of each seed."""

    def add(
        self, experiment: str, part: int, lineup: LineUp, records: Sequence[GameRecord]
    ) -> None:
        """Keeps records."""


def measured(table: ExperimentTable, part: ResultRow, seed: int) -> GameRecord:
    """The figure of one seed, as a record."""
    began, clock = time.time(), time.perf_counter()
    file = table.file
    if file.measure == "visits-share":
        value = visits_share(table, part, seed)
    elif file.measure == "changes":
        value = changes(table, part, seed)
    else:
        order = ORDER[part.row.name]
        own = seed if order == RANDOM else 0  # the others have no luck
        leaves_of = depth_ratio if file.measure == "depth" else leaf_power
        value = leaves_of(file.branches, order, int(part.budget.amount), own)
    seat = SeatRecord(0, 0, 0.0, 0.5, 1)
    metrics = ((0, file.measure, value),)
    seconds = time.perf_counter() - clock
    return GameRecord(seed, 0, (seat,), began, seconds, reason="", metrics=metrics)


def measure(
    table: ExperimentTable,
    parts: Sequence[ResultRow],
    seeds: Sequence[int],
    store: MeasureStore,
    tell: Callable[[int, int], object],
) -> None:
    """Measures what the store does not have yet; `tell` gets how much is done, and of how much."""
    done, total = 0, len(parts) * len(seeds)
    for part in parts:
        known = store.groups(part.lineup, seeds)
        for seed in seeds:
            if seed not in known:
                record = measured(table, part, seed)
                store.add(table.file.name, part.number, part.lineup, [record])
            done += 1
            tell(done, total)


def visits_share(table: ExperimentTable, part: ResultRow, seed: int) -> float:
    """The share of one root action among all visits."""
    (stats, *_) = _searched(table, part, seed)
    return float(stats.visits[table.file.action - 1] / max(1, stats.visits.sum()))


def changes(table: ExperimentTable, part: ResultRow, seed: int) -> float:
    """How unsettled the choice was at the end, over the seat's agents."""
    found = [stats.unsettled for stats in _searched(table, part, seed)]
    return float(sum(found) / len(found))


def depth_ratio(branches: int, order: int, budget: int, seed: int) -> float:
    """How many plies alpha-beta gets with this many leaves, between plies on a logarithmic scale,
    divided by those of minimax.
    """
    before, depth = 1, 0
    while (now := _leaves(branches, order, depth + 1, seed)) <= budget:
        before, depth = now, depth + 1
    part = math.log(budget / before) / math.log(now / before)
    return (depth + part) / math.log(budget, branches)


def leaf_power(branches: int, order: int, budget: int, seed: int) -> float:
    """The logarithm of alpha-beta's leaves divided by that of minimax's, in a tree of as many plies
    as minimax could search with this many.
    """
    plies = max(1, round(math.log(budget, branches)))
    return math.log(_leaves(branches, order, plies, seed)) / (plies * math.log(branches))


@cache
def _leaves(branches: int, order: int, depth: int, seed: int) -> int:
    return leaves(AlphaBeta, branches, order, depth, seed)


def _searched(table: ExperimentTable, part: ResultRow, seed: int) -> list[AgentStats]:
    """What the row's player finds for its own agents in the position of a seed."""
    game, spec = table.game, table.player(part.row, part.budget)
    assert isinstance(spec, SearchSeat)
    params, weights = spec.settings(game)
    search = parse_algorithm(spec.name)(game, params, weights, seed=seed)
    state = _position(game, seed, table.file.after)
    search.start(seen(game, state, 0, seed, table.file.after), 0)
    search.advance(int(part.budget.amount))
    own = game.agents_of(0)
    return [stats for stats in search.snapshot().agents if stats.agent in own]


def _position(game: Game, seed: int, turns: int) -> State:
    """The first position of a seed's scripted match, after so many turns or more, in which the
    first seat has a choice; the start if there is none.
    """
    if not turns:
        return game.initial(seed)
    played = play_setup(make_setup(game, [CAST] * game.seats, seed))
    later = (turn.state for turn in played.turns[turns - 1 : -1])
    return next((state for state in later if 0 in deciding(game, state)), played.initial)
