"""Recorded flights against the rules: the lines that were read, what was applied, and every number
of every flying turn.

The turn of touchdown is left out beyond its input: the recordings stop at the instant of contact,
which the contest may not do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from engines.game import Difference, Game, State
from engines.marslander.maps import Map

CLOSE = 1e-9  # metres and metres a second


def replay(game: Any, records: Sequence[Mapping[str, Any]]) -> Iterator[Difference | None]:
    """Flies a recording again; one result a turn."""
    header = records[0]
    state = game.set_out(
        Map(header["test"], tuple((x, y) for x, y in header["surface"]), tuple(header["start"]))
    )
    intro = game.intro(state, 0)
    if intro != header["in"]:
        yield Difference(0, "in", header["in"], intro)
        return
    for record in records[1:-1]:
        difference = _turn(game, state, record)
        yield difference
        if difference is not None:
            return


def _turn(game: Game, state: State, record: Mapping[str, Any]) -> Difference | None:
    turn, view = record["turn"], game.view(state, 0)
    if view != record["in"]:
        return Difference(turn, "in", record["in"], view)
    game.rules.step(
        state, np.array(game.parse(state, 0, record["out"]).actions, np.int64), None, None
    )
    applied = [int(state.rotate), int(state.power)]
    if applied != record["applied"]:
        return Difference(turn, "applied", record["applied"], applied)
    if record["status"] != "flying":
        return None
    for name, wanted in record["state"].items():
        if abs(float(state[name]) - wanted) > CLOSE:
            return Difference(turn, name, wanted, float(state[name]))
    return Difference(turn, "status", "flying", int(state.status)) if state.status else None
