"""Compiled rules are the rules: plain Python and bounds-checked machine code play the same
matches.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.digest import digests
from tests.process import said

# plain Python finds an index beyond an array in every game; these show that the checks of machine
# code act, and compiling the rules of all games for it takes longer than a minute
BOUNDED = ("goofspiel", "uttt")


def elsewhere(*names: str, **settings: str) -> dict[str, str]:
    """The digests of a process with these environment variables; warnings are errors there too."""
    command = ("-W", "error", "-m", "tests.digest", *names)
    answer: dict[str, str] = json.loads(said(*command, **settings))
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
