"""Presets of a seat: knobs and evaluation weights go to the seat they were chosen for, and the
user's own come back as they were saved.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from lab.match.seat import SearchSeat
from lab.match.seats import parse_search
from lab.ui.controller import Controller
from tests.lab.ui.lab_window import opened, until
from tests.reopened import reopened

SEATS = ("smitsimax:c=0.6,depth=2,w.lead=0.1,budget=8it", "smitsimax:depth=3,w.mate=0.9,budget=9it")


def seat(lab: Controller, number: int) -> SearchSeat:
    found = lab.setup.setup.seats[number]
    assert isinstance(found, SearchSeat)
    return found


def test_a_preset_of_the_game_sets_knobs_and_weights_of_one_seat(tmp_path: Path) -> None:
    with opened(tmp_path, "csb", *SEATS) as lab:
        panel, other = lab.window.setup.seats[1], seat(lab, 0)
        panel.menu.aboutToShow.emit()
        assert "tuned" in [action.text() for action in panel.menu.actions()]
        panel.preset_chosen.emit(1, "tuned")
        tuned = parse_search("smitsimax:preset=tuned,budget=9it", lab.setup.game)
        assert seat(lab, 1) == tuned and seat(lab, 0) == other
        until(lab, lambda: lab.moment.setup.seats[1] == tuned)  # the search has it too
        assert lab.moment.setup.seats[0] == other
        shown = {name: row.value for name, row in panel.weights.rows.items()}
        assert shown["lead"] == tuned.weights.lead != other.weights.lead  # type: ignore[union-attr]


def test_a_preset_of_an_algorithm_leaves_the_weights(tmp_path: Path) -> None:
    with opened(tmp_path, "csb", *SEATS) as lab:
        lab.window.setup.seats[0].preset_chosen.emit(0, "write-up")
        assert seat(lab, 0).weights.lead == 0.1  # type: ignore[union-attr]
        assert seat(lab, 0).params != parse_search(SEATS[0], lab.setup.game).params


def test_an_own_preset_keeps_the_weights_and_leaves_them_out_elsewhere(tmp_path: Path) -> None:
    said: list[str] = []
    with opened(tmp_path, "csb", *SEATS) as lab:
        lab.setup.told.connect(said.append)
        dock, before = lab.window.setup, seat(lab, 0)
        dock.preset_saved.emit(0, "mine")
        dock.preset_chosen.emit(0, "tuned")
        assert seat(lab, 0) != before
        dock.preset_chosen.emit(0, "mine")
        assert seat(lab, 0) == before
        lab.setup.choose_game("goofspiel")
        until(lab, lambda: lab.moment.setup.game == "goofspiel")
        lab.setup.choose(1, "smitsimax")
        dock.preset_chosen.emit(1, "mine")
        assert seat(lab, 1).params.depth == 2  # type: ignore[union-attr]
        assert said[-1].startswith("Goofspiel has no evaluation weight ") and "lead" in said[-1]


# -- reopened -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "seeds", [(3,), pytest.param((*range(3), *range(4, 10)), marks=pytest.mark.long)]
)
def test_a_reopened_match_says_what_it_said_before(tmp_path: Path, seeds: Sequence[int]) -> None:
    with opened(tmp_path, "tictactoe") as lab:
        found = {seed: reopened(lab, tmp_path, seed, reviews=seed == 4) for seed in seeds}
    assert {seed: said for seed, said in found.items() if said} == {}
