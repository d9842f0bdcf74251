"""Menus and row of views: every command that people know is found by its key, by its old title, and
in one menu at most; menus are short, and grey where nothing in them makes sense.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QMenuBar, QToolButton

from lab.ui.shell.actions import Actions
from lab.ui.shell.commands import COMMANDS
from lab.ui.shell.menus import EVERY_DAY, MENUS, SHOWN, MenuEntries, fill, grouped, named
from lab.ui.shell.palette import Palette, found, listed
from lab.ui.shell.workspaces import PAGE_OF
from tests.lab.ui.lab_window import opened, until

# command, keys and title, as they were when the window had one row and five menus
KNOWN = [
    line.split("\t")
    for line in Path(__file__).with_name("commands.tsv").read_text(encoding="utf-8").splitlines()
]
MOST, MOST_IN_ALL = 10, 45
NEW = {"watch", "detail", "network", "bot"}


@pytest.fixture
def window(qtbot):
    made = QMainWindow()
    qtbot.addWidget(made)
    return made


@pytest.mark.parametrize(("name", "keys", "title"), KNOWN, ids=[row[0] for row in KNOWN])
def test_what_people_know_is_where_it_was(window, name, keys, title):
    """By its keys, and in the search by its old title."""
    actions = Actions(window)
    assert [key.toString() for key in actions.by_name[name].shortcuts()] == [
        QKeySequence(key).toString() for key in keys.split()
    ]
    searched = [command.name for command in found(listed(), title, actions)]
    assert name in searched[:3] or name.startswith("agent")


def test_no_command_is_in_two_menus_and_what_is_in_none_has_a_key():
    places = Counter(name for entries in MENUS.values() for name in named(entries))
    assert not [name for name, times in places.items() if times > 1]
    assert {c.name for c in COMMANDS} - set(places) == {"film"}
    assert {c.name for c in COMMANDS} == {row[0] for row in KNOWN} | NEW


def lists(entries: MenuEntries) -> list[MenuEntries]:
    """Entries, and those of the menus within."""
    return [entries, *(found for e in entries if isinstance(e, tuple) for found in lists(e[1]))]


def test_menus_are_short():
    menus = [each for entries in (*MENUS.values(), *SHOWN.values()) for each in lists(entries)]
    assert all(len([entry for entry in entries if entry]) <= MOST for entries in menus)
    top = [[entry for entry in entries if entry] for entries in MENUS.values()]
    assert sum(map(len, top)) <= MOST_IN_ALL


def test_a_menu_without_sense_is_grey(window):
    actions, bar = Actions(window), QMenuBar(window)
    menus = fill(bar, actions)
    within = {menu.title(): menu for menu in bar.findChildren(QMenu)}
    for away in (True, False):
        actions.set_away(away)
        for menu in within.values():
            enabled = [
                a.menu().menuAction().isEnabled() if a.menu() else a.isEnabled()
                for a in menu.actions()
                if not a.isSeparator()
            ]
            assert menu.menuAction().isEnabled() == any(enabled), menu.title()
        assert menus["Match"].menuAction().isEnabled() != away


def test_the_list_of_keys_has_every_command_once_and_begins_with_every_day():
    groups = grouped(listed())
    assert groups[0][0] == "Every day" and [c.name for c in groups[0][1]] == list(EVERY_DAY)
    assert sorted(c.name for _, group in groups for c in group) == sorted(c.name for c in listed())


def test_the_search_begins_with_what_was_last_given(window, qtbot):
    window.resize(800, 600)
    window.show()
    recent: list[str] = []
    palette = Palette(Actions(window), recent, window)
    palette.ask()
    assert [c.name for c in palette._found] == [n for n in EVERY_DAY if n != "palette"][:9]
    for words in ("dark th", "new match", "dark th"):
        palette.ask()
        qtbot.keyClicks(palette.line, words)
        palette._give()
    palette.ask()
    assert recent == ["dark", "new"] == [c.name for c in palette._found][:2]


def texts(menu: QMenu) -> list[str]:
    """The entries of a menu that are on show."""
    menu.aboutToShow.emit()
    return [a.text() for a in menu.actions() if not a.isSeparator() and a.isVisible()]


@pytest.mark.usefixtures("toy")
def test_each_view_has_its_own_row_and_the_detail(tmp_path):
    with opened(tmp_path, "matrix", "toy:budget=50it", "toy:budget=50it") as lab:
        until(lab, lambda: lab.moment.head.turn >= 1)
        row, actions = lab.window.view_row, lab.window.actions_.by_name
        for view in PAGE_OF:
            lab.views.show(view)
            single = len(PAGE_OF[view].views) < 2  # its row has those within it
            until(lab, lambda view=view: view == lab.window.view)
            until(lab, lambda view=view, single=single: single or row.views.value() == view)
            checked = {name for name in PAGE_OF if name != "match" and actions[name].isChecked()}
            assert checked == {view} - {"match"}
            assert actions["watch"].isChecked() == (view == "match")
            assert actions["match"].isChecked() == (PAGE_OF[view].name == "match")
            shown = texts(row.menu)
            assert shown[-1] == "Full detail" and ("Expected paths" in shown) == (view in SHOWN)
            buttons = [b.text() for b in row.findChildren(QToolButton) if b.isVisible()]
            assert ("Edit" in buttons) == (view in ("match", "tree"))
