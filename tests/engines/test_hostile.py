"""Whatever `check` lets pass, every rule survives: positions of all games with overwritten fields.

Compiled as they are played, and once more in plain Python, where an index beyond an array is an
error. `python -m tests.hostile` tries many more, with NUMBA_BOUNDSCHECK=1 in machine code that
checks bounds.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines import games
from tests.hostile import forged, survive

ROOT = Path(__file__).parents[2]


# the plain rules of these are tried below; to compile each of them alone takes half a minute
LARGE = ("brew", "csb", "kutulu", "tron", "xmasrush")
NAMED = [pytest.param(n, marks=[pytest.mark.long] if n in LARGE else []) for n in games()]


@pytest.mark.parametrize("name", NAMED)
@given(data=st.data())
@settings(max_examples=25)
def test_what_passes_is_survived(name: str, data: st.DataObject) -> None:
    game, state, _ = forged(name, lambda n: data.draw(st.integers(0, n - 1)))
    refusal = game.check(state)
    assert not refusal.endswith(".")
    if not refusal:
        survive(game, state, data.draw(st.integers(0, 1000)))


def elsewhere(*arguments: str, **variables: str) -> tuple[int, str]:
    """The exit code of many tries in other processes, and what they print."""
    command = [sys.executable, "-m", "tests.hostile", *arguments]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | variables, capture_output=True, text=True, check=False
    )
    assert not done.stderr
    return done.returncode, done.stdout


def test_what_passes_is_survived_in_plain_python() -> None:
    code, said = elsewhere("--states", "650", NUMBA_DISABLE_JIT="1")
    assert code == 0, said
    assert all(f"{name} " in said for name in games())


CARELESS = """
import os
from dataclasses import replace
from engines.tictactoe import TicTacToe

def is_over(s):
    if s.turn < 0:
        os._exit(3)
    if s.k > 7:
        raise IndexError("beyond the board")
    return False

class Careless(TicTacToe):
    name = "careless"

    def __init__(self, options=None):
        super().__init__(options)
        self.rules = replace(self.rules, is_over=is_over)

    def check(self, state):
        return "refused" if 0 <= state.turn and state.k <= 7 else ""
"""


def test_tries_that_fail_are_reported_and_the_next_ones_made(tmp_path: Path) -> None:
    """Also those that end their process."""
    file = tmp_path / "careless.py"
    file.write_text(CARELESS, encoding="utf-8")
    variables = {"SMITSILAB_LOAD": str(file), "NUMBA_DISABLE_JIT": "1"}
    code, said = elsewhere("--states", "40", "--games", "careless", **variables)
    assert code == 1
    assert sum(map(int, re.findall(r"([0-9]+) (?:failed|refused)", said))) == 40
    assert re.search(
        r"careless [0-9]+ \(careless.*\['turn', 0, '-[0-9]+'\].*\nthe process ended with 3", said
    )
    assert "IndexError: beyond the board" in said
