"""Ledgers of tables."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from lab.batch.entrants import clock_of
from lab.batch.games import GameRecord, canonical, sides_of
from lab.experiments.importing.taking import (
    CPU_MS,
    ITERATIONS,
    ImportedFile,
    OldGame,
    TakenPart,
    Tell,
    old_game,
    old_lineup,
    take,
)
from lab.experiments.robin.lines import read
from lab.experiments.robin.plan import Key, Pair, RobinPlan
from lab.experiments.robin.result import Met, RobinResult
from lab.match.budget import Budget
from lab.match.seats import parse_seat
from lab.store.kept import KeptExperiment
from lab.store.store import Store

KIND = "table"


def take_table(store: Store, path: Path, tell: Tell = lambda done, total: None) -> ImportedFile:
    """Takes a ledger into the store: each pair is a part, in the order of their names; `tell` as in
    `take`. BatchError or KnobError if it cannot be read.
    """
    result = read(path)
    pairs = sorted({pair for pair, _ in result.met.keys() | result.failed.keys()})
    about = canonical(result.plan.question | {"pairs": pairs})
    return take(store, path, KIND, about, _parts(result, pairs), tell)


def _parts(result: RobinResult, pairs: list[Pair]) -> Iterator[TakenPart]:
    plan = result.plan
    budget, game = Budget.parse(plan.budget), plan.configured
    for part, pair in enumerate(pairs):
        seats = [parse_seat(text, game, budget) for text in pair]
        lineup = old_lineup(game, seats, clock_of(budget, by_cpu=True))
        own = [each for each in sorted(result.met.items()) if each[0][0] == pair]
        met = [_met(plan, key, found) for key, found in own]
        failed = [
            GameRecord(plan.named(*key)[1], key[1] % plan.seatings, error=error)
            for key, error in sorted(result.failed.items())
            if key[0] == pair
        ]
        yield TakenPart(part, lineup, (*met, *failed))


def _met(plan: RobinPlan, key: Key, met: Met) -> GameRecord:
    seating = key[1] % plan.seatings
    return OldGame(
        met.seed,
        seating,
        sides_of(plan.configured.seats, plan.seatings, seating),
        met.points,
        met.turns,
        met.reason,
        {CPU_MS: met.cpu_ms, ITERATIONS: met.iterations},
    ).record


def table_results(store: Store, kept: KeptExperiment) -> RobinResult:
    """What the store has of a table that was imported."""
    about = json.loads(kept.file)
    pairs = [tuple(pair) for pair in about["pairs"]]
    players = tuple(sorted({player for pair in pairs for player in pair}))
    plan = RobinPlan(about["game"], players, budget=about["budget"], seed=int(about["seed"]))
    found = {}
    for each in store.asked(kept.name):
        pair, old = pairs[each.part], old_game(each.record)
        match = (old.seed - plan.seed) * len(pair) + old.seating
        used = (old.figures[CPU_MS], old.figures[ITERATIONS])
        found[pair, match] = Met(old.seed, old.points, old.turns, old.reason, *used)
    return RobinResult(plan, found, {})
