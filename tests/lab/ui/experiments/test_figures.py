"""An experiment that measures searches and plays no games: its seeds, its axes; and where the keys
go when a file is begun.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTableView

from lab.batch.games import GameRecord, SeatRecord
from lab.experiments.claims.result import ResultRow, parts, seed_figures
from lab.experiments.claims.rows import ExperimentTable
from lab.store.store import Store
from lab.ui.controller import Controller
from lab.ui.experiments import says
from lab.ui.experiments.centre import GAMES, RESULT
from lab.ui.experiments.control import ExperimentsControl
from lab.ui.experiments.page import ExperimentsPage
from lab.words import numerals
from tests.lab.ui.experiments import played
from tests.lab.ui.experiments.opened_page import choose, own_store, page_of
from tests.lab.ui.lab_window import until

NAME = "my-depth"
TEXT = """\
[experiment]
question = "How deep does alpha-beta get?"
kind     = "claim"
game     = "textbook"
measure  = "depth"
players  = ["best", "random"]
branches = 3
budget   = ["64n", "256n"]
groups   = 20
"""
Opened = tuple[Controller, ExperimentsControl, ExperimentsPage, ExperimentTable]


def figure(part: ResultRow, seed: int) -> float:
    """Different for each row, budget and seed."""
    return 1.2 + 0.3 * part.number + 0.01 * seed


def measured(part: ResultRow, seed: int) -> GameRecord:
    """A seed's figure as the store keeps it."""
    metrics = ((0, "depth", figure(part, seed)),)
    seat = SeatRecord(0, 0, 0.0, 0.5, 1)
    return GameRecord(seed, 0, (seat,), 1.7e9 + seed, 0.5 + seed, reason="", metrics=metrics)


@pytest.fixture
def opened(qapp: object, tmp_path: Path) -> Iterator[Opened]:
    """A page with an experiment of games and, of another kind, one that measures."""
    with own_store(tmp_path) as store:
        played.fill(store, played.write(), 30)
        table = played.write(TEXT, NAME)
        store.experiment(NAME, table.file.kind, TEXT)
        for part in parts(table):
            seeds = range(1, 10 + part.number)
            store.add(NAME, part.number, part.lineup, [measured(part, seed) for seed in seeds])
        with page_of(tmp_path) as (lab, control, page):
            yield lab, control, page, table


def test_seeds_show_what_each_of_them_measured(opened: Opened) -> None:
    lab, control, page, table = opened
    choose(lab, NAME)
    page.list_games()
    games = page.centre.games
    part = next(p for p in parts(table) if p == control.view.cell.part)  # type: ignore[union-attr]
    until(lab, lambda: bool(games.figures.model_.rows))
    model = games.figures.model_
    rows = [tuple(model.texts(k)) for k in range(len(model.rows))]
    seeds = range(9 + part.number, 0, -1)
    said = [(f"{s}", f"{figure(part, s):.2f}", f"{numerals.value(s + 0.5)} s") for s in seeds]
    assert rows == said
    assert not games.figures.isHidden() and games.table.isHidden() and games.watch.isHidden()
    assert games.words.text() == f"{len(rows)} seeds of {part.row.name}"
    assert [each.text for each in page.own_views[:2]] == ["Result", "Seeds"]
    choose(lab, played.NAME)
    until(lab, lambda: bool(games.table.model_.rows))
    assert games.figures.isHidden() and not games.table.isHidden() and not games.watch.isHidden()
    assert [each.text for each in page.own_views[:2]] == ["Result", "Games"]
    assert page.centre.shown == GAMES


def test_a_point_of_the_course_opens_its_seed(opened: Opened) -> None:
    lab, _, page, _ = opened
    choose(lab, NAME)
    page.centre.show_part(RESULT)
    course = page.centre.result.course
    until(lab, lambda: len(course.course.counts) > 4)
    course.picked.emit(float(course.course.counts[3]))
    figures = page.centre.games.figures
    until(lab, lambda: figures.currentIndex().isValid())
    here = figures.model_.rows[figures.currentIndex().row()]
    assert here.seed == course.course.seeds[3]


def test_figures_are_those_of_the_seeds_of_the_file(opened: Opened) -> None:
    """A file with fewer seeds has fewer figures, though the store has more."""
    _, _, _, table = opened
    file = replace(table.file, seed=3, groups=4)
    with Store() as store:
        part = parts(table)[1]
        found = seed_figures(ExperimentTable(file), part, store)
    assert [(f.seed, f.value) for f in found] == [(s, figure(part, s)) for s in (3, 4, 5, 6)]


def test_a_new_file_asks_for_its_name_first(opened: Opened) -> None:
    lab, control, page, _ = opened
    box = page.about.file
    choose(lab, played.NAME)
    control.files.new()
    assert box.edits and lab.window.focusWidget() is box.name
    box.text.setPlainText("nonsense")
    until(lab, lambda: "TOML" in box.said.text() or "name" in box.said.text())
    assert not box.said.text().startswith(".toml")
    box.leave()
    control.files.edit()
    until(lab, lambda: box.edits)
    assert lab.window.focusWidget() is box.text


def test_the_chosen_entry_is_seen_whole(opened: Opened) -> None:
    lab, _, page, _ = opened
    for k in range(24):
        played.write(name=f"other-{k:02d}")
    lab.window.resize(1280, 720)
    shelf_list: QTableView = page.panel.list
    lab.experiments.files.saved.emit("other-23")
    until(lab, lambda: page.panel.list._name == "other-23")
    until(lab, lambda: shelf_list.currentIndex().isValid())

    def whole() -> bool:
        box = shelf_list.visualRect(shelf_list.currentIndex())
        return box.top() > 0 and box.bottom() <= shelf_list.viewport().height()

    until(lab, whole)
    lab.window.resize(1280, 700)
    until(lab, lambda: lab.window.height() == 700)
    QTest.qWait(50)
    assert whole(), "also in a lower window"


@given(st.floats(-3, 3), st.floats(1e-3, 4), st.integers(2, 20), st.booleans())
def test_ticks_of_an_axis_tell_their_values_apart(
    low: float, span: float, most: int, score: bool
) -> None:
    file = played.table(played.TEXT).file if score else played.table(TEXT, NAME).file
    ticks = says.ticks(low, low + span, most, file)
    texts = [text for _, text in ticks]
    assert len(set(texts)) == len(texts) <= most + 1
    for value, text in ticks:
        number = float(text.removesuffix(" %").replace("−", "-")) / (100 if score else 1)
        assert number == pytest.approx(value, abs=1e-9 * max(1.0, span) + 1e-7)
