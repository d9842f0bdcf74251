"""The views of the tuner's page, from a tuning with asymmetric knobs: what they show is what the
games say, and nothing is cut off where there is little room.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from lab.batch.workplace import Workplace
from lab.experiments.sweep.grid import word
from lab.experiments.tuner.space import Setting
from lab.ui.app import application
from lab.ui.explore.players import player_entries
from lab.ui.parts import theme
from lab.ui.parts.combos import Entry
from lab.ui.parts.painted import text_line, text_width
from lab.ui.tuner import records as says
from lab.ui.tuner import work
from lab.ui.tuner.centre import ASIDE, CURVES, GAMES, MAP, SETTINGS
from lab.ui.tuner.page import TunerPage
from lab.ui.tuner.ranges import as_typed
from lab.ui.tuner.records import TunerForm, TunerView
from tests.lab.ui.tuner.simulated_tuning import SimulatedTuning, simulated_tuning


@pytest.fixture(scope="module")
def made(qapp: object) -> SimulatedTuning:
    return simulated_tuning()


@pytest.fixture(scope="module")
def only(made: SimulatedTuning) -> Iterator[TunerPage]:
    """One page for all tests: making it takes a while."""
    out, plan = TunerPage(), made.question.plan
    out.panel.set_games([Entry("csb", "Coders Strike Back"), Entry("uttt", "Other")])
    out.panel.show_form(work.form_of(plan, Workplace(2)), *player_entries(plan.configured), False)
    out.show()
    yield out
    out.close()
    out.deleteLater()
    QTest.qWait(0)


@pytest.fixture
def page(only: TunerPage, made: SimulatedTuning) -> Iterator[TunerPage]:
    theme.apply(application(), "light")
    only.resize(1440, 845)
    plan = made.question.plan
    only.panel.shown = work.form_of(plan, Workplace(2))
    only.panel.set_knobs(work.tunable(plan.configured, plan.seat), plan.space.knobs, {})
    only.aside.parallel.clear()
    only.set_view(made.view)
    only.centre.show_part(CURVES)
    yield only
    theme.apply(application(), "light")


def own_games(made: SimulatedTuning) -> dict[Setting, list[float]]:
    """The points of each setting against the benchmark, counted from the games."""
    found: dict[Setting, list[float]] = {}
    for group, points in made.question.points.items():
        if group.rival is None and group in made.question.began:
            found.setdefault(group.setting, []).append(points)
    return found


def test_the_table_has_every_setting_with_its_own_score(
    page: TunerPage, made: SimulatedTuning
) -> None:
    games, model = own_games(made), page.centre.settings.model_
    usual = made.question.plan.space.usual
    assert {each.setting for each in model.rows} == {*games, usual}
    for row, each in enumerate(model.rows):
        texts = model.texts(row)
        assert texts[1:7] == tuple(map(word, each.setting))
        points = games.get(each.setting, [])
        assert texts[-1] == f"{len(points)}"
        if each.setting != usual:
            assert texts[7].startswith(f"{100 * np.mean(points):.0f} % (")
        else:
            assert texts[7] == "" and each.both.mean == pytest.approx(0.5, abs=1e-3)
    lows = [each.both.low for each in model.rows]
    assert lows == sorted(lows, reverse=True)


def test_the_race_has_the_weightiest_knobs_first_and_its_last_round_on_top(
    page: TunerPage, made: SimulatedTuning
) -> None:
    race, games, model = page.aside.race, own_games(made), page.aside.race.model_
    ended = [each.ended for each in model.rows]
    assert len(ended) == 16 and ended == sorted(ended, reverse=True) and ended[0] == 4
    shares = [knob.share for knob in made.view.shown_knobs]
    names = [knob.name for knob in made.view.knobs]
    assert model.heads[1] == names[int(np.argmax(shares))] == "c"
    assert [names.index(head) for head in model.heads[1:7]] == list(made.view.weighty)
    for row, each in enumerate(model.rows):
        assert model.texts(row)[-1] == f"{len(games[each.setting])}"
        assert model.texts(row)[1] == word(each.setting[0])
        assert race.axis[0] < each.alone.low <= each.alone.high < race.axis[1]


def test_the_course_ends_with_the_answer_and_all_games(
    page: TunerPage, made: SimulatedTuning
) -> None:
    data, found = page.centre.course.data(), made.view.found
    assert data is not None and found is not None
    last = data.rows[-1]
    played = 2 * len(made.question.began)
    assert last[0] == played == made.view.played
    assert last[1:4] == tuple(
        100 * x for x in (found.answer.both.mean, found.answer.both.low, found.answer.both.high)
    )
    best = max(np.mean(points) for points in own_games(made).values() if len(points) >= 2)
    assert last[4] == pytest.approx(100 * best)
    chart = page.centre.course
    assert chart.whole[0] == (0.0, 600.0)
    reading = chart.read_at(chart.at(300.0, 60.0))
    assert reading is not None and reading.words.partition(" ")[0].isdigit()
    y = [value for _, value in reading.spots]
    near = min(chart.points, key=lambda p: abs(p.games - 300))
    assert y == [100 * near.best.mean, 100 * near.luckiest]


def test_slices_show_each_knob_with_its_own_values(page: TunerPage, made: SimulatedTuning) -> None:
    charts, view = page.centre.slices.charts, made.view
    assert len(charts) == 6
    for k, (chart, knob) in enumerate(zip(charts, view.shown_knobs, strict=True)):
        data = chart.data()
        assert data is not None and data.heads[0] == view.knobs[k].name
        assert [row[0] for row in data.rows] == [word(v) for v in knob.slice.values]
        assert data.rows[7][1] == 100 * float(knob.slice.mean[7])
        assert knob.title in chart.accessibleName()
        assert f"{100 * knob.share:.0f} %" in chart.accessibleDescription()
    assert charts[0].accessibleDescription() != charts[1].accessibleDescription()


def test_the_map_has_the_two_weightiest_knobs_at_their_own_values(
    page: TunerPage, made: SimulatedTuning
) -> None:
    """The first across, the second up; a row of it is the slice of the first knob."""
    page.centre.show_part(MAP)
    chart, found = page.centre.map, made.view.found
    assert found is not None and found.map is not None
    first, second = made.view.weighty[:2]
    assert found.map.knobs == (first, second) and first == 0
    data = chart.data()
    assert data is not None and len(data.rows) == found.map.mean.size
    k, (across, up) = len(data.rows) - 2, (len(found.map.across) - 2, len(found.map.up) - 1)
    mean, low = found.map.mean[up, across], found.map.low[up, across]
    assert data.rows[k][:2] == (word(found.map.across[across]), word(found.map.up[up]))
    assert data.rows[k][2:4] == pytest.approx((100 * mean, 100 * low))
    places = [made.view.knobs[n].share(v) for n, v in ((first, 0.3), (second, 1.0))]
    cell = chart.cell_at(chart.at(*places))
    assert cell is not None
    shown = found.map.across[cell[0]], found.map.up[cell[1]]
    assert shown[0] == pytest.approx(0.3, rel=0.2) and shown[1] == pytest.approx(1.0, abs=0.06)
    assert f"{100 * found.map.mean[cell[1], cell[0]]:.0f} %" in chart._said(*cell)


def test_the_keys_walk_over_the_map_and_a_click_lists_games(
    page: TunerPage, made: SimulatedTuning, qtbot: QtBot
) -> None:
    page.centre.show_part(MAP)
    chart, found = page.centre.map, made.view.found
    assert found is not None and found.map is not None
    chart.setFocus()
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up):
        QTest.keyClick(chart, key)
    best = np.unravel_index(int(found.map.mean.argmax()), found.map.mean.shape)
    assert chart.cell == (best[1] + 1, best[0] + 1)
    assert word(found.map.up[best[0] + 1]) in chart.accessibleDescription()
    each = next(e for e in made.view.tried if e.groups)
    with qtbot.waitSignal(page.games_wanted) as wanted:
        chart.clicked(chart.at(*(each.places[k] for k in found.map.knobs)))
    near = next(e for e in made.view.tried if e.setting == wanted.args[0])
    assert [near.places[k] for k in found.map.knobs] == [each.places[k] for k in found.map.knobs]


def test_a_click_on_a_point_asks_for_its_games(page: TunerPage, made: SimulatedTuning) -> None:
    asked: list[Setting] = []
    page.games_wanted.connect(asked.append)
    chart = page.centre.slices.charts[1]
    each = max(made.view.tried, key=lambda e: e.groups)
    spot = chart.at(each.places[1], 100 * each.alone.mean).toPoint()
    QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=spot)
    assert len(asked) == 1 and page.centre.shown == GAMES
    found = next(e for e in made.view.tried if e.setting == asked[0])
    away = chart.at(found.places[1], 100 * found.alone.mean) - QPointF(spot)
    assert abs(away.x()) <= 1 and abs(away.y()) <= 1
    page.centre.show_part(CURVES)
    race = page.aside.race
    race.setCurrentIndex(race.model_.index(3, 0))
    QTest.keyClick(race, Qt.Key.Key_Return)
    assert asked[1] == race.model_.rows[3].setting
    QTest.keyClick(race, Qt.Key.Key_Escape)
    assert page.centre.shown == CURVES
    page.games_wanted.disconnect(asked.append)


def test_a_brush_on_an_axis_filters(page: TunerPage, made: SimulatedTuning) -> None:
    lines = page.aside.parallel
    low, high = lines.at(1.0, 0.1), lines.at(1.0, 0.4)
    QTest.mousePress(lines, Qt.MouseButton.LeftButton, pos=low.toPoint())
    QTest.mouseMove(lines, high.toPoint())
    lines.brush(1, 0.1, 0.4)
    QTest.mouseRelease(lines, Qt.MouseButton.LeftButton, pos=high.toPoint())
    wanted = {e.setting for e in made.view.tried if 0.1 <= e.places[1] <= 0.4}
    kept = {each.setting for each in page.centre.settings.model_.rows}
    assert kept == wanted and 0 < len(wanted) < len(made.view.tried)
    assert lines.accessibleDescription() == (
        f"{len(wanted)} of {len(made.view.tried)} settings are kept."
    )
    data = lines.data()
    assert data is not None and len(data.rows) == len(wanted)
    assert page.centre.slices.charts[0].places == frozenset(wanted)
    QTest.keyClick(lines, Qt.Key.Key_Backspace)
    assert len(page.centre.settings.model_.rows) == len(made.view.tried)


def test_shares_and_history_are_those_of_the_record(page: TunerPage, made: SimulatedTuning) -> None:
    data = page.aside.importance.data()
    assert data is not None and data.rows[0][0] == "Exploration"
    shares = [float(row[1] or 0) for row in data.rows]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] == 100 * max(knob.share for knob in made.view.shown_knobs)


def test_the_verdict_is_that_of_the_answer(page: TunerPage, made: SimulatedTuning) -> None:
    found = made.view.found
    assert found is not None
    said = f"{page.centre.headline.answer}: {page.centre.headline.support}"
    assert found.answer.sentence(made.question.plan.space) in said
    assert f"The best of {found.answer.tried} looks better than it is: test it." in said
    assert page.centre.foot.words.text() == f"{made.view.played} of 600 games"
    testing = replace(made.view, running=True, testing=True, tested=24, per_minute=30.0)
    page.set_view(testing)
    assert page.centre.foot.words.text() == "24 games of the test; 30 a minute"
    assert page.centre.foot.bar.maximum() == 0  # a test has no number of games
    assert not page.centre.test.isEnabled()


def test_keys_start_pause_and_test(page: TunerPage, made: SimulatedTuning, qtbot: QtBot) -> None:
    page.set_view(replace(made.view, total=made.view.played + 2))
    page.aside.race.setFocus()
    assert page.panel.start.text() == "Run"
    with qtbot.waitSignal(page.panel.start_asked):
        QTest.keyClick(page.aside.race, Qt.Key.Key_Space)
    with qtbot.waitSignal(page.centre.test_asked):
        QTest.keyClick(page.aside.race, Qt.Key.Key_T)
    page.set_view(replace(made.view, running=True))
    with qtbot.waitSignal(page.panel.pause_asked):
        QTest.keyClick(page.aside.race, Qt.Key.Key_Space)
    assert not page.panel.game.isEnabled()
    page.set_view(replace(made.view, total=made.view.played))
    assert not page.panel.start.isEnabled() and "ask for more" in page.panel.start.toolTip()
    page.set_view(replace(made.view, total=made.view.played + 2))
    assert page.panel.start.isEnabled()


def test_ranges_are_dragged_and_typed(page: TunerPage) -> None:
    forms: list[TunerForm] = []
    page.panel.changed.connect(forms.append)
    row = page.panel.rows["depth"]
    assert row.slider is not None and row.line.text() == "3 to 12"
    QTest.keyClick(row.slider, Qt.Key.Key_Right)
    assert row.line.text() == "4 to 12" and forms[-1].knobs[1] == "depth=4:12"
    QTest.keyClick(row.slider, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert forms[-1].knobs[1] == "depth=4:11" and forms[-1].knobs[0] == "c=0.05:2:log"
    row.line.setText("2 to 9, log")
    row.line.editingFinished.emit()
    assert forms[-1].knobs[1] == "depth=2:9:log"
    page.panel.take_knob("depth", False)
    assert len(forms[-1].knobs) == 5 and forms[-1].seat == "smitsimax"
    assert as_typed("yes | no") == "yes|no" and as_typed("0.05 to 2") == "0.05:2"
    page.panel.changed.disconnect(forms.append)


def test_tables_are_copied(page: TunerPage, made: SimulatedTuning) -> None:
    for part, rows in (
        (page.centre.settings, len(made.view.tried)),
        (page.aside.race, 16),
        (page.aside.importance, 6),
        (page.centre.course, len(page.centre.course.points)),
        (page.aside.parallel, len(made.view.tried)),
    ):
        QTest.keyClick(part, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
        lines = QGuiApplication.clipboard().text().strip("\n").split("\n")
        assert len(lines) == rows + 1, part.accessibleName()


@pytest.mark.parametrize("size", [(1280, 745, 100), (1280, 745, 150), (1080, 700, 100)])
def test_nothing_is_cut_off_where_there_is_little_room(
    page: TunerPage, made: SimulatedTuning, size: tuple[int, int, int]
) -> None:
    width, height, percent = size
    theme.apply(application(), "light", percent)
    page.resize(width, height)
    page.set_view(replace(made.view, running=True, per_minute=38.0, left_s=60.0))
    narrow = width / percent < 10.81
    for part in (CURVES, SETTINGS, GAMES, *([ASIDE] if narrow else [])):
        page.centre.show_part(part)
        QTest.qWait(20)
        assert page.centre.shown == part
        for label in page.findChildren(QLabel):
            plain = label.isVisible() and not label.wordWrap() and label.text()
            if plain and not hasattr(label, "set_text"):
                assert label.width() >= label.sizeHint().width(), (part, label.text())
        for button in page.findChildren(QPushButton):
            if button.isVisible() and button.text() and button.property("look") != "fold":
                assert button.width() >= button.minimumSizeHint().width(), button.text()
        for child in (page.panel, page.centre):
            assert child.minimumSizeHint().width() <= child.width()
    race = page.aside.race
    header = race.horizontalHeader()
    for column in range(header.count()):
        if not race.isColumnHidden(column):
            assert header.sectionSize(column) >= text_width(race.model_.heads[column]) + 8
    assert header.length() <= race.viewport().width()


def test_bands_fold_from_the_bottom_up(page: TunerPage) -> None:
    opened = []
    for height in (900, 640, 520, 400):
        page.resize(1440, height)
        QTest.qWait(10)
        opened.append([band.is_open for band in page.aside.bands])
    assert opened[0] == [True] * 3 and opened[-1] == [False] * 3
    for history, importance, lines in opened:
        assert (not history or importance) and (not importance or lines)


def test_a_tuning_without_games_says_what_to_do(page: TunerPage) -> None:
    page.set_view(TunerView())
    assert page.centre.stack.currentWidget() is page.centre.empty
    assert page.centre.headline.answer == "No tuning yet" and page.aside.race.isHidden()
    assert page.panel.start.text() == "Run" and not page.centre.load.isEnabled()
    assert page.panel.start.isEnabled() and page.aside.history_band.isHidden()


def test_an_early_moment_is_shown_too(page: TunerPage) -> None:
    """Before the race the best by their lower bounds take its place."""
    early = simulated_tuning(600, 60)
    page.set_view(early.view)
    assert early.view.found is not None and not early.view.found.race
    assert page.aside.title.text() == "The best so far"
    lows = [each.both.low for each in page.aside.race.model_.rows]
    assert lows == sorted(lows, reverse=True)
    assert page.centre.course.whole[0] == (0.0, 600.0)


def test_a_setting_is_loaded_only_once_it_can_be_named(
    page: TunerPage, made: SimulatedTuning
) -> None:
    """Neither early, nor where the ranges make no difference."""
    found = made.view.found
    assert found is not None and page.centre.load.isEnabled()
    for state in ("few", "same"):
        answer = replace(found.answer, state=state)
        page.set_view(replace(made.view, found=replace(found, answer=answer)))
        assert not page.centre.load.isEnabled()
        assert page.centre.load.toolTip().startswith("Needs games enough")
    page.set_view(made.view)
    assert page.centre.load.isEnabled() and "first seat" in page.centre.load.toolTip()


def test_names_of_lines_stay_beside_the_field(page: TunerPage, made: SimulatedTuning) -> None:
    """Early, the best setting is at the lower end of the field: a name was over the axis."""
    found, course = made.view.found, page.centre.course
    assert found is not None
    first = found.course[0]
    level = replace(first.best, mean=0.5, low=0.5, high=0.5)
    early = replace(first, best=level, luckiest=0.8)
    page.set_view(replace(made.view, found=replace(found, course=(early,))))
    names = course.names_at()
    assert names[0][1] == "luckiest one"
    assert {name for _, name in names[1:]} == {"best setting", "benchmark"}
    line = text_line(theme.TABLE, 2)
    tops = [top for top, _ in names]
    assert all(later - top >= line - 0.5 for top, later in pairwise(tops))
    assert tops[-1] + line <= course.frame.bottom() + 0.5


def test_what_is_compiled_is_no_running_game(made: SimulatedTuning) -> None:
    view = replace(made.view, running=True, preparing="preparing uct (1 of 2)", per_minute=0.0)
    assert says.state(view, Workplace(2)) == "preparing uct (1 of 2)"
    assert says.state(replace(view, preparing=""), Workplace(2)).startswith("2 games running")
    assert says.state(replace(view, running=False), Workplace(2)) == ""
