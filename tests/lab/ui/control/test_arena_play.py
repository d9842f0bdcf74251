"""What plays an arena or an experiment says what it is doing, and nothing once it has ended."""

from __future__ import annotations

import threading

from pytestqt.qtbot import QtBot

from lab.ui.control.arena_play import ArenaPlay


def test_nothing_is_prepared_once_a_run_has_ended(qtbot: QtBot) -> None:
    """One in which everything had been played already said "preparing" for good."""
    play, go_on = ArenaPlay(), threading.Event()
    assert not play.preparing
    with qtbot.waitSignal(play.ended) as ended:
        play.begin(lambda: go_on.wait(30.0))
        assert play.running and play.preparing == "preparing"
        go_on.set()
    play.finish()
    assert ended.args == [""] and not play.running and play.preparing == ""
