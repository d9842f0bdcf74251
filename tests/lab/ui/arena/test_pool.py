"""The pool of an arena: names are read and edited, boxes ticked, and a program is chosen by its
file.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from lab.experiments.arena import rules as versions
from lab.experiments.arena.pool import arena_named
from lab.experiments.arena.rules import renewed
from lab.programs.spec import PROGRAM
from lab.store.store import Store
from lab.ui.app import application
from lab.ui.arena.games import GamesWanted
from lab.ui.arena.page import ArenaPage
from lab.ui.arena.pool import NewBotLines
from lab.ui.arena.records import NewBot
from lab.ui.arena.work import question
from lab.ui.parts import theme
from lab.ui.parts.combos import Entry
from lab.ui.shell.workspaces import ARENA
from tests.lab.ui.arena.filled import NAME, STRONG, fill, record
from tests.lab.ui.arena.simulated import OWN
from tests.lab.ui.lab_window import opened, until

LEFT = Qt.MouseButton.LeftButton


def lines_of_a_program() -> tuple[NewBotLines, list[NewBot]]:
    lines, added = NewBotLines(), list[NewBot]()
    lines.set_players([Entry("uct", "UCT"), Entry(PROGRAM, "a program")], PROGRAM, "candidate")
    lines.added.connect(added.append)
    return lines, added


def test_only_the_box_retires_a_bot_and_a_double_click_on_its_name_edits_it(
    page: ArenaPage,
) -> None:
    retired: list[tuple[str, bool]] = []
    page.panel.pool.retired.connect(lambda *said: retired.append(said))
    row = next(row for row in page.panel.pool.rows if row.box.text() == OWN)
    name, box = QPoint(40, row.box.height() // 2), QPoint(8, row.box.height() // 2)
    QTest.mouseClick(row.box, LEFT, pos=name)
    QTest.mouseDClick(row.box, LEFT, pos=name)
    assert not retired and row.box.isHidden() and row.line.text() == OWN
    row.line.leave()
    QTest.mouseClick(row.box, LEFT, pos=box)
    assert retired == [(OWN, True)]


def test_a_program_is_chosen_by_its_file_with_its_time_limit(tmp_path: Path, qtbot: object) -> None:
    lines, added = lines_of_a_program()
    plain, ready = tmp_path / "my bot.py", tmp_path / "ready.py"
    for path in (plain, ready):
        path.write_text("#!/usr/bin/env python3\n")
    ready.chmod(0o755)
    for path, start in ((plain, "python3 '"), (ready, str(tmp_path))):
        lines.clear()
        lines.choose_file(path)
        assert lines.settings.text().startswith(start) and lines.name.text() == path.stem
        lines.patience.setValue(2.5)
        lines.warnings.setValue(3)
        lines.add.click()
        assert added[-1].text == f"cmd:{lines.settings.text()},patience=2.5,warnings=3"
    lines.fill(added[-1].name, added[-1].text)
    assert (lines.patience.value(), lines.warnings.value()) == (2.5, 3)
    assert "patience" not in lines.settings.text()
    assert lines.settings.text() == str(ready)
    lines.player.choose("uct")
    lines.player.picked.emit("uct")
    assert lines.patience.isHidden() or not lines.patience.isVisibleTo(lines)


def test_a_question_before_deleting_counts_games_that_count_apart_from_failed_ones() -> None:
    said = question("night", "bot", 2, 0, 0, failed=8)[1]
    assert "8 games that could not be finished" in said and "its 8 games." not in said
    both = question("night", "bot", 2, 3, 0, failed=8)[1]
    assert "3 games and 8 games that could not be finished" in both


# -- rules ----------------------------------------------------------------------------------------


OLD, GROUPS, GAMES = "0dd5eed", 4, 36 * 2 * 4


def test_the_standing_of_each_version_can_be_shown(
    qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SMITSILAB_STORE", str(tmp_path / "games.db"))
    monkeypatch.setattr(versions, "SETTLE_S", 0.0)
    with Store(tmp_path / "games.db") as store:
        old = fill(store, GROUPS, source=OLD)
        with opened(tmp_path) as lab:
            lab.session.pause()
            page = lab.window.show_workspace(ARENA)
            assert isinstance(page, ArenaPage)
            centre = page.centre
            until(lab, lambda: len(page.view.rows) == 9)
            assert centre.rules.isHidden() and page.view.games == GAMES  # there is one version yet
            arena = renewed(store, arena_named(store, NAME))
            met = [record(seed, k, 1.0, STRONG, "bot 2") for seed in (1, 2) for k in (0, 1)]
            store.add(arena.experiment, 0, arena.lineup((STRONG, "bot 2")), met)
            lab.arena.choose(NAME)
            until(lab, lambda: page.view.games == 4)
            now = arena.kept.condition.source
            assert not centre.rules.isHidden() and centre.rules.name == now
            assert f"version 2 of the rules ({now[:7]})" in page.panel.about.text()
            lab.arena.watcher.choose_rules(OLD)
            centre.rules.choose(OLD)
            until(lab, lambda: page.view.games == GAMES)
            assert "version 1 of the rules (0dd5eed, until 20" in page.panel.about.text()
            page.list_games(GamesWanted(STRONG))
            until(lab, lambda: centre.games.table.model_.rows)
            assert len(centre.games.table.model_.rows) == 8 * 2 * GROUPS
            lab.arena.watcher.choose_rules(now)
            until(lab, lambda: page.view.games == 4)
            until(lab, lambda: len(centre.games.table.model_.rows) == 4)
            assert old.kept.condition == replace(arena.kept.condition, source=OLD)


@pytest.mark.parametrize("percent", [100, 150])
@pytest.mark.parametrize("width", [1080, 1280, 1600])
def test_the_box_of_versions_shows_its_words(qapp: object, width: int, percent: int) -> None:
    """It said "Versio..." at every size."""
    page = ArenaPage()
    try:
        theme.apply(application(), "light", percent)
        page.resize(width, 745)
        page.show()
        page.centre.set_rules(
            [Entry("a", "Version 1", "until 2026-11-12"), Entry("b", "Version 12")]
        )
        QTest.qWait(0)
        box = page.centre.rules
        for name in ("a", "b"):
            box.choose(name)
            assert box.width() >= box.needs
        assert box.mapTo(page.centre, box.rect().topRight()).x() < page.centre.width()
    finally:
        page.close()
        page.deleteLater()
        theme.apply(application(), "light")
