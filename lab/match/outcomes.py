"""What chance draws below a turn with several outcomes, played and in words."""

from __future__ import annotations

import numpy as np

from engines.game import Game, Joint, State
from lab.words import numerals


def drawn(game: Game, state: State, joint: Joint, outcome: int) -> State:
    """The position after the turn with that outcome."""
    after = state.copy()
    settle = game.rules.settle
    assert settle is not None  # only such games have nodes of chance
    settle(after, joint, outcome)
    return after


def chances(game: Game, state: State, joint: Joint) -> list[float]:
    """The probability of each outcome of a turn, one for a turn without chance."""
    found = np.ones(game.max_outcomes)
    count = 1 if game.rules.chance is None else int(game.rules.chance(state, joint, found))
    return [float(x) for x in found[:count]]


def outcome_words(game: Game, state: State, joint: Joint, outcome: int) -> str:
    """What an outcome is called."""
    found = chances(game, state, joint)
    share = f", {numerals.percent(found[outcome])}" if outcome < len(found) else ""
    return f"outcome {outcome + 1}{share}"
