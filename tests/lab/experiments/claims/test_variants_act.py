"""Every variant of an ablation list plays differently, and what is left out does nothing."""

from __future__ import annotations

from tests.lab.experiments.claims.variant_trials import LISTED
from tests.plain_python import told


def test_variants_act_and_idle_knobs_do_not() -> None:
    found = told("tests.lab.experiments.claims.variant_trials")
    assert set(LISTED) < set(found) and len(found) > 12
    assert not {name: wrong for name, wrong in found.items() if wrong}
