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
    old_game,
    old_lineup,
    take,
)
from lab.experiments.ledger import LedgerReader, Line, Take, foreign
from lab.experiments.robin.plan import Key, Pair, RobinPlan
from lab.experiments.robin.store import HEAD, Met, RobinStore
from lab.match.budget import Budget
from lab.match.seats import parse_seat
from lab.store.store import Store

KIND = "table"


def take_table(store: Store, path: Path) -> ImportedFile:
    """Takes a ledger into the store: each pair is a part, in the order of their names. BatchError
    or KnobError if it cannot be read.
    """
    plan = _plan(path)
    with RobinStore(plan, path, writes=False) as ledger:
        pairs = sorted({pair for pair, _ in ledger.met.keys() | ledger.failed.keys()})
        about = canonical(plan.question | {"pairs": pairs})
        return take(store, path, KIND, about, _parts(plan, ledger, pairs))


def _plan(path: Path) -> RobinPlan:
    """The plan of everyone in the file."""
    lines: list[Line] = []

    def begin(line: Line) -> Take:
        lines.append(line)
        return lines.append

    LedgerReader(path, HEAD, begin).look()
    try:
        first, players = lines[0], {str(player) for line in lines[1:] for player in line["pair"]}
        game, budget, seed = str(first["game"]), str(first["budget"]), int(first["seed"])
    except (IndexError, KeyError, TypeError, ValueError):
        raise foreign(path, HEAD) from None
    return RobinPlan(game, tuple(sorted(players)), budget=budget, seed=seed)


def _parts(plan: RobinPlan, ledger: RobinStore, pairs: list[Pair]) -> Iterator[TakenPart]:
    budget, game = Budget.parse(plan.budget), plan.configured
    for part, pair in enumerate(pairs):
        seats = [parse_seat(text, game, budget) for text in pair]
        lineup = old_lineup(game, seats, clock_of(budget, by_cpu=True))
        met = [
            _met(plan, key, found) for key, found in sorted(ledger.met.items()) if key[0] == pair
        ]
        failed = [
            GameRecord(plan.named(*key)[1], key[1] % plan.seatings, error=error)
            for key, error in sorted(ledger.failed.items())
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


def table_results(store: Store, name: str) -> dict[Key, Met]:
    """What the store has of a table that was imported, as its ledger would say it."""
    about = json.loads(store.experiments(name)[0].file)
    pairs = [tuple(pair) for pair in about["pairs"]]
    found = {}
    for kept in store.asked(name):
        pair, old = pairs[kept.part], old_game(kept.record)
        match = (old.seed - int(about["seed"])) * len(pair) + old.seating
        met = (old.figures[CPU_MS], old.figures[ITERATIONS])
        found[pair, match] = Met(old.seed, old.points, old.turns, old.reason, *met)
    return found
