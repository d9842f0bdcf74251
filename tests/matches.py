"""The games of the tests, with their options; random matches are those of `lab/check`."""

from __future__ import annotations

from itertools import cycle, islice

from engines import games
from engines.game import Game
from engines.knobs import Knob, Value, knobs
from lab.check.matches import content as content
from lab.check.matches import generator as generator
from lab.check.matches import legal as legal
from lab.check.matches import movers as movers
from lab.check.matches import outcome as outcome
from lab.check.matches import random_joint as random_joint
from lab.check.matches import random_match as random_match

MOST_SETS = 4


def option_sets(game: type[Game]) -> list[dict[str, Value]]:
    """The defaults, then sets in which every option takes its next value, until each choice has
    occurred (at most MOST_SETS).
    """
    values = {knob.name: _values(knob) for knob in knobs(game.Options)}
    count = min(MOST_SETS, max(map(len, values.values()), default=1))
    return [
        {name: next(islice(cycle(options), k, None)) for name, options in values.items()}
        for k in range(count)
    ]


def _values(knob: Knob) -> list[Value]:
    """The default first, then the others: the ends of a number's range, the examples of a text."""
    named = knob.kind in ("choice", "text")
    others: list[Value] = (
        list(knob.choices)
        if named
        else [False, True]
        if knob.kind == "switch"
        else [knob.low, knob.high]
    )
    return [knob.default, *(v for v in others if v != knob.default)]


def configured() -> list[Game]:
    """Every game in every one of its option sets."""
    return [game.configure(**options) for game in games().values() for options in option_sets(game)]
