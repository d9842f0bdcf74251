"""Ledgers of sweeps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from engines.records import packed
from lab.batch.entrants import clock_of
from lab.batch.games import GameRecord, canonical
from lab.experiments.importing.taking import (
    ImportedFile,
    OldGame,
    TakenPart,
    Tell,
    old_game,
    old_lineup,
    take,
    take_new,
)
from lab.experiments.series import Played
from lab.experiments.sweep.plan import DECIDE, MATCHES, SweepGrid, SweepPlan
from lab.experiments.sweep.store import Results, SweepStore, read
from lab.store.store import Store

KIND = "sweep"


def take_sweep(store: Store, path: Path, tell: Tell = lambda done, total: None) -> ImportedFile:
    """Takes a ledger into the store: each point is a part; `tell` as in `take`. BatchError or
    KnobError if it cannot be read.
    """
    results = read(path)
    grid = results.plan.grid
    return take(store, path, KIND, canonical(results.plan.line), _parts(grid, results), tell)


def take_older_sweep(store: Store, name: str, ledger: SweepStore) -> ImportedFile | None:
    """Takes the matches of a ledger that the sweep `name` has not had played in this store; None if
    nothing is new.
    """
    plan, held = ledger.results.plan, ledger.results.played
    if ledger.path is None or not held:
        return None
    kept = sweep_results(store, name, plan).played
    older = Results(plan, {key: each for key, each in held.items() if kept.get(key) != each})
    # the same file, also when matches are added to it
    about = canonical(replace(plan, matches=MATCHES, rule=DECIDE).line)
    return take_new(store, ledger.path, KIND, about, list(_parts(plan.grid, older)))


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


def sweep_results(store: Store, name: str, plan: SweepPlan) -> Results:
    """What the store has of a sweep, as its ledger would say it."""
    seats, results = plan.grid.game.seats, Results(plan)
    for kept in store.asked(name):
        old = old_game(kept.record)
        match = (old.seed - plan.seed) * seats + old.seating
        results.played[kept.part, match] = Played(
            old.seed, old.sides, old.points, old.turns, old.reason
        )
    return results
