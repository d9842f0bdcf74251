"""Whether a network plays better than another one: matches from random openings, each played with
both seatings.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from engines.game import PASS, SIMULTANEOUS, Game
from lab.experiments.stats import interval
from lab.learning.selfplay import searching
from search.base import generator
from search.duct.search import DUCT
from search.network import Network
from search.uct.search import UCT

SHORTEST, LONGEST = 2, 4  # random turns that begin a match


@dataclass(frozen=True)
class TrialScore:
    """What a side scored, a draw counting half, with its 95 % interval over pairs of matches."""

    matches: int
    distinct: int  # how many of them differ
    mean: float
    low: float
    high: float


def trial(
    game: Game,
    new: Network | None,
    old: Network | None,
    matches: int,
    iterations: int,
    seed: int,
    tell: Callable[[int], object] = lambda done: None,
) -> TrialScore:
    """Plays `matches`, two for each opening; None plays with playouts."""
    players = [searching(game, each, seed, reuse=True) for each in (new, old)]
    pairs, seen = list[float](), set[tuple[int, ...]]()
    for k in range(max(1, matches // 2)):
        points = 0.0
        for swapped in (False, True):
            won, line = _match(game, players[::-1] if swapped else players, iterations, seed, k)
            points += (1.0 - won if swapped else won) / 2
            seen.add(line)
        pairs.append(points)
        tell(2 * (k + 1))
    return TrialScore(2 * len(pairs), len(seen), float(np.mean(pairs)), *interval(pairs))


def _match(
    game: Game, players: list[UCT | DUCT], iterations: int, seed: int, pair: int
) -> tuple[float, tuple[int, ...]]:
    """What the first player scored, and the actions."""
    rng, state = generator(seed, pair), game.initial(seed)
    joint, line = np.full(game.agents, PASS, np.int64), list[int]()
    actions = np.zeros(game.max_actions, np.int64)
    opening, last = int(rng.integers(SHORTEST, LONGEST + 1)), None
    for player in players:
        player.seed = int(rng.integers(1 << 30))
    while not game.rules.is_over(state):
        mover, turn = int(game.rules.to_move(state)), len(line)
        for agent in (mover,) if mover != SIMULTANEOUS else range(game.agents):
            if turn < opening:
                count = game.rules.legal(state, agent, actions)
                joint[agent] = actions[int(rng.integers(count))]
            else:
                player = players[agent]
                player.start(state, agent, last)
                player.advance(iterations)
                joint[agent] = player.choice()[0]
            line.append(int(joint[agent]))
        game.rules.step(state, joint, rng, None)
        last = joint.copy()
        joint[:] = PASS
    outcome = np.zeros(game.seats)
    game.rules.outcome(state, outcome)
    return 0.5 + 0.5 * float(np.sign(outcome[0])), tuple(line)
