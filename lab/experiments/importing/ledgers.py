"""Sweeps and tables of the store as files of results, for other programs."""

from __future__ import annotations

import json
from collections.abc import Iterator

from lab.batch.errors import BatchError
from lab.experiments.importing.tables import table_results
from lab.experiments.ledger import Line
from lab.experiments.robin.lines import lines_of as table_lines
from lab.experiments.robin.plan import RobinPlan
from lab.experiments.robin.question import known as known_table
from lab.experiments.robin.result import RobinResult
from lab.experiments.sweep.lines import lines_of as sweep_lines
from lab.experiments.sweep.plan import SweepPlan
from lab.experiments.sweep.question import known
from lab.experiments.sweep.result import Results
from lab.store.kept import KeptExperiment
from lab.store.store import Store


def ledger_lines(store: Store, name: str) -> Iterator[Line]:
    """The lines of an experiment's file: its plan, then its finished games. BatchError where the
    store has no sweep and no table of this name.
    """
    for kept in store.experiments(name):
        if kept.kind == "sweep":
            plan = SweepPlan.read(json.loads(kept.file))
            return sweep_lines(Results(plan, known(store, kept.name, plan)))
        if kept.kind == "table":
            return table_lines(_table(store, kept))
    raise BatchError(f"The store has no sweep and no table of the name {name}.")


def _table(store: Store, kept: KeptExperiment) -> RobinResult:
    """A table, whether it was played here or is that of a file."""
    about = json.loads(kept.file)
    if "table" not in about:
        return table_results(store, kept)
    return known_table(store, RobinPlan.read(about))
