"""The Experiments page in the window over a store whose games were drawn: what it shows is what the
records say, and what it writes is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import fmean

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton

from lab.batch.games import GameRecord
from lab.experiments.claims import shelf
from lab.experiments.claims.result import ResultRow, parts, seeds_of
from lab.experiments.claims.rows import ExperimentTable
from lab.experiments.claims.verdicts import bounds
from lab.match.seats import parse_seat
from lab.ui.app import application
from lab.ui.experiments.centre import ABOUT, GAMES, RESULT
from lab.ui.experiments.run_options import FINE
from lab.ui.experiments.shelf_list import NETWORK, SWEEP, TUNER
from lab.ui.parts import theme
from lab.ui.shell.workspaces import EXPERIMENTS, MATCH
from tests.lab.ui.experiments import played
from tests.lab.ui.experiments.opened_page import Shown, choose, named, own_store, page_of
from tests.lab.ui.lab_window import until

SCORE, CLAIM, VERDICT = 2, 3, 4  # columns of the rows


@dataclass(frozen=True)
class Experiment(Shown):
    """Its rows are those of one experiment."""

    table: ExperimentTable

    def groups(self, part: ResultRow) -> list[tuple[GameRecord, ...]]:
        """The games of a row by seed."""
        found = self.store.groups(part.lineup, seeds_of(self.table), self.table.file.name)
        return [found[seed] for seed in sorted(found)]

    def at(self, budget: int) -> list[ResultRow]:
        """The rows at a budget."""
        wanted = self.table.budgets[budget]
        return [part for part in parts(self.table) if part.budget == wanted]


@pytest.fixture(scope="module")
def made(qapp: object, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Experiment]:
    folder = tmp_path_factory.mktemp("experiments")
    with own_store(folder) as store:
        table = played.write()
        played.fill(store, table)
        with page_of(folder) as (lab, control, page):
            until(lab, lambda: control.view is not None)
            yield Experiment(lab, control, page, store, table)


@pytest.fixture
def shown(made: Experiment) -> Iterator[Experiment]:
    theme.apply(application(), "light")
    made.lab.window.resize(1440, 900)
    made.lab.window.show_workspace(EXPERIMENTS)
    choose(made.lab, played.NAME)
    made.page.centre.show_part(RESULT)
    pick(made, 0, 1)
    yield made
    theme.apply(application(), "light")


def pick(shown: Experiment, row: int, budget: int) -> None:
    """Chooses a budget and a row as a person does."""
    result, control = shown.page.centre.result, shown.control
    result.budgets.setCurrentIndex(result.budgets.model().index(budget, 0))
    wanted = shown.table.budgets[budget]
    until(shown.lab, lambda: control.view is not None and control.view.budget == wanted)
    result.forest.setCurrentIndex(result.forest.model().index(row, 0))
    until(shown.lab, lambda: control.view is not None and control.view.chosen == row)


def values(groups: list[tuple[GameRecord, ...]]) -> list[float]:
    """The points of the row's player by seed, counted seat by seat."""
    return [fmean(s.points for g in group for s in g.seats if s.side == 0) for group in groups]


def test_every_row_shows_its_own_games(shown: Experiment) -> None:
    """Score and interval of each row at each budget, counted again from the records."""
    model = shown.page.centre.result.forest.model_
    for budget in (0, 1):
        pick(shown, 2, budget)
        rows = [shown.groups(part) for part in shown.at(budget)]
        together = sum(bool(groups) for groups in rows)
        assert together == (4 if budget else 3) and model.rowCount() == 4
        for k, groups in enumerate(rows):
            texts = [model.index(k, column).data() for column in range(5)]
            if not groups:
                assert texts[SCORE] == "–" and texts[VERDICT] == "not played"
                continue
            own = values(groups)
            low, high = bounds(own, 120, together)
            figure = f"{100 * fmean(own):.0f} % ({100 * low:.0f} to {100 * high:.0f})"
            assert texts[SCORE] == figure, k
    names = [model.index(k, 0).data() for k in range(4)]
    assert names[1:] == [
        "Exploration (c=0.1)",
        "Exploration (c=2)",
        "Final choice (final=mean)",
    ]
    assert names[0].endswith("(solver=no)")


def test_verdicts_and_claims_are_of_their_rows(shown: Experiment) -> None:
    model, page = shown.page.centre.result.forest.model_, shown.page
    verdicts = [model.index(k, VERDICT).data() for k in range(4)]
    assert verdicts[:2] == ["worth it", "worse with it, claim holds"]
    assert [model.index(k, CLAIM).data() for k in range(4)] == [
        "–",
        "below 30 %",
        "equal",
        "–",
    ]
    said = model.index(1, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "(a write-up): holds." in said and "in 120 pairs; worse with it." in said
    first, second = page.centre.headline.support.split(". ", 1)
    score = model.index(0, SCORE).data()
    assert first.endswith(f"(solver=no) is worth most: without it uct scores {score}")
    assert second.startswith("4 rows with 120 pairs each") and "1 of 2 claims holds" in second
    assert page.panel.list.model_.rows[-1].symbol == "open"
    assert page.command_line() == f"smitsilab experiment run {played.NAME}"


def test_the_course_ends_where_the_row_is(shown: Experiment) -> None:
    for row, budget in ((1, 1), (2, 0)):
        pick(shown, row, budget)
        own = values(shown.groups(shown.at(budget)[row]))
        data = shown.page.centre.result.course.data()
        assert data is not None
        count, mean, low, high = (float(x or 0) for x in data.rows[-1])
        assert count == len(own) == (120 if budget else 40) and mean == pytest.approx(fmean(own))
        assert (low, high) == pytest.approx(bounds(own, 120, 4 if budget else 3))
        middle = data.rows[len(data.rows) // 2]
        assert float(middle[1] or 0) == pytest.approx(fmean(own[: int(float(middle[0] or 0))]))


def test_other_budgets_are_those_of_the_chosen_row(shown: Experiment) -> None:
    pick(shown, 1, 1)
    model = shown.page.centre.result.budgets.model_
    for k, words in enumerate(("20 iterations", "80 iterations")):
        own = values(shown.groups(shown.at(k)[1]))
        budget, _, score, count = model.texts(k)
        assert budget == words and count == f"{len(own)}"
        assert score.startswith(f"{100 * fmean(own):.0f} % (")


def test_games_are_those_of_the_chosen_row(shown: Experiment) -> None:
    """With results of its player, whichever seat it had; Enter lists them, Esc goes back."""
    pick(shown, 1, 0)
    page, table = shown.page, shown.page.centre.games.table.model_
    QTest.keyClick(page.centre.result.forest, Qt.Key.Key_Return)
    until(shown.lab, lambda: table.rows)
    part = shown.at(0)[1]
    kept = {(g.seed, g.seating): g for group in shown.groups(part) for g in group}
    assert page.centre.shown == GAMES
    assert {(g.seed, g.seating) for g in table.rows} == set(kept) and len(table.rows) == 80
    words = {0.0: "lost", 0.5: "drawn", 1.0: "won"}
    for k, game in enumerate(table.rows):
        record = kept[game.seed, game.seating]
        assert table.texts(k)[2] == words[record.points(0)]
        assert (
            game.bots[record.seats[0].seat] == ("c=0.1", "the full version")[record.seats[0].side]
        )
    QTest.keyClick(page.centre.games.table, Qt.Key.Key_Escape)
    assert page.centre.shown == RESULT


def test_a_click_on_a_point_of_the_course_lists_its_games(shown: Experiment) -> None:
    """Those of the chosen row, at the seed that came last at that point."""
    pick(shown, 2, 0)
    page, table = shown.page, shown.page.centre.games.table
    course = page.centre.result.course
    for count in (9, 31):
        page.centre.show_part(RESULT)
        mean = fmean(values(shown.groups(shown.at(0)[2]))[:count])
        spot = course.at(float(count), mean).toPoint()
        QTest.mouseClick(course, Qt.MouseButton.LeftButton, pos=spot)
        assert page.centre.shown == GAMES
        until(shown.lab, lambda n=count: table.current is not None and table.current.seed == n)
        assert {name for game in table.model_.rows for name in game.bots} == {
            "c=2",
            "the full version",
        }


def test_what_was_played_is_counted(shown: Experiment) -> None:
    groups = [g for part in parts(shown.table) for g in shown.groups(part)]
    games = [game for group in groups for game in group]
    late = sum(seat.late for game in games for seat in game.seats)
    cpu = sum(seat.cpu_s for game in games for seat in game.seats)
    data = shown.page.about.played.data()
    assert data is not None
    facts = {str(name): str(figure) for name, figure in data.rows}
    assert facts["Games"] == f"{len(games):,}; none failed, {late} late answers"
    assert facts["Seeds"] == "1 to 120" and facts["Time"].endswith(" of CPU")
    assert facts["Time"].startswith(f"{cpu / 60:.0f} min")


def test_an_earlier_version_is_shown_apart_and_warned_of(shown: Experiment) -> None:
    model, about = shown.page.about.versions.model_, shown.page.about
    pick(shown, 1, 1)
    until(shown.lab, lambda: not model.rowCount())
    assert about.versions_band.isHidden()
    pick(shown, 0, 1)
    until(shown.lab, lambda: model.rowCount() == 1)
    old = shown.store.games(played.older(shown.at(1)[0].lineup), None, played.NAME)
    mean = fmean(game.points(0) for game in old)
    assert model.index(0, 1).data() == "0ld5our" and model.index(0, 3).data() == "60 pairs"
    assert model.index(0, 2).data().startswith(f"{100 * mean:.0f} % (")
    assert about.warning.text().startswith("The run of 14 Nov 2023 (0ld5our) differs")


def test_tables_are_copied(shown: Experiment) -> None:
    result = shown.page.centre.result
    for table, rows in ((result.forest, 5), (result.budgets, 3)):
        QTest.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
        lines = QGuiApplication.clipboard().text().strip("\n").split("\n")
        assert len(lines) == rows
    assert "Exploration (c=0.1)" in lines[0] or len(lines[0].split("\t")) == 4


@pytest.mark.parametrize("size", [(1280, 800, 100), (1280, 800, 150), (1080, 760, 100)])
def test_nothing_is_cut_off_where_there_is_little_room(
    shown: Experiment, size: tuple[int, int, int]
) -> None:
    width, height, percent = size
    theme.apply(application(), "light", percent)
    shown.lab.window.resize(width, height)
    page, tab = shown.page, width / percent < 10.81
    for part in (RESULT, GAMES, ABOUT) if tab else (RESULT, GAMES):
        page.centre.show_part(part)
        QTest.qWait(20)
        assert page.centre.shown == part
        for label in page.findChildren(QLabel):
            if label.isVisible() and not label.wordWrap():
                assert label.width() >= label.sizeHint().width() or not label.text(), label.text()
        for button in page.findChildren(QPushButton):
            if button.isVisible() and button.text():
                assert button.width() >= button.minimumSizeHint().width(), button.text()
        for child in (page.panel, page.centre):
            assert child.minimumSizeHint().width() <= child.width()
    page.centre.show_part(RESULT)
    for table in (page.centre.result.forest, page.centre.result.budgets):
        assert table.horizontalHeader().length() <= table.viewport().width() + 1
    assert page.centre.result.forest.height() >= page.centre.result.forest.whole - 2


def test_bands_at_the_right_fold_from_the_bottom_up(shown: Experiment) -> None:
    about, opened_ = shown.page.about, []
    for height in (850, 640, 480, 380):
        about.resize(about.width(), height)
        opened_.append([band.is_open for band in about.bands if not band.isHidden()])
    assert all(opened_[0]) and opened_[-1][0] and not opened_[-1][-1]
    for each in opened_:
        assert each == sorted(each, reverse=True)


def test_the_list_is_narrowed_and_walked_by_keys(shown: Experiment) -> None:
    entries, page = shown.page.panel.list, shown.page
    assert [row.name for row in entries.model_.rows] == [TUNER, SWEEP, NETWORK, "", played.NAME]
    page.panel.finder.setText("PARTS")
    assert [row.name for row in entries.model_.rows] == ["", played.NAME]
    page.panel.finder.setText("")
    entries.choose(NETWORK)
    QTest.keyClick(entries, Qt.Key.Key_Up)
    assert page.sweeps and page.command_line().startswith("smitsilab sweep")
    entries.choose(NETWORK)
    QTest.keyClick(entries, Qt.Key.Key_Down)  # over the section
    until(shown.lab, lambda: not page.sweeps)


def test_a_row_s_player_is_loaded_into_seat_1(shown: Experiment) -> None:
    pick(shown, 1, 0)
    shown.page.about.load.click()
    assert shown.lab.window.workspaces.name == MATCH
    seat = shown.lab.setup.setup.seats[0]
    assert seat == parse_seat("uct:c=0.1,solver=yes,budget=20it", shown.table.game)


def test_a_note_is_kept_with_its_experiment(shown: Experiment) -> None:
    note = shown.page.about.note
    note.setPlainText("self-play flatters")
    until(shown.lab, lambda: shown.store.experiments(played.NAME)[0].note == "self-play flatters")
    note.setPlainText("written, and left at once")
    shown.page.about.keep_note()
    until(shown.lab, lambda: "left" in shown.store.experiments(played.NAME)[0].note)


def test_a_copy_is_checked_and_saved_as_mine(shown: Experiment) -> None:
    box = shown.page.about.file
    shown.page.panel.copy.click()
    until(shown.lab, lambda: box.said.text() == FINE)
    assert box.name.text() == f"{played.NAME}-2" and box.save.isEnabled()
    box.text.setPlainText(box.text.toPlainText().replace("groups ", "grups "))
    assert not box.save.isEnabled()
    until(shown.lab, lambda: "grups" in box.said.text())
    assert "groups" in box.said.text() and not box.save.isEnabled()
    box.text.setPlainText(played.TEXT.replace("uct:c=0.5", "uct:c=0.7"))
    until(shown.lab, lambda: box.save.isEnabled())
    box.save.click()
    copy = f"{played.NAME}-2"
    until(shown.lab, lambda: named(shown.control) == copy)
    assert shelf.load(copy).seat == "uct:c=0.7,solver=yes"
    assert shelf.load(played.NAME).seat == "uct:c=0.5,solver=yes"
    shelf.find(copy)[0].unlink()
    shown.control.entries.again(copy)
