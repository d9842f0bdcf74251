"""The Experiments page before anything is known, before anything is played, and after everything
is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from lab.experiments.claims.file import read
from lab.experiments.claims.result import ExperimentResult, parts
from lab.experiments.claims.rows import ExperimentTable
from lab.experiments.claims.view import ExperimentView, listed, view_of
from lab.store.store import Store
from lab.ui.experiments import says
from lab.ui.experiments.page import ExperimentsPage
from tests.lab.ui.experiments import played
from tests.lab.ui.experiments.opened_page import own_store, page_of
from tests.lab.ui.lab_window import until

DEPTH = """\
[experiment]
question = "How deep is it?"
kind     = "claim"
game     = "textbook"
measure  = "depth"
players  = ["best", "worst"]
branches = 4
budget   = ["64n", "256n"]
groups   = 3
equal    = 0.15

[claim."best"]
score  = 2.0
at     = "256n"
source = "a write-up"
"""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with own_store(tmp_path) as out:
        yield out


@pytest.fixture
def page(qtbot: QtBot) -> ExperimentsPage:
    out = ExperimentsPage()
    qtbot.addWidget(out)
    out.resize(1280, 745)
    with qtbot.waitExposed(out):
        out.show()
    return out


def test_while_the_list_is_read_the_page_says_so(store: Store, tmp_path: Path) -> None:
    """And offers nothing that would do nothing."""
    played.write()
    with page_of(tmp_path) as (lab, control, page):
        assert page.centre.empty.isVisible()
        assert page.centre.empty._why.text() == "Reading the experiments."
        assert not [b for b in page.centre.empty.findChildren(QPushButton) if b.isVisible()]
        assert not page.panel.run.isEnabled() and not page.about.load.isEnabled()
        until(lab, lambda: control.view is not None)
        assert not page.centre.empty.isVisible() and page.panel.run.text() == "Run"


def test_what_was_not_played_is_listed_with_its_question(
    store: Store, page: ExperimentsPage
) -> None:
    """The other one with what its games say."""
    table, other = played.write(), played.write(played.OTHER_TEXT, played.OTHER)
    played.fill(store, table)
    entries = [listed(ExperimentResult(each, store)) for each in (table, other)]
    page.set_list(entries, {})
    said = {row.name: row.sentence for row in page.panel.list.model_.rows}
    assert said[played.OTHER] == "What is each part of the search worth?"
    assert said[played.NAME] == entries[0].sentence != said[played.OTHER]
    page.set_list(entries, {played.OTHER: ("waits", None)})
    assert page.panel.list.model_.rows[-1].sentence == "waits"


def test_the_button_says_whether_anything_is_missing(store: Store, page: ExperimentsPage) -> None:
    """A half-played experiment goes on; one that needs no more games is not run in vain."""
    table = played.write()
    page.set_view(view_of(store, table), running=False)
    assert page.panel.run.text() == "Run" and page.panel.run.isEnabled()
    played.fill(store, table)
    half = view_of(store, table)
    assert half.missing and half.facts.games
    page.set_view(half, running=False)
    assert page.panel.run.text() == "Run" and page.panel.run.isEnabled()
    page.set_view(half, running=True)
    assert page.panel.run.text() == "Pause"
    whole = replace(half, missing=False)
    page.set_view(whole, running=False)
    assert page.panel.run.text() == "All played" and not page.panel.run.isEnabled()
    page.set_view(whole, running=True)
    assert page.panel.run.text() == "Pause" and page.panel.run.isEnabled()


def test_an_experiment_is_whole_when_each_row_is(store: Store) -> None:
    """At each budget: settled, or with all its groups."""
    few = ExperimentTable(read("few", played.TEXT.replace("groups   = 120", "groups   = 40")))
    played.fill(store, few)
    last = next(part for part in parts(few) if part.row == few.rows[-1])
    games = played.games(last, 40, 0.5, np.random.default_rng(2))
    assert view_of(store, few).missing
    store.add("few", last.number, last.lineup, games[:-2])
    assert view_of(store, few).missing
    store.add("few", last.number, last.lineup, games[-2:])
    assert not view_of(store, few).missing


def test_a_measure_counts_seeds_and_no_games(store: Store, page: ExperimentsPage) -> None:
    view = view_of(store, ExperimentTable(read("deep", DEPTH)))
    page.set_view(view, running=False)
    result = page.centre.result
    assert result.course_band.title.text() == "best, as seeds came in"
    assert result.budgets.model_.heads == ("Budget", "", "Measured", "Seeds")
    assert dict(says.facts(view.facts, view.table.measures))["Measured"] == "none yet"
    other = view_of(store, played.table())
    page.set_view(other, running=False)
    assert result.course_band.title.text().endswith("as games came in")
    assert result.budgets.model_.heads[2:] == ("Score", "Pairs")


def test_buttons_are_as_wide_as_their_words(store: Store, page: ExperimentsPage) -> None:
    """In the narrow window, also those of an experiment that is shipped."""
    view: ExperimentView = view_of(store, played.table())
    shipped = ExperimentTable(replace(view.file, shipped=True))
    page.set_view(replace(view, table=shipped), running=False)
    about = page.about
    for button in (about.load, about.report, about.delete):
        assert button.width() >= button.sizeHint().width(), button.text()
        assert button.mapTo(about, button.rect().bottomRight()).x() <= about.width() - 6
