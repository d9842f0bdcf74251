"""What plays an arena or an experiment says what it is doing, and nothing once it has ended."""

from __future__ import annotations

import inspect
import re
import threading
from concurrent.futures import Future
from importlib import import_module
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

import lab.ui
from lab.batch.games import GameRecord, GroupJob
from lab.batch.workplace import Workplace
from lab.experiments.arena.pool import add_bot, arena_named, new_arena
from lab.experiments.arena.question import ArenaQuestion
from lab.store.store import Store
from lab.ui.control import game_run
from lab.ui.control.game_run import GameRun
from tests.lab.experiments.fake_hands import Here


def test_nothing_is_prepared_once_a_run_has_ended(qtbot: QtBot) -> None:
    """One in which everything had been played already said "preparing" for good."""
    play, go_on = GameRun(), threading.Event()
    assert not play.preparing
    with qtbot.waitSignal(play.ended) as ended:
        play.begin(lambda: go_on.wait(30.0))
        assert play.running and play.preparing == "preparing"
        go_on.set()
    play.finish()
    assert ended.args == [""] and not play.running and play.preparing == ""


class Slow(Here):
    """Hands that play one job at a time, and end it when they are told to."""

    def __init__(self) -> None:
        super().__init__(1)
        self.begun: list[tuple[GroupJob, Future[tuple[GameRecord, ...]]]] = []

    def submit(self, job: GroupJob) -> Future[tuple[GameRecord, ...]]:
        """Begins the first job; the others wait."""
        future: Future[tuple[GameRecord, ...]] = Future()
        if not self.begun:
            future.set_running_or_notify_cancel()
        self.begun.append((job, future))
        return future

    @property
    def running(self) -> tuple[GroupJob, ...]:
        """The job that is played."""
        return tuple(job for job, future in self.begun if future.running())

    def watch(self, *_: object) -> None:
        """Nobody looks at its games."""

    def close(self) -> None:
        """No process is left, as there is none."""


@pytest.mark.parametrize("ends", [True, False])
def test_the_running_games_are_played_to_their_end_or_not(
    ends: bool, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What has begun is kept if the games may end, and none of what waits begins either way."""
    hands, play = Slow(), GameRun()
    monkeypatch.setattr(game_run, "hands_of", lambda place, tell: hands)
    with Store(tmp_path / "games.db") as store:
        new_arena(store, "a", "tictactoe", "20it")
        for seat in ("random", "uct"):
            add_bot(store, arena_named(store, "a"), seat, seat, "benchmark")
        arena = arena_named(store, "a")
        question = ArenaQuestion(arena, games=40)
        play.start(arena.experiment, question, store, Workplace(), lambda frame: None)
        qtbot.waitUntil(lambda: len(play.jobs()) == 1 and len(hands.begun) > 1)
        (job,) = play.jobs()
        with qtbot.waitSignal(play.ended) as ended:
            play.let_end() if ends else play.stop()
            assert play.finishing == ends and play.stopped
            if ends:
                hands.begun[0][1].set_result(Here(1).submit(job).result())
        play.finish()
        assert ended.args == [""] and not play.running and not play.finishing and not play.told
        games = [(kept.record.seed, kept.record.seating) for kept in store.asked(arena.experiment)]
        assert sorted(games) == [(job.seed, k) for k in job.seatings] * ends
        assert all(future.cancelled() for _, future in hands.begun[1:])


# -- pages ----------------------------------------------------------------------------------------


FOLDER = Path(next(iter(lab.ui.__path__)))
WORKS = sorted(path.parent.name for path in FOLDER.glob("*/work.py"))


def test_the_pages_that_ask_a_store_are_found() -> None:
    assert {"arena", "experiments", "tuner"} <= set(WORKS)


@pytest.mark.parametrize("name", WORKS)
def test_what_is_asked_of_a_store_is_a_plain_function(name: str) -> None:
    """It does its work on what it is given, and makes no other function."""
    module = import_module(f"lab.ui.{name}.work")
    for found in vars(module).values():
        if inspect.isfunction(found) and found.__module__ == module.__name__:
            signature = inspect.signature(found)
            assert "Callable" not in str(signature.return_annotation), found.__qualname__
            if "store" in signature.parameters:
                assert next(iter(signature.parameters)) == "store", found.__qualname__


def test_a_control_never_asks_whether_its_page_exists() -> None:
    """It is made when somebody wants it."""
    asks = re.compile(r"self\._?page is (not )?None")
    controls = [*FOLDER.glob("control/*.py"), *FOLDER.glob("*/control.py"), *FOLDER.glob("*.py")]
    assert len(controls) > 30
    assert [str(path) for path in controls if asks.search(path.read_text())] == []
