"""How the choices of a match formed, in the window."""

from __future__ import annotations

from pathlib import Path

from lab.ui.maps.page import MATCH_VIEW, POSITION
from tests.lab.ui.lab_window import opened, until

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
