"""What the view Tree says of searches that keep nothing to look into."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton

from lab.ui.trees.title import GRAPHS, MAP
from search import algorithms
from search.forms import Form
from tests.lab.ui.trees.forms_desk import desk


@pytest.mark.parametrize(
    ("game", "name", "words", "view"),
    [
        ("uttt", "greedy", "One turn deep: see Root actions.", GRAPHS),
        ("goofspiel", "joint", "in one table: see Joint.", MAP),
    ],
)
def test_a_search_of_one_turn_says_so_and_leads_to_its_numbers(qtbot, game, name, words, view):
    with desk(game, (name, 60, {})) as shown:
        page, asked = shown.page_of(0), []
        shown.page.view_wanted.connect(asked.append)
        (said,) = [text.text() for text in page.findChildren(QLabel) if words in text.text()]
        (button,) = page.findChildren(QPushButton)
        assert button.text() in said
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        assert asked == [view] and shown.page.tree.isHidden()


def test_every_algorithm_gives_what_its_form_says():
    forms = {name: kind.form for name, kind in algorithms().items() if kind.searches}
    assert {name for name, form in forms.items() if form is Form.FLAT} == {"flat_mc", "greedy"}
    for kind in algorithms().values():
        own = {name for name in ("branches", "kept") if name in _given(kind)}
        expected = {Form.TREE: {"branches"}, Form.LAYERS: {"kept"}, Form.SEQUENCES: {"kept"}}
        assert own == expected.get(kind.form, set()), kind


def _given(kind) -> set[str]:
    """The methods that a class has beyond the interface."""
    return {name for each in kind.__mro__[:-3] for name in vars(each) if each.__name__ != "Search"}
