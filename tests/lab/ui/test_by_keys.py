"""A match, a lesson and an arena from their start to their end by keys alone: Tab goes to what a
screen reader names, and every control does what it is there for.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QWidget

from lab.match.records import PERSON
from lab.ui.controller import Controller
from lab.ui.lessons.page import LessonsPage
from tests.lab.ui.lab_window import opened, until

Key = Qt.Key
CTRL, NONE = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier
MOST_STOPS = 150


def press(lab: Controller, key: Qt.Key, modifier: Qt.KeyboardModifier = NONE) -> None:
    """A key, where the keys go."""
    QTest.keyClick(QApplication.focusWidget() or lab.window, key, modifier)
    QTest.qWait(1)


def write(text: str) -> None:
    """Letters, where the keys go."""
    goes_to = QApplication.focusWidget()
    assert goes_to is not None
    QTest.keyClicks(goes_to, text)


def choose(lab: Controller, entry: str) -> None:
    """Opens the list that the keys go to, and takes an entry of it."""
    box = QApplication.focusWidget()
    assert isinstance(box, QComboBox)
    press(lab, Key.Key_F4)
    until(lab, box.view().isVisible)
    QTest.keyClick(box.view(), Key.Key_Home)
    for _ in range(box.count()):
        if box.view().currentIndex().data() != entry:
            QTest.keyClick(box.view(), Key.Key_Down)
    QTest.keyClick(box.view(), Key.Key_Return)
    until(lab, lambda: not box.view().isVisible())
    assert box.currentText() == entry


def named(widget: QWidget | None) -> str:
    """What a screen reader calls a widget."""
    told = QAccessible.queryAccessibleInterface(widget) if widget is not None else None
    return told.text(QAccessible.Text.Name) if told is not None else ""


def tab_to(lab: Controller, name: str) -> None:
    """Tab until the keys go to a control."""
    stops = [named(QApplication.focusWidget())]
    while stops[-1] != name:
        assert len(stops) < MOST_STOPS, f"{name} is not among {dict.fromkeys(stops)}"
        press(lab, Key.Key_Tab)
        stops.append(named(QApplication.focusWidget()))


def is_longer(lab: Controller, turns: int) -> bool:
    """Whether the match has more turns."""
    return lab.moment.head.turn > turns


def begin(lab: Controller) -> None:
    """The keys go to the window."""
    lab.window.activateWindow()
    until(lab, lambda: QApplication.focusWidget() is not None)


def test_a_match_is_set_up_played_and_looked_through_by_keys(tmp_path: Path) -> None:
    with opened(tmp_path, "tictactoe", "random", "uct:budget=30it") as lab:
        begin(lab)
        tab_to(lab, "Seat 1, who plays")
        choose(lab, "Human")
        until(lab, lambda: lab.moment.status.activity == PERSON)
        tab_to(lab, "Board")
        row = lab.window.centre.messages
        while not lab.moment.head.outcome:
            until(lab, lambda: lab.moment.head.outcome or lab.moment.status.activity == PERSON)
            if lab.moment.head.outcome:
                break
            turns = lab.moment.head.turn
            press(lab, Key.Key_H)
            until(lab, lambda: "of its visits" in row.hint._why.text())
            press(lab, Key.Key_Return)
            until(lab, partial(is_longer, lab, turns))
        last = lab.moment.head.turn
        press(lab, Key.Key_Home)
        assert lab.moment.turn == 0
        for _ in range(last):
            press(lab, Key.Key_Right)
        assert lab.moment.turn == last and lab.moment.frame.outcome


def test_a_lesson_is_chosen_and_walked_through_by_keys(tmp_path: Path) -> None:
    with opened(tmp_path, "tictactoe", "random", "random") as lab:
        begin(lab)
        press(lab, Key.Key_4, CTRL)
        page = lab.window.page
        assert isinstance(page, LessonsPage)
        tab_to(lab, "Search")
        choose(lab, "Minimax")
        lesson = page.lesson("alphabeta")
        until(lab, lambda: lesson.steps.count > 1)
        tab_to(lab, "Tree")
        said = set()
        while lesson.steps.step < lesson.steps.count - 1:
            before = lesson.steps.step
            press(lab, Key.Key_Right)
            assert lesson.steps.step == before + 1
            said.add(lesson.side.why.head.text())
        assert len(said) > 3, "each step has a reason"
        press(lab, Key.Key_1, CTRL)
        assert lab.window.page is None


def test_an_arena_is_made_played_and_read_by_keys(tmp_path: Path) -> None:
    with opened(tmp_path, "tictactoe", "random", "random") as lab:
        begin(lab)
        press(lab, Key.Key_2, CTRL)
        tab_to(lab, "Name of the new arena")
        write("night")
        tab_to(lab, "Create")
        press(lab, Key.Key_Space)
        for bot, player in (("calm", "Random"), ("keen", "Greedy")):
            until(lab, lambda: named(QApplication.focusWidget()) == "Add a bot")
            press(lab, Key.Key_Space)
            until(lab, lambda: named(QApplication.focusWidget()) == "Name of the new bot")
            write(bot)
            tab_to(lab, "Player of the new bot")
            choose(lab, player)
            tab_to(lab, "Add")
            press(lab, Key.Key_Space)
        until(lab, lambda: named(QApplication.focusWidget()) == "Add a bot")
        tab_to(lab, "Run")
        press(lab, Key.Key_Space)
        until(lab, lambda: sum(row.games for row in lab.arena.watcher.view.standing.rows) >= 40)
        tab_to(lab, "Pause")
        press(lab, Key.Key_Space)
        until(lab, lambda: not lab.arena.play.running)
        tab_to(lab, "View: Standing")
        press(lab, Key.Key_Right)
        press(lab, Key.Key_Space)
        assert lab.arena.page is not None
        table = lab.arena.page.centre.games.table
        until(lab, lambda: table.isVisible() and table.model_.rows)
        rows = lab.arena.watcher.view.standing.rows
        assert {row.name for row in rows} == {"calm", "keen"} and rows[0].name == "keen"
