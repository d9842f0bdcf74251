"""Compiled rules are the rules: plain Python and bounds-checked machine code play the same
matches.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.digest import digests

ROOT = Path(__file__).parents[1]


# plain Python finds an index beyond an array in every game; these show that the checks of machine
# code act, and compiling the rules of all games for it takes longer than a minute
BOUNDED = ("goofspiel", "uttt")


def elsewhere(*names: str, **settings: str) -> dict[str, str]:
    """The digests of a process with these environment variables; warnings are errors there too."""
    command = [sys.executable, "-W", "error", "-m", "tests.digest", *names]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | settings,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answer: dict[str, str] = json.loads(done.stdout)
    return answer


@pytest.fixture(scope="module")
def compiled() -> dict[str, str]:
    return digests()


def test_plain_python_plays_the_same(compiled: dict[str, str]) -> None:
    assert elsewhere(NUMBA_DISABLE_JIT="1") == compiled


def test_bounds_hold(compiled: dict[str, str], tmp_path: Path) -> None:
    bounded = elsewhere(*BOUNDED, NUMBA_BOUNDSCHECK="1", SMITSILAB_CACHE=str(tmp_path))
    assert bounded == {name: compiled[name] for name in BOUNDED}
    assert any(tmp_path.iterdir())
