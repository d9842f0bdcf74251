"""A search that divides its time gets the same shares of it when its replay is played again."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from engines.game import State
from lab.files.replay import load, save
from lab.files.verify import verify
from lab.match import decide
from lab.match.play import MatchResult, play
from search import algorithms
from search.base import Ints
from tests.lab.toys import Toy

ITERATION_S = 0.0005


class Clock:
    """A clock that only iterations move."""

    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


class Divider(Toy):
    """Plays by how far its time had gone when it was last asked to go on."""

    name = "divider"
    clock = Clock()

    def start(self, state: State, seat: int, last_joint: object = None) -> None:
        super().start(state, seat)
        self.shares: list[float] = []

    def advance(self, n: int, spent: float = 0.0) -> bool:
        self.shares.append(spent)
        self.done += n
        self.clock.now_s += n * ITERATION_S
        return False

    def best(self, actions: Ints) -> int:
        return int(sum(self.shares) * 1000) % actions.size


@pytest.fixture
def result(monkeypatch: pytest.MonkeyPatch) -> MatchResult:
    """A match of two dividers with unequal budgets in time."""
    monkeypatch.setitem(algorithms(), "divider", Divider)
    faked = SimpleNamespace(perf_counter=Divider.clock, thread_time=Divider.clock)
    monkeypatch.setattr(decide, "time", faked)
    return play("tictactoe", ["divider:budget=100ms", "divider:budget=37ms"], seed=2)


def test_the_shares_of_time_are_kept_and_asked_for_again(
    result: MatchResult, tmp_path: Path
) -> None:
    save(tmp_path / "match.jsonl", result)
    replay = load(tmp_path / "match.jsonl")
    for turn, old in zip(replay.turns, result.turns, strict=True):
        for kept, made in zip(turn.decisions, old.decisions, strict=True):
            assert (kept is None) == (made is None)
            if kept is not None and made is not None:
                assert kept.calls == made.calls
                shares = [share for _, share in kept.calls]
                assert shares == sorted(shares) and shares[0] == 0.0 and 0.5 < shares[-1] < 1.0
    assert list(verify(replay)) == [None] * len(result.turns)


def test_without_them_the_match_is_another(result: MatchResult, tmp_path: Path) -> None:
    """So that the test above is one: the same iterations at other shares are found out."""
    for turn in result.turns:
        for decision in turn.decisions:
            if decision is not None:
                forgotten = tuple((n, 0.0) for n, _ in decision.calls)
                object.__setattr__(decision, "calls", forgotten)
    save(tmp_path / "match.jsonl", result)
    assert any(verify(load(tmp_path / "match.jsonl")))
