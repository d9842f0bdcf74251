"""Mars Lander as the site records it: the game information holds the flight rounded, `X=2500m,
Y=2700m, HSpeed=0m/s VSpeed=0m/s` and so on.

The ground is not in it, so the known ones are tried, those with the recorded start first. The turn
of touchdown is not compared: what the site does then is not known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from engines.difference import Pair
from engines.game import Game, State
from engines.marslander.maps import MAPS
from engines.site import Recording, Round, Site

FIELDS = ("X", "Y", "HSpeed", "VSpeed", "Fuel", "Angle", "Power")


def starts(game: Any, recording: Recording) -> Iterator[tuple[Game, State]]:
    """The recorded start over each known ground; each map's own start if none is recorded."""
    flight = _flight(recording.opening)
    start = [flight[field] for field in FIELDS] if len(flight) == len(FIELDS) else None
    for name, each in sorted(MAPS.items(), key=lambda item: list(item[1].start) != start):
        configured = game.configure(map=name)
        state = configured.set_out(each)
        if start is not None:
            state.x, state.y, state.hs, state.vs, state.fuel, state.rotate, state.power = start
            state.tank = state.fuel
        yield configured, state


def shows(game: Game, state: State, shown: Round) -> Iterator[Pair]:
    """Position, speed, fuel, angle and power in flight, rounded as the site writes them."""
    if state.status:
        return
    numbers = dict(zip(FIELDS, map(int, game.view(state, 0)[0].split()), strict=True))
    for field, value in _flight(shown).items():
        yield field, value, numbers[field]


def _flight(shown: Round) -> dict[str, int]:
    found = (
        (field, re.search(rf"\b{field}\s*=\s*(-?\d+)", shown.said, re.IGNORECASE))
        for field in FIELDS
    )
    return {field: int(match[1]) for field, match in found if match is not None}


SITE = Site(re.compile(r"-?\d+(\.\d+)? -?\d+(\.\d+)?"), (1,), starts, shows)
