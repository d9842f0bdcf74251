"""Whatever `check` lets pass, every rule survives: positions of all games with overwritten fields.

Compiled as they are played; once more in plain Python, where reading outside an array is an error,
and for games whose rules index most in machine code that checks bounds. `python -m tests.hostile`
tries many more.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines import games
from tests.hostile import forged, survive

ROOT = Path(__file__).parents[2]
INDEXING = "tron,goofspiel,pacman"  # games whose rules look most things up in arrays


@pytest.mark.parametrize("name", games())
@given(data=st.data())
@settings(max_examples=40)
def test_what_passes_is_survived(name: str, data: st.DataObject) -> None:
    game, state, _ = forged(name, lambda n: data.draw(st.integers(0, n - 1)))
    refusal = game.check(state)
    assert not refusal.endswith(".")
    if not refusal:
        survive(game, state, data.draw(st.integers(0, 1000)))


def elsewhere(*arguments: str, **settings: str) -> str:
    """What many tries in other processes print; none may fail."""
    command = [sys.executable, "-m", "tests.hostile", *arguments]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | settings, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_what_passes_is_survived_in_plain_python() -> None:
    said = elsewhere("--states", "390", NUMBA_DISABLE_JIT="1")
    assert all(f"{name} " in said for name in games())


def test_what_passes_stays_within_bounds(tmp_path: Path) -> None:
    """With an empty cache folder of its own: a warm cache would bring back code without checks."""
    settings = {"NUMBA_BOUNDSCHECK": "1", "SMITSILAB_CACHE": str(tmp_path)}
    elsewhere("--states", "300", "--games", INDEXING, **settings)
    assert any(tmp_path.iterdir())
