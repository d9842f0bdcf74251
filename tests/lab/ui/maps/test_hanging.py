"""What the choice hangs on, in the window: worker processes search a position again and again."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from lab.ui.controller import Controller
from lab.ui.shell.workspaces import COMPARE, MAPS, MATCH
from tests.lab.ui.lab_window import opened, until


def few(lab: Controller) -> None:
    """Shows the maps with few iterations a search, and waits for all of them."""
    assert not lab.maps.page.isVisible()  # made by now
    lab.maps.hanging._most = 20
    lab.maps.hanging._names["uct"] = ("c", "solver")
    lab.do("maps")
    until(lab, lambda: lab.maps.hanging.done)
    lab.maps.look()


def test_every_cell_is_searched_and_opens_as_a_comparison(tmp_path: Path) -> None:
    seats = ("uct:c=0.3,budget=50it", "uct:c=2,budget=50it")
    with opened(tmp_path, "tictactoe", *seats, speed=1.0) as lab:
        until(lab, lambda: any(lab.moment.thoughts()))
        few(lab)
        panel, hanging = lab.maps.page.hanging, lab.maps.hanging
        answers = hanging.answers
        assert answers is not None and lab.window.workspaces.name == MAPS
        columns, rows = answers.grid.shape
        assert len(answers.known) == columns * rows
        mover = lab.moment.game.owner[answers.agents[0]]
        own = answers.grid.values(answers.grid.own)
        assert own["c"] == (0.3, 2.0)[mover], "the search of the seat that moves"
        shown = [each for each in panel.maps if not each.isHidden()]
        assert len(shown) == 1 and f"of {columns * rows} settings" in shown[0].words.text()
        data = shown[0].data()
        assert data is not None and len(data.rows) == columns * rows
        assert not shown[0].grab().isNull()
        hanging._choose_mark(0)
        count = answers.count(answers.agents[0], 0)
        assert shown[0].words.text().startswith(count.sentence)
        shown[0].chart.setFocus()
        QTest.keyClick(shown[0].chart, Qt.Key.Key_Right)
        assert "of the visits" in shown[0].chart.accessibleDescription()
        QTest.keyClick(shown[0].chart, Qt.Key.Key_Return)
        assert lab.window.workspaces.name == COMPARE and lab.compare._seat == mover
        first, second = lab.compare._specs
        assert first == lab.moment.setup.seats[mover]
        assert second == answers.grid.spec_of(lab.moment.game, shown[0].chart._at)


def test_leaving_stops_the_searches(tmp_path: Path) -> None:
    with opened(tmp_path, "tictactoe", "uct:budget=50it", "random", speed=1.0) as lab:
        lab.session.pause()
        until(lab, lambda: not lab.moment.status.playing and lab.moment.up_to_date)
        lab.transport.go_to(0)
        assert not lab.maps.page.isVisible()  # made by now
        lab.maps.hanging._most = 1 << 40
        lab.do("maps")
        run = lab.maps.hanging._run
        assert run is not None and run.running
        lab.do("maps")
        assert lab.window.workspaces.name == MATCH
        until(lab, lambda: not run.running)
        assert not run.answers


def test_a_position_without_a_search_says_so(tmp_path: Path) -> None:
    with opened(tmp_path, "csb", "scripted", "scripted", speed=1.0) as lab:
        until(lab, lambda: len(lab.moment.frames) > 1)
        lab.do("maps")
        panel = lab.maps.page.hanging
        assert panel.empty.isVisible() and "No search plays" in panel.empty._why.text()
        assert not panel.again.isEnabled()
