"""Ledgers of tables."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from lab.batch.entrants import clock_of
from lab.batch.errors import BatchError
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
    take_new,
)
from lab.experiments.ledger import LedgerReader, Line, Take, foreign
from lab.experiments.robin.plan import Key, Pair, RobinPlan
from lab.experiments.robin.question import RobinQuestion
from lab.experiments.robin.store import HEAD, Met, RobinStore
from lab.match.budget import Budget
from lab.match.seats import parse_seat
from lab.store.store import Store

KIND = "table"


def take_table(store: Store, path: Path, tell: Tell = lambda done, total: None) -> ImportedFile:
    """Takes a ledger into the store: each pair is a part, in the order of their names; `tell` as in
    `take`. BatchError or KnobError if it cannot be read.
    """
    plan = _plan(path)
    with RobinStore(plan, path, writes=False) as ledger:
        pairs = sorted({pair for pair, _ in ledger.met.keys() | ledger.failed.keys()})
        about = canonical(plan.question | {"pairs": pairs})
        parts = _parts(plan, ledger.met, ledger.failed, pairs)
        return take(store, path, KIND, about, parts, tell)


def take_older_table(store: Store, ledger: RobinStore) -> ImportedFile | None:
    """Takes the matches of a ledger that its table has not had played in this store; None if
    nothing is new.
    """
    if ledger.path is None or not ledger.met:
        return None
    played = RobinQuestion(_whole(ledger))
    played.look(store)
    older = {key: met for key, met in ledger.met.items() if played.met.get(key) != met}
    pairs = sorted({pair for pair, _ in older})
    about = canonical(ledger.plan.question | {"pairs": pairs})
    parts = list(_parts(ledger.plan, older, {}, pairs))
    return take_new(store, ledger.path, KIND, about, parts)


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
    if not players:
        raise BatchError(f"{path} holds no games yet.")
    return RobinPlan(game, tuple(sorted(players)), budget=budget, seed=seed)


def _whole(ledger: RobinStore) -> RobinPlan:
    """The plan with all players and matches of a ledger."""
    plan, known = ledger.plan, {player for pair, _ in ledger.met for player in pair}
    seeds = 1 + max(match for _, match in ledger.met) // plan.seatings
    players = tuple(sorted(known | set(plan.players)))
    return replace(plan, players=players, matches=seeds * plan.seatings)


def _parts(
    plan: RobinPlan, all_met: Mapping[Key, Met], errors: Mapping[Key, str], pairs: list[Pair]
) -> Iterator[TakenPart]:
    budget, game = Budget.parse(plan.budget), plan.configured
    for part, pair in enumerate(pairs):
        seats = [parse_seat(text, game, budget) for text in pair]
        lineup = old_lineup(game, seats, clock_of(budget, by_cpu=True))
        met = [_met(plan, key, found) for key, found in sorted(all_met.items()) if key[0] == pair]
        failed = [
            GameRecord(plan.named(*key)[1], key[1] % plan.seatings, error=error)
            for key, error in sorted(errors.items())
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
