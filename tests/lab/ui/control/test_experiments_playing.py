"""Experiments that are really played from the page."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from lab.experiments.claims import shelf
from lab.experiments.claims.result import ExperimentResult
from lab.store.store import Store
from lab.ui.experiments.control import ExperimentsControl
from tests.lab.ui.experiments.opened_page import choose, page_of
from tests.lab.ui.lab_window import until

SMALL = """\
[experiment]
question = "Is a search better than none?"
kind     = "test"
game     = "tictactoe"
seat     = "random"
budget   = ["10it"]
rivals   = ["scripted"]
groups   = {groups}
seed     = {seed}
"""
# players that never settle
LONG = """\
[experiment]
question = "Is a search better than another?"
kind     = "test"
game     = "tictactoe"
seat     = "uct:c=1.1"
budget   = ["2000it"]
rivals   = ["uct:c=1.2"]
groups   = 90_000
equal    = 0.0
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder without experiments."""
    monkeypatch.setenv("SMITSILAB_STORE", str(tmp_path / "games.db"))
    monkeypatch.setenv("SMITSILAB_DATA", str(tmp_path))
    monkeypatch.setattr(shelf, "shipped_folder", lambda: tmp_path / "none")
    return tmp_path


def test_experiments_are_played_one_after_the_other(folder: Path) -> None:
    for name in ("small", "small-too"):
        shelf.create(name, SMALL.format(groups=6, seed=1 + 50 * len(name)))
    with page_of(folder) as (lab, control, page):
        until(lab, lambda: control.view is not None)
        choose(lab, "small")
        page.centre.result.forest.setFocus()
        QTest.keyClick(page.centre.result.forest, Qt.Key.Key_Space)
        choose(lab, "small-too")
        page.panel.run.click()
        assert (control.playing, control.waiting) == ("small", ["small-too"])
        assert page.panel.run.text() == "Pause"
        said = {row.name: row.sentence for row in page.panel.list.model_.rows}
        assert said["small-too"] == "waits for small"
        until(lab, lambda: not control.playing)
        until(lab, lambda: control.view is not None and control.view.facts.games == 12)
        assert page.panel.run.text() == "All played" and not page.panel.run.isEnabled()
        choose(lab, "small")
        assert control.view is not None and control.view.facts.games == 12


def test_as_much_is_played_as_the_boxes_say(folder: Path) -> None:
    """Three of forty seeds at one of two budgets; then four of the row with a claim."""
    text = SMALL.format(groups=40, seed=7).replace('["10it"]', '["10it", "20it"]')
    text = text.replace('["scripted"]', '["scripted", "uct"]')
    claim = '[claim."scripted"]\nbelow = 0.9\nat = "20it"\n'
    shelf.create("small", text + claim)
    with page_of(folder) as (lab, control, page):
        choose(lab, "small")
        options = page.panel.options
        options.budget.setCurrentIndex(2)
        options.budget.activated.emit(2)
        options.groups.setValue(3)
        said = "smitsilab experiment run small --budget 20it --groups 3"
        assert page.command_line() == said and options.fold.title.hint.endswith("3 seeds")
        page.panel.run.click()
        until(lab, lambda: not control.playing)
        until(lab, lambda: control.view is not None and control.view.facts.games == 12)
        some = {("20it", "uct"): 3, ("20it", "scripted"): 3}
        assert counts(control) == some | {("10it", "scripted"): 3}  # it has no budget
        options.budget.setCurrentIndex(1)
        options.budget.activated.emit(1)
        assert page.command_line().endswith("small --quick --groups 3")
        options.budget.setCurrentIndex(0)
        options.rows.setCurrentIndex(1)
        options.rows.activated.emit(1)
        options.groups.setValue(4)
        assert page.command_line().endswith("small --claims --groups 4")
        page.panel.run.click()
        until(lab, lambda: not control.playing)
        until(lab, lambda: control.view is not None and control.view.facts.games == 14)
        assert counts(control)["20it", "scripted"] == 4


def counts(control: ExperimentsControl) -> dict[tuple[str, str], int]:
    """The seeds of each row at each budget that were played."""
    assert control.view is not None
    result = ExperimentResult(control.view.table, control.store.opened)  # type: ignore[arg-type] # it is open
    return {
        (cell.part.budget.text, cell.part.row.name): cell.evidence.count
        for cell in result.cells
        if cell.evidence.count
    }


def test_closing_in_the_middle_leaves_no_process_and_loses_nothing(folder: Path) -> None:
    shelf.create("long", LONG)
    with page_of(folder) as (lab, control, page):
        choose(lab, "long")
        page.panel.run.click()
        until(lab, lambda: control.play.step.done >= 4)
        hands = control.play._hands
        assert hands is not None
        pids = [w._process.pid for w in hands._processes._workers]  # type: ignore[union-attr] # local ones
        done = control.play.step.done
    assert pids and not any(map(is_alive, pids))
    with Store(folder / "games.db", writes=False) as store:
        assert store.experiments("long")[0].games >= done


def test_what_is_stopped_stops_and_a_new_look_is_of_the_one_chosen(folder: Path) -> None:
    shelf.create("long", LONG)
    shelf.create("other", SMALL.format(groups=7, seed=900_000))
    with page_of(folder) as (lab, control, page):
        choose(lab, "long")
        page.panel.run.click()
        until(lab, lambda: control.play.step.done >= 2)
        control.choose("other")
        assert control.view is None and page.centre.headline.answer.startswith("Is a search")
        assert not page.panel.run.isEnabled() and page.about.file.text.toPlainText() == ""
        choose(lab, "other")
        assert (
            page.panel.run.text() == "Run"
            and "at most 7 groups" in page.about.file.text.toPlainText()
        )
        choose(lab, "long")
        assert page.panel.run.text() == "Pause"
        page.panel.run.click()
        until(lab, lambda: not control.playing)
        assert page.panel.run.text() == "Run" and page.panel.run.isEnabled()


def is_alive(pid: int) -> bool:
    """Whether there is such a process."""
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True
