"""What Simple leaves to the menu Show does the same there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QCheckBox, QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from lab.ui.parts import detail
from lab.ui.parts.choices import Choices
from lab.ui.parts.layout import row
from lab.ui.parts.segments import Choice, Segments


@pytest.fixture
def simple() -> Iterator[None]:
    """Simple, and Full again afterwards."""
    detail.set_full(False)
    yield
    detail.set_full(True)


def test_what_is_hidden_in_simple_does_the_same_from_the_menu(qtbot: QtBot, simple: None) -> None:
    box, button = QCheckBox("Grid"), QPushButton("Search again")
    seats = Segments("Moves of", [Choice(k, f"Seat {k + 1}") for k in range(3)])
    hidden, pressed, chosen = QPushButton("Nothing"), list[bool](), list[object]()
    page = QWidget()
    qtbot.addWidget(page)
    choices = Choices(box, button, seats, hidden)
    hidden.hide()
    row(choices, of=page)
    page.show()
    assert not box.isVisible() and not seats.isVisible()
    button.clicked.connect(lambda: pressed.append(True))
    seats.chosen.connect(lambda seat: chosen.append(seat))
    check, press, of = choices.actions_now()
    check.trigger()
    press.trigger()
    menu = of.menu()
    assert isinstance(menu, QMenu)
    menu.actions()[2].trigger()
    assert box.isChecked() and len(pressed) == 1 and chosen == [2] and seats.value() == 2
    check, _press, of = choices.actions_now()
    menu = of.menu()
    assert isinstance(menu, QMenu)
    assert check.isChecked() and [a.isChecked() for a in menu.actions()] == [False, False, True]
    detail.set_full(True)
    assert box.isVisible() and seats.isVisible() and not hidden.isVisible()


def test_a_menu_that_is_opened_often_keeps_nothing_of_before(qtbot: QtBot, simple: None) -> None:
    choices = Choices(QCheckBox("Grid"), Segments("Moves of", [Choice(0, "All")]))
    qtbot.addWidget(choices)
    for _ in range(3):
        choices.actions_now()
        qtbot.wait(10)
    assert len(choices.findChildren(QMenu)) == 1
