"""Folded sequences say the same, in fewer items."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from lab.export.drawings import LEAST_USES, fold

SEQUENCES = st.lists(st.lists(st.integers(0, 4), max_size=30), max_size=8)


@given(SEQUENCES)
def test_unfolded_it_is_the_same(sequences: list[list[int]]) -> None:
    folded = fold(sequences)
    assert [folded.unfolded(each) for each in folded.sequences] == sequences


@given(SEQUENCES)
def test_every_rule_is_used_and_refers_to_earlier_ones(sequences: list[list[int]]) -> None:
    folded = fold(sequences)
    items = [*folded.sequences, *folded.rules.values()]
    for name, rule in folded.rules.items():
        assert sum(each.count(name) for each in items) >= LEAST_USES and len(rule) >= 2
        assert all(item < name for item in rule)


def test_what_steps_have_in_common_is_one_item() -> None:
    """Steps that each change one of forty shapes."""
    steps = [[*range(k), 100 + k, *range(k + 1, 40)] for k in range(40)]
    folded = fold(steps)
    assert sum(map(len, folded.sequences)) + sum(map(len, folded.rules.values())) < 400
