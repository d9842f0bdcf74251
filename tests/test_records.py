"""Records that are read faster have the fields that numpy finds."""

from __future__ import annotations

import numpy as np
import pytest

from tests import records

KIND = np.dtype([("a", "i8"), ("b", "f8", (2, 3)), ("round", "i4"), ("inner", [("c", "u1")])])


def test_fields_and_attributes_are_those_of_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = np.record.__getattribute__
    state = np.zeros(1, KIND).view(np.recarray)[0]
    monkeypatch.setattr(np.record, "__getattribute__", usual)  # put back at the end
    records.quicken()
    state.a, state.inner.c = 7, 9
    state.b[1, 2] = 5.0
    for name in ("a", "b", "round", "inner", "dtype", "shape"):
        found, expected = getattr(state, name), usual(state, name)
        assert type(found) is type(expected) and repr(found) == repr(expected)
    assert state.copy().b[1, 2] == 5.0 and state.inner.c == 9
    with pytest.raises(AttributeError, match="no attribute 'd'"):
        _ = state.d
    assert not hasattr(state.inner, "a")
