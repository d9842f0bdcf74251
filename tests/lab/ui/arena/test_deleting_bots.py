"""Bots and arenas that are deleted, brought back and renamed on the Arena page: what the question
says is what goes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from lab.experiments.arena import pool
from lab.experiments.arena.pool import arena_named
from lab.experiments.sequential import SequentialTest
from lab.store.store import Store
from lab.ui.arena.control import ArenaControl
from lab.ui.arena.page import ArenaPage
from lab.ui.arena.pool import _Row
from lab.ui.arena.records import NewBot
from lab.ui.controller import Controller
from lab.ui.shell.workspaces import ARENA
from tests.lab.ui.arena.filled import NAME, STRONG, fill
from tests.lab.ui.lab_window import opened, until

GROUPS, OTHER = 3, "bot 2"
EXPERIMENT = f"arena {NAME}"
OWN = 8 * 2 * GROUPS  # the games of a bot: it met eight others


@dataclass(frozen=True)
class Opened:
    """A window that shows an arena of nine bots; a test asked for two of its games too."""

    lab: Controller
    control: ArenaControl
    page: ArenaPage
    store: Store

    @property
    def bots(self) -> list[str]:
        return [bot.name for bot in self.store.arenas(NAME)[0].bots]

    def row(self, name: str) -> _Row:
        return next(row for row in self.page.panel.pool.rows if row.box.text() == name)

    def ask(self, bot: str = "") -> str:
        """Presses Delete on a bot or on the arena; gives the question."""
        widget = self.row(bot).box if bot else self.page.panel.arena
        widget.setFocus()
        QTest.keyClick(widget, Qt.Key.Key_Delete)
        until(self.lab, self.page.centre.question.isVisible)
        return self.page.centre.question.accessibleName()

    def delete(self, bot: str = "") -> None:
        """Deletes it; Undo is offered."""
        self.ask(bot)
        self.page.centre.question.yes.click()
        until(self.lab, lambda: self.page.centre.question.yes.text() == "Undo")


@pytest.fixture
def nine(qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Opened]:
    monkeypatch.setenv("SMITSILAB_STORE", str(tmp_path / "games.db"))
    with Store(tmp_path / "games.db") as store:
        arena = fill(store, GROUPS)
        pool.ask(store, arena_named(store, NAME), STRONG, OTHER, SequentialTest())
        store.experiment("mine", "test")
        store.adopt("mine", 0, arena.lineup((STRONG, OTHER)), [1])
        with opened(tmp_path) as lab:
            lab.session.pause()
            page = lab.window.show_workspace(ARENA)
            assert isinstance(page, ArenaPage)
            until(lab, lambda: page.centre.tables.standing.model().rowCount() == 9)
            yield Opened(lab, lab.arena, page, store)


def test_a_bot_goes_with_its_games_and_undo_brings_both_back(nine: Opened) -> None:
    page, before = nine.page, nine.store.arenas(NAME)
    said = nine.ask(STRONG)
    assert said.startswith(f"Delete {STRONG} of {NAME}? This deletes its {OWN - 2} games.")
    assert "2 games that others asked for too stay." in said
    QTest.keyClick(page.centre.question.no, Qt.Key.Key_Escape)
    assert page.centre.question.isHidden() and nine.store.arenas(NAME) == before
    nine.delete(STRONG)
    until(nine.lab, lambda: page.centre.tables.standing.model().rowCount() == 8)
    assert STRONG not in nine.bots and len(nine.store.asked(EXPERIMENT)) == 36 * 2 * GROUPS
    assert (page.panel.shown.candidate, page.panel.shown.than) == ("", "")
    page.centre.question.yes.click()
    until(nine.lab, lambda: page.centre.tables.standing.model().rowCount() == 9)
    assert nine.store.arenas(NAME) == before
    assert (page.panel.shown.candidate, page.panel.shown.than) == (STRONG, OTHER)
    assert page.centre.question.isHidden()


@pytest.mark.parametrize("by", ["button", "window", "next"])
def test_the_games_go_when_undo_is_offered_no_more(nine: Opened, by: str) -> None:
    nine.delete(STRONG)
    assert len(nine.store.asked(EXPERIMENT)) == 36 * 2 * GROUPS
    if by == "button":
        nine.page.centre.question.no.click()
    elif by == "window":
        nine.control.end()
    else:
        nine.ask(OTHER)
    rest = 36 * 2 * GROUPS - OWN
    until(nine.lab, lambda: len(nine.store.asked(EXPERIMENT)) == rest)
    assert nine.store.experiments("mine")[0].games == 2 and not nine.store.check().problems


def test_a_bot_that_joins_again_begins_without_games(nine: Opened) -> None:
    """Its old games go before it is there again."""
    nine.delete(STRONG)
    until(nine.lab, lambda: nine.page.centre.tables.standing.model().rowCount() == 8)
    nine.page.panel.bot_added.emit(NewBot("again", "uct:c=0.5", "candidate"))
    until(nine.lab, lambda: "again" in nine.bots)
    assert nine.page.centre.question.isHidden()
    assert len(nine.store.asked(EXPERIMENT)) == 36 * 2 * GROUPS - OWN


def test_an_arena_goes_and_comes_back(nine: Opened) -> None:
    page, before = nine.page, nine.store.arenas(NAME)
    games = 36 * 2 * GROUPS
    said = nine.ask()
    assert said.startswith(
        f"Delete the arena {NAME}? This deletes its 9 bots and {games - 2} games."
    )
    page.centre.question.yes.click()
    until(nine.lab, lambda: page.centre.question.yes.text() == "Undo")
    until(nine.lab, lambda: not page.view.rows and page.panel.shown.name == "")
    assert not nine.store.arenas() and not page.panel.start.isEnabled()
    page.centre.question.yes.click()
    until(nine.lab, lambda: page.centre.tables.standing.model().rowCount() == 9)
    assert nine.store.arenas() == before and page.panel.shown.name == NAME
    nine.delete()
    page.centre.question.no.click()
    until(nine.lab, lambda: not nine.store.experiments(EXPERIMENT))
    assert nine.store.experiments("mine")[0].games == 2 and not nine.store.check().problems


def test_the_next_arena_takes_the_place_of_a_deleted_one(nine: Opened) -> None:
    pool.new_arena(nine.store, "other", "connect_four", "40it")
    nine.delete()
    until(nine.lab, lambda: nine.page.panel.shown.name == "other")
    until(nine.lab, lambda: nine.page.view.standing.arena == "other")
    assert nine.page.panel.arena.shown == "other"


def test_an_arena_is_renamed_in_its_place(nine: Opened) -> None:
    panel, games = nine.page.panel, nine.store.asked(EXPERIMENT)
    pool.new_arena(nine.store, "day", "tictactoe", "20it")
    line = panel.new_name
    for typed, key in (("gone", Qt.Key.Key_Escape), ("day", Qt.Key.Key_Return)):
        QTest.keyClick(panel.arena, Qt.Key.Key_F2)
        assert line.text() == NAME and panel.arena.isHidden() and not line.isHidden()
        line.setText(typed)
        QTest.keyClick(line, key)
        assert line.isHidden() and not panel.arena.isHidden()
    until(nine.lab, lambda: "an arena day already" in panel.problem.text())
    assert panel.shown.name == NAME
    QTest.keyClick(panel.arena, Qt.Key.Key_F2)
    line.setText("night")
    QTest.keyClick(line, Qt.Key.Key_Return)
    until(
        nine.lab, lambda: panel.shown.name == "night" and nine.page.view.standing.arena == "night"
    )
    assert panel.arena.shown == "night" and nine.store.asked("arena night") == games
    assert nine.page.command_line().startswith("smitsilab arena play night")


def test_menus_offer_what_the_keys_do(nine: Opened) -> None:
    panel, asked = nine.page.panel, list[tuple[str, ...]]()
    panel.bot_delete_asked.connect(lambda bot: asked.append(("bot", bot)))
    panel.delete_asked.connect(lambda arena: asked.append(("arena", arena)))
    row = nine.row(OTHER)

    def pick(menu: QMenu, word: str) -> None:
        next(act for act in menu.actions() if act.text().startswith(word)).trigger()

    pick(row.menu(), "Delete")
    pick(panel.arena.menu(), "Delete")
    assert asked == [("bot", OTHER), ("arena", NAME)]
    pick(row.menu(), "Rename")
    assert not row.line.isHidden() and row.line.text() == OTHER
    pick(panel.arena.menu(), "Rename")
    assert not panel.new_name.isHidden() and panel.new_name.text() == NAME
    panel.arena.set_arenas((NAME,), "")
    QTest.keyClick(panel.arena, Qt.Key.Key_Delete)  # a new arena has nothing to delete
    assert len(asked) == 2
