"""Recorded flights against the rules: the lines read, the requests applied, and every number of
every turn in flight.

Of the touchdown turn only the input is compared: the recordings stop at the instant of contact,
which the contest may not do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from engines.difference import Difference, Pair, first_difference
from engines.game import Game, State
from engines.marslander.maps import MarsMap

CLOSE = 1e-9  # metres and metres a second


def replay(game: Any, records: Sequence[Mapping[str, Any]]) -> Iterator[Difference | None]:
    """Replays a recording; one result per turn."""
    header = records[0]
    surface = tuple((x, y) for x, y in header["surface"])
    state = game.checked(game.set_out(MarsMap(header["test"], surface, tuple(header["start"]))))
    difference = first_difference(0, [("in", header["in"], game.intro(state, 0))])
    if difference is not None:
        yield difference
        return
    for record in records[1:-1]:
        difference = first_difference(record["turn"], _turn(game, state, record))
        yield difference
        if difference is not None:
            return


def _turn(game: Game, state: State, record: Mapping[str, Any]) -> Iterator[Pair]:
    """Compares what was read, what was applied, and where the turn led; plays the turn in
    between.
    """
    yield "in", record["in"], game.view(state, 0)
    game.rules.step(
        state, np.array(game.parse(state, 0, record["out"]).actions, np.int64), None, None
    )
    yield "applied", record["applied"], [int(state.rotate), int(state.power)]
    if record["status"] != "flying":
        return
    for name, wanted in record["state"].items():
        got = float(state[name])
        yield name, wanted, wanted if abs(got - wanted) <= CLOSE else got
    yield "status", "flying", int(state.status) or "flying"
