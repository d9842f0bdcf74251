"""What the window's store does when the window closes."""

from __future__ import annotations

import threading
from pathlib import Path

from pytestqt.qtbot import QtBot

from lab.store.store import Store
from lab.ui.control import store_thread
from lab.ui.control.store_thread import LatestLook, StoreThread
from lab.ui.shell.workspaces import MATCH
from tests.lab.ui.lab_window import opened, until

FOR_EVER_S = 300.0


def test_at_the_end_reads_are_dropped_and_the_rest_is_done(qapp: object, tmp_path: Path) -> None:
    """Whatever was asked for first; the store is closed after it."""
    asked, done = StoreThread(tmp_path / "games.db"), list[str]()
    asked.look(lambda store: asked.wait(FOR_EVER_S))
    asked.look(lambda store: done.append("read"))
    asked.ask(lambda store: store.experiment("mine", "test"))
    asked.look(lambda store: done.append("read later"))
    thread = asked._thread
    asked.end()
    asked.ask(lambda store: done.append("after the end"))
    assert thread is not None and not thread.is_alive() and not done
    with Store(tmp_path / "games.db", writes=False) as store:
        assert [kept.name for kept in store.experiments()] == ["mine"]


class Joined(threading.Thread):
    """A thread that notes how long somebody would wait for it."""

    waited: float | None = None

    def join(self, timeout: float | None = None) -> None:
        self.waited = timeout


def test_nobody_waits_for_what_only_reads(qapp: object, tmp_path: Path) -> None:
    for asks, seconds in ((False, store_thread.QUIT_S), (True, store_thread.LEAVE_S)):
        asked, thread = StoreThread(tmp_path / "games.db"), Joined()
        asked._thread = thread
        asked.look(lambda store: None)
        if asks:
            asked.ask(lambda store: None)
        asked.end()
        assert thread.waited == seconds


def test_a_look_at_something_else_takes_the_place_of_the_one_on_its_way(
    qtbot: QtBot, tmp_path: Path
) -> None:
    """The same is not looked at twice at once, only the latest wish waits, what was dropped is not
    shown, and each look says how long it took.
    """
    asked, seen, took = StoreThread(tmp_path / "games.db"), list[str](), list[float]()
    looks, go_on, read = LatestLook(asked, took.append), threading.Event(), list[str]()

    def work(store: Store, name: str) -> str:
        go_on.wait(FOR_EVER_S)
        read.append(name)
        return name

    def look(*names: str) -> None:
        go_on.clear()
        for name in names:
            looks.look(name, work, name, then=seen.append)

    def done(count: int) -> None:
        go_on.set()
        qtbot.waitUntil(lambda: len(took) >= count, timeout=60_000)

    look("a", "a")
    done(1)
    look("a", "b", "c")
    done(3)
    look("a", "b", "a")  # back to what is on its way
    done(4)
    look("d")
    looks.drop()
    done(5)
    assert seen == ["a", "c", "a"] and read == ["a", "a", "c", "a", "d"] and not looks.busy
    asked.end()


# -- running --------------------------------------------------------------------------------------


def test_a_match_out_of_sight_is_told_and_stopped_from_another_page(tmp_path: Path) -> None:
    seats = ("uct:budget=1000000it", "uct:budget=1000000it")
    with opened(tmp_path, "tictactoe", *seats) as lab:
        button = lab.window.status.running
        until(lab, lambda: lab.moment.status.searching)
        until(lab, button.isHidden)
        lab.do("estimators")
        until(lab, lambda: "the match" in button.accessibleName() and button.isVisible())
        _, stop = button.menu().actions()
        stop.trigger()
        until(lab, lambda: button.isHidden() and not lab.moment.status.playing)
        button.went.emit("the match")
        assert lab.window.workspaces.name == MATCH


def test_each_work_is_told_by_its_name_alone(tmp_path: Path) -> None:
    with opened(tmp_path, "tictactoe", "human", "random") as lab:
        for part, name in (
            (lab.arena, "the arena"),
            (lab.tuning, "the tuner"),
            (lab.experiments.explore.run, "the sweep"),
            (lab.compare.run, "A against B"),
        ):
            work = lab.running._works[name]
            assert not work.runs()
            part.play._thread = lab.session._loop
            assert work.runs() and [w.name for w in lab.running._works.values() if w.runs()] == [
                name
            ]
            part.play._thread = None
