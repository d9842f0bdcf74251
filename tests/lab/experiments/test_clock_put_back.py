"""The computer's clock is put back in the middle of everything: times are only told, and nothing is
decided by them.
"""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest

from lab.batch import work
from lab.batch import work as pulse
from lab.batch.games import GameRecord
from lab.cli.show import Progress
from lab.experiments.arena.pool import add_bot, arena_named, new_arena
from lab.experiments.arena.question import ArenaQuestion
from lab.experiments.claims.measures import measured
from lab.experiments.claims.result import parts
from lab.experiments.keeping import RunStep
from lab.experiments.running import Run
from lab.store.store import Store
from tests.lab.batch.playing import JOB
from tests.lab.experiments.claims.test_measures import table
from tests.lab.experiments.fake_hands import MemoryStore, Shuffled
from tests.lab.experiments.instant import Instant
from tests.lab.experiments.test_running import Chooser, sequence, stepping

HOUR = 3600.0


@pytest.fixture
def put_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whenever anybody looks at the clock it has been put back by another hour."""
    looks, before = [0], time.time()

    def now() -> float:
        looks[0] += 1
        return before - HOUR * looks[0]

    monkeypatch.setattr(time, "time", now)


def test_a_run_is_the_same_and_its_rate_and_time_left_are_true(
    put_back: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [50.0]

    def later() -> float:
        clock[0] += 0.25  # seconds that have really gone by
        return clock[0]

    hands, steps = Shuffled(3, 4), list[RunStep]()
    with monkeypatch.context() as patched:
        patched.setattr(time, "monotonic", later)
        found = Run("x", Chooser(), MemoryStore(), hands, stepping(hands, steps.append))
        found.play()
    plain_hands = Shuffled(1, 9)
    plain = Run("x", Chooser(), MemoryStore(), plain_hands, stepping(plain_hands, lambda _: None))
    plain.play()
    assert sequence(found) == sequence(plain)
    rated = [step for step in steps if step.left_s is not None]
    assert len(rated) > 20
    for step in rated:
        rate = step.per_minute / 60
        assert 0 < rate < 2 / 0.25 and step.left_s == pytest.approx((180 - step.done) / rate)


def test_a_progress_line_has_a_time_left(put_back: None, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 1.0, 1.0, 41.0])
    bar = Progress(40, now=lambda: next(clock))
    assert (bar.left(0), bar.left(10)) == ("", ", 2 min left")
    real = Progress(40)
    assert real._now is time.monotonic and real.left(1) == ""


def test_games_by_the_clock_are_played_to_their_end(put_back: None) -> None:
    """Neither their budget nor the beat that notices a sleeping computer sees it."""
    job = replace(JOB, sides=("uct:budget=3ms", "random:budget=3ms"), clock="wall")
    for line in work.play(job.line)["games"]:
        game = GameRecord.read(line)
        assert not game.error and 0 < game.seconds < HOUR
        own = next(seat for seat in game.seats if seat.side == 0)
        assert own.iterations > 10 * own.decisions > 10


def test_a_computer_that_slept_fails_its_game_and_decides_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The next game is played as ever; a game by iterations does not care."""
    beats = iter([0.0, 61.0, 70.0, 70.5])
    monkeypatch.setattr(pulse.Pulse.__init__, "__defaults__", (lambda: next(beats),))
    job = replace(JOB, sides=("random:budget=3ms", "random:budget=3ms"), clock="wall")
    slept, played = map(GameRecord.read, work.play(job.line)["games"])
    assert slept.error == "The computer slept, or the process stood still, for 60 s."
    assert slept.seats == () and not played.error and len(played.seats) == 2
    by_iterations = map(GameRecord.read, work.play(JOB.line)["games"])
    assert not any(game.error for game in by_iterations)


def test_a_measure_takes_as_long_as_it_does(put_back: None) -> None:
    found = table()
    record = measured(found, next(iter(parts(found))), 3)
    assert 0 <= record.seconds < HOUR


def bots(path: Path) -> tuple[list[str], list[tuple[str, ...]]]:
    """The bots of an arena as it lists them, and the line-ups of the games that it plays."""
    with Store(path) as store:
        new_arena(store, "a", "tictactoe", "30it")
        for name, c in (("m", 3), ("a", 1), ("z", 2), ("c", 5)):
            add_bot(store, arena_named(store, "a"), name, f"uct:c={c}", "benchmark")
        arena = arena_named(store, "a")
        hands = Instant()
        Run(arena.experiment, ArenaQuestion(arena, games=24), MemoryStore(), hands).play()
        return [bot.name for bot in arena.bots], [job.sides for job in hands.jobs]


def test_bots_stay_in_the_order_in_which_they_joined(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    names, games = bots(tmp_path / "before.db")
    request.getfixturevalue("put_back")
    assert names == ["m", "a", "z", "c"]
    assert bots(tmp_path / "after.db") == (names, games)
