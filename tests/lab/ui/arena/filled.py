"""A store with an arena of nine bots whose games were never played: drawn from known strengths."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np

from lab.batch.games import GameRecord, SeatRecord
from lab.experiments.arena import pool
from lab.experiments.arena.pool import Arena
from lab.store.store import Store

NAME, GAME = "nine", "tictactoe"
BOTS = {f"bot {c}": f"uct:c={c}" for c in (0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 1, 1.4, 2)}
STRONG = "bot 0.5"
LATE = 5  # every so manieth game of the strongest bot has an answer after the limit


def fill(store: Store, groups: int = 140, seed: int = 3, source: str = "") -> Arena:
    """The arena, with so many groups of every two bots, under rules of these sources if given."""
    arena = pool.new_arena(store, NAME, GAME, "20it")
    if source:
        store.set_condition(NAME, replace(arena.kept.condition, source=source))
    for name, text in BOTS.items():
        role = "candidate" if name == STRONG else "benchmark"
        pool.add_bot(store, arena, name, text, role)  # type: ignore[arg-type] # one of the roles
    arena = pool.arena_named(store, NAME)
    names, rng = list(BOTS), np.random.default_rng(seed)
    for a, b in combinations(range(len(names)), 2):
        lineup = arena.lineup((names[a], names[b]))
        wins = 0.5 + 0.03 * (a - b) + 0.2 * (names[a] == STRONG) - 0.2 * (names[b] == STRONG)
        drawn = rng.random((groups, 2, 2))
        records = [
            _game(k + 1, seating, drawn[k, seating], wins, names[a], names[b])
            for k in range(groups)
            for seating in (0, 1)
        ]
        store.add(arena.experiment, 0, lineup, records)
    return arena


def _game(
    seed: int,
    seating: int,
    drawn: np.ndarray[tuple[int], np.dtype[np.float64]],
    wins: float,
    *who: str,
) -> GameRecord:
    """A game that the side 0 wins with this probability, if it is no draw."""
    own = 0.0 if drawn[0] < 0.15 else 1.0 if drawn[1] < wins else -1.0
    return record(seed, seating, own, *who)


def record(seed: int, seating: int, own: float, *who: str) -> GameRecord:
    """A game with this outcome for side 0, of bots of these names."""
    seats = []
    for seat in (0, 1):
        side = (seat + seating) % 2
        outcome = own if side == 0 else -own
        late = int(who[side : side + 1] == (STRONG,) and (seed + seating) % LATE == 0)
        place = 1 if outcome >= 0 else 2
        seats.append(
            SeatRecord(seat, side, outcome, (outcome + 1) / 2, place, 0.01, 2.0, 4, 80, 0, late)
        )
    return GameRecord(
        seed, seating, tuple(seats), 1.0e9 + seed, 0.1, 5 + seed % 4, "three in a row"
    )
