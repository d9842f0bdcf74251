"""Experiments side by side: every number is that of its own experiment, row and budget."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from lab.experiments.claims import shelf
from lab.experiments.claims.result import parts, seeds_of
from lab.experiments.claims.rows import ExperimentTable
from lab.experiments.claims.verdicts import bounds
from lab.ui.experiments import work
from lab.ui.experiments.centre import COMPARE, GAMES
from tests.lab.ui.experiments import played
from tests.lab.ui.experiments.opened_page import Shown, choose, own_store, page_of
from tests.lab.ui.experiments.played import OTHER
from tests.lab.ui.lab_window import until

NAME, OF, _, SCORE, COUNT, VERDICT = range(6)


@dataclass(frozen=True)
class Compared(Shown):
    """The first of two experiments is on show."""

    tables: dict[str, ExperimentTable]

    def scores(self, name: str, budget: str) -> dict[str, tuple[float, float, float, int]]:
        """Mean, interval and groups of each row that was played, counted from the records."""
        table, found = self.tables[name], {}
        for part in parts(table):
            if part.budget.text == budget:
                games = self.store.groups(part.lineup, seeds_of(table), name).values()
                own = [
                    fmean(s.points for g in group for s in g.seats if s.side == 0)
                    for group in games
                ]
                if own:
                    found[part.row.name] = own
        return {
            row: (fmean(own), *bounds(own, table.file.groups, len(found)), len(own))
            for row, own in found.items()
        }


@pytest.fixture(scope="module")
def shown(qapp: object, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Compared]:
    folder = tmp_path_factory.mktemp("compare")
    with own_store(folder) as store:
        tables = {played.NAME: played.write(), OTHER: played.write(played.OTHER_TEXT, OTHER)}
        played.fill(store, tables[played.NAME])
        played.fill_other(store, tables[OTHER])
        with page_of(folder) as (lab, control, page):
            lab.window.resize(1440, 900)
            choose(lab, played.NAME)
            yield Compared(lab, control, page, store, tables)


def compare(shown: Compared, *names: str) -> None:
    """Compares the first experiment with others, as a person does."""
    choose(shown.lab, played.NAME)
    part = shown.page.centre.compare
    shown.page.centre.show_part(COMPARE)
    part.set_found(None)
    part._choose(part.chosen[:1])
    for name in names:
        part.more.setCurrentIndex(part.more.findText(name))
        part.more.activated.emit(part.more.currentIndex())
    until(shown.lab, lambda: part.found is not None and len(part.found.columns) == 1 + len(names))


def texts(shown: Compared) -> list[Sequence[str]]:
    """What the table says."""
    model = shown.page.centre.compare.table.model_
    return [[model.index(k, c).data() for c in range(6)] for k in range(model.rowCount())]


def test_every_line_is_of_its_own_experiment(shown: Compared) -> None:
    compare(shown, OTHER)
    mine, theirs = (shown.scores(name, "80it") for name in (played.NAME, OTHER))
    lines = texts(shown)
    found = {
        (line[OF].partition(" ")[2], line[NAME].partition("(")[2].rstrip(")") or line[NAME]): line
        for line in lines
    }
    assert len(found) == len(lines) == len(mine) + len(theirs) == 7
    for name, scores in ((played.NAME, mine), (OTHER, theirs)):
        for row, (mean, low, high, count) in scores.items():
            line = found[name, row]
            assert line[SCORE] == f"{100 * mean:.0f} % ({100 * low:.0f} to {100 * high:.0f})"
            assert line[COUNT] == f"{count}" == ("120" if name == played.NAME else "70")
    assert found[played.NAME, "c=0.1"][VERDICT] == "worse with it"
    assert found[OTHER, "c=0.1"][VERDICT] == "better with it"


def test_the_sentence_names_what_differs(shown: Compared) -> None:
    compare(shown, OTHER)
    mine, theirs = (shown.scores(name, "80it") for name in (played.NAME, OTHER))
    apart = [
        row
        for row in mine.keys() & theirs.keys()
        if mine[row][2] < theirs[row][1] or theirs[row][2] < mine[row][1]
    ]
    said = shown.page.centre.compare.verdict.accessibleName()
    assert apart == ["c=0.1"] and said.startswith("c=0.1 differs for sure.")
    assert {
        (e.cell.part.row.name, e.apart) for e in shown.page.centre.compare.table.model_.rows
    } >= {
        ("c=0.1", True),
        ("c=2", False),
    }


def test_one_experiment_at_two_budgets(shown: Compared) -> None:
    """Both lines of a row are of one experiment; each has the groups of its budget."""
    compare(shown, played.NAME)
    part = shown.page.centre.compare
    box = part.lines[1].budget
    until(shown.lab, lambda: box.count() == 2)
    box.setCurrentIndex(0)
    box.activated.emit(0)
    until(shown.lab, lambda: part.found is not None and part.found.columns[1].budget.text == "20it")
    small = shown.scores(played.NAME, "20it")
    lines = [line for line in texts(shown) if line[OF].startswith("B")]
    scores = {
        f"{100 * mean:.0f} % ({100 * a:.0f} to {100 * b:.0f})" for mean, a, b, _ in small.values()
    }
    assert {line[SCORE] for line in lines} == scores | {"–"}
    assert {line[COUNT] for line in lines} == {"40", "0"}


def test_the_axis_is_common_and_shows_every_interval(shown: Compared) -> None:
    compare(shown, OTHER)
    axis = shown.page.centre.compare.table.axis
    assert axis is not None
    ends = [
        x for name in shown.tables for row in shown.scores(name, "80it").values() for x in row[1:3]
    ]
    assert axis.low < min(ends) and axis.high > max(ends) and axis.equal == 0.05


def test_up_to_four_and_no_measure_among_scores(shown: Compared) -> None:
    compare(shown, OTHER, OTHER, played.NAME)
    part = shown.page.centre.compare
    assert (
        part.more.isHidden()
        and len({k for k in range(4) if not part.lines[k].name.isHidden()}) == 4
    )
    measure = played.TEXT.partition("[claim")[0].replace('"ablation"', '"claim"')
    measure = measure.replace('without  = ["solver"]\n', 'measure  = "visits-share"\n')
    measure = measure.replace('with     = ["c=0.1", "c=2", "final=mean"]', 'players = ["uct"]')
    shelf.create("shares", measure)
    shown.control.store.look(work.names, then=shown.control._named)
    until(shown.lab, lambda: part.more.findText("shares") >= 0)
    part.lines[3].leave.click()
    part.more.setCurrentIndex(part.more.findText("shares"))
    part.more.activated.emit(part.more.currentIndex())
    until(shown.lab, lambda: "no common axis" in part.said.text())
    assert part.verdict.isHidden() and part.table.isHidden()
    shelf.find("shares")[0].unlink()


def test_another_first_one_is_the_experiment_on_show(shown: Compared) -> None:
    compare(shown, played.NAME)
    part = shown.page.centre.compare
    box = part.lines[0].name
    box.setCurrentIndex(box.findText(OTHER))
    box.activated.emit(box.currentIndex())
    until(shown.lab, lambda: part.found is not None and part.found.columns[0].file.name == OTHER)
    view = shown.control.view
    assert view is not None and view.file.name == OTHER
    assert part.found is not None
    assert [column.file.name for column in part.found.columns] == [OTHER, played.NAME]


def test_enter_lists_the_games_of_that_row_of_that_experiment(shown: Compared) -> None:
    compare(shown, OTHER)
    part, games = shown.page.centre.compare, shown.page.centre.games.table.model_
    at = next(
        k
        for k, line in enumerate(part.table.model_.rows)
        if line.column == 1 and line.cell.part.row.name == "c=2"
    )
    part.table.setCurrentIndex(part.table.model_.index(at, 0))
    QTest.keyClick(part.table, Qt.Key.Key_Return)
    until(shown.lab, lambda: shown.page.centre.shown == GAMES and len(games.rows) == 140)
    view = shown.control.view
    assert view is not None and (view.file.name, view.cell.part.row.name) == (OTHER, "c=2")
    assert all({"c=2", "the full version"} == set(game.bots) for game in games.rows)


def test_rows_that_several_have_come_first(shown: Compared) -> None:
    compare(shown, OTHER)
    found = shown.page.centre.compare.found
    assert found is not None
    counts = [sum(cell is not None for cell in cells) for cells in found.rows]
    assert counts == sorted(counts, reverse=True) == [2, 2, 2, 1]
    assert [line[OF][0] for line in texts(shown)] == [*"ABABABA"]
