"""Kernels give the same results in plain Python as compiled, so that a debugger shows what really
happens.

In plain Python an index beyond an array is an error, and it finds what the compiled kernel finds;
so no index leaves its array there either.
"""

from __future__ import annotations

from pathlib import Path

from tests.process import said
from tests.search.plain import PAIRS

SCRIPT = Path(__file__).with_name("plain.py")


def test_compiled_and_plain_python_agree_inside_the_arrays() -> None:
    compiled = said(str(SCRIPT))
    assert compiled.count("\n") == 2 * len(PAIRS)
    assert said(str(SCRIPT), NUMBA_DISABLE_JIT="1") == compiled
