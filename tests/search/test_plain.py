"""Kernels give the same results in plain Python as compiled, so that a debugger shows what really
happens.

In plain Python an index beyond an array is an error, and it finds what the compiled kernel finds;
so no index leaves its array there either.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

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


def test_compiled_and_plain_python_agree_inside_the_arrays() -> None:
    compiled = said()
    assert compiled.count("\n") == 2 * len(PAIRS)
    assert said(NUMBA_DISABLE_JIT="1") == compiled
