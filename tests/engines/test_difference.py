"""How recordings are compared: the first difference counts, and no field is passed over."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engines.difference import Difference, Pair, fields, first_difference


def test_the_first_difference_is_named_and_nothing_after_it_is_computed() -> None:
    def pairs() -> Iterator[Pair]:
        yield "x", 1, 1
        yield "y", [2], [3]
        raise AssertionError("played on after the difference")

    assert first_difference(7, pairs()) == Difference(7, "y", [2], [3])
    assert first_difference(7, [("x", 1, 1), ("y", None, None)]) is None


def test_fields_are_compared_by_name_and_none_is_passed_over() -> None:
    assert list(fields({"x": 1, "y": 2}, {"y": 3, "x": 1})) == [("x", 1, 1), ("y", 2, 3)]
    for one, other in [({"x": 1, "y": 2}, {"x": 1}), ({"x": 1}, {"x": 1, "y": 2})]:
        with pytest.raises(KeyError, match="y"):
            list(fields(one, other))
