"""What the choice hangs on, in the window: worker processes search a position again and again."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from lab.ui.controller import Controller
from lab.ui.maps.page import MATCH_VIEW, POSITION
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


# -- over the match -------------------------------------------------------------------------------


SEATS = ("uct:c=0.3,budget=30it", "uct:c=2,budget=40it")


def test_every_turn_of_a_finished_match_is_searched_again(tmp_path: Path) -> None:
    with opened(tmp_path, "tictactoe", *SEATS) as lab:
        until(lab, lambda: lab.moment.ended)
        lab.do("maps")
        page, over = lab.maps.page, lab.maps.over_match
        assert page.view == MATCH_VIEW, "of a finished match the whole is on show"
        until(lab, lambda: over.done)
        lab.maps.look()
        found, panel = over.found, page.match
        assert found is not None and found.turns == tuple(range(0, len(lab.moment.frames) - 1, 2))
        assert found.marks[-1] == 30 and found.answered == list(range(len(found.turns)))
        assert panel.most.value() == 30 and panel.seats.value() == 0
        assert f"{len(found.turns)} moves of seat 1, 30 iterations each" in panel.note.text()
        assert panel.value.text().startswith("Half of 30 iterations plays something else in")
        assert not panel.line.isVisible() and "tree for each agent" in panel.line_words.text()
        data = panel._data(0)
        assert data is not None and len(data.rows) == len(found.turns) * len(found.marks)
        assert not panel.grab().isNull()
        panel.charts[0].picked.emit(1, 0)
        assert page.view == POSITION and lab.moment.turn == 2


def test_another_seat_is_searched_with_its_own_budget(tmp_path: Path) -> None:
    with opened(tmp_path, "tictactoe", *SEATS) as lab:
        until(lab, lambda: lab.moment.ended)
        lab.do("maps")
        over = lab.maps.over_match
        first = over._run
        over._choose_seat(1)
        assert first is not None
        until(lab, lambda: not first.running and over.found is not None)
        assert over.found is not None
        assert over.found.turns[0] == 1 and over.found.marks[-1] == 40
        lab.do("maps")
        run = over._run
        assert run is not None
        until(lab, lambda: not run.running)
