"""Experiments deleted, brought back, renamed and emptied from their page: what the question says is
what goes.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from lab.experiments.claims import shelf
from lab.experiments.claims.result import parts
from lab.experiments.claims.rows import ExperimentTable
from lab.store.store import Store
from lab.ui.controller import Controller
from lab.ui.experiments.control import ExperimentsControl
from lab.ui.experiments.page import ExperimentsPage
from lab.ui.experiments.run_options import FINE
from tests.lab.ui.experiments import played
from tests.lab.ui.experiments.opened_page import choose, named, own_store, page_of
from tests.lab.ui.lab_window import until

SHARED = "shared"  # a copy that asked for some of the games too
Opened = tuple[Controller, ExperimentsControl, ExperimentsPage, Store]


@pytest.fixture
def opened(qapp: object, tmp_path: Path) -> Iterator[Opened]:
    """A page with two experiments that share 30 groups of their first row."""
    with own_store(tmp_path) as store:
        table = played.write()
        played.fill(store, table, 40)
        share(store, table, played.write(name=SHARED))
        with page_of(tmp_path) as (lab, control, page):
            choose(lab, played.NAME)
            yield lab, control, page, store


def share(store: Store, table: ExperimentTable, copy: ExperimentTable) -> None:
    """The copy asks for 30 groups of the first row at the larger budget."""
    store.experiment(copy.file.name, copy.file.kind, copy.file.text)
    part = parts(table)[len(table.rows)]
    store.adopt(copy.file.name, part.number, part.lineup, range(1, 31))


def ask(opened: Opened) -> str:
    """Presses Delete; gives the question."""
    lab, _, page, _ = opened
    page.centre.result.forest.setFocus()
    QTest.keyClick(page.centre.result.forest, Qt.Key.Key_Delete)
    until(lab, page.centre.question.isVisible)
    return page.centre.question.accessibleName()


def games(store: Store, name: str) -> int:
    """How many games the store has of an experiment."""
    found = store.experiments(name)
    return found[0].games if found else 0


def test_the_question_counts_what_goes_and_undo_brings_it_back(opened: Opened) -> None:
    lab, control, page, store = opened
    page.about.note.setPlainText("worth keeping")
    asked = games(store, played.NAME)
    said = ask(opened)
    assert asked == 2 * (4 * 40 + 3 * 13 + 60)
    assert f"its file, its note and {asked - 60} games" in said
    assert "60 games that others asked for too stay" in said
    QTest.keyClick(page.centre.question.no, Qt.Key.Key_Escape)
    assert page.centre.question.isHidden() and named(control) == played.NAME
    assert shelf.names() == [played.NAME, SHARED] and games(store, played.NAME) == asked
    ask(opened)
    page.centre.question.yes.click()
    until(lab, lambda: named(control) == SHARED)
    assert shelf.names() == [SHARED] and page.panel.list.model_.rows[-1].name == SHARED
    until(lab, lambda: page.centre.question.yes.text() == "Undo")
    page.centre.question.yes.click()
    until(lab, lambda: named(control) == played.NAME)
    assert shelf.load(played.NAME).text == played.TEXT
    assert games(store, played.NAME) == asked
    assert page.about.note.toPlainText() == "worth keeping"


@pytest.mark.parametrize("by", ["button", "window"])
def test_the_games_go_when_undo_is_offered_no_more(opened: Opened, by: str) -> None:
    """Those that the copy asked for stay, with their tally."""
    lab, control, page, store = opened
    ask(opened)
    page.centre.question.yes.click()
    until(lab, lambda: page.centre.question.yes.text() == "Undo")
    assert games(store, played.NAME) > 0
    if by == "button":
        page.centre.question.no.click()
        until(lab, lambda: not store.experiments(played.NAME))
    else:
        control.end()
    assert not store.experiments(played.NAME) and games(store, SHARED) == 60
    assert not store.check().problems


def test_a_new_experiment_of_the_name_does_not_lose_its_games(opened: Opened) -> None:
    lab, control, page, store = opened
    ask(opened)
    page.centre.question.yes.click()
    until(lab, lambda: page.centre.question.yes.text() == "Undo" and named(control) == SHARED)
    page.panel.copy.click()
    box = page.about.file
    until(lab, lambda: box.said.text() == FINE and box.save.isEnabled())
    box.name.setText(played.NAME)
    until(lab, lambda: box.said.text() == FINE and box.save.isEnabled())
    box.save.click()
    until(lab, lambda: named(control) == played.NAME)
    assert page.centre.question.isHidden() and not games(store, played.NAME)


def test_shipped_ones_lose_their_games_alone(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab, control, page, store = opened
    path = shelf.find(played.NAME)[0]
    shelf.shipped_folder().mkdir()
    path.rename(shelf.shipped_folder() / path.name)
    store.note(played.NAME, "stays")
    control.store.ask(lambda store: played.NAME, then=control._saved)
    until(lab, lambda: control.view is not None and control.view.file.shipped)
    said = ask(opened)
    assert (
        said.startswith("Forget ")
        and "cannot be undone" in said
        and "Forget" in page.about.delete.text()
    )
    page.centre.question.yes.click()
    until(lab, lambda: control.view is not None and not control.view.asked)
    assert played.NAME in shelf.names() and store.experiments(played.NAME)[0].note == "stays"
    assert not page.about.delete.isEnabled() and games(store, SHARED) == 60


def test_another_name_keeps_games_and_note(opened: Opened) -> None:
    lab, control, page, store = opened
    store.note(played.NAME, "mine")
    asked, box = games(store, played.NAME), page.about.file
    QTest.keyClick(page.centre.result.forest, Qt.Key.Key_F2)
    box.name.setText(SHARED)
    until(lab, lambda: "already" in box.said.text())
    assert not box.save.isEnabled()
    store.experiment("older", "test", "")
    box.name.setText("older")  # no file has this name, but games do
    until(lab, lambda: box.save.isEnabled())
    box.save.click()
    until(lab, lambda: "choose another name" in box.said.text() and "games" in box.said.text())
    assert shelf.names() == [played.NAME, SHARED] and games(store, played.NAME) == asked
    box.name.setText("parts-of-mine")
    until(lab, lambda: box.save.isEnabled())
    box.save.click()
    until(lab, lambda: named(control) == "parts-of-mine")
    assert shelf.names() == ["parts-of-mine", SHARED]
    assert games(store, "parts-of-mine") == asked and not store.experiments(played.NAME)
    assert control.view is not None and control.view.note == "mine"
    assert [row.name for row in page.panel.list.model_.rows[-2:]] == ["parts-of-mine", SHARED]


def test_a_file_that_is_no_experiment_is_mended_or_deleted(opened: Opened) -> None:
    lab, control, page, _store = opened
    path = shelf.find(played.NAME)[0]
    path.write_text("[experiment", encoding="utf-8")
    control.choose(SHARED)
    control.choose(played.NAME)
    until(lab, lambda: page.about.name == played.NAME and control.view is None)
    page.about.edit.click()
    until(lab, lambda: page.about.file.text.toPlainText() == "[experiment")
    page.about.file.leave()
    page.about.delete.click()
    until(lab, page.centre.question.isVisible)
    page.centre.question.yes.click()
    until(lab, lambda: named(control) == SHARED)
    page.centre.question.yes.click()
    until(lab, path.is_file)
    assert path.read_text(encoding="utf-8") == "[experiment"
