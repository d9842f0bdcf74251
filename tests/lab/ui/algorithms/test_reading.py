"""The window with the rules: it opens with the game on the board, from the menu's key and from
Set-up, and fits every text size.
"""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engines import games
from lab.ui.algorithms.reading import GLOSSARY, ReadingWindow
from lab.ui.parts import theme
from tests.lab.ui.lab_window import opened


@pytest.fixture
def window(qtbot):
    made = ReadingWindow()
    qtbot.addWidget(made)
    yield made
    theme.apply(QApplication.instance(), "light", 100)


def test_f1_and_the_button_in_set_up_open_the_rules_of_the_game(tmp_path):
    with opened(tmp_path, "tictactoe", "random", "random") as lab:
        lab.do("rules")
        reading = lab.pages.reading
        assert reading.isVisible() and not reading.isModal() and reading.name == "tictactoe"
        assert "Get three of your marks in a row" in reading.text.toPlainText()
        QTest.keyClick(reading, Qt.Key.Key_Escape)
        assert not reading.isVisible()
        lab.window.setup.rules_button.click()
        assert reading.isVisible() and reading.name == "tictactoe"
        lab.do("glossary")
        assert "On the joint line" in reading.text.toPlainText()
        keys = {name: lab.window.actions_.keys(name) for name in ("rules", "keys")}
        assert keys == {"rules": ("F1",), "keys": ("?",)}
        reading.close()


def test_the_guide_is_that_of_the_site(tmp_path):
    with opened(tmp_path, "tictactoe", "random", "random") as lab:
        lab.do("guide")
        reading = lab.pages.reading
        assert reading.name == "guide looking"
        for row in range(reading.list.count()):
            reading.list.setCurrentRow(row)
            if written := reading._guide.get(reading.name):
                shown = reading.text.toPlainText()
                assert shown.startswith(written.title) and "```" not in shown
        reading.close()


@pytest.mark.parametrize("percent", [100, 150])
def test_no_page_runs_out_of_the_window(window, qtbot, percent):
    theme.apply(QApplication.instance(), "dark", percent)
    for name in (*games(), GLOSSARY):
        window.open_page(name)
        qtbot.wait(1)
        assert window.text.horizontalScrollBar().maximum() == 0, name
        assert "`" not in window.text.toPlainText()
