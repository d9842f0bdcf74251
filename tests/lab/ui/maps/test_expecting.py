"""Where the seats expect each other, in the window."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from lab.match.node_line import DrawWish
from lab.ui.controller import Controller
from lab.ui.maps.page import MATCH_VIEW, POSITION
from lab.ui.shell.workspaces import MAPS, MATCH
from tests.lab.ui.lab_window import opened, until


class NoRun:
    """Stands in for the searches in processes, which other tests run."""

    answers: ClassVar[dict[tuple[int, int], object]] = {}
    failure, total, running = "", 1, False

    def __init__(self, *_: object) -> None: ...
    def stop(self) -> None: ...
    def close(self) -> None: ...


@pytest.fixture(autouse=True)
def no_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lab.ui.maps.settings_map.MapsRun", NoRun)


SEATS = ("smitsimax:c=1,budget=200it", "smitsimax:c=0.3,budget=200it")


def shown(lab: Controller) -> bool:
    return lab.maps.page.expecting.distances.view is not None


def draws(lab: Controller) -> bool:
    """Whether any search is still asked for joint lines."""
    thinkers = (getattr(w, "_thinker", None) for w in lab.session.view.workers.values())
    return any(isinstance(t.wish, DrawWish) for t in thinkers if t is not None)


def both(lab: Controller) -> bool:
    view = lab.maps.page.expecting.distances.view
    return view is not None and all(drawn is not None for drawn in view.found.drawn)


def test_both_searches_of_the_held_position_are_drawn(tmp_path: Path) -> None:
    with opened(tmp_path, "csb", *SEATS, speed=1.0) as lab:
        until(lab, lambda: lab.moment.thoughts().count(None) == 0)
        lab.do("maps")
        assert lab.window.workspaces.name == MAPS and lab.window.actions_.by_name[MAPS].isChecked()
        until(lab, lambda: both(lab))
        panel = lab.maps.page.expecting
        view, turn = panel.distances.view, lab.moment.turn
        assert view is not None and lab.moment.status.holding
        assert [drawn.seat for drawn in view.found.drawn if drawn] == [0, 1]
        assert panel.clouds.isVisible() and not panel.plans.isVisible()
        assert f"turn {lab.moment.turn}, " in panel.headline.support
        assert panel.headline.support.endswith("after turn +4")
        assert "expects it" in panel.sentence.text() and len(panel.distances.lines()) == 4 * 5
        panel.slider.bar.setFocus()
        QTest.keyClick(panel.slider.bar, Qt.Key.Key_PageDown)
        assert panel.headline.support.endswith("after this turn")
        for style in ("ellipses", "lines", "dots"):
            panel.clouds.set_style(style)
            assert not panel.clouds.grab().isNull()
        lab.do("maps")
        assert lab.window.workspaces.name == MATCH
        until(lab, lambda: not lab.moment.status.holding and not lab.moment.frame.outcome)
        until(lab, lambda: lab.moment.turn > turn and not draws(lab))


def test_a_game_without_places_gets_a_sentence(tmp_path: Path) -> None:
    with opened(tmp_path, "tictactoe", "uct:budget=50it", "uct:budget=50it", speed=1.0) as lab:
        until(lab, lambda: any(lab.moment.thoughts()))
        lab.do("maps")
        panel = lab.maps.page.expecting
        assert panel.empty.isVisible() and not panel.distances.isVisible()
        assert "nothing moves from place to place" in panel.empty._why.text()


def test_a_board_of_cells_has_two_heat_maps(tmp_path: Path) -> None:
    with opened(tmp_path, "tron", "uct:budget=100it", "uct:budget=100it", speed=1.0) as lab:
        until(lab, lambda: any(lab.moment.thoughts()))
        lab.do("maps")
        until(lab, lambda: shown(lab))
        panel = lab.maps.page.expecting
        view = panel.distances.view
        assert view is not None and panel.plans.isVisible() and panel.guesses.isVisible()
        mover = next(drawn.seat for drawn in view.found.drawn if drawn is not None)
        own = view.found.agents[mover].own[0]
        assert own is not None and abs(sum(own.cells.values()) - 1) < 1e-9
        assert panel.sentence.text().startswith(f"Players move in turn: only seat {mover + 1}")
        assert not panel.plans.grab().isNull() and not panel.guesses.grab().isNull()


def test_a_finished_match_has_nothing_to_expect(tmp_path: Path) -> None:
    with opened(tmp_path, "tictactoe", "random", "random") as lab:
        until(lab, lambda: lab.moment.ended)
        lab.do("maps")
        page = lab.maps.page
        assert page.view == MATCH_VIEW and not lab.moment.status.holding
        assert "No search plays in this match" in page.match.empty._why.text()
        page.show_view(POSITION)
        assert "The match is over" in page.expecting.empty._why.text()
        assert "The match is over" in page.hanging.empty._why.text()
