"""The lesson of decoupled selection in the window: rounds by keys, numbers, the curve."""

from __future__ import annotations

import math

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from lab.lesson.decoupled import MIXED, RULES, SIDES, heads
from lab.ui.lessons.decoupled.page import ROLES, DuelPage
from lab.ui.parts import theme
from tests.lab.ui.lessons.lesson_page import asked, begun, cells_of, heads_of

KEY = Qt.Key


@pytest.fixture
def page(qtbot):
    with begun(qtbot, DuelPage()) as made:
        yield made


def test_rounds_by_keys(page):
    assert page.headline.answer == "Round 1" and page.steps.count == 200
    QTest.keyClick(page.round, KEY.Key_Right)
    assert page.headline.answer == "Round 2"
    QTest.keyClick(page.round, KEY.Key_C)
    assert page.steps.step == next(k for k in page.lesson.surprises if k > 1)
    assert "though not the best mean" in page.side.why.text.text()
    QTest.keyClick(page.round, KEY.Key_End)
    assert page.state_words() == "Round 200 of 200, paused"
    QTest.keyClick(page.round, KEY.Key_Home)
    assert page.steps.step == 0


def test_the_window_shows_the_numbers_of_the_round(page):
    for k in (0, 60, 199):
        page.steps.go(k)
        shown = page.lesson.rounds[k]
        assert (page.side.why.head.text(), page.side.why.text.text()) == (shown.head, shown.why)
        for seat, grid in enumerate(page.side.grids):
            assert heads_of(grid) == heads("ucb1") and grid.accessibleName() == SIDES[seat]
            assert cells_of(grid) == [row.cells("ucb1") for row in shown.after[seat]]
            assert grid.here == shown.chosen[seat]
        assert page.side.facts.rows == page.lesson.facts(shown)
        assert ("Exploitability", f"{shown.distance:.2f}") in page.side.facts.rows
        assert f"Row Rock: {100 * shown.after[0][0].strategy:.1f} %" in page.round.lines()[0]
    assert not page.grab().isNull() and page.command_line() == page.lesson.question.command


def test_the_curve_has_a_line_for_each_rule_and_gives_its_data(page):
    page.steps.go(49)
    distances = page.lesson.distances
    for rule, line in zip(RULES, page.curve.lines(), strict=True):
        assert line == f"{RULES[rule]}: exploitability {distances[rule][49]:.2f}"
    data = page.curve.data()
    assert data.rows[49] == (50, *(distances[rule][49] for rule in RULES))
    reading = page.curve.read_at(page.curve.at(50.0, 1.0))
    assert reading.words.startswith("round 50\nUCB1 ")


@pytest.mark.parametrize("side", SIDES)
def test_the_curve_shows_the_regret_of_a_side(page, side):
    page.steps.go(49)
    page.curve.what.picked.emit(side)
    regrets = {rule: page.lesson.regrets[rule][:, SIDES.index(side)] for rule in RULES}
    for rule, line in zip(RULES, page.curve.lines(), strict=True):
        assert line.endswith(f"regret of {side.lower()} {regrets[rule][49]:.2f}"), line
    assert page.curve.data().rows[49] == (50, *(regrets[rule][49] for rule in RULES))
    words = page.curve.read_at(page.curve.at(50.0, 1.0)).words
    assert words.splitlines()[1] == f"UCB1 {regrets['ucb1'][49]:.2f}"
    page.curve.log.click()
    assert page.curve.read_at(page.curve.at(math.log10(50.0), 0.0)).words == words
    page.curve.log.click()
    page.curve.what.picked.emit("exploitability")
    assert "exploitability" in page.curve.lines()[0]


def test_another_rule_or_table_is_another_search(page, qtbot):
    page.panel.choose("rps", "regret")
    assert page.lesson is None and page.round.stale
    asked(page, qtbot)
    assert (
        page.lesson.question.rule == "regret"
        and dict(page.side.facts.rows)["Value of the game for Row"] == "0.00"
    )
    assert not page.steps.cut.isEnabled() and heads_of(page.side.grids[0])[3:5] == (
        "Regret",
        "Next",
    )
    assert page.side.code.shown and not page.panel.rows["c"].isEnabled()


def test_every_rule_is_offered_and_c_only_where_it_counts(page):
    for rule in RULES:
        page.panel.choose("rps", rule)
        assert page.panel.question.rule == rule
        assert page.panel.rows["c"].isEnabled() == (rule not in MIXED)


def test_a_table_of_ones_own_is_played(page, qtbot):
    page.panel.text.setPlainText("3 -1 -3\n-2 4 -1")
    assert page.panel.table.name == "own" and page.panel.question.table == "3 -1 -3; -2 4 -1"
    asked(page, qtbot)
    assert page.lesson.payoffs.tolist() == [[3, -1, -3], [-2, 4, -1]]
    assert [len(cells_of(grid)) for grid in page.side.grids] == [2, 3]
    assert not page.grab().isNull()
    page.panel.text.setPlainText("3 -1\n2")
    assert page.panel.wrong.isVisibleTo(page.panel) and "row 2 has 1" in page.panel.problem
    assert page.lesson is not None and page.state_words() == "The text is not a table yet"
    page.panel.text.setPlainText("0 -1 1\n1 0 -1\n-1 1 0")
    assert page.panel.table.name == "rps" and not page.panel.problem


def test_a_table_with_a_payoff_for_each_is_played(page, qtbot):
    page.panel.text.setPlainText("4/1 -1/7\n0/-8 2.5/0\n-3/2 6/3")
    assert page.panel.table.name == "own" and not page.panel.problem
    asked(page, qtbot)
    last = page.lesson.rounds[-1]
    page.steps.go(199)
    assert ("NashConv", f"{last.distance:.2f}") in page.side.facts.rows
    assert page.curve.lines()[0].startswith("UCB1: NashConv ")
    assert [len(cells_of(grid)) for grid in page.side.grids] == [3, 2]
    assert "equilibrium 100.0 %" in page.round.lines()[2]
    assert page.side.equilibria.text() == "\n".join(page.lesson.equilibria)
    assert "Pure: Row 3; Column B" in page.side.equilibria.text()
    assert not page.grab().isNull()
    page.panel.text.setPlainText("6/6 2/7\n7/2 0/0")
    assert page.panel.table.name == "chicken" and page.panel.question.table == "chicken"
    page.panel.text.setPlainText("3/3 0")
    assert "“0” is no pair of payoffs" in page.panel.problem


def test_a_bar_over_its_whole_width_is_the_share(page):
    look = theme.current()
    track = look.colour("track").rgb()
    for k in (0, 5, 199):
        page.steps.go(k)
        image = page.round.grab().toImage()
        for role, side in zip(ROLES, page.lesson.rounds[k].after, strict=True):
            bar, found = look.colour(role).rgb(), []
            for y in range(image.height()):
                line = [image.pixel(x, y) for x in range(image.width())]
                ends = [x for x, colour in enumerate(line) if colour in (bar, track)]
                if len(ends) > 100:
                    filled = [x + 1 - ends[0] for x in ends if line[x] == bar]
                    found.append(max(filled, default=0) / (ends[-1] + 1 - ends[0]))
            for row in side:
                assert min(abs(share - row.strategy) for share in found) < 0.02


def test_logarithmic_axes_show_the_same_numbers(page):
    words = page.curve.read_at(page.curve.at(50.0, 1.0)).words
    page.curve.log.click()
    assert page.curve.read_at(page.curve.at(math.log10(50.0), 0.0)).words == words
    assert not page.grab().isNull()
