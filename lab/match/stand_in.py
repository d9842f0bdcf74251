"""Legal actions when no search can give one: from the game's script, in a known or an expected
position.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engines.game import PASS, Game, Heard, State
from lab.match.decide import movers, seen
from lab.match.play import deciding, step
from search.base import generator


def scripted(game: Game, state: State, agent: int, seed: int) -> int:
    """The game's scripted action, else the first legal one; PASS for an agent that has none."""
    actions = np.zeros(game.max_actions, np.int64)
    if agent not in movers(game, state) or not game.rules.legal(state, agent, actions):
        return PASS
    if game.rules.policy is None:
        return int(actions[0])
    return int(game.rules.policy(state, agent, generator(seed, agent)))


def opening(game: Game, seed: int) -> Heard:
    """What the first seat knows at the start of the match with this seed."""
    return _heard(game, 0, 0, game.initial(seed))


def expected(last: Heard, sent: Sequence[int], seed: int) -> Heard:
    """What would be known by now if everyone had played by the script since the last turn received,
    which was answered by `sent`; that turn itself if the match would be over.
    """
    game = last.game
    own = dict(zip(game.agents_of(last.seat), sent, strict=False))
    state = seen(game, last.state, last.seat, seed, last.turn)
    for turn in range(last.turn, last.turn + game.agents):
        actions = [
            own[a] if a in own else game.resolve(state, a, scripted(game, state, a, seed))
            for a in range(game.agents)
        ]
        state, _ = step(game, state, np.array(actions), seed, turn, log_events=False)
        own = {}
        if game.rules.is_over(state):
            return last
        if last.seat in deciding(game, state):
            found = _heard(game, last.seat, turn + 1, state)
            return last if game.check(found.state) else found
    return last


def _heard(game: Game, seat: int, turn: int, state: State) -> Heard:
    view = state.copy()
    if game.rules.observe is not None:
        game.rules.observe(view, seat)
    return Heard(game, seat, turn, view)
