"""Trials that run as programs in plain Python, because compiling kernels for each of their games
would take minutes.
"""

from __future__ import annotations

import json
from typing import Any

from tests.process import said


def told(module: str) -> Any:
    """What a module prints as JSON when it is run with NUMBA_DISABLE_JIT=1."""
    return json.loads(said("-W", "ignore", "-m", module, NUMBA_DISABLE_JIT="1"))
