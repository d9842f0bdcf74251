"""Commands: no key does two things, keys can be changed, and people find them by their words."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QComboBox, QLineEdit, QMainWindow, QPushButton

from lab.ui.shell.actions import Actions
from lab.ui.shell.commands import ALSO, COMMANDS
from lab.ui.shell.focus import KeyGuard
from lab.ui.shell.keys import KeysDialog
from lab.ui.shell.palette import Palette, found, listed


@pytest.fixture
def window(qtbot):
    made = QMainWindow()
    qtbot.addWidget(made)
    return made


def test_no_key_does_two_things_and_no_name_is_told_twice():
    keys = [QKeySequence(key).toString() for command in COMMANDS for key in command.keys]
    assert len(keys) == len(set(keys))
    assert len({command.name for command in COMMANDS}) == len(COMMANDS)
    assert len({command.title for command in COMMANDS}) == len(COMMANDS)


def test_nothing_that_loses_work_has_a_single_key():
    for name in ("new", "restart", "play_from", "swap", "quit"):
        command = next(c for c in COMMANDS if c.name == name)
        assert all("+" in key for key in command.keys), name


def test_a_key_is_changed_refused_and_reset(window):
    actions = Actions(window)
    assert actions.rebind("freeze", "T").startswith("T already does: hold the position")
    assert actions.rebind("freeze", "X") == ""
    assert actions.changed_keys() == {"freeze": ["X"]}
    assert Actions(window, {"freeze": ["X"], "of_tomorrow": ["Y"]}).keys("freeze") == ("X",)
    actions.reset()
    assert actions.changed_keys() == {}


def test_commands_are_asked_by_key_and_letters_rest_in_text(window, qtbot, qapp):
    guard = KeyGuard(qapp)
    actions, told = Actions(window), []
    actions.asked.connect(lambda name, _on: told.append(name))
    line, button, pressed = QLineEdit(window), QPushButton("a", window), []
    button.clicked.connect(lambda: pressed.append(1))
    button.move(0, 40)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.setFocus()
    qtbot.keyClick(window, Qt.Key.Key_T)
    assert told == ["think"]
    line.setFocus()
    qtbot.waitUntil(line.hasFocus)
    qtbot.keyClick(line, Qt.Key.Key_T)
    assert (told, line.text()) == (["think"], "t")
    button.setFocus()
    qtbot.keyClick(button, Qt.Key.Key_Space)
    assert (told, pressed) == (["think"], [1])
    guard.deleteLater()


def test_return_chooses_in_an_open_list(window, qtbot, qapp):
    """The list of a combo box is a window of its own: the key goes there, and not to the command
    that has it.
    """
    guard = KeyGuard(qapp)
    actions, told = Actions(window), []
    actions.asked.connect(lambda name, _on: told.append(name))
    box = QComboBox(window)
    box.addItems(["one", "two", "three"])
    window.show()
    qtbot.waitExposed(window)
    box.setFocus()
    box.showPopup()
    qtbot.waitUntil(box.view().isVisible)
    qtbot.keyClick(box.view(), Qt.Key.Key_Down)
    qtbot.keyClick(box.view(), Qt.Key.Key_Return)
    assert (told, box.currentText(), box.view().isVisible()) == ([], "two", False)
    guard.deleteLater()


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_enter_opens_a_closed_list_and_chooses_in_it(window, qtbot, qapp, key):
    """Not the command that has Enter; Space stays with the transport."""
    guard = KeyGuard(qapp)
    actions, told = Actions(window), []
    actions.asked.connect(lambda name, _on: told.append(name))
    box = QComboBox(window)
    box.addItems(["one", "two", "three"])
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    box.setFocus()
    qtbot.waitUntil(box.hasFocus)
    qtbot.keyClick(box, key)
    qtbot.waitUntil(box.view().isVisible)
    qtbot.keyClick(box.view(), Qt.Key.Key_Down)
    qtbot.keyClick(box.view(), key)
    assert (told, box.currentText(), box.view().isVisible()) == ([], "two", False)
    guard.deleteLater()


def test_the_key_of_a_resting_command_chooses_nothing_from_a_closed_list(window, qtbot, qapp):
    """After a match T is at rest; in the list of games it would begin Tron."""
    guard = KeyGuard(qapp)
    actions, chosen = Actions(window), []
    actions.by_name["think"].setEnabled(False)
    box = QComboBox(window)
    box.addItems(["Pods", "Tron"])
    box.activated.connect(chosen.append)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    box.setFocus()
    qtbot.waitUntil(box.hasFocus)
    qtbot.keyClick(box, Qt.Key.Key_T)
    assert (box.currentText(), chosen) == ("Pods", [])
    qtbot.keyClick(box, Qt.Key.Key_Down)
    assert (box.currentText(), chosen) == ("Tron", [1])
    guard.deleteLater()


def test_the_list_of_keys_filters_and_changes(window, qtbot):
    actions = Actions(window)
    dialog = KeysDialog(actions, window)
    dialog.show()
    dialog.filter.setText("pictures")
    names = [command.name for command in found(listed(), "pictures", actions)]
    assert "freeze" in names and len(names) < len(listed())
    dialog._typed("freeze", "T")
    assert "already does" in dialog._note.text()
    with qtbot.waitSignal(dialog.rebound):
        dialog._typed("freeze", "X")
    assert actions.keys("freeze") == ("X",)
    dialog.close()


PEOPLE_SAY = {
    **dict.fromkeys(("gif", "film", "video", "animation"), "film"),
    **dict.fromkeys(("elo", "rating", "sprt", "tournament", "rename", "league"), "arena"),
    **dict.fromkeys(("font size", "zoom", "bigger"), "larger"),
    **dict.fromkeys(("undo", "take back"), "undo"),
    **dict.fromkeys(("seed", "settings", "players"), "setup"),
    **dict.fromkeys(("png", "screenshot", "csv", "picture"), "export"),
    **dict.fromkeys(("shortcuts", "hotkeys"), "keys"),
    **dict.fromkeys(("full screen", "projector", "presentation"), "lecture"),
    **{"pgn": "save", "dark mode": "dark", "night": "dark", "exit": "quit", "history": "past"},
    **{"analyse": "review", "blunders": "review", "rematch": "restart", "optimize": "tuner"},
    **{"tutorial": "lessons", "clipboard": "paste", "how to play": "rules", "flip": "swap"},
}


@pytest.mark.parametrize(("said", "name"), PEOPLE_SAY.items())
def test_a_command_is_found_by_what_people_call_it(window, said, name):
    """Among the first few, and nothing that only has the word inside another one."""
    names = [command.name for command in found(listed(), said, Actions(window))]
    assert name in names[:3] and ("elo" in said) <= (len(names) == 1)


def test_the_other_words_are_of_commands():
    assert set(ALSO) <= {command.name for command in COMMANDS}


def test_the_palette_gives_the_command_that_was_found(window, qtbot):
    window.resize(800, 600)
    window.show()
    palette = Palette(Actions(window), [], window)
    palette.ask()
    qtbot.keyClicks(palette.line, "dark th")
    with qtbot.waitSignal(palette.chosen) as told:
        qtbot.keyClick(palette.line, Qt.Key.Key_Return)
    assert told.args == ["dark"] and palette.isHidden()


def test_a_key_held_down_turns_a_switch_once(qtbot):
    window = QMainWindow()
    qtbot.addWidget(window)
    actions = Actions(window)
    repeats = {name for name, action in actions.by_name.items() if action.autoRepeat()}
    assert {"back", "forward", "undo", "one"} <= repeats
    assert not repeats & {"play", "think", "hint", "freeze"}


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Escape])
def test_the_search_for_a_command_gives_the_focus_back(window, qtbot, qapp, key):
    """Else the next button had it, and took Space instead of the transport."""
    guard = KeyGuard(qapp)
    button, board = QPushButton("a", window), QLineEdit(window)
    palette = Palette(Actions(window), [], window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    board.setFocus()
    qtbot.waitUntil(board.hasFocus)
    palette.ask()
    qtbot.waitUntil(palette.line.hasFocus)
    qtbot.keyClick(palette.line, key)
    assert palette.isHidden() and board.hasFocus() and not button.hasFocus()
    guard.deleteLater()
