"""First steps: each is ticked off when done, they cover nothing, and closed they stay away."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect
from PySide6.QtTest import QTest

from lab.words.settings import SettingsStore
from tests.lab.ui.lab_window import opened, until

pytestmark = pytest.mark.usefixtures("toy")
SEATS = ("uct:budget=200it", "uct:budget=200it")


def test_what_is_done_is_ticked_off(tmp_path):
    with opened(tmp_path, "tictactoe", *SEATS, first_steps=True, speed=1.0) as lab:
        part, control = lab.window.setup.first_steps, lab.first_steps
        until(lab, lambda: part.isVisible() and any(lab.moment.thoughts()))
        assert part.title.text() == "First steps, 1 of 3"
        assert "Drag Exploration of seat 1" in part.lines[0].text()
        lab.window.setup.param_changed.emit(1, "c", 2.0)
        assert not control._done, "the other seat"
        lab.window.setup.param_changed.emit(0, "c", 2.0)
        until(lab, lambda: part.title.text() == "First steps, 2 of 3")
        lab.do("think")
        until(lab, lambda: lab.moment.status.holding)
        QTest.qWait(50)
        assert control._done == {0}, "no turn was clicked"
        lab.do("think")
        until(lab, lambda: not lab.moment.status.holding)
        lab.window.centre.timeline.scrubbed.emit(lab.moment.turn)
        lab.do("think")
        until(lab, lambda: control._done == {0, 1})
        until(lab, part.isVisible)
        assert part.title.text() == "First steps, 3 of 3"
        lab.do("tree")
        tree = lab.window.trees.pages.tree
        until(lab, lambda: lab.window.explores and tree.first_tree is not None)
        tree.icicles.chosen.emit(0, (int(tree.first_tree.part.action[1]),))
        until(lab, lambda: not lab.settings.first_steps)
        lab.do("tree")
        until(lab, part.isVisible)
        assert part.title.text() == "All three done"


def test_closed_they_stay_away_until_they_are_asked_for(tmp_path):
    with opened(tmp_path, "tictactoe", *SEATS, first_steps=True) as lab:
        part = lab.window.setup.first_steps
        until(lab, part.isVisible)
        part.close_button.click()
        assert part.isHidden()
        lab.store.save()
        assert not SettingsStore(tmp_path).settings.first_steps
        lab.do("arena")
        lab.do("first_steps")
        until(lab, part.isVisible)
        assert lab.window.page is None and part.title.text() == "First steps, 1 of 3"


@pytest.mark.parametrize("size", [(1024, 700), (1440, 900)])
def test_they_cover_nothing(tmp_path, size):
    with opened(tmp_path, "tictactoe", *SEATS, first_steps=True) as lab:
        window = lab.window
        window.resize(*size)
        lab.do("first_steps")
        part, dock = window.setup.first_steps, window.setup
        until(lab, part.isVisible)
        QTest.qWait(50)
        own = QRect(part.mapTo(dock, part.rect().topLeft()), part.size())
        beside = dock._scroll.geometry()
        assert dock.rect().contains(own) and not own.intersects(beside)
        for line in part.lines:
            assert line.height() >= line.heightForWidth(line.width())
