"""Arenas of many bots and of a million games: what is asked of the store, and how often ratings and
the next meeting are worked out, do not grow with the games.
"""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from lab.experiments.arena.pool import Arena, add_bot, arena_named, new_arena
from lab.experiments.arena.question import ArenaQuestion
from lab.experiments.arena.scores import scores
from lab.experiments.pairing import FIRST, GroupResult, Pairing
from lab.experiments.ratings import Meeting, rate
from lab.experiments.running import LAG, Run
from lab.store.store import Store
from tests.lab.experiments.fake_hands import MemoryStore
from tests.lab.experiments.instant import Instant
from tests.lab.store.facts import game

BOTS = ("m", "a", "z", "c", "k")
GROUPS = 50_000  # of each of ten pairs, of two games each


@pytest.fixture
def arena(tmp_path: Path) -> Iterator[tuple[Store, Arena]]:
    """The earlier one of two bots has won one group and drawn one, again and again."""
    with Store(tmp_path / "games.db") as store:
        new_arena(store, "a", "tictactoe", "20it")
        for k, name in enumerate(BOTS):
            add_bot(store, arena_named(store, "a"), name, f"uct:c={k + 1}", "benchmark")
        found = arena_named(store, "a")
        for pair in combinations(BOTS, 2):
            won = [game(1, 0), game(1, 1, (-1.0, 1.0))]
            drawn = [game(2, k, (0.0, 0.0)) for k in (0, 1)]
            store.add(found.experiment, 0, found.lineup(pair), won + drawn)
        yield store, found


@contextmanager
def asked(store: Store) -> Iterator[list[str]]:
    """What is asked of the store meanwhile."""
    questions = list[str]()
    with store._reader.moment() as db:
        db.set_trace_callback(questions.append)
    yield questions
    with store._reader.moment() as db:
        db.set_trace_callback(None)


def test_a_million_games_are_rated_from_the_tally_alone(arena: tuple[Store, Arena]) -> None:
    store, found = arena
    with asked(store) as few:
        small = scores(store, found)
    with closing(sqlite3.connect(store.path)) as db:
        db.execute(
            f"UPDATE tally SET groups = groups * {GROUPS // 2}, games = games * {GROUPS // 2}"
        )
        db.commit()
    with asked(store) as many:
        large = scores(store, found)
    assert (small.total, large.total) == (40, 1_000_000)
    assert (
        few
        and many == few
        and not any(re.search("(from|join) game", each.lower()) for each in many)
    )
    assert large.ratings.players == small.ratings.players == BOTS
    for name in BOTS:
        # only the phantom's half game weighs less
        assert large.ratings.rating(name) == pytest.approx(small.ratings.rating(name), rel=0.2)
        assert large.ratings.half_width(name) < small.ratings.half_width(name) / 50


def test_a_retired_bot_keeps_its_games_and_its_influence(arena: tuple[Store, Arena]) -> None:
    store, found = arena
    before = scores(store, found)
    store.set_role("a", "z", "retired")
    later = arena_named(store, "a")
    after = scores(store, later)
    assert [bot.name for bot in later.bots] == list(BOTS) and "z" in after.ratings
    for name in BOTS:
        assert after.ratings.rating(name) == before.ratings.rating(name)
        assert after.games[name] == before.games[name] == 16
    hands = Instant()
    Run(later.experiment, ArenaQuestion(later, games=80), MemoryStore(), hands).play()
    played = Counter(side for job in hands.jobs for side in job.sides)
    assert played and not any(side.startswith("uct:c=3") for side in played)


def test_a_hundred_bots_are_rated_and_paired_without_looking_at_groups_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A rating takes a few steps of one system of equations each; a choice works out the gains at
    most once, and learns every result once.
    """
    names = tuple(f"bot {k:03}" for k in range(100))
    strength = {name: 3.0 * k for k, name in enumerate(names)}
    met = [
        Meeting.of(a, b, [1 / (1 + 10 ** ((strength[b] - strength[a]) / 400)), 0.5])
        for a, b in combinations(names, 2)
    ]
    solved, real = Counter[str](), np.linalg.solve

    def solve(matrix: np.ndarray, sides: np.ndarray) -> np.ndarray:
        solved["rate"] += 1
        return real(matrix, sides)

    monkeypatch.setattr(np.linalg, "solve", solve)
    ratings = rate(met)
    assert ratings.players == names[::-1] and solved["rate"] <= 12
    monkeypatch.undo()
    for method in ("gains", "_learn"):
        own = getattr(Pairing, method)

        def counted(self: Pairing, *args: object, own: object = own, name: str = method) -> object:
            solved[name] += 1
            return own(self, *args)  # type: ignore[operator] # a method

        monkeypatch.setattr(Pairing, method, counted)
    pairing, results = Pairing(names), list[GroupResult]()
    pairing._asked[:] = FIRST  # everybody has met everybody
    for _ in range(LAG + 48):
        found = pairing.next(results)
        assert found is not None
        results.append(GroupResult(found.names, (0.5,)))
    assert 0 < solved["gains"] <= LAG + 48 and solved["_learn"] == 48
