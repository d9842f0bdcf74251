"""Whether ablation lists leave out what does nothing, and nothing else: the full version and the
other one play the same seeds, each in all seats. `test_ablation.py` runs this module as a
program with NUMBA_DISABLE_JIT=1, so that nothing is compiled, and reads the JSON that it prints.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from engines.game import Game
from engines.knobs import Knob, Value
from lab.experiments.claims.rows import changed, variants
from lab.match.budget import Budget
from lab.match.play import play_setup
from lab.match.seat import SearchSeat
from lab.match.seats import make_setup, parse_game, parse_search
from lab.words.idle import facts
from search import algorithms

GAME = parse_game("tictactoe")
LISTED = ("uct:c=0.3", "flat_mc:allocation=ucb1")  # players whose variants are all played
BUDGET, SMALL = Budget.parse("20it"), Budget.parse("5it")


def actions(game: Game, seat: SearchSeat, seed: int, budget: Budget) -> list[tuple[int, ...]]:
    """The match that a player plays with itself."""
    setup = make_setup(game, [replace(seat, budget=budget)] * game.seats, seed)
    return [turn.joint for turn in play_setup(setup).turns]


def without_effect(text: str) -> Iterator[str]:
    """The variants of a player that play its three matches."""
    full = parse_search(text, GAME)
    known = {seed: actions(GAME, full, seed, BUDGET) for seed in range(3)}
    for variant in variants(full, GAME):
        if all(actions(GAME, variant.seat, s, BUDGET) == known[s] for s in known):
            yield variant.name


def with_effect(name: str) -> Iterator[str]:
    """The changes of an algorithm's idle knobs that make another match."""
    kind, full = algorithms()[name], parse_search(name, GAME)
    known = facts(GAME) | {knob.name: knob.default for knob in kind.knobs(GAME)}
    idle = [knob for knob in kind.knobs(GAME) if knob.is_idle(known)]
    usual = actions(GAME, full, 1, SMALL) if idle else []
    for knob in idle:
        text = f"{knob.name}={other(knob)}"
        if actions(GAME, changed(full, GAME, text).seat, 1, SMALL) != usual:
            yield f"{name}:{text}"


def other(knob: Knob) -> Value:
    """Another value of a knob."""
    if knob.kind == "switch":
        return not knob.default
    if knob.kind == "choice":
        return next(value for value in knob.choices if value != knob.default)
    end = knob.low if knob.low != knob.default else knob.high
    return int(end) if knob.kind == "integer" else end


def main() -> None:
    """Prints the variants without an effect by player, and the idle knobs with one by algorithm."""
    plays = [n for n, kind in algorithms().items() if kind.searches and kind.supports(GAME) is None]
    with np.errstate(all="ignore"):
        found = {text: list(without_effect(text)) for text in LISTED}
        found |= {name: list(with_effect(name)) for name in plays}
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
