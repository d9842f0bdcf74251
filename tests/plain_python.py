"""Trials that run as programs in plain Python, because compiling kernels for each of their games
would take minutes.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]


def told(module: str) -> Any:
    """What a module prints as JSON when it is run with NUMBA_DISABLE_JIT=1."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", module],
        cwd=ROOT,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=1200,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
