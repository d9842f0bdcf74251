"""Every variant of an ablation list plays differently, and what is left out does nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.lab.experiments.claims.variant_trials import LISTED

ROOT = Path(__file__).parents[4]


def test_variants_act_and_idle_knobs_do_not() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.lab.experiments.claims.variant_trials"],
        cwd=ROOT,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert set(LISTED) < set(found) and len(found) > 12
    assert not {name: wrong for name, wrong in found.items() if wrong}
