"""A list that is asked for when somebody comes to it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from lab.ui.parts.combos import Combo, Entry

ALL = (Entry("tron", "Tron"), Entry("uttt", "Ultimate Tic-Tac-Toe"), Entry("csb", "Pods"))


class Asked:
    """The whole list, and how often it was asked for."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> tuple[Entry, ...]:
        self.times += 1
        return ALL


@pytest.fixture
def asked() -> Asked:
    return Asked()


@pytest.fixture
def combo(qtbot: QtBot, asked: Asked) -> Combo:
    made = Combo("Game")
    qtbot.addWidget(made)
    made.set_later(ALL[1], asked)
    return made


def shown(combo: Combo) -> list[str]:
    return [combo.itemText(i) for i in range(combo.count())]


def test_one_entry_is_shown_and_nothing_asked(combo: Combo, asked: Asked) -> None:
    assert combo.name == "uttt" and combo.currentText() == "Ultimate Tic-Tac-Toe"
    combo.choose("uttt")
    assert combo.has("uttt") and asked.times == 0


WAYS: dict[str, Callable[[Combo], object]] = {
    "list": lambda combo: (combo.showPopup(), combo.hidePopup()),
    "choice": lambda combo: combo.choose("csb"),
    "question": lambda combo: combo.has("csb"),
}


@pytest.mark.parametrize("way", WAYS)
def test_the_list_is_asked_for_once(combo: Combo, asked: Asked, way: str) -> None:
    for _ in range(2):
        WAYS[way](combo)
    assert shown(combo) == [each.title for each in ALL] and asked.times == 1
    assert combo.name == ("csb" if way == "choice" else "uttt")


def test_a_key_on_the_box_changes_to_the_next_entry(
    qtbot: QtBot, combo: Combo, asked: Asked
) -> None:
    combo.show()
    qtbot.waitExposed(combo)
    combo.activateWindow()
    combo.setFocus()
    qtbot.waitUntil(combo.hasFocus)
    assert asked.times == 1
    combo.set_later(ALL[0], asked)  # while it has the focus
    assert combo.name == "tron" and combo.count() == 3


def test_another_list_takes_the_place_of_one_not_asked_for(combo: Combo, asked: Asked) -> None:
    combo.set_entries(ALL[:1])
    combo.showPopup()
    combo.hidePopup()
    assert shown(combo) == ["Tron"] and asked.times == 0
