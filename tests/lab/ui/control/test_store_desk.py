"""What the window's store does when the window closes."""

from __future__ import annotations

import threading
from pathlib import Path

from lab.store.store import Store
from lab.ui.control import arena_desk
from lab.ui.control.arena_desk import StoreDesk

FOR_EVER_S = 300.0


def test_at_the_end_reads_are_dropped_and_the_rest_is_done(qapp: object, tmp_path: Path) -> None:
    """Whatever was asked for first; the store is closed after it."""
    desk, done = StoreDesk(tmp_path / "games.db"), list[str]()
    desk.look(lambda store: desk.wait(FOR_EVER_S))
    desk.look(lambda store: done.append("read"))
    desk.ask(lambda store: store.experiment("mine", "test"))
    desk.look(lambda store: done.append("read later"))
    thread = desk._thread
    desk.end()
    desk.ask(lambda store: done.append("after the end"))
    assert thread is not None and not thread.is_alive() and not done
    with Store(tmp_path / "games.db", writes=False) as store:
        assert [kept.name for kept in store.experiments()] == ["mine"]


class Joined(threading.Thread):
    """A thread that notes how long somebody would wait for it."""

    waited: float | None = None

    def join(self, timeout: float | None = None) -> None:
        self.waited = timeout


def test_nobody_waits_for_what_only_reads(qapp: object, tmp_path: Path) -> None:
    for asks, seconds in ((False, arena_desk.QUIT_S), (True, arena_desk.LEAVE_S)):
        desk, thread = StoreDesk(tmp_path / "games.db"), Joined()
        desk._thread = thread
        desk.look(lambda store: None)
        if asks:
            desk.ask(lambda store: None)
        desk.end()
        assert thread.waited == seconds
