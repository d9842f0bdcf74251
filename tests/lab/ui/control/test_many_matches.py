"""Match after match in one window: nothing of a match that is over stays behind."""

from __future__ import annotations

import gc
import sys
from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import QObject

from lab.live.worker import Worker
from lab.match.decide import Player
from lab.ui import garbage
from lab.ui.controller import Controller
from search.base import Search
from tests.lab.ui.lab_window import opened, until

KINDS = (Search, Player, Worker, QObject)
FIRST, MORE = 2, 6  # matches before the count, and in between


def play_on(lab: Controller, matches: int) -> None:
    """Plays so many matches to their ends."""
    for _ in range(matches):
        before = lab.moment.frames[0]
        lab.setup.new_match()
        until(lab, lambda old=before: lab.moment.frames[0] is not old and over(lab))


def over(lab: Controller) -> bool:
    """Whether the match on the board has ended."""
    return bool(lab.moment.frames and lab.moment.frames[-1].outcome)


def alive() -> Counter[str]:
    """How many there are of each class that a match makes objects of."""
    gc.collect()
    found = (type(each) for each in gc.get_objects())  # its class: a weak reference has no other
    return Counter(kind.__name__ for kind in found if issubclass(kind, KINDS))


def test_matches_one_after_the_other_leave_no_objects(tmp_path: Path) -> None:
    seats = ("uct:c=0.6,budget=20it", "uct:c=1.1,budget=30it")
    with opened(tmp_path, "tictactoe", *seats) as lab:
        until(lab, lambda: over(lab))
        play_on(lab, FIRST)
        before = alive()
        play_on(lab, MORE)
        grown = {name: n - before[name] for name, n in alive().items() if n > before[name]}
    assert all(more < MORE for more in grown.values()), grown
    assert before["UCT"] > 0


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have one heap")
def test_threads_share_one_heap(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[tuple[int, int]]()

    class Library:
        def __init__(self, name: None) -> None:
            assert name is None

        def mallopt(self, what: int, value: int) -> int:
            asked.append((what, value))
            return 1

    monkeypatch.setattr(garbage.ctypes, "CDLL", Library)
    garbage.share_free_memory()
    assert asked == [(-8, 1)]
