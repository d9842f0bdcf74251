"""What happened in a tuning that was stopped."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from lab.experiments.tuner.shown import history


def test_a_stage_that_was_stopped_before_its_first_group_did_not_happen() -> None:
    plays = [SimpleNamespace(stage="search 1"), SimpleNamespace(stage="search 2")]
    sequence = SimpleNamespace(plays=plays, stops=[2], trials=["a", "b"])
    question: Any = SimpleNamespace(sequence=sequence, began={"a": 5.0, "b": 6.0})
    found = history(question, [(1.0, "begun", "")])
    assert [each.at for each in found] == [1.0, 5.0]
