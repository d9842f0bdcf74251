"""Each knob acts: it changes what its search finds, and a change mid-search does what the knob
declares. `knob_trials.py` says where each is tried.
"""

from __future__ import annotations

import pytest

from engines import games
from search import algorithms
from tests.plain_python import told
from tests.search.knob_trials import EXEMPT, knobs_of_all

TRIED = [each for each in knobs_of_all() if each not in EXEMPT]
WHERE = (
    "What needs another game or setting to act has it in knob_trials.py: knobs in SPECIAL, weights "
    "in WEIGHED."
)


@pytest.fixture(scope="module")
def complaints() -> dict[str, list[str]]:
    """What is wrong with each knob."""
    found: dict[str, list[str]] = told("tests.search.knob_trials")
    return found


@pytest.mark.parametrize(("algorithm", "knob"), TRIED)
def test_a_knob_acts_as_it_declares(
    algorithm: str, knob: str, complaints: dict[str, list[str]]
) -> None:
    found = complaints[f"{algorithm} {knob}"]
    assert not found, f"{' '.join(found)} {WHERE}"


@pytest.mark.parametrize("algorithm", [a for a in algorithms() if algorithms()[a].searches])
def test_evaluation_weights_act_in_mid_search(
    algorithm: str, complaints: dict[str, list[str]]
) -> None:
    found = complaints[f"{algorithm} weights of the evaluation"]
    assert not found, f"{' '.join(found)} {WHERE}"


def test_what_is_exempt_still_cannot_act() -> None:
    assert set(EXEMPT) <= set(knobs_of_all())
    assert {knob for _, knob in EXEMPT} == {"quiescence", "parallel", "network", "evaluation"}
    assert not [name for name, game in games().items() if game().rules.quiet is not None]


def test_no_search_has_knobs_without_a_trial() -> None:
    """The knobs of a new search are found automatically and tried on Connect Four."""
    assert {a for a, _ in TRIED} == {a for a in algorithms() if algorithms()[a].searches}
