"""The tuner's page in the window: a tuning that is really played, stopped, resumed and tested."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from lab.batch.games import GameRecord
from lab.store.store import Store
from lab.ui.controller import Controller
from lab.ui.experiments.page import ExperimentsPage
from lab.ui.shell.workspaces import EXPERIMENTS, MATCH, PAGE_OF, TUNER
from lab.ui.tuner import work
from lab.ui.tuner.centre import GAMES
from lab.ui.tuner.control import TuningControl
from lab.ui.tuner.page import TunerPage
from lab.ui.tuner.records import TunerForm
from tests.lab.ui.lab_window import opened, until

MANY = 600  # so many that they are still being played when they are stopped
FORM = TunerForm(
    "tictactoe", "uct:c=5", ("random",), ("c=0.1:10:log", "solver"), games=MANY, budget="10it"
)


@contextmanager
def tuner_page(folder: Path) -> Iterator[tuple[Controller, TuningControl, TunerPage]]:
    """A window that shows the page, with a store in this folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SMITSILAB_STORE", str(folder / "games.db"))
        with opened(folder) as lab:
            lab.session.pause()
            lab.do("tuner")
            page = lab.window.page
            assert isinstance(page, TunerPage) and lab.window.workspaces.name == TUNER
            until(lab, lambda: lab.tuning.form.game)
            yield lab, lab.tuning, page


def games_in(folder: Path, name: str) -> list[GameRecord]:
    """All finished games of a tuning, from its store."""
    with Store(folder / "games.db") as store:
        return [kept.record for kept in store.asked(name)]


@pytest.mark.long
def test_a_tuning_is_played_stopped_closed_while_it_plays_and_goes_on(tmp_path: Path) -> None:
    """Every number on the page is that of the games in the store; nothing finished is lost."""
    name = work.plan_of(FORM).name
    with tuner_page(tmp_path) as (lab, control, page):
        control._show_form(FORM)
        page.panel._edited()
        until(lab, lambda: control.question is not None)
        assert [row.line.text() for row in page.panel.rows.values()] == [
            "0.1 to 10, log",
            "no | yes",
        ]
        page.panel.start_or_pause()
        until(lab, lambda: control.view.played >= 8)
        assert page.panel.start.text() == "Pause" and not page.panel.player.isEnabled()
        control.pause()
        until(lab, lambda: not control.play.running)
        assert page.panel.start.text() == "Run"
        control.start()
        until(lab, lambda: control.play.jobs())
        processes = [worker._process for worker in control.play._hands._processes._workers]  # type: ignore[union-attr] # it plays
        assert processes
    assert all(process.poll() is not None for process in processes)
    assert not control.play.running
    kept = len(games_in(tmp_path, name))
    assert kept >= 8
    with tuner_page(tmp_path) as (lab, control, page):
        until(lab, lambda: control.view.found is not None)
        assert control.form.knobs == FORM.knobs and page.panel.games.value() == MANY
        assert page.panel.start.text() == "Run"
        assert 0 < control.view.played <= kept
        control.start()
        until(lab, lambda: control.play.running)
        until(lab, lambda: not control.play.running and control.view.played == MANY)
        games = games_in(tmp_path, name)
        assert len(games) == MANY
        assert page.centre.foot.words.text() == f"{MANY} of {MANY} games"
        question = control.question
        assert question is not None and question.ended
        assert sum(each.groups for each in control.view.tried) == MANY // 2
        assert next(line.words for line in control.view.history).startswith("started")
        _lists_games(lab, control, page)
        test = _tests(lab, control, page)
        _loads(lab, control)
    tested = games_in(tmp_path, test)
    assert tested and not {game.seed for game in tested} & {game.seed for game in games}


def _lists_games(lab: Controller, control: TuningControl, page: TunerPage) -> None:
    """The list has the games of the chosen setting, and opens one on the board."""
    each = max(control.view.tried, key=lambda each: each.groups)
    page.list_games(each.setting)
    assert page.centre.shown == GAMES
    table = page.centre.games.table
    until(lab, lambda: table.model_.rows)
    assert len(table.model_.rows) == 2 * each.groups
    points = [
        {"won": 1.0, "drawn": 0.5, "lost": 0.0}[table.model_.texts(k)[2]]
        for k in range(len(table.model_.rows))
    ]
    assert sum(points) / len(points) == pytest.approx(each.alone.mean)
    table.setCurrentIndex(table.model_.index(1, 0))
    QTest.keyClick(table, Qt.Key.Key_Return)
    until(lab, lambda: lab.window.workspaces.name == MATCH)
    lab.session.pause()
    lab.do("tuner")


def _loads(lab: Controller, control: TuningControl) -> None:
    """The best setting plays in the first seat."""
    found = control.view.found
    assert found is not None
    control.load()
    assert lab.window.workspaces.name == MATCH
    seat = lab.setup.setup.seats[0]
    c = dict(zip((knob.name for knob in found.knobs), found.answer.setting, strict=True))["c"]
    assert seat.params.c == c  # type: ignore[union-attr] # it is a search
    lab.session.pause()


def _tests(lab: Controller, control: TuningControl, page: TunerPage) -> str:
    """Tests the answer and stops; returns the name of the test."""
    question = control.question
    assert question is not None and question.answer is not None
    assert control.view.test_command in page.centre.test.toolTip()
    control.test()
    until(lab, lambda: control.view.tested > 0)
    assert page.centre.foot.words.text().startswith(f"{control.view.tested} games of the test")
    control.pause()
    until(lab, lambda: not control.play.running and control.view.test is not None)
    assert page.centre.tested.accessibleName().startswith("Tested: ")
    return question.plan.test(question.answer.setting).name


def test_what_cannot_be_tuned_is_said(tmp_path: Path) -> None:
    with tuner_page(tmp_path) as (lab, control, page):
        control._show_form(replace(FORM, knobs=()))
        page.panel._edited()
        until(lab, lambda: page.panel.problem.text().startswith("Name at least one knob"))
        page.panel.player.combo.choose("paranoid")
        page.panel.player.combo.picked.emit("paranoid")
        assert control.form.knobs == tuple(row.knob.text for row in page.panel.rows.values())
        until(lab, lambda: control.question is not None)
        assert page.panel.problem.isHidden()


def test_the_list_of_experiments_leads_to_the_tuner(tmp_path: Path) -> None:
    """And the list still marks the experiment that is on show there."""
    with tuner_page(tmp_path) as (lab, _, _page):
        assert lab.window.top_right.switch.value() == EXPERIMENTS == PAGE_OF[lab.window.view].name
        shelf = lab.window.show_workspace(EXPERIMENTS)
        assert isinstance(shelf, ExperimentsPage)
        until(lab, lambda: lab.experiments.view is not None)
        shown, shelves = lab.experiments.view, shelf.panel.list
        assert shown is not None and shelves.model_.rows[0].title == "Tuner"
        shelves.setCurrentIndex(shelves.model_.index(0, 0))
        assert lab.window.workspaces.name == TUNER
        name = shelves.model_.rows[shelves.currentIndex().row()].name
        assert name == shown.file.name and shelf.panel.run.isEnabled()


def test_once_its_program_is_allowed_the_test_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And no tuning in its place."""
    with tuner_page(tmp_path) as (_, control, page):
        asked: list[object] = []
        monkeypatch.setattr(control.store, "ask", lambda *_given, then, **_else: asked.append(then))
        monkeypatch.setattr(work, "tested", lambda question: None)
        control.form = replace(FORM, against=("cmd:/no/such/strange",))
        monkeypatch.setattr(control, "question", object())
        control.test()
        assert not asked and "This tuning plays with" in page.centre.error.sentence.text()
        page.centre.error.chosen.emit(0)
        assert asked == [control._start_test] and page.centre.error.isHidden()
        control.question = None
