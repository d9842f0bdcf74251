"""Sessions for tests: opened with a toy search, closed with no thread left."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from lab.live.loop import Loop
from lab.live.session import Session
from lab.live.worker import SearchWorker
from lab.match import prepare
from search import algorithms
from tests.lab.toys import Open, Toy, setup


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy among the algorithms; everything passes for compiled."""
    monkeypatch.setitem(algorithms(), "toy", Toy)
    monkeypatch.setattr(Toy, "crash_at", None)
    monkeypatch.setattr(prepare, "is_ready", lambda game, algorithm: True)


@pytest.fixture
def opened(toy: None, tmp_path: Path) -> Iterator[Open]:
    """Opens sessions that are closed after the test, which must leave no thread behind."""
    sessions: list[Session] = []

    def make(
        *seats: str,
        budget: str = "50it",
        pace_s: float = 0.0,
        game: str = "tictactoe",
        seed: int = 1,
    ) -> Session:
        sessions.append(
            Session(
                setup(*seats, budget=budget, game=game, seed=seed),
                pace_s=pace_s,
                save_folder=tmp_path,
            )
        )
        return sessions[-1]

    yield make
    for session in sessions:
        session.close()
    assert not [t for t in threading.enumerate() if isinstance(t, SearchWorker | Loop)]
