"""Mars Lander as the site shows it: its game information tells the flight rounded, `X=2500m,
Y=2700m, HSpeed=0m/s VSpeed=0m/s` and so on.

The ground is not told, so the known ones are tried, first those whose start is the told one. The
turn of touchdown is not compared: what the site does then is not known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from engines.game import Game, State
from engines.marslander.game import MarsLander
from engines.marslander.maps import MAPS
from lab.files.codingame.recording import Recording, Round
from lab.files.codingame.told import Found

FIELDS = ("X", "Y", "HSpeed", "VSpeed", "Fuel", "Angle", "Power")


def starts(recording: Recording) -> Iterator[tuple[Game, State]]:
    """The told start over each known ground; each map's own start where none is told."""
    flight = _flight(recording.opening)
    start = [flight[field] for field in FIELDS] if len(flight) == len(FIELDS) else None
    for name, each in sorted(MAPS.items(), key=lambda item: list(item[1].start) != start):
        game = MarsLander.configure(map=name)
        state = game.set_out(each)
        if start is not None:
            state.x, state.y, state.hs, state.vs, state.fuel, state.rotate, state.power = start
            state.tank = state.fuel
        yield game, state


def told(state: State, shown: Round) -> Iterator[Found]:
    """Position, speed, fuel, angle and power in flight, rounded as they are told."""
    if state.status:
        return
    numbers = dict(
        zip(FIELDS, map(int, MarsLander.configure().view(state, 0)[0].split()), strict=True)
    )
    for field, value in _flight(shown).items():
        yield Found(field, value, numbers[field])


def _flight(shown: Round) -> dict[str, int]:
    found = (
        (field, re.search(rf"\b{field}\s*=\s*(-?\d+)", shown.said, re.IGNORECASE))
        for field in FIELDS
    )
    return {field: int(match[1]) for field, match in found if match is not None}
