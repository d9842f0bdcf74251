"""A list that is asked for when somebody comes to it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from lab.ui.parts.combos import NAME, NOTE, Combo, Entry, EntryModel
from lab.ui.parts.entry_list import EntryList

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


def test_what_a_list_says_of_a_line(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    fits, plain = Entry("uct", "UCT", "best here"), Entry("random", "Random")
    barred = Entry("beam", "Beam", "strong", "The game has chance.")
    model = EntryModel((fits, plain, barred), parent)
    role = Qt.ItemDataRole
    said = [
        tuple(model.index(row, 0).data(each) for each in (role.DisplayRole, NAME, NOTE))
        for row in range(model.rowCount())
    ]
    assert said == [
        ("UCT", "uct", "best here"),
        ("Random", "random", ""),
        ("Beam", "beam", "The game has chance."),
    ]
    heard = [model.index(row, 0).data(role.AccessibleTextRole) for row in range(3)]
    assert heard == ["UCT, best here", "Random", "Beam, The game has chance."]
    can = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
    assert [model.index(row, 0).flags() & can for row in range(3)] == [can, can, can & ~can]


def test_a_list_beside_a_page_gives_the_name_of_what_is_chosen(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    listed = EntryList("Games", parent)
    heard: list[str] = []
    listed.set_entries(ALL)
    listed.chosen.connect(heard.append)
    assert listed.name == "tron"
    QTest.keyClick(listed, Qt.Key.Key_Down)
    listed.choose("csb")
    listed.choose("nothing of that name")
    assert heard == ["uttt", "csb"] and listed.name == "csb"
    listed.set_entries(())
    assert listed.name == ""
