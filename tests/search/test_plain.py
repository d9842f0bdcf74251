"""Kernels give the same results in plain Python as compiled, so that a debugger shows what really
happens.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.search.plain import PAIRS

SCRIPT = Path(__file__).with_name("plain.py")

ROOT = Path(__file__).parents[2]


def said(**settings: str) -> str:
    env = os.environ | {"PYTHONPATH": str(ROOT)} | settings
    done = subprocess.run(
        [sys.executable, str(SCRIPT)],
        env=env,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def compiled() -> str:
    return said()


def test_compiled_and_plain_python_agree(compiled: str) -> None:
    assert compiled.count("\n") == 2 * len(PAIRS)
    assert said(NUMBA_DISABLE_JIT="1") == compiled


def test_no_index_leaves_its_array(compiled: str, bounds_cache: Path) -> None:
    assert said(NUMBA_BOUNDSCHECK="1", SMITSILAB_CACHE=str(bounds_cache)) == compiled
