"""The page with the rules, the words and the guide: it opens with the game on the board, from the
menu's key and from Set-up, leads back to where one was, and fits every text size.
"""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engines import games
from lab.rulebook import glossary
from lab.ui.algorithms.reading import ReaderPage
from lab.ui.parts import theme
from lab.ui.shell.workspaces import ALGORITHMS, ARENA, GLOSSARY, GUIDE, MATCH, RULES, TREE
from tests.lab.ui.lab_window import opened, until


@pytest.fixture
def page(qtbot):
    made = ReaderPage()
    qtbot.addWidget(made)
    yield made
    theme.apply(QApplication.instance(), "light", 100)


def test_f1_and_the_button_in_set_up_open_the_rules_of_the_game(tmp_path):
    with opened(tmp_path, "tictactoe", "random", "random") as lab:
        lab.do("rules")
        reading = lab.window.page
        assert isinstance(reading, ReaderPage) and reading.name == "tictactoe"
        assert lab.window.view == RULES and lab.window.view_row.views.value() == RULES
        assert "Get three of your marks in a row" in reading.text.toPlainText()
        QTest.keyClick(reading.text, Qt.Key.Key_Escape)
        assert lab.window.view == MATCH
        lab.window.setup.rules_button.click()
        assert lab.window.page is reading and reading.name == "tictactoe"
        lab.do("glossary")
        assert lab.window.view == GLOSSARY
        assert "On the joint line" in reading.text.toPlainText()
        keys = {name: lab.window.actions_.keys(name) for name in ("rules", "keys")}
        assert keys == {"rules": ("F1",), "keys": ("?",)}


@pytest.mark.parametrize("command", ["rules", "glossary", "guide", "explain"])
@pytest.mark.parametrize("before", [MATCH, TREE, ARENA])
def test_the_same_command_or_esc_leads_back_to_where_one_was(tmp_path, before, command):
    with opened(tmp_path, "tictactoe", "uct:budget=50it", "random", speed=1.0) as lab:
        until(lab, lambda: any(lab.moment.thoughts()))
        lab.views.show(before)
        until(lab, lambda: lab.window.view == before)
        for leave in (lambda: lab.do(command), lambda: press_esc(lab)):
            lab.do(command)
            assert lab.window.view == {"explain": ALGORITHMS}.get(command, command)
            leave()
            until(lab, lambda: lab.window.view == before)


def press_esc(lab):
    """Leaves the page on show, after looking at another one that is read."""
    lab.do("glossary" if lab.window.view != GLOSSARY else "guide")
    QTest.keyClick(lab.window.page.text, Qt.Key.Key_Escape)


def test_words_go_to_their_heading(page, qtbot):
    page.resize(900, 500)
    page.show()
    page.open_view(GLOSSARY)
    titles = [passage.title for passage in glossary().passages]
    assert [each.title for each in page.list.entries] == titles
    places = []
    for row in (0, 2, 5):
        page.list.choose(titles[row])
        places.append(page.text.verticalScrollBar().value())
    assert places[0] == 0 and places == sorted(set(places))


def test_the_guide_is_that_of_the_site(page):
    page.open_view(GUIDE)
    assert page.name == "looking"
    for each in page.list.entries:
        page.list.choose(each.name)
        shown = page.text.toPlainText()
        assert shown.startswith(page._guide[page.name].title) and "```" not in shown


@pytest.mark.parametrize("percent", [100, 150])
def test_no_page_runs_out_of_the_window(page, qtbot, percent):
    page.resize(820, 620)
    page.show()
    theme.apply(QApplication.instance(), "dark", percent)
    for view, name in (*((RULES, game) for game in games()), (GLOSSARY, "")):
        page.open_view(view, name)
        qtbot.wait(1)
        assert page.text.horizontalScrollBar().maximum() == 0, name
        assert "`" not in page.text.toPlainText()
