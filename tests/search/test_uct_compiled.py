"""UCT with all optional features gives the same results as plain Python, where an index beyond an
array is an error.
"""

from __future__ import annotations

from tests.process import said
from tests.search.test_uct_knobs import KNOBS

SCRIPT = """
from tests.search.test_uct_knobs import KNOBS, searching
from engines import tictactoe
for knobs in KNOBS:
    search = searching(tictactoe.TicTacToe(), **knobs)
    search.advance(60)
    stats = search.snapshot().agents[0]
    print(stats.visits.tolist(), [f"{m:.9f}" for m in stats.mean], stats.pv.tolist(), stats.proven)
"""


def test_compiled_and_plain_python_agree_inside_the_arrays() -> None:
    compiled = said("-c", SCRIPT)
    assert compiled.count("\n") == len(KNOBS)
    assert said("-c", SCRIPT, NUMBA_DISABLE_JIT="1") == compiled
