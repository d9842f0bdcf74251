"""What is true of a position is found by every search that can: tic-tac-toe is not lost, and a
forced move is played.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from engines import games
from engines.game import PASS, Game, State
from engines.knobs import make
from search import algorithms
from search.base import Search
from tests.matches import content, legal, outcome

# enough nodes or iterations for each; the missing ones assume a plan or a habit of the other side,
# which a good reply may refute
NEVER_LOSES: dict[str, tuple[int, dict[str, object]]] = {
    "minimax": (600_000, {"depth": 9}),
    "alphabeta": (600_000, {"depth": 9}),
    "paranoid": (600_000, {"depth": 9}),
    "maxn": (600_000, {"depth": 9}),
    "uct": (3_000, {}),
    "duct": (6_000, {"c": 0.7}),
}


def answering(name: str, game: Game, iterations: int, values: dict[str, object]) -> Search:
    kind = algorithms()[name]
    return kind(game, make(kind.Params, values), seed=11)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", NEVER_LOSES)
@pytest.mark.parametrize("seat", [0, 1])
def test_tic_tac_toe_is_never_lost(name: str, seat: int) -> None:
    """Against every reply, from both seats."""
    game = games()["tictactoe"]()
    iterations, values = NEVER_LOSES[name]
    search = answering(name, game, iterations, values)
    answers: dict[bytes, int] = {}

    def answer(state: State) -> int:
        key = content(state)
        if key not in answers:
            search.start(state, seat)
            search.advance(iterations)
            answers[key] = int(search.choice()[0])
        return answers[key]

    def worst(state: State) -> float:
        if game.rules.is_over(state):
            return outcome(game, state)[seat]
        mover = int(game.rules.to_move(state))
        moves = [answer(state)] if mover == seat else legal(game, state, mover)
        return min(worst(_after(game, state, mover, move)) for move in moves)

    assert worst(game.initial(0)) >= 0.0


def _after(game: Game, state: State, mover: int, action: int) -> State:
    after = state.copy()
    joint = np.full(game.agents, PASS, np.int64)
    joint[mover] = action
    game.rules.step(after, joint, None, None)
    return after


@cache
def finish_ahead() -> tuple[Game, State]:
    """Coders Strike Back: the last checkpoint begins 195 ahead; only full thrust straight on gets a
    pod there at once.
    """
    game = games()["csb"]()
    state = game.initial(3)
    k = int(state.next[0])
    state.passed[0] = state.goal - 1
    state.x[0], state.y[0], state.vx[0], state.vy[0] = state.cx[k] - 795.0, state.cy[k], 0.0, 0.0
    state.angle[0], state.ca[0], state.sa[0], state.rotated[0] = 0.0, 1.0, 0.0, 1
    return game, state


@pytest.mark.parametrize(
    ("name", "iterations", "values"),
    [
        ("joint", 10_000, {}),
        ("smitsimax", 5_000, {"depth": 1}),
        ("duct", 20_000, {"playout_depth": 0}),
        ("genetic", 3_000, {"depth": 1, "opponent": "rest"}),
        ("greedy", 1_000, {}),
    ],
)
def test_the_only_winning_move_is_played(
    name: str, iterations: int, values: dict[str, object]
) -> None:
    """Decoupled statistics, sequences and one ply agree with the exhaustive table of joint
    actions.
    """
    game, state = finish_ahead()
    search = answering(name, game, iterations, values)
    search.start(state, 0)
    search.advance(iterations)
    assert game.label(state, 0, int(search.choice()[0])) == "Ahead, full"
