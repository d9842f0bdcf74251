"""What a seat cannot see changes no decision: for games' tests, with every algorithm in positions
that the seat cannot tell apart.

The algorithms run in plain Python, which avoids compiling all of them. A game's file has two tests:
`@plain` with `no_decision_depends` in its name, which compares decisions, and `@compiled`, which
runs it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engines.game import Game, State
from search import algorithms

ROOT = Path(__file__).parents[1]
PLAIN = os.environ.get("NUMBA_DISABLE_JIT") == "1"
compiled = pytest.mark.skipif(PLAIN, reason="this is plain Python")
plain = pytest.mark.skipif(not PLAIN, reason="run by a compiled test")

Decision = tuple[list[int], list[list[int]], list[str]]


def players(game: Game) -> list[str]:
    """The algorithms that play the game."""
    return [name for name, search in algorithms().items() if search.supports(game) is None]


def run_plain(file: str, game: Game) -> None:
    """Runs a file's plain test, once for each of the game's players."""
    command = [sys.executable, "-m", "pytest", "-q", file, "-k", "no_decision_depends"]
    run = subprocess.run(
        command,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0 and f"{len(players(game))} passed" in run.stdout, run.stdout


def decision(
    game: Game, name: str, state: State, iterations: int = 20, playout_depth: int = 0
) -> Decision:
    """What an algorithm chooses for seat 0, and each agent's visits and means; a playout depth of 0
    is the algorithm's own.
    """
    params = algorithms()[name].usual(game)
    if playout_depth and hasattr(params, "playout_depth"):
        params = replace(params, playout_depth=playout_depth)
    search = algorithms()[name](game, params, seed=4)
    search.start(state, 0)
    with np.errstate(all="ignore"):  # plain UCB1 reads past the last child
        search.advance(iterations)
    agents = search.snapshot().agents
    return (
        search.choice().tolist(),
        [agent.visits.tolist() for agent in agents],
        [str(agent.mean) for agent in agents],
    )
