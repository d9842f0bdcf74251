"""Networks for tests, and what they say in plain floating point."""

from __future__ import annotations

import math

import numpy as np

from engines.game import Game, State
from search.network import HEAD, HIDDEN, UNIT, Net, Network, features_digest, sight


def random_network(game: Game, seed: int = 1) -> Network:
    """One that has learned nothing."""
    rng = np.random.default_rng(seed)
    rows = rng.normal(0, 0.1, (sight(game).rows, HIDDEN))
    bias, head = rng.uniform(0.2, 0.8, HIDDEN), rng.normal(0, 0.1, HIDDEN)
    head[-1] = 0
    parts = ((rows, UNIT), (bias, UNIT), (head, HEAD))
    net = Net(*(np.rint(part * unit).astype(np.int16) for part, unit in parts))
    about = {"game": game.name, "features": features_digest(game), "seed": seed}
    return Network(net, about)


def value_of(game: Game, network: Network, state: State, seat: int) -> float:
    """The value of a position for the seat that moves, by the definition."""
    seen = sight(game)
    out = np.zeros(seen.most, np.int64)
    active = out[: seen.features(state, seat, out)]
    rows, bias, head = (np.asarray(part, np.float64) for part in network.net)
    hidden = (bias + rows[active].sum(axis=0)) / UNIT
    logit = float(np.clip(hidden, 0, 1) @ (head / HEAD) + hidden[-1])
    return math.tanh(math.floor(logit * 256) / 512)  # as fine as the table of values
