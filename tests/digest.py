"""One number for each game that depends on every state, value and random draw of a short match.

`python -m tests.digest [GAME ...]` prints them, so that other processes, with jitting off or bounds
checked, can be compared with the current one.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable

import numpy as np

from engines import games
from engines.game import Game
from tests.matches import content, generator, legal, movers, random_match
from tests.records import quicken

SEED = 5
TURNS = 25


def digest(game: Game) -> str:
    """A hex digest of a random match and of the results of all optional rules along the way."""
    found, rng = hashlib.sha256(), generator(SEED)
    for before, joint, after in random_match(game, SEED, TURNS):
        found.update(content(before) + joint.tobytes() + content(after))
        values, result = np.zeros(game.agents), np.zeros(game.seats)
        game.rules.value(after, game.weights(), values)
        game.rules.outcome(after, result)
        answers = [int(rule(before, a, rng)) for a in _asked(game, before) for rule in _draws(game)]
        answers += [int(game.rules.key(after))] if game.rules.key is not None else []
        found.update(
            repr(
                (values.round(12).tolist(), result.tolist(), answers, _hidden(game, before))
            ).encode()
        )
    return found.hexdigest()[:16]


def _asked(game: Game, state: np.record) -> list[int]:
    return [a for a in movers(game, state) if legal(game, state, a)]


def _draws(game: Game) -> list[Callable[..., int]]:
    return [rule for rule in (game.rules.random_action, game.rules.policy) if rule is not None]


def _hidden(game: Game, state: np.record) -> list[str]:
    """Digests of what each seat knows, and of one guess at the rest."""
    found = []
    for seat in range(game.seats):
        known = state.copy()
        if game.rules.prepare is not None:
            game.rules.prepare(known, game.weights())
        if game.rules.observe is not None:
            game.rules.observe(known, seat)
        if game.rules.sample is not None:
            game.rules.sample(known, seat, generator(SEED, seat))
        found.append(hashlib.sha256(content(known)).hexdigest())
    return found


def digests(*names: str) -> dict[str, str]:
    """The digests of these games with their defaults; of all if none is named."""
    return {name: digest(games()[name]()) for name in names or games()}


if __name__ == "__main__":
    quicken()
    print(json.dumps(digests(*sys.argv[1:])))
