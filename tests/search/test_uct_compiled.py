"""UCT with all optional features gives the same results as plain Python, where an index beyond an
array is an error.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.search.test_uct_knobs import KNOBS

ROOT = Path(__file__).parents[2]
SCRIPT = """
from tests.search.test_uct_knobs import KNOBS, searching
from engines import tictactoe
for knobs in KNOBS:
    search = searching(tictactoe.TicTacToe(), **knobs)
    search.advance(60)
    stats = search.snapshot().agents[0]
    print(stats.visits.tolist(), [f"{m:.9f}" for m in stats.mean], stats.pv.tolist(), stats.proven)
"""


def said(**settings: str) -> str:
    env = os.environ | {"PYTHONPATH": str(ROOT)} | settings
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env=env,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_compiled_and_plain_python_agree_inside_the_arrays() -> None:
    compiled = said()
    assert compiled.count("\n") == len(KNOBS)
    assert said(NUMBA_DISABLE_JIT="1") == compiled
