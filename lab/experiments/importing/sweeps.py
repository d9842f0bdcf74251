"""Ledgers of sweeps."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from engines.records import packed
from lab.batch.entrants import clock_of
from lab.batch.games import GameRecord, canonical
from lab.experiments.importing.taking import (
    ImportedFile,
    OldGame,
    TakenPart,
    Tell,
    old_lineup,
    take,
)
from lab.experiments.sweep.lines import read
from lab.experiments.sweep.plan import SweepGrid
from lab.experiments.sweep.result import Results
from lab.store.store import Store

KIND = "sweep"


def take_sweep(store: Store, path: Path, tell: Tell = lambda done, total: None) -> ImportedFile:
    """Takes a ledger into the store: each point is a part; `tell` as in `take`. BatchError or
    KnobError if it cannot be read.
    """
    results = read(path)
    grid = results.plan.grid
    return take(store, path, KIND, canonical(results.plan.line), _parts(grid, results), tell)


def _parts(grid: SweepGrid, results: Results) -> Iterator[TakenPart]:
    """The games by point, and by the position that they began with."""
    records: dict[tuple[int, str], list[GameRecord]] = {}
    for (point, match), played in sorted(results.played.items()):
        old = OldGame(
            played.seed,
            match % grid.game.seats,
            played.sides,
            played.points,
            played.turns,
            played.reason,
            {},
        )
        records.setdefault((point, _start(grid, match)), []).append(old.record)
    for (point, match), error in sorted(results.failed.items()):
        seed, seating = grid.named(point, match)[1], match % grid.game.seats
        failed = GameRecord(seed, seating, error=error)
        records.setdefault((point, _start(grid, match)), []).append(failed)
    for (point, start), each in records.items():
        lineup = old_lineup(
            grid.game, (grid.seats[point], *grid.against), clock_of(grid.budget), start
        )
        yield TakenPart(point, lineup, tuple(each))


def _start(grid: SweepGrid, match: int) -> str:
    state = grid.start(match)
    return "" if state is None else packed(state).hex()
