"""The pages about algorithms: lines fit the page at every text size, and formulas are shown."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QApplication

from lab.ui.algorithms.page import AlgorithmsPage
from lab.ui.parts import detail, theme
from search import algorithms


@pytest.fixture
def page(qtbot):
    made = AlgorithmsPage()
    qtbot.addWidget(made)
    made.show()
    yield made
    theme.apply(QApplication.instance(), "light", 100)


@pytest.mark.parametrize("percent", [100, 150])
@pytest.mark.parametrize("size", [(1280, 800), (1024, 700), (1440, 900)])
def test_no_line_runs_out_of_the_page(page, qtbot, percent, size):
    theme.apply(QApplication.instance(), "light", percent)
    page.resize(*size)
    for name in algorithms():
        page.show_algorithm(name)
        qtbot.wait(1)
        assert page.text.horizontalScrollBar().maximum() == 0, name


def test_formulas_are_on_the_page(page):
    page.show_algorithm("duct")
    text = page.text.toPlainText()
    assert "Formulas" in text and "max(floor, N^(−1/3))" in text and "Tammelin" in text


def test_simple_shows_three_settings_and_a_way_to_the_others(page):
    page.show_algorithm("uct")
    whole = page.text.toPlainText()
    detail.set_full(False)
    page.show_algorithm("uct")
    first = page.text.toPlainText()
    assert "more settings" in first and len(first) < len(whole) and "more settings" not in whole
    page.text.anchorClicked.emit(QUrl("more"))
    assert page.text.toPlainText() == whole
    detail.set_full(True)


def test_the_button_names_the_seat(page):
    page.set_match("A game", ("UCT", "you"), {})
    assert page.put.text() == "Play it as seat 1"
    page.seat.choose("1")
    assert page.put.text() == "Play it as seat 2"
