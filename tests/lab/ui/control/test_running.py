"""What runs is told on every page, and stopped from there."""

from __future__ import annotations

from pathlib import Path

from lab.ui.shell.workspaces import MATCH
from tests.lab.ui.lab_window import opened, until


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
