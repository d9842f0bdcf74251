"""How many nodes a search may hold: as many as the computer has memory for."""

from __future__ import annotations

import pytest

from engines.knobs import KnobError, make
from search import arena
from search.duct import Params as DuctParams
from search.smitsimax import Params as SmitsimaxParams
from search.uct import Params


def test_what_the_computer_cannot_hold_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "physical_bytes", lambda: 1 << 30)
    most = 2**30 // 28
    assert make(Params, {"memory": most}).memory == most
    with pytest.raises(KnobError, match=r"67,108,864 nodes take 1.8 GB at least, .* 1.0 GB"):
        make(SmitsimaxParams, {"memory": "67108864"})
    # a node of DUCT has room for eight actions and two entries
    with pytest.raises(KnobError, match=r"6,000,000 nodes take 1.1 GB at least, .* 1.0 GB"):
        make(DuctParams, {"memory": 6_000_000})


def test_a_computer_that_does_not_say_may_try(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "physical_bytes", lambda: 0)
    for kind in (Params, SmitsimaxParams, DuctParams):
        assert make(kind, {"memory": 1 << 26}).memory == 1 << 26
    with pytest.raises(KnobError, match="outside its range, 4096 to 67108864"):
        make(Params, {"memory": (1 << 26) + 1})
