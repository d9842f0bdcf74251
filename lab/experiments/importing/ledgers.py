"""Sweeps and tables of the store as the ledgers that older versions kept, for other programs."""

from __future__ import annotations

import json
from collections.abc import Iterator

from lab.batch.errors import BatchError
from lab.batch.faults import in_line
from lab.batch.games import sides_of
from lab.experiments.importing.sweeps import sweep_results
from lab.experiments.importing.tables import table_results
from lab.experiments.ledger import Line
from lab.experiments.robin.plan import Key, RobinPlan
from lab.experiments.robin.question import RobinQuestion
from lab.experiments.robin.store import HEAD as TABLE
from lab.experiments.robin.store import Met
from lab.experiments.sweep.plan import SweepPlan
from lab.experiments.sweep.store import HEAD as SWEEP
from lab.match.seats import parse_game
from lab.store.kept import KeptExperiment
from lab.store.store import Store

PLAYED = ("seed", "sides", "points", "turns", "reason")


def ledger_lines(store: Store, name: str) -> list[Line]:
    """The lines of an experiment's ledger: its plan, then its finished games. BatchError where the
    store has no sweep and no table of this name.
    """
    for kept in store.experiments(name):
        if kept.kind == "sweep":
            return list(_sweep(store, kept))
        if kept.kind == "table":
            return list(_table(store, kept))
    raise BatchError(f"The store has no sweep and no table of the name {name}.")


def _sweep(store: Store, kept: KeptExperiment) -> Iterator[Line]:
    plan = SweepPlan.read(json.loads(kept.file))
    yield SWEEP | plan.line
    for (point, match), played in sorted(sweep_results(store, kept.name, plan).played.items()):
        result = {key: vars(played)[key] for key in PLAYED}
        yield {"point": point, "match": match} | result | in_line(played.faults)


def _table(store: Store, kept: KeptExperiment) -> Iterator[Line]:
    about = json.loads(kept.file)
    about = about.get("table", about)
    game = parse_game(about["game"])
    yield TABLE | {key: about[key] for key in ("game", "budget", "seed")}
    for (pair, match), met in sorted(_met(store, kept).items()):
        seatings = min(2, game.seats)
        sides = sides_of(game.seats, seatings, match % seatings)
        told = {key: value for key, value in vars(met).items() if key != "faults"}
        yield {"pair": pair, "match": match, "sides": sides} | told | in_line(met.faults)


def _met(store: Store, kept: KeptExperiment) -> dict[Key, Met]:
    """The matches of a table, whether it was played here or is that of a file."""
    about = json.loads(kept.file)
    if "table" not in about:
        return table_results(store, kept.name)
    question = RobinQuestion(RobinPlan.read(about))
    question.look(store)
    return question.met
