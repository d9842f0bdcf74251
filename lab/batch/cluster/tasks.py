"""What workers of a cluster are asked to do: importable functions that answer with plain values.
A worker gets their names only, so it needs the same package.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from engines.game import Game
from lab.batch import work
from lab.batch.about import this_host
from lab.batch.frames import Table
from lab.batch.serve import tried
from lab.match.budget import DEFAULT_BUDGET
from lab.match.decide import Player, think
from lab.match.play import deciding
from lab.match.seat import SearchSeat
from lab.match.seats import parse_game, parse_search

_tables: dict[str, Table] = {}  # of the workers in this process, by address
_PROBES = (1, 2, 3)  # seeds of the starts whose first decision is timed


def about() -> dict[str, Any]:
    """The computer of this worker, the digest of its sources, and its `folder`."""
    return {**this_host().line, "folder": os.getcwd()}


def prepared(game: str, seat: str, expected: str) -> dict[str, Any]:
    """Compiles what a seat needs, and says what it is made of; or `error`."""
    return tried(work.prepared, game, seat, expected)


def played(jobs: Sequence[dict[str, Any]], at: str = "") -> list[dict[str, Any]]:
    """Plays jobs one after the other on the worker with the address `at`."""
    table = _tables.setdefault(at, Table())
    return [tried(table.play, job) for job in jobs]


def shown(dask_worker: Any) -> dict[str, Any] | None:
    """What a worker plays at this moment, with its job; Dask hands the worker over by the name of
    the argument. Runs beside the task that plays.
    """
    table = _tables.get(dask_worker.address)
    return table.frame_with_job() if table is not None else None


def probed(game: str, seat: str) -> dict[str, Any]:
    """The CPU seconds of some fixed decisions of a search."""
    return tried(_probe, game, seat)


def _probe(game: str, seat: str) -> dict[str, Any]:
    chosen = parse_game(game)
    spec = parse_search(seat, chosen)
    work.prepare(chosen, spec)
    return {"cpu_s": sum(_decided(chosen, spec, seed) for seed in _PROBES)}


def _decided(game: Game, spec: SearchSeat, seed: int) -> float:
    state = game.initial(seed)
    player = Player(game, deciding(game, state)[0], spec, seed)
    player.begin(state, 0)
    think(player, DEFAULT_BUDGET)
    return player.cpu_s
